import harborview from '@portico/core/brands/harborview'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGateway, type Gateway } from '#shell/gateway/gateway.ts'
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

/** On the account form of an organization; records every background call. */
async function openForm() {
  const call = vi.fn(async () => ({ ok: true, status: 200, entity: profile }))
  const send = vi.fn(async (_call: unknown, _body: unknown) => ({ ok: true, status: 200, entity: true }))
  const gateway = { ...createGateway(), call, sendInBackground: send } as unknown as Gateway
  const store = createWizardStore({ gateway, brand: harborview, entry, leave: vi.fn() })
  const stop = autosaveDraft(store, gateway)
  store.dispatch({ type: 'npiSubmitted', answers: { npiId: '1200000010' } })
  await vi.advanceTimersByTimeAsync(0)
  const saved = () => send.mock.calls.map(([, body]) => body)
  return { store, stop, saved, send }
}

test('saves a new screen at once, and typed text when typing pauses', async () => {
  const { store, stop, saved } = await openForm()
  expect(saved()).toEqual([expect.objectContaining({ npiId: '1200000010', path: ['home', 'step3'] })])
  store.update({ email: 'r' })
  await vi.advanceTimersByTimeAsync(300)
  store.update({ email: 'robin@office.example' })
  await vi.advanceTimersByTimeAsync(599)
  expect(saved()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(saved()).toHaveLength(2)
  expect(saved()[1]).toMatchObject({ email: 'robin@office.example' })
  // A password is not part of the draft, so nothing is sent.
  store.update({ password: 'Lantern4821x' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved()).toHaveLength(2)
  stop()
})

test('saves the last typed text when the page is left', async () => {
  const { store, stop, saved } = await openForm()
  store.update({ email: 'robin@office.example' })
  window.dispatchEvent(new Event('pagehide'))
  expect(saved().at(-1)).toMatchObject({ email: 'robin@office.example' })
  stop()
})

test('deletes the draft on the way back to home, and keeps it after a failed submission', async () => {
  const { store, stop, saved } = await openForm()
  store.dispatch({ type: 'accountReply', reply: { status: 400, entity: {} } })
  await vi.advanceTimersByTimeAsync(1000)
  expect(store.current().route).toBe('home')
  expect(saved()).toHaveLength(1)
  store.show('step3')
  store.dispatch({ type: 'goBack' })
  await vi.advanceTimersByTimeAsync(0)
  expect(saved().at(-1)).toMatchObject({ npiId: '1200000010', path: ['home'] })
  stop()
})
