/** One HTML entry per area, one build. */
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { PROVIDER_PATHS } from '@portico/core/constants'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin, type Rolldown } from 'vite'
import { brands, findBrand } from '../server/src/platform/brands/brands.ts'
import { AREA_PATHS, areaOf, entryOf, isDemoPage } from '../server/src/platform/pages/portal-addresses.ts'
import {
  drawLogo,
  fontFileOf,
  type Placeholders,
  placeholdersOf,
  writeBrandStyles,
  writeMemberStyles,
} from './brand-pages.ts'

const root = import.meta.dirname
const server = process.env.PORTICO_DEV_SERVER ?? 'http://127.0.0.1:8080'

/** Entry of a path, as on the server (behaviour 2). The kit's page exists only in development. */
function findEntryFile(requested: string): string | undefined {
  const path = requested.replace(/\/$/, '')
  if (path === '/kit') return 'test/kit.html'
  return isDemoPage(path) || areaOf(path) ? `${entryOf(path).entry}.html` : undefined
}

/** Styles generated from the brands' files. Each replaces a virtual file at a real path, so that fonts resolve. */
function provideBrandStyles(): Plugin {
  const common = resolve(root, 'src/kit/brands.css')
  const memberStyles = resolve(root, 'src/members/brands.css')
  const files: Record<string, string> = { 'virtual:brands.css': common, 'virtual:member-brands.css': memberStyles }
  const styles: Record<string, () => string> = {
    [common]: () => writeBrandStyles(common),
    [memberStyles]: writeMemberStyles,
  }
  return { name: 'portico-brand-styles', resolveId: (id) => files[id], load: (id) => styles[id]?.() }
}

/** Writes the brands' images and dist/brands.json, whose values the server fills into the HTML. */
function writeBrandFiles(): Plugin {
  return {
    name: 'portico-brand-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const fonts = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.woff2'))
      const table: Record<string, Placeholders> = {}
      for (const brand of brands) {
        const source = readFileSync(fontFileOf(brand))
        const font = fonts.find((file) => file.type === 'asset' && source.equals(Buffer.from(file.source)))
        if (!font) throw new Error(`The build holds no font for brand ${brand.id}`)
        table[brand.id] = placeholdersOf(brand, `/${font.fileName}`)
        for (const name of ['logo', 'favicon'])
          this.emitFile({ type: 'asset', fileName: `content/${brand.id}/${name}.svg`, source: drawLogo(brand) })
      }
      this.emitFile({ type: 'asset', fileName: 'brands.json', source: `${JSON.stringify(table, null, 2)}\n` })
    },
  }
}

/** Fails if a chunk imports an entry, because loading it would start that entry's pages. */
function keepEntriesApart(): Plugin {
  return {
    name: 'portico-entries-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entries = new Set(files.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      for (const { fileName, imports } of files)
        for (const entry of imports) if (entries.has(entry)) throw new Error(`${fileName} would start ${entry}`)
    },
  }
}

/**
 * Inlines what the first paint needs: the styles, and the script that loads the entry after the first paint
 * (web/public/content/early.js). The server allows both by hash (server/src/platform/pages/static-files.ts).
 */
function inlineFirstPaint(): Plugin {
  return {
    name: 'portico-paint-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => deferEntry(inlineStyles(html, bundle), await minified(EARLY_FILE)),
    },
    writeBundle: ({ dir }) => rmSync(resolve(dir ?? root, 'content/early.js')),
  }
}

