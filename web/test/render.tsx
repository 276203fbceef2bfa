/**
 * Renders a part of the portal for a component test, inside the providers of every page. The gateway is the real one.
 * Only `fetch` is replaced: a test declares a reply for each call it expects, and fails for any other call.
 */
import type { Call, Description, EntityOf } from '@portico/core/call'
import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { brandNames } from '#shell/brands/brand-names.ts'
import { type CallInput, createGateway } from '#shell/gateway/gateway.ts'
import { buildPageTree } from '#shell/mount.tsx'
import { captureMailedLink, clearMailedLink } from '#shell/router/mailed-link.ts'
import { markUnsaved } from '#shell/router/unsaved.ts'
import { describeLooks, LOOK_RULES, WITHOUT_LOOK_RULES } from '../../e2e/support/looks.ts'
import { findMarkupFaults } from '../../e2e/support/markup.ts'

type Answering = (input: unknown) => Response | Promise<Response>
export type DeclaredReply = { call: { method: Call['method']; path: string }; answer: Answering }

/** A reply with status 200. A function receives the call's input; it may return a promise that the test settles. */
export const reply = <Declared extends Description>(
  call: Call<Declared>,
  entity: EntityOf<Declared> | ((input: CallInput<Declared>) => EntityOf<Declared> | Promise<EntityOf<Declared>>),
): DeclaredReply => ({
  call,
  answer: async (input) =>
    Response.json({
      status: STATUS.ok,
      entity: entity instanceof Function ? await entity(input as CallInput<Declared>) : entity,
    }),
})

/** JSON without an envelope. */
export const replyBare = <Declared extends Description>(
  call: Call<Declared>,
  entity: EntityOf<Declared>,
): DeclaredReply => ({ call, answer: () => Response.json(entity) })

/** A reply with another status of the envelope. */
export const refuse = (call: Call, entity: object, status: number = STATUS.badRequest): DeclaredReply => ({
  call,
  answer: () => Response.json({ status, entity }),
})

/** An HTTP error in place of an envelope. */
export const failWith = (call: Call, status: number, body = ''): DeclaredReply => ({
  call,
  answer: () => new Response(body, { status }),
})

/** The connection breaks before a reply. */
export const breakConnection = (call: Call): DeclaredReply => ({
  call,
  answer: () => Promise.reject(new TypeError('Failed to fetch')),
})

export type Rendered = {
  container: HTMLElement
  /** The calls that were sent, in order. */
  sent: { path: string; input: unknown }[]
  /** Addresses outside this page that the page tried to open. */
  opened: string[]
  /** Replaces the reply of each call given. */
  setReplies: (...replies: DeclaredReply[]) => void
}

type Surroundings = {
  /** The page's address; it decides the base of the calls. */
  address?: string
  replies?: readonly DeclaredReply[]
}

let current: { root: Root; container: HTMLElement; missing: string[] } | undefined
const testPage = location.href
const viewport = { width: window.innerWidth, height: window.innerHeight }
const realFetch = globalThis.fetch

export function render(
  content: ReactNode,
  { address = PROVIDER_PATHS.registration, replies = [] }: Surroundings = {},
): Rendered {
  if (current) throw new Error('A test renders one page only.')
  history.replaceState(null, '', address)
  captureMailedLink()
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  const root = createRoot(container)
  const table = new Map<string, Answering>()
  const rendered: Rendered = {
    container,
    sent: [],
    opened: followNavigation(),
    setReplies: (...changed) => {
      for (const { call, answer } of changed) table.set(keyOf(call.method, call.path), answer)
    },
  }
  rendered.setReplies(...replies)
  current = { root, container, missing: [] }
  globalThis.fetch = replyFrom(table, rendered.sent, current.missing)
  root.render(buildPageTree(createGateway(), content))
  return rendered
}

const keyOf = (method: string, path: string) => `${method} ${path}`

function replyFrom(table: Map<string, Answering>, sent: Rendered['sent'], missing: string[]): typeof fetch {
  return async (address, { method = 'GET', body, signal } = {}) => {
    const { pathname, searchParams } = new URL(String(address), location.origin)
    // The sign-on agent's form is the one request outside the calls.
    const path = pathname.slice(Math.max(0, pathname.indexOf('/rest/')))
    const form = method === 'GET' ? searchParams : body
    const input = form instanceof URLSearchParams ? Object.fromEntries(form) : JSON.parse(String(form))
    sent.push({ path, input })
    const answering = table.get(keyOf(method, path))
    if (!answering) missing.push(keyOf(method, path))
    return (await Promise.race([answering?.(input), rejectIfAborted(signal)])) ?? new Response('', { status: 404 })
  }
}

const rejectIfAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

let stopFollowing: (() => void) | undefined

/** Cancels every navigation to another document, which would end the test, and records its address. */
function followNavigation(): string[] {
  const opened: string[] = []
  const keep = (event: NavigateEvent) => {
    if (event.destination.sameDocument || event.hashChange) return
    event.preventDefault()
    const { origin, href } = new URL(event.destination.url)
    opened.push(origin === location.origin ? href.slice(origin.length) : href)
  }
  navigation.addEventListener('navigate', keep)
  stopFollowing = () => navigation.removeEventListener('navigate', keep)
  return opened
}

/** Runs after every test: unmounts the page and clears everything a page can leave in its window. */
export async function resetPage(): Promise<void> {
  const left = current
  current = undefined
  left?.root.unmount()
  left?.container.remove()
  globalThis.fetch = realFetch
  markUnsaved(false)
  clearMailedLink()
  sessionStorage.clear()
  localStorage.clear()
  for (const { name = '' } of await cookieStore.getAll()) await cookieStore.delete(name)
  history.replaceState(null, '', testPage)
  stopFollowing?.()
  delete document.documentElement.dataset.works
  if (window.innerWidth !== viewport.width) await page.viewport(viewport.width, viewport.height)
  expect(left?.missing.join(', ') ?? '', 'calls without a declared reply').toBe('')
}

/**
 * Expects no axe violations and valid markup. Rules about whole pages are off, because a test may render a part of one.
 * What depends on colors and sizes is checked once for each look.
 */
export async function expectAccessible(container: Element = document.body): Promise<void> {
  expect(findMarkupFaults(), 'faults of the markup').toEqual([])
  const found = await findFaults(container, { rules: WITHOUT_PAGE_RULES })
  expect([...found, ...(await findLookFaults(container))], 'accessibility faults').toEqual([])
}

const WITHOUT_PAGE_RULES = {
  ...WITHOUT_LOOK_RULES,
  region: { enabled: false },
  'page-has-heading-one': { enabled: false },
}

/** Descriptions of texts and regions that axe found clean in this window: comparing colors takes half of its time. */
const cleanLooks = new Set<string>()

async function findLookFaults(container: Element): Promise<string[]> {
  Object.assign(window, { repeatedRows: [] })
  const { looks, unsure } = describeLooks()
  const newLooks = looks.filter((look) => !cleanLooks.has(look))
  if (newLooks.length === 0 && !unsure) return []
  const elements: Map<string, Element> = Reflect.get(window, 'looksOf')
  const shown = newLooks.flatMap((look) => elements.get(look) ?? []).map((element) => element.closest('a') ?? element)
  const found = await findFaults(unsure ? container : { include: shown }, { runOnly: LOOK_RULES })
  if (found.length === 0 && !unsure) for (const look of newLooks) cleanLooks.add(look)
  return found
}

async function findFaults(where: axe.ElementContext, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run(where, { resultTypes: ['violations'], preload: false, ...options })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Expects that printing leaves out every form, filter and button. */
export async function expectPrintsNoControls(container: Element): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  const controls = [...container.querySelectorAll('form, search, input, select, textarea, .button, .pager, .account')]
  const printed = controls.filter((control) => control.checkVisibility()).map(({ outerHTML }) => outerHTML)
  await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  expect(printed, 'printed controls').toEqual([])
}

/** Expects no accessibility faults, and no sideways scrolling in any brand, on a desktop and on the narrowest phone. */
export async function expectFits(container: Element): Promise<void> {
  const root = document.documentElement
  const { brand } = root.dataset
  for (const width of [320, viewport.width]) {
    await page.viewport(width, viewport.height)
    for (const { id } of brandNames) {
      root.dataset.brand = id
      await document.fonts.ready
      expect(root.scrollWidth, `width of ${id} at ${width}`).toBeLessThanOrEqual(window.innerWidth)
    }
  }
  root.dataset.brand = brand
  await expectAccessible(container)
}
