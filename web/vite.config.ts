/**
 * One HTML entry per area of the portal, one build.
 *
 * The served HTML carries placeholders, because one build serves every brand and the brand is known only by the
 * request's host name. Whoever serves an entry replaces each `%KEY%` by the value found for the brand in
 * `web/dist/brands.json` (written by the build): `{ "<brand id>": { "BRAND": …, "BRAND_NAME": …, "BRAND_FONT": … } }`.
 *
 *   %BRAND%       brand id, becomes `<html data-brand>`; also the folder of its logo and favicon under /content
 *   %BRAND_NAME%  the brand's full name, in `<title>` and the noscript text
 *   %BRAND_FONT%  address of the brand's one font file, for the preload link
 *
 * Nothing inline is emitted, so `Content-Security-Policy: default-src 'self'` holds.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { BRANDS, type BrandId, brandForHost } from '@portico/core/brand'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
const server = process.env.PORTICO_DEV_SERVER ?? 'http://127.0.0.1:8080'
const require = createRequire(import.meta.url)

/** Portal path → entry. The server holds the same table (behaviour 2). */
const entryOfPath: [RegExp, string][] = [
  [/^\/thp\/portal\/providers\/registration\/?$/, 'registration.html'],
  [/^\/thp\/portal\/providers(\/|$)/, 'providers.html'],
  [/^\/thp\/portal\/members(\/|$)/, 'members.html'],
  [/^\/thp\/portal\/internal(\/|$)/, 'internal.html'],
  [/^\/demo\/?$/, 'demo.html'],
  [/^\/kit\/?$/, 'kit.html'],
]

const fontOfBrand: Record<BrandId, string> = {
  harborview: require.resolve('@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'),
  bayside: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
}

type Placeholders = { BRAND: string; BRAND_NAME: string; BRAND_FONT: string }

function placeholdersOf(id: BrandId, fontAddress: string): Placeholders {
  return { BRAND: id, BRAND_NAME: BRANDS[id].name, BRAND_FONT: fontAddress }
}

function fillPlaceholders(html: string, values: Placeholders): string {
  return html.replace(/%(BRAND|BRAND_NAME|BRAND_FONT)%/g, (_, key: keyof Placeholders) => values[key])
}

/** Writes dist/brands.json: what the server fills into the HTML for each brand. */
function writeBrandPlaceholders(): Plugin {
  return {
    name: 'portico-brand-placeholders',
    apply: 'build',
    generateBundle(_options, bundle) {
      const fonts = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.woff2'))
      const ids = Object.keys(BRANDS) as BrandId[]
      const table = ids.map((id) => {
        const source = readFileSync(fontOfBrand[id])
        const font = fonts.find((file) => file.type === 'asset' && source.equals(Buffer.from(file.source)))
        if (!font) throw new Error(`The build holds no font for brand ${id}`)
        return [id, placeholdersOf(id, `/${font.fileName}`)] as const
      })
      this.emitFile({
        type: 'asset',
        fileName: 'brands.json',
        source: `${JSON.stringify(Object.fromEntries(table), null, 2)}\n`,
      })
    },
  }
}

/** In development: portal paths lead to their entry, and the brand comes from the host as on the real server. */
function serveEntriesInDevelopment(): Plugin {
  return {
    name: 'portico-dev-entries',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/'
        if (path === '/') {
          response.writeHead(302, { location: '/thp/portal/providers/login' }).end()
          return
        }
        const entry = entryOfPath.find(([pattern]) => pattern.test(path))?.[1]
        if (!entry || path.endsWith('/logout')) return next()
        const asked = new URL(request.url ?? '/', 'http://dev').searchParams.get('brand')
        const id = asked && asked in BRANDS ? (asked as BrandId) : brandForHost(request.headers.host ?? '').id
        const source = readFileSync(resolve(root, entry), 'utf8')
        const filled = fillPlaceholders(source, placeholdersOf(id, `/@fs${fontOfBrand[id]}`))
        const html = await vite.transformIndexHtml(request.url ?? '/', filled)
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      })
    },
  }
}

/**
 * The calls of `core/src/<area>/calls.ts` carry their description as second argument. A browser needs the method and
 * the path alone: without the description nothing uses the shapes any more, and the schema library is left out.
 */
function dropCallDescriptions(): Plugin {
  return {
    name: 'portico-call-descriptions',
    enforce: 'post',
    transform: {
      filter: { id: /\/core\/src\/[a-z]+\/calls\.ts$/ },
      handler(code) {
        const cuts: [from: number, to: number][] = []
        for (const statement of this.parse(code).body) {
          if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
            continue
          for (const { init } of statement.declaration.declarations) {
            const [path, description] = init?.type === 'CallExpression' ? init.arguments : []
            if (path && description) cuts.push([path.end, description.end])
          }
        }
        return cuts.reduceRight((kept, [from, to]) => kept.slice(0, from) + kept.slice(to), code)
      },
    },
  }
}

const proxied = ['/Provider', '/MemberPortalWeb', '/siteminderagent', '/healthz', '/readyz', '/demo/']
const logouts = '^/thp/portal/(providers|members|internal)/logout'

export default defineConfig({
  root,
  appType: 'custom',
  plugins: [react(), dropCallDescriptions(), serveEntriesInDevelopment(), writeBrandPlaceholders()],
  build: {
    outDir: resolve(root, 'dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['registration', 'providers', 'members', 'internal', 'demo'].map((name) => resolve(root, `${name}.html`)),
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORTICO_DEV_WEB_PORT ?? 5173),
    allowedHosts: ['.localhost'],
    fs: { allow: [resolve(root, '..')] },
    proxy: Object.fromEntries([...proxied, logouts].map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