/** Keeps the links disabled, so that lazy chunks do not request the same files. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const links = [...html.matchAll(/\s*<link rel="stylesheet" crossorigin href="\/([^"]+)">/g)]
  const styles = links.map(([, name = '']) => {
    const file = bundle[name]
    if (file?.type !== 'asset') throw new Error(`The build holds no styles ${name}`)
    return String(file.source).trim()
  })
  const kept = links.map(([, name]) => `\n    <link rel="stylesheet" href="/${name}" disabled>`)
  const [first = ['']] = links
  return links
    .slice(1)
    .reduce((rest, [link]) => rest.replace(link, ''), html)
    .replace(first[0], () => `\n    <style>${styles.join('')}</style>${kept.join('')}`)
}

function deferEntry(html: string, script: string): string {
  const early = /<script src="\/content\/early\.js"\s*><\/script>/
  if (!early.test(html)) return html
  const entry = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/
  const needed = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g
  const files = [entry.exec(html)?.[1], ...[...html.matchAll(needed)].map(([, file]) => file)]
  if (!files[0]) throw new Error('The page has no entry')
  return html
    .replace(entry, '')
    .replace(needed, '')
    .replace(early, () => `<script data-app="${files.join(' ')}">${script}</script>`)
}

const EARLY_FILE = resolve(root, 'public/content/early.js')
const minified = async (file: string) => (await minify(file, readFileSync(file, 'utf8'))).code.trim()

export function fillPlaceholders(html: string, values: Placeholders): string {
  return Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(`%${key}%`, escapeHtml(value)), html)
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Development: serves each path's entry, with the brand of the host. */
function serveEntriesInDevelopment(): Plugin {
  return {
    name: 'portico-dev-entries',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/'
        if (path === '/') {
          response.writeHead(302, { location: PROVIDER_PATHS.login }).end()
          return
        }
        const logo = /^\/content\/([^/]+)\/(?:logo|favicon)\.svg$/.exec(path)?.[1]
        if (logo) {
          response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(drawLogo(findBrand(logo)))
          return
        }
        const entry = findEntryFile(path)
        if (!entry || path.endsWith('/logout')) return next()
        const requested = new URL(request.url ?? '/', 'http://dev').searchParams.get('brand')
        const host = (request.headers.host ?? '').replace(/:\d+$/, '')
        const brand = findBrand(requested ?? brands.find(({ demo }) => demo.host === host)?.id ?? '')
        const source = readFileSync(resolve(root, entry), 'utf8')
        const filled = fillPlaceholders(source, placeholdersOf(brand, `/@fs${fontFileOf(brand)}`))
        const html = await vite.transformIndexHtml(request.url ?? '/', filled)
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      })
    },
  }
}

/**
 * Removes the descriptions of the calls of core after the path. The browser needs only method and path;
 * without the descriptions, the shapes and the schema library are dropped from the bundle.
 */
function dropCallDescriptions(): Plugin {
  return {
    name: 'portico-call-descriptions',
    enforce: 'post',
    transform: {
      filter: { id: /\/core\/src\/(?:[a-z-]+\/)+(?:[a-z-]+-)?calls\.ts$/ },
      handler(code) {
        const cuts: [from: number, to: number][] = []
        for (const statement of this.parse(code).body) {
          // Constants are used only in descriptions.
          if (statement.type === 'VariableDeclaration') cuts.push([statement.start, statement.end])
          if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
            continue
          for (const { init } of statement.declaration.declarations) {
            const [path, ...rest] = init?.type === 'CallExpression' ? init.arguments : []
            const last = rest.at(-1)
            if (path && last) cuts.push([path.end, last.end])
          }
        }
        return cuts.reduceRight((kept, [from, to]) => kept.slice(0, from) + kept.slice(to), code)
      },
    },
  }
}

/**
 * Few files for the entries' first download, because each file is a round trip. The field rules stay separate, as many
 * pages use them.
 */
const IN_SHELL = [
  /\/web\/src\/shell\/(?:[a-z-]+\/)?(?:mount|layout|area|session|session-memory|signed-in-cookie|sign-on|unsaved|use-call)\.tsx?$/,
  /\/web\/src\/kit\/(?:card|error-summary|note|text-field)\.tsx$/,
  /\/core\/src\/forms\/full-name\.ts$/,
]
const FIRST_CHUNKS = [
  { name: 'shell', test: (id: string) => IN_SHELL.some((path) => path.test(id)), priority: 3 },
  { name: 'fields', test: /\/core\/src\/forms\/(?:credential-rules|formats|rules)\.ts$/, priority: 2 },
  { name: 'area', test: /\/web\/src\/(?:shell\/(?:area-app|sign-in\/login-form)|content\/banners)\.tsx$/, priority: 1 },
  { name: 'member-services', test: /\/web\/src\/shell\/brands\/member-services\.tsx$/ },
  { name: 'wizard', test: /\/web\/src\/(?:registration\/wizard|shell\/layout\/public-layout)\.tsx$/ },
]

