import type { Continued } from '@portico/core/registration/model-shapes'
import {
  ALREADY_SUBMITTED,
  IDENTITY_MISMATCH,
  PROOF_DUE_AGAIN,
  PROOF_EXPIRED,
  PROOF_MISSING,
} from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { createTestDatabase } from '../../test/database.ts'
import { cleanUp } from '../../test/jobs.ts'
import { startServer } from '../../test/start-server.ts'
import { type Body, filledModel, openWizard, solveCaptcha, type Wizard } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { sweep } from '../platform/operations/sweep.ts'

const npi = '1100000011'
const SSN = { validateBy: 'ssn', lastSsn: '4321' }

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { identityProof: 'quiz' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('identity_attempt').execute()
  await app.db.deleteFrom('proof_failure').execute()
})

const kept = {
  path: ['home', 'regBy', 'step1', 'step2', 'step3'],
  groups: [],
  permissions: [],
  regType: 'NPI',
  regRoleSel: 'SAA',
  regBy: 'self',
  validateBy: 'ssn',
  email: 'robin@office.example',
  userName: 'robinsample',
} as const

const save = (wizard: Wizard, change: Body = {}, npiId = npi) => wizard.post('saveDraft', { npiId, ...kept, ...change })
const goOn = (wizard: Wizard, npiId = npi) => wizard.post<Continued>('continueRegistration', { npiId })

async function left(id = npi) {
  const wizard = openWizard(app)
  await wizard.enterNpi(id)
  expect(await save(wizard, {}, id)).toMatchObject({ status: 200, entity: true })
  return wizard
}

/** Everything a physician proves, and then the page is left. */
async function leftProved() {
  const wizard = openWizard(app)
  expect(await wizard.proveSelf(npi, '4321')).toMatchObject({ entity: { status: 'PASS' } })
  await save(wizard)
  return wizard
}

const leftOn = async (wizard: Wizard, id = npi) =>
  (await wizard.get<{ leftOn?: string }>('valRegNpi', { npiId: id })).entity.leftOn

test('typing the NPI again offers the screen, and going on gives what was typed', async () => {
  const wizard = await left()
  expect(await leftOn(wizard)).toBe('step3')
  expect(await goOn(wizard)).toMatchObject({ status: 200, entity: { numberDue: '', draft: kept } })
})

test('nothing is offered where nothing was kept, nor once it was forgotten', async () => {
  const wizard = openWizard(app)
  expect(await leftOn(wizard)).toBeUndefined()
  expect(await leftOn(wizard)).toBeUndefined()
  expect(await goOn(wizard)).toMatchObject({ status: 400, entity: { message: PROOF_MISSING } })
  await save(wizard)
  await save(wizard, { path: ['home'] })
  expect(await leftOn(wizard)).toBeUndefined()
})

test('another browser, another NPI, another brand and a made-up cookie are never offered it', async () => {
  const wizard = await left()
  expect(await leftOn(openWizard(app))).toBeUndefined()
  const forger = openWizard(app)
  forger.browser.cookies.set('portico_reg', 'AAAAAAAAAAAAAAAAAAAAAA')
  expect(await leftOn(forger)).toBeUndefined()
  const elsewhere = openWizard(app, { host: 'partner.localhost' })
  elsewhere.browser.cookies.set('portico_reg', wizard.browser.cookies.get('portico_reg') ?? '')
  expect(await leftOn(elsewhere)).toBeUndefined()

  const other = await left()
  expect(await leftOn(other, '1100000029')).toBeUndefined()
  // The other NPI's registration is this browser's now, and the first one is gone for good.
  expect(await leftOn(other)).toBeUndefined()
})

test('what may be kept is a closed list', async () => {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  const secrets = ['password', 'lastSsn', 'taxId', 'claimNu1', 'billAmt1', 'securityAns1', 'captchaRes', 'step1_at']
  for (const secret of secrets) expect(await save(wizard, { [secret]: '4321' }), secret).toMatchObject({ http: 400 })
  for (const forged of [
    { path: ['nowhere'] },
    { path: [] },
    { email: 'x'.repeat(201) },
    { groups: ['x'.repeat(65)] },
    { regBy: 'nobody' },
  ])
    expect(await save(wizard, forged), JSON.stringify(forged)).toMatchObject({ http: 400 })
  expect(await save(wizard, {}, '1100000029')).toMatchObject({ status: 400, entity: { message: PROOF_MISSING } })
  expect(await save(openWizard(app))).toMatchObject({ status: 400, entity: { message: PROOF_MISSING } })
  expect(await leftOn(wizard)).toBeUndefined()
})

test('with step1 passed its number is asked for again, and nothing is told or done before', async () => {
  const wizard = await leftProved()
  expect(await leftOn(wizard)).toBe('step3')
  const asked = await goOn(wizard)
  expect(asked.entity).toEqual({ numberDue: 'ssn', identifyFound: false, transactionId: '' })
  // Neither the tab that was left open nor whoever sits there now gets anything by what was proved.
  for (const call of ['addSaa', 'quizRequest', 'codeRequest'] as const)
    expect(await wizard.post(call, filledModel(npi)), call).toMatchObject({
      status: 407,
      entity: { message: PROOF_DUE_AGAIN },
    })
  expect(await save(wizard)).toMatchObject({ status: 407 })
  expect(await wizard.validate(npi, { ...SSN, lastSsn: '0000' })).toMatchObject({
    status: 404,
    entity: { message: expect.stringContaining(IDENTITY_MISMATCH) },
  })
  expect((await goOn(wizard)).entity.numberDue).toBe('ssn')
  // By a wrong number of another kind neither.
  await wizard.validate(npi, { validateBy: 'tin', taxId: '000000000' })
  expect((await goOn(wizard)).entity.draft).toBeUndefined()
})

