import bayside from '@portico/core/brands/bayside'
import { expect, test, vi } from 'vitest'
import { createGateway, type Gateway } from '#shell/gateway/gateway.ts'
import { createWizardStore } from './wizard-store.ts'

const entry = { reqId: '', activateId: '', easyReg: false }
const profile = { npiName: 'Amara Whitfield', personFlag: 'Y', foundSsn: true, pgGroupMap: {} }

/** A gateway whose answers the test gives when it wants to. */
function openWizard(given = entry) {
  const waiting: ((reply: unknown) => void)[] = []
  const call = vi.fn(() => new Promise((resolve) => waiting.push(resolve)))
  const tell = vi.fn()
  const gateway = { ...createGateway(), call, sendInBackground: tell } as unknown as Gateway
  const leave = vi.fn()
  const store = createWizardStore({ gateway, brand: bayside, entry: given, leave })
  const reply = async (value: unknown) => {
    waiting.shift()?.(value)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { store, call, tell, leave, reply }
}

const submitNpi = { type: 'npiSubmitted', answers: { npiId: '1100000011' } } as const

test('an event makes its call, and the reply changes the screen', async () => {
  const { store, call, reply } = openWizard()
  store.dispatch(submitNpi)
  expect(store.current()).toMatchObject({ route: 'home', busy: true })
  expect(call).toHaveBeenCalledWith(expect.objectContaining({ path: '/rest/nonsec/reg/valRegNpi' }), {
    npiId: '1100000011',
  })
  await reply({ ok: true, status: 200, entity: profile })
  expect(store.current()).toMatchObject({ route: 'regBy', busy: false, model: { npiName: 'Amara Whitfield' } })
})

test('submitting twice makes one call', () => {
  const { store, call } = openWizard()
  store.dispatch(submitNpi)
  store.dispatch(submitNpi)
  expect(call).toHaveBeenCalledOnce()
})

test('a gateway failure stays on the screen with its message and the typed text', async () => {
  const { store, reply } = openWizard()
  store.dispatch(submitNpi)
  await reply({ ok: false, status: 516, entity: { message: 'Not available.' } })
  expect(store.current()).toMatchObject({ route: 'home', message: 'Not available.', model: { npiId: '1100000011' } })
})

test('a reply that arrives after the visitor moved on is ignored', async () => {
  const { store, reply } = openWizard()
  store.dispatch(submitNpi)
  store.show('home')
  await reply({ ok: true, status: 200, entity: profile })
  expect(store.current()).toMatchObject({ route: 'home', busy: false })
})

test('cancel ends the registration, opens the brand’s cancel link and clears the model', () => {
  const { store, tell, leave } = openWizard()
  store.update({ npiId: '1100000011' })
  store.dispatch({ type: 'canceled' })
  expect(leave).toHaveBeenCalledWith(bayside.cancelRegistrationLink)
  expect(tell).toHaveBeenCalledWith(expect.objectContaining({ path: '/rest/nonsec/reg/endRegistration' }), {})
  expect(store.current()).toMatchObject({ route: 'home', model: { npiId: '' } })
})

test('an update from an unmounting screen does not reach a cleared model', async () => {
  const { store, reply } = openWizard()
  store.dispatch(submitNpi)
  await reply({ status: 200, entity: profile })
  store.update({ email: 'typed@office.example' })
  expect(store.current().model.email).toBe('typed@office.example')
  store.dispatch({ type: 'canceled' })
  store.update({ email: 'typed@office.example', password: 'Lantern4821x' })
  expect(store.current().model).toMatchObject({ email: '', password: '' })
})

test('the path contains the screens shown, and the saved screens after continuing', async () => {
  const { store, reply } = openWizard()
  store.dispatch(submitNpi)
  await reply({ ok: true, status: 200, entity: profile })
  expect(store.current().path).toEqual(['home', 'regBy'])
  store.show('home')
  expect(store.current().path).toEqual(['home'])
  store.dispatch(submitNpi)
  await reply({ ok: true, status: 200, entity: { ...profile, leftOn: 'step2' } })
  expect(store.current()).toMatchObject({ route: 'home', popup: 'continue' })
  store.dispatch({ type: 'continued' })
  const draft = { path: ['home', 'regBy', 'step1', 'step2'], groups: [], permissions: [], regBy: 'self' }
  await reply({ ok: true, status: 200, entity: { numberDue: '', identifyFound: false, draft } })
  expect(store.current()).toMatchObject({ route: 'step2', path: draft.path, model: { regBy: 'self' } })
})

test.each([
  ['SELF', 'NPI', ['regBy', 'step1', 'step2', 'step3', 'regConf']],
  ['BEHALF', 'NPI', ['regBy', 'step1', 'step3', 'regReqComplete']],
  ['CONTRACT', 'PO', ['regWith', 'regChoice', 'step3', 'regConf']],
  ['CONTRACT', 'NPI', ['step3', 'regConf']],
  ['APPROVAL', 'NPI', ['roleSel', 'saaPerm', 'step3', 'regConf']],
])('after a reload the receipt %s at %s restores its path', async (path, regType, way) => {
  const { store, reply } = openWizard()
  store.dispatch({ type: 'reloaded' })
  await reply({ ok: true, status: 200, entity: { path, regType, regRoleSel: 'SAA', groups: [] } })
  expect(store.current().path).toEqual(['home', ...way])
})

test.each([
  ['INVITATION', '', ['activateUser', 'regConf']],
  ['BEHALF', 'Y', ['regByStaff', 'regReqQuiz', 'regReqComplete']],
  ['BEHALF', 'N', ['regByStaff', 'regReqComplete']],
] as const)('after a reload the end of a mailed link (%s %s) restores its path', async (path, acceptStaffReq, way) => {
  const { store, reply } = openWizard()
  store.dispatch({ type: 'reloaded', answers: { acceptStaffReq } })
  await reply({ ok: true, status: 200, entity: { path, regType: 'NPI', regRoleSel: 'AU', groups: [] } })
  expect(store.current()).toMatchObject({ path: way, model: { acceptStaffReq } })
})

test('a reload without a submission shows home', async () => {
  const { store, reply } = openWizard()
  store.dispatch({ type: 'reloaded' })
  await reply({ ok: false, status: 404, entity: {} })
  expect(store.current()).toMatchObject({ route: 'home', path: ['home'], busy: false, message: '' })
})
