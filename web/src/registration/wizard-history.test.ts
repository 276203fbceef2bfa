import harborview from '@portico/core/brands/harborview'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGateway, type Gateway } from '../shell/gateway/gateway.ts'
import { followHistory } from './wizard-history.ts'
import { createWizardStore } from './wizard-store.ts'

/** The browser's own history: entries with a state, walked through later than asked for. */
function openBrowser() {
  const entries: unknown[] = [null]
  let at = 0
  let listener: (event: { state: unknown }) => void = () => {}
  const asked: number[] = []
  const history = {
    pushState: (state: unknown) => {
      entries.length = at + 1
      at = entries.push(state) - 1
    },
    replaceState: (state: unknown) => {
      entries[at] = state
    },
    go: (steps: number) => void asked.push(steps),
  }
  /** What was asked for happens, and what that leads to as well. */
  const settle = () => {
    for (let steps = asked.shift(); steps !== undefined; steps = asked.shift()) {
      at = Math.min(Math.max(at + steps, 0), entries.length - 1)
      listener({ state: entries[at] })
    }
  }
  const walk = (steps: number) => {
    asked.push(steps)
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

/** The NPI found, a person on it: the wizard stands on regBy. */
async function openWizard() {
  const replies: unknown[] = [ok(found)]
  const call = vi.fn(async () => replies.shift())
  const gateway = { ...createGateway(), call } as unknown as Gateway
  const entry = { reqId: '', activateId: '', easyReg: false }
  const store = createWizardStore({ gateway, brand: harborview, entry, leave: vi.fn() })
  const browser = openBrowser()
  followHistory(store)
  store.dispatch({ type: 'npiSubmitted', answers: { npiId: '1100000011' } })
  await vi.waitFor(() => expect(store.current().route).toBe('regBy'))
  return { store, browser, replies }
}

beforeEach(() => vi.stubGlobal('location', { pathname: '/thp/portal/providers/registration' }))
afterEach(() => vi.unstubAllGlobals())

test('an NPI that was refused leaves nothing to walk forward to', async () => {
  const { store, browser, replies } = await openWizard()
  browser.walk(-1)
  replies.push(refused)
  store.dispatch({ type: 'npiSubmitted', answers: { npiId: '1500000025' } })
  await vi.waitFor(() => expect(store.current().busy).toBe(false))
  browser.walk(1)
  expect(store.current()).toMatchObject({ route: 'home', model: { npiName: '' } })
  expect(browser.position()).toBe(0)
})

test('walking back and forth without another answer keeps what lies ahead', async () => {
  const { store, browser } = await openWizard()
  browser.walk(-1)
  store.update({ email: 'typed@office.example' })
  browser.walk(1)
  expect(store.current()).toMatchObject({ route: 'regBy', model: { npiName: 'Amara Whitfield' } })
})

test('after cancelling, a page the browser kept has no screen behind', async () => {
  const { store, browser } = await openWizard()
  store.dispatch({ type: 'registrantChosen', answers: { regBy: 'self' } })
  store.dispatch({ type: 'cancelled' })
  browser.walk(-1)
  expect(store.current()).toMatchObject({ route: 'home', model: { npiId: '' } })
})

test('GO BACK pressed twice goes back two screens, however late the browser is', async () => {
  const { store, browser, replies } = await openWizard()
  replies.push(ok(false))
  store.dispatch({ type: 'registrantChosen', answers: { regBy: 'behalf' } })
  await vi.waitFor(() => expect(store.current().route).toBe('pinssnSel'))
  store.dispatch({ type: 'methodChosen', answers: { validateBy: 'tin' } })
  store.dispatch({ type: 'goBack' })
  store.dispatch({ type: 'goBack' })
  browser.settle()
  expect(store.current().route).toBe('regBy')
  expect(browser.position()).toBe(1)
})
