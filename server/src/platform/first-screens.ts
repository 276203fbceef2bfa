import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROVIDER_BASE } from '@portico/core/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Asked, FirstScreen, GivenReply, RenderScreen } from './first-screen.ts'
import { entryOf } from './portal-addresses.ts'
import { SESSION_COOKIE } from './session-cookie.ts'

type Screens = Record<string, Record<string, FirstScreen>>

/** `key` is another one for another content. */
export type ChosenScreen = FirstScreen & { key: string }
type Choose = (request: FastifyRequest, brand: string, path: string) => Promise<ChosenScreen | undefined>

/**
 * Chooses what stands in a page before its application runs. A screen for visitors is the right one only where nobody
 * is signed in and nothing stands behind the '?' of the address; else the application draws it itself. What plan staff
 * write is read anew for each page, and rendered again when it is another.
 */
export function readFirstScreens(app: FastifyInstance, folder: string): Choose {
  const file = join(folder, 'screens.json')
  const screens: Screens = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const renderWith = rememberRenderings(folder)
  return async (request, brand, path) => {
    const screen = screens[brand]?.[path]
    if (!screen) return undefined
    if (screen.screenFor === 'signed-in') return { ...screen, key: path }
    if (request.url.includes('?') || request.cookies[SESSION_COOKIE]) return undefined
    const asBuilt = { ...screen, key: path }
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

/** The calls the page would make itself; one that fails is left to the page. */
async function readReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  asks: readonly Asked[],
): Promise<GivenReply[]> {
  const replies = asks.map(async ({ path, query }) => {
    const reply = await app.inject({
      method: 'GET',
      url: `${PROVIDER_BASE}${path}?${new URLSearchParams(query)}`,
      headers: { host: request.host },
      remoteAddress: request.ip,
    })
    if (reply.statusCode !== 200) return []
    const { status, entity } = reply.json()
    // The page itself asks for the rest of a list that one reply could not carry.
    const isPart = Array.isArray(entity) && entity.at(-1)?.more === true
    return Number(status) === 200 && !isPart ? [{ path, query, entity }] : []
  })
  return (await Promise.all(replies)).flat()
}

const RENDERINGS_KEPT = 100

function rememberRenderings(folder: string) {
  const kept = new Map<string, Promise<string>>()
  return (brand: string, path: string, given: readonly GivenReply[]): Promise<string> => {
    const key = `${brand} ${path} ${JSON.stringify(given)}`
    const known = kept.get(key)
    if (known) return known
    const rendering = renderOne(folder, brand, path, given)
    // The oldest goes: what was written since then is asked for.
    for (const old of kept.keys()) if (kept.size >= RENDERINGS_KEPT) kept.delete(old)
    kept.set(key, rendering)
    return rendering
  }
}

async function renderOne(folder: string, brand: string, path: string, given: readonly GivenReply[]): Promise<string> {
  const program = pathToFileURL(join(folder, 'server', `${brand}.js`))
  const { renderScreen }: { renderScreen: RenderScreen } = await import(program.href)
  return (await renderScreen(entryOf(path).entry, path, given)).html
}
