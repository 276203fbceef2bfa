import harborview from '@portico/core/brands/harborview'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGateway, type Gateway } from '#shell/gateway/gateway.ts'
import { followHistory } from './wizard-history.ts'
import { createWizardStore } from './wizard-store.ts'

/** A fake browser history that navigates asynchronously. */
function openBrowser() {
  const entries: unknown[] = [null]
  let at = 0
  let listener: (event: { state: unknown }) => void = () => {}
  const requested: number[] = []
  const history = {
    pushState: (state: unknown) => {
      entries.length = at + 1
      at = entries.push(state) - 1
    },
    replaceState: (state: unknown) => {
      entries[at] = state
    },
    go: (steps: number) => void requested.push(steps),
  }
  /** Runs the pending navigations, including those that they cause. */
  const settle = () => {
    for (let steps = requested.shift(); steps !== undefined; steps = requested.shift()) {
      at = Math.min(Math.max(at + steps, 0), entries.length - 1)
      listener({ state: entries[at] })
    }
  }
  const walk = (steps: number) => {
    requested.push(steps)
    settle()
  }
  vi.stubGlobal('history', history)
  vi.stubGlobal('window', {
    addEventListener: (_name: string, added: typeof listener) => {
      listener = added
    },
    removeEventListener: () => {},
  })
  return { walk, settle, position: () => at }
}

const found = { npiName: 'Amara Whitfield', personFlag: 'Y', foundSsn: true, foundTaxId: true, pgGroupMap: {} }
const ok = (entity: unknown) => ({ ok: true, status: 200, entity })
const refused = { ok: false, status: 400, entity: { message: 'Not in our network.' } }

/** The wizard on regBy, after the NPI of an individual. */
async function openWizard() {
  const replies: unknown[] = [ok(found)]
  const call = vi.fn(async () => replies.shift())
  const gateway = { ...createGateway(), call } as unknown as Gateway
  const entry = { reqId: '', activateId: '', easyReg: false }
  const store = createWizardStore({ gateway, brand: harborview, entry, leave: vi.fn() })
  const browser = openBrowser()
  followHistory(store)
  store.dispatch({ type: 'npiSubmitted', answers: { npiId: '1100000011' } })
  await expect.poll(() => store.current().route).toBe('regBy')
  return { store, browser, replies }
}

beforeEach(() => vi.stubGlobal('location', { pathname: '/thp/portal/providers/registration' }))
afterEach(() => vi.unstubAllGlobals())

test('Forward leads nowhere after a refused NPI', async () => {
  const { store, browser, replies } = await openWizard()
  browser.walk(-1)
  replies.push(refused)
  store.dispatch({ type: 'npiSubmitted', answers: { npiId: '1500000025' } })
  await expect.poll(() => store.current().busy).toBe(false)
  browser.walk(1)
  expect(store.current()).toMatchObject({ route: 'home', model: { npiName: '' } })
  expect(browser.position()).toBe(0)
})

test('Back and Forward without another answer keep the screens ahead', async () => {
  const { store, browser } = await openWizard()
  browser.walk(-1)
  store.update({ email: 'typed@office.example' })
  browser.walk(1)
  expect(store.current()).toMatchObject({ route: 'regBy', model: { npiName: 'Amara Whitfield' } })
})

test('a page restored after cancel has no earlier screen', async () => {
  const { store, browser } = await openWizard()
  store.dispatch({ type: 'registrantChosen', answers: { regBy: 'self' } })
  store.dispatch({ type: 'canceled' })
  browser.walk(-1)
  expect(store.current()).toMatchObject({ route: 'home', model: { npiId: '' } })
})

test('two clicks on GO BACK go back two screens, even if the browser is slow', async () => {
  const { store, browser, replies } = await openWizard()
  replies.push(ok(false))
  store.dispatch({ type: 'registrantChosen', answers: { regBy: 'behalf' } })
  await expect.poll(() => store.current().route).toBe('pinssnSel')
  store.dispatch({ type: 'methodChosen', answers: { validateBy: 'tin' } })
  store.dispatch({ type: 'goBack' })
  store.dispatch({ type: 'goBack' })
  browser.settle()
  expect(store.current().route).toBe('regBy')
  expect(browser.position()).toBe(1)
})
