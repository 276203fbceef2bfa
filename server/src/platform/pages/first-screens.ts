import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CSRF_COOKIE, callBaseFor } from '@portico/core/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CSRF_HEADER } from '../identity/csrf.ts'
import { SESSION_COOKIE } from '../identity/session-cookie.ts'
import { within } from '../within.ts'
import type { CallReply, FirstScreen, PageCall, RenderScreen } from './first-screen.ts'
import { entryOf } from './portal-addresses.ts'

type Screens = Record<string, Record<string, FirstScreen>>

/** `key` changes with the content. A user's own screen has none and is never cached. */
export type ChosenScreen = FirstScreen & { key?: string }
type Choose = (request: FastifyRequest, brand: string, path: string) => Promise<ChosenScreen | undefined>

/**
 * Chooses the prerendered content of a page. A visitor's screen is valid only without a session and without a query;
 * otherwise the application renders it in the browser. Content that staff write is read for each page, and rendered
 * again if it changed. Some pages are rendered for the signed-in user.
 */
export function readFirstScreens(app: FastifyInstance, folder: string): Choose {
  const file = join(folder, 'screens.json')
  const screens: Screens = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const renderWith = rememberRenderings(folder)
  return async (request, brand, path) => {
    const screen = screens[brand]?.[path]
    if (!screen) return undefined
    const asBuilt = { ...screen, key: path }
    if (screen.screenFor === 'signed-in')
      return (await renderForPerson({ app, request, brand, screen }, folder)) ?? asBuilt
    if (request.url.includes('?') || request.cookies[SESSION_COOKIE]) return undefined
    const given = await readReplies(app, request, screen.asks)
    if (given.length === 0) return asBuilt
    try {
      const html = await renderWith(brand, path, given)
      return { ...screen, html, key: `${path} ${JSON.stringify(given)}` }
    } catch (error) {
      request.log.error({ err: error }, 'A first screen could not be rendered.')
      return asBuilt
    }
  }
}

type Person = { app: FastifyInstance; request: FastifyRequest; brand: string; screen: FirstScreen }

/** Each reply can lead to further calls: the session, the page's data, and what depends on it. */
const ROUNDS = 4

/**
 * Renders a page with its calls' replies to the signed-in user; nothing without a session or in another area. Rendered
 * for this request only and never cached.
 */
async function renderForPerson(
  { app, request, brand, screen }: Person,
  folder: string,
): Promise<ChosenScreen | undefined> {
  if (screen.asks.length === 0 || request.url.includes('?') || !request.cookies[SESSION_COOKIE]) return undefined
  const given = await readReplies(app, request, screen.asks)
  if (given.length < screen.asks.length) return undefined
  const asked = new Set(screen.asks.map(({ path, query }) => path + JSON.stringify(query)))
  try {
    let rendered = await renderOne(folder, brand, request.url, given)
    for (let round = 1; round < ROUNDS; round += 1) {
      const asks = rendered.asks.filter(({ path, query }) => !asked.has(path + JSON.stringify(query)))
      if (asks.length === 0) break
      for (const { path, query } of asks) asked.add(path + JSON.stringify(query))
      given.push(...(await readReplies(app, request, asks)))
      rendered = await renderOne(folder, brand, request.url, given)
    }
    return rendered.screenFor === 'person' ? { ...screen, html: rendered.html, screenFor: 'person' } : undefined
  } catch (error) {
    request.log.error({ err: error }, 'A first screen could not be rendered.')
    return undefined
  }
}

/** A page does not wait longer for its data. Milliseconds. */
const PATIENCE_MS = 3_000

/** Makes the page's own calls as the requesting user. A call that fails or takes long is left to the page. */
async function readReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  asks: readonly PageCall[],
): Promise<CallReply[]> {
  const replies = asks.map(async (asked) => {
    const replying = app.inject({ ...requestOf(asked, request), remoteAddress: request.ip })
    const reply = await within(PATIENCE_MS, replying)
    if (reply?.statusCode !== 200) return []
    const { status, entity } = reply.json()
    // The page itself fetches the rest of a list that one reply could not hold.
    const isPart = Array.isArray(entity) && entity.at(-1)?.more === true
    return Number(status) === 200 && !isPart ? [{ ...asked, entity }] : []
  })
  return (await Promise.all(replies)).flat()
}

function requestOf({ method, path, query }: PageCall, request: FastifyRequest) {
  const url = callBaseFor(request.url) + path
  // A visitor's screen is shared, so no cookie of the requesting visitor is sent.
  const cookie = request.cookies[SESSION_COOKIE] ? request.headers.cookie : undefined
  const headers = { host: request.host, ...(cookie && { cookie }) }
  if (method === 'POST') {
    return { method, url, payload: query, headers: { ...headers, [CSRF_HEADER]: request.cookies[CSRF_COOKIE] ?? '' } }
  }
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)]))
  return { method, url: `${url}?${search}`, headers }
}

const RENDERINGS_KEPT = 100

function rememberRenderings(folder: string) {
  const kept = new Map<string, Promise<string>>()
  return (brand: string, path: string, given: readonly CallReply[]): Promise<string> => {
    const key = `${brand} ${path} ${JSON.stringify(given)}`
    const known = kept.get(key)
    if (known) return known
    const rendering = renderOne(folder, brand, path, given).then(({ html }) => html)
    // Evicts the oldest: newer content is requested.
    for (const old of kept.keys()) if (kept.size >= RENDERINGS_KEPT) kept.delete(old)
    kept.set(key, rendering)
    return rendering
  }
}

async function renderOne(
  folder: string,
  brand: string,
  path: string,
  given: readonly CallReply[],
): Promise<FirstScreen> {
  const program = pathToFileURL(join(folder, 'server', `${brand}.js`))
  const { renderScreen }: { renderScreen: RenderScreen } = await import(program.href)
  return renderScreen(entryOf(path).entry, path, given)
}
