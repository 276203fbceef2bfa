import harborview from '@portico/core/brands/harborview'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGateway, type Gateway } from '../shell/gateway/gateway.ts'
import { autosaveDraft } from './autosave-draft.ts'
import { createWizardStore } from './wizard-store.ts'

const entry = { reqId: '', activateId: '', easyReg: false }
const profile = { npiName: 'Amara Whitfield', personFlag: 'N', pgGroupMap: {} }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** On the account form of an organization, with everything the page tells the server. */
async function openForm() {
  const call = vi.fn(async () => ({ ok: true, status: 200, entity: profile }))
  const tell = vi.fn(async (_call: unknown, _body: unknown) => ({ ok: true, status: 200, entity: true }))
  const gateway = { ...createGateway(), call, sendInBackground: tell } as unknown as Gateway
  const store = createWizardStore({ gateway, brand: harborview, entry, leave: vi.fn() })
  const stop = autosaveDraft(store, gateway)
  store.dispatch({ type: 'npiSubmitted', answers: { npiId: '1200000010' } })
  await vi.advanceTimersByTimeAsync(0)
  const told = () => tell.mock.calls.map(([, body]) => body)
  return { store, stop, told, tell }
}

test('a new screen is kept at once, and typing when it pauses', async () => {
  const { store, stop, told } = await openForm()
  expect(told()).toEqual([expect.objectContaining({ npiId: '1200000010', path: ['home', 'step3'] })])
  store.update({ email: 'r' })
  await vi.advanceTimersByTimeAsync(300)
  store.update({ email: 'robin@office.example' })
  await vi.advanceTimersByTimeAsync(599)
  expect(told()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(told()).toHaveLength(2)
  expect(told()[1]).toMatchObject({ email: 'robin@office.example' })
  // A password is nothing to keep, so nothing is sent.
  store.update({ password: 'Lantern4821x' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(told()).toHaveLength(2)
  stop()
})

test('leaving the page keeps what was typed last', async () => {
  const { store, stop, told } = await openForm()
  store.update({ email: 'robin@office.example' })
  window.dispatchEvent(new Event('pagehide'))
  expect(told().at(-1)).toMatchObject({ email: 'robin@office.example' })
  stop()
})

test('back at the beginning there is nothing to go on with; after a failed submission there is', async () => {
  const { store, stop, told } = await openForm()
  store.dispatch({ type: 'accountReply', reply: { status: 400, entity: {} } })
  await vi.advanceTimersByTimeAsync(1000)
  expect(store.current().route).toBe('home')
  expect(told()).toHaveLength(1)
  store.show('step3')
  store.dispatch({ type: 'goBack' })
  await vi.advanceTimersByTimeAsync(0)
  expect(told().at(-1)).toMatchObject({ npiId: '1200000010', path: ['home'] })
  stop()
})