test('the number right again, quiz and draft count as before, and the quiz is not used up', async () => {
  const wizard = await leftProved()
  await leftOn(wizard)
  expect(await wizard.validate(npi, SSN)).toMatchObject({ status: 200 })
  expect(await goOn(wizard)).toMatchObject({
    entity: { numberDue: '', identifyFound: true, transactionId: expect.stringMatching(/./), draft: kept },
  })
  // However often somebody passes and leaves: a passed quiz is no attempt.
  for (const _again of [1, 2, 3]) expect((await openWizard(app).proveSelf(npi, '4321')).entity.status).toBe('PASS')
  const locked = await app.db.selectFrom('identity_attempt').select('id').where('kind', '=', 'QUIZ').execute()
  expect(locked).toEqual([])
})

test('the contract path does not take step1 for proved while its number is due', async () => {
  const wizard = await leftProved()
  await leftOn(wizard)
  const reply = await wizard.post('addPoPgSaa', filledModel(npi))
  expect(reply).toMatchObject({ status: 400, entity: { messageCode: 'captcha-missing' } })
})

test('starting over and cancel forget proofs and draft', async () => {
  const wizard = await leftProved()
  expect(await wizard.post('endRegistration', {})).toMatchObject({ status: 200, entity: true })
  expect(wizard.browser.cookies.has('portico_reg')).toBe(false)
  expect(await wizard.post('addSaa', filledModel(npi))).toMatchObject({ status: 400 })
  expect(await leftOn(wizard)).toBeUndefined()
  // Where nothing was begun there is nothing to end.
  expect(await openWizard(app).post('endRegistration', {})).toMatchObject({ status: 200 })
})

test('signing in ends it, also for who registers next in this browser', async () => {
  const wizard = await left()
  await wizard.browser.signIn('demosaa', DEMO_PASSWORD)
  expect(await leftOn(wizard)).toBeUndefined()
})

test('begun signed in, it is offered to nobody else', async () => {
  const wizard = openWizard(app)
  await wizard.browser.signIn('demosaa', DEMO_PASSWORD)
  await wizard.enterNpi(npi)
  await save(wizard)
  expect(await leftOn(wizard)).toBe('step3')
  wizard.browser.cookies.delete('portico_session')
  expect(await leftOn(wizard)).toBeUndefined()
})

test('submitted, its draft is gone, and a tab that comes late keeps nothing', async () => {
  const organization = '1200000010'
  const wizard = await left(organization)
  const form = filledModel(organization, { captchaRes: await solveCaptcha(wizard) })
  expect(await wizard.post('addPoPgSaa', form)).toMatchObject({ status: 200, entity: true })
  expect(await save(wizard, {}, organization)).toMatchObject({ status: 407, entity: { message: ALREADY_SUBMITTED } })
  const rows = await app.db.selectFrom('registration').select('draft').where('npi', '=', organization).execute()
  expect(rows).toEqual([{ draft: null }])
  expect(await leftOn(wizard, organization)).toBeUndefined()
})

test('after its lifetime it is over, and what was typed is swept away', async () => {
  const wizard = await left('1100000029')
  app.clock.advance(30 * 60 + 1)
  expect(await goOn(wizard, '1100000029')).toMatchObject({ status: 407, entity: { message: PROOF_EXPIRED } })
  await sweep(app.deps, app.clock.now(), cleanUp)
  const drafts = await app.db.selectFrom('registration').select('draft').where('npi', '=', '1100000029').execute()
  expect(drafts.every((row) => row.draft === null)).toBe(true)
  expect(await leftOn(wizard, '1100000029')).toBeUndefined()
})

test('what was acknowledged is there after a kill, on another process', async () => {
  const database = await createTestDatabase('demo')
  const first = await startServer(database)
  const cookies = new Map<string, string>()
  const send = async (call: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '', ...init.headers }
    const response = await fetch(`${first.address}/Provider/rest/nonsec/reg/${call}`, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, decodeURIComponent(value))
    }
    return response.json() as Promise<{ status: number; entity: Record<string, unknown> }>
  }
  await send(`valRegNpi?npiId=${npi}`)
  const draft = JSON.stringify({ npiId: npi, ...kept })
  const json = { 'content-type': 'application/json' }
  expect(await send('saveDraft', { method: 'POST', headers: json, body: draft })).toMatchObject({ status: 200 })
  await first.kill()
  const clock = createTestClock(new Date())
  const second = await buildTestApp({ database: 'itself', cluster: database.config, clock })
  const wizard = openWizard(second)
  for (const [name, value] of cookies) wizard.browser.cookies.set(name, value)
  expect(await leftOn(wizard)).toBe('step3')
  expect(await goOn(wizard)).toMatchObject({ entity: { draft: kept } })
  await second.close()
  await database.drop()
}, 120_000)