/**
 * One chunk for the wizard's screens, which load while the first one is read, and one for code that lazy pages share.
 * On-demand files stay separate.
 */
const LAZY_CHUNKS: Rolldown.CodeSplittingGroup = {
  name: nameLazyChunk,
  debugName: 'later',
  test: /\/(?:web\/src\/(?:kit|shell|registration)|core\/src)\//,
  includeDependenciesRecursively: false,
  priority: -1,
}
/** One chunk for code that provider pages share. */
const FUNCTION_PARTS: Rolldown.CodeSplittingGroup = {
  name: 'functions',
  test: /\/web\/src\/(?:plan-data\/(?:columns|formats|provider-picker|eligibility-answer)|access\/grants\/(?:labels|scope-names)|contracts\/signing\/save-copy)\.tsx?$/,
  includeDependenciesRecursively: false,
}
// With the calls of factors: the login page loads only what a passkey needs.
const ON_DEMAND =
  /\/(?:typeahead-combobox|captcha-altcha|captcha-external|step-up-dialog|passkey-sign-in|session-timeout|keep-focus|factors\/calls)\.tsx?$/

function nameLazyChunk(id: string, build: Rolldown.ChunkingContext): string | undefined {
  const seen = new Set([id])
  for (const module of seen) for (const importer of build.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  if (ON_DEMAND.test(id)) return undefined
  const pages = [...seen].filter((module) => module.endsWith('.html'))
  // The demo page's first chunk is small, and later pages need all of it.
  if (pages.length > 0) return pages.every((page) => page.endsWith('/demo.html')) ? 'parts' : undefined
  return /\/(?:web|core)\/src\/registration\//.test(id) ? 'screens' : 'shared'
}

const proxied = ['/Provider', '/MemberPortalWeb', '/siteminderagent', '/healthz', '/readyz', '/demo/']
const logouts = Object.values(AREA_PATHS).map(({ logout }) => `^${logout}`)

const ENTRIES = ['registration', 'providers', 'members', 'internal', 'demo']

/** The pages; with `--ssr`, the rendering program as a single file. */
const PAGES = {
  output: { codeSplitting: { groups: [...FIRST_CHUNKS, FUNCTION_PARTS, LAZY_CHUNKS] } },
  input: ENTRIES.map((name) => resolve(root, `${name}.html`)),
}
const RENDERING = { output: { codeSplitting: false }, input: resolve(root, 'src/entries/prerender.tsx') }

/** Plugins for every compiled page: the build, development and component tests. */
export const pagePlugins = () => [react(), dropCallDescriptions(), provideBrandStyles()]

export default defineConfig(({ isSsrBuild = false }) => ({
  root,
  appType: 'custom',
  plugins: [
    ...pagePlugins(),
    serveEntriesInDevelopment(),
    ...(isSsrBuild ? [] : [writeBrandFiles(), inlineFirstPaint(), keepEntriesApart()]),
  ],
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: resolve(root, 'dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    reportCompressedSize: false,
    copyPublicDir: !isSsrBuild,
    minify: true,
    rolldownOptions: isSsrBuild ? RENDERING : PAGES,
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORTICO_DEV_WEB_PORT ?? 5173),
    allowedHosts: ['.localhost'],
    fs: { allow: [resolve(root, '..')] },
    proxy: Object.fromEntries([...proxied, ...logouts].map((path) => [path, { target: server, changeOrigin: false }])),
  },
}))
