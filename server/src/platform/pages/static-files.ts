import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { LINK_PARAMETERS, PROVIDER_PATHS } from '@portico/core/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf } from '../brands/brand-host.ts'
import { isForPerson, SYSTEM_TEXT, sendFailure, sendPlainPage } from '../http/errors.ts'
import { ensureCsrfCookie } from '../identity/csrf.ts'
import type { Settings } from '../settings/settings.ts'
import { escapeHtml } from './escape-html.ts'
import { type ChosenScreen, readFirstScreens } from './first-screens.ts'
import { AREA_PATHS, DEMO_PAGES, type Entry, entryOf } from './portal-addresses.ts'

/** The folder of the web build; see web/vite.config.ts for the placeholders in its HTML. */
export const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

type Page = { html: string; plain: Buffer; pack: Pack; etag: string; inline: Inline }
type Pages = Map<`${string}/${Entry}`, () => Page>
const entries: Entry[] = ['providers', 'members', 'internal', 'registration', 'demo']

/** Serves the web build: assets are cached for a year, content for an hour, pages are always revalidated. */
export async function registerStaticFiles(app: FastifyInstance, settings: Settings, folder = webFolder): Promise<void> {
  const pages = await readPages(folder)
  if (pages.size === 0) app.log.warn('The web pages are not built. They return 503 until they are.')
  else await registerFiles(app, folder)

  const choose = readFirstScreens(app, folder)
  const withScreen = rememberPages()
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, entry: Entry, status: number) => {
    ensureCsrfCookie(request, reply, settings)
    // The page removes the token from its address at once; until then no referrer is sent either.
    if (carriesLink(request)) reply.header('referrer-policy', 'no-referrer')
    if (entry === 'providers' && settings.gtmId) allowTagManager(reply)
    const brand = brandOf(request, settings).id
    const page = pages.get(`${brand}/${entry}`)?.()
    const screen = page && status === 200 ? await choose(request, brand, pathOf(request)) : undefined
    if (screen?.screenFor === 'person') reply.header('cache-control', 'no-store')
    return sendBranded(request, reply, page && screen ? withScreen(page, brand, screen) : page, status)
  }
  const showPath = async (request: FastifyRequest, reply: FastifyReply) => {
    const { entry, known } = entryOf(pathOf(request))
    return sendPage(request, reply, entry, known ? 200 : 404)
  }
  app.get('/', async (_request, reply) => reply.redirect(PROVIDER_PATHS.login))
  for (const paths of Object.values(AREA_PATHS)) {
    for (const root of [paths.area, `${paths.area}/`])
      app.get(root, async (_request, reply) => reply.redirect(paths.login))
    app.get(`${paths.area}/*`, showPath)
  }
  if (settings.demo) for (const path of DEMO_PAGES) app.get(path, showPath)

  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && isForPerson(request)) return sendPage(request, reply, 'providers', 404)
    return sendNoSuchCall(app, request, reply)
  })
}

/** 405 names the allowed method of a known address; an unknown address gets 404. */
function sendNoSuchCall(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = (['GET', 'POST'] as const).filter((method) => app.hasRoute({ method, url: pathOf(request) }))
  if (allowed.length === 0) return sendFailure(reply, 404)
  return sendFailure(reply.header('allow', allowed.join(', ')), 405)
}

function carriesLink(request: FastifyRequest): boolean {
  const query = new URLSearchParams(request.url.split('?')[1])
  return LINK_PARAMETERS.some((name) => query.has(name))
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  const common = { index: false as const, preCompressed: true, redirect: false, decorateReply: false }
  await app.register(fastifyStatic, {
    ...common,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    maxAge: '365d',
    immutable: true,
  })
  await app.register(fastifyStatic, { ...common, root: join(folder, 'content'), prefix: '/content/', maxAge: '1h' })
}

/** The current entries, filled in for a brand on first request. */
async function readPages(folder: string): Promise<Pages> {
  const pages: Pages = new Map()
  if (!existsSync(join(folder, 'brands.json'))) return pages
  const brands: Record<string, Record<string, string>> = JSON.parse(await readFile(join(folder, 'brands.json'), 'utf8'))
  for (const entry of entries) {
    const source = await readFile(join(folder, `${entry}.html`), 'utf8').catch(() => undefined)
    if (source === undefined) continue
    for (const [brand, values] of Object.entries(brands)) {
      let page: Page | undefined
      pages.set(`${brand}/${entry}`, () => {
        page ??= makePage(fillPlaceholders(source, values), inlineOf(source))
        return page
      })
    }
  }
  return pages
}

export function fillPlaceholders(html: string, values: Record<string, string>): string {
  return html.replace(/%([A-Z_]+)%/g, (whole, key: string) => {
    const value = values[key]
    return value === undefined ? whole : escapeHtml(value)
  })
}

/** Hashes of the build's inline blocks: no other inline script or style runs. */
type Inline = { script: string; style: string }

function inlineOf(html: string): Inline {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?: data-[^>]*)?>(.*?)</${tag}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return { script: hashes('script'), style: hashes('style') }
}

const allowInline = (policy: unknown, { script, style }: Inline): string =>
  String(policy).replace("script-src 'self'", `$&${script}`).replace("style-src 'self'", `$&${style}`)

/** The tag manager loads its tags, sends their data and counts by pictures. Its pages are the providers' only. */
function allowTagManager(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const sources = /(?:script|connect|img)-src 'self'/g
  reply.header('content-security-policy', policy.replace(sources, '$& https://www.googletagmanager.com'))
}

function makePage(html: string, inline: Inline): Page {
  const plain = Buffer.from(html)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { html, plain, pack: packOnce(plain), etag, inline }
}

type Encoding = 'br' | 'gzip'
type Pack = (encoding: Encoding) => Promise<Buffer>

/** Pages are compressed while the client waits; the best level would take thirty times as long and save a tenth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const packers: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, BROTLI),
  gzip: (plain) => promisify(gzip)(plain),
}

/**
 * Compressed on first use per encoding: most browsers accept one of the two, and a user's own page is requested once.
 */
function packOnce(plain: Buffer): Pack {
  const packed = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const known = packed.get(encoding) ?? packers[encoding](plain)
    packed.set(encoding, known)
    return known
  }
}

const PAGES_KEPT = 300

/** Inserts first screens into their pages, cached while they stay the same; a user's own is never cached. */
function rememberPages() {
  const kept = new Map<string, Page>()
  return (page: Page, brand: string, screen: ChosenScreen): Page => {
    if (screen.key === undefined) return makePage(insertScreen(page.html, screen), page.inline)
    const key = `${brand} ${screen.key}`
    const made = kept.get(key) ?? makePage(insertScreen(page.html, screen), page.inline)
    for (const old of kept.keys()) if (kept.size >= PAGES_KEPT) kept.delete(old)
    kept.set(key, made)
    return made
  }
}

function insertScreen(page: string, { html, title, description }: ChosenScreen): string {
  const described = description && `\n    <meta name="description" content="${escapeHtml(description)}" />`
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>${described}`)
    .replace(/<!--screen-->.*<!--\/screen-->/s, () => html)
}

async function sendBranded(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page | undefined,
  status: number,
): Promise<FastifyReply> {
  if (!page) return sendPlainPage(reply, 503, SYSTEM_TEXT)
  reply.header('content-type', 'text/html; charset=utf-8')
  reply.header('content-security-policy', allowInline(reply.getHeader('content-security-policy'), page.inline))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  reply.code(status).header('etag', page.etag).header('vary', 'accept-encoding, host')
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return sendPacked(reply, page, 'br')
  if (/\bgzip\b/.test(accepted)) return sendPacked(reply, page, 'gzip')
  return reply.send(page.plain)
}

async function sendPacked(reply: FastifyReply, page: Page, encoding: Encoding): Promise<FastifyReply> {
  return reply.header('content-encoding', encoding).send(await page.pack(encoding))
}
