import { HIDDEN_CHARACTERS } from '@portico/core/forms/sentences'
import type { Continued } from '@portico/core/registration/model-shapes'
import {
  ALREADY_SUBMITTED,
  IDENTITY_MISMATCH,
  PROOF_DUE_AGAIN,
  PROOF_EXPIRED,
  PROOF_MISSING,
} from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { createTestDatabase } from '../../test/database.ts'
import { cleanUp } from '../../test/jobs.ts'
import { startServer } from '../../test/start-server.ts'
import { type Body, filledModel, openWizard, solveCaptcha, type Wizard } from '../../test/wizard.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'

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

const saved = {
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

const save = (wizard: Wizard, change: Body = {}, npiId = npi) =>
  wizard.post('saveDraft', { npiId, ...saved, ...change })
const goOn = (wizard: Wizard, npiId = npi) => wizard.post<Continued>('continueRegistration', { npiId })

async function left(id = npi) {
  const wizard = openWizard(app)
  await wizard.enterNpi(id)
  expect(await save(wizard, {}, id)).toMatchObject({ status: 200, entity: true })
  return wizard
}

/** Proves everything as a physician, then leaves the page. */
async function leftProved() {
  const wizard = openWizard(app)
  expect(await wizard.proveSelf(npi, '4321')).toMatchObject({ entity: { status: 'PASS' } })
  await save(wizard)
  return wizard
}

const leftOn = async (wizard: Wizard, id = npi) =>
  (await wizard.get<{ leftOn?: string }>('valRegNpi', { npiId: id })).entity.leftOn

test('entering the NPI again offers the last screen, and continuing returns the typed data', async () => {
  const wizard = await left()
  expect(await leftOn(wizard)).toBe('step3')
  expect(await goOn(wizard)).toMatchObject({ status: 200, entity: { numberDue: '', draft: saved } })
})

test('explains a tab in a typed field of a draft, and keeps the draft before it', async () => {
  const wizard = await left()
  expect(await save(wizard, { firstName: 'Ann\tMarie' })).toMatchObject({
    http: 200,
    status: 407,
    entity: { message: HIDDEN_CHARACTERS },
    metadata: { field: 'firstName' },
  })
  expect(await goOn(wizard)).toMatchObject({ entity: { draft: saved } })
})

test('offers no draft if none was saved or after it was cleared', async () => {
  const wizard = openWizard(app)
  expect(await leftOn(wizard)).toBeUndefined()
  expect(await leftOn(wizard)).toBeUndefined()
  expect(await goOn(wizard)).toMatchObject({ status: 400, entity: { message: PROOF_MISSING } })
  await save(wizard)
  await save(wizard, { path: ['home'] })
  expect(await leftOn(wizard)).toBeUndefined()
})

test('offers no draft to another browser, NPI, brand or a forged cookie', async () => {
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
  // The other NPI now has the registration of this browser, and the first one is deleted.
  expect(await leftOn(other)).toBeUndefined()
})

test('saveDraft accepts only a closed list of fields', async () => {
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

test('after step1 a continued registration requires the number again, and returns and does nothing before', async () => {
  const wizard = await leftProved()
  expect(await leftOn(wizard)).toBe('step3')
  const continued = await goOn(wizard)
  expect(continued.entity).toEqual({
    numberDue: 'ssn',
    left: { path: saved.path, regBy: saved.regBy, identifyFound: true },
    identifyFound: false,
    transactionId: '',
  })
  // Neither the open tab nor the next user of the browser can use the proofs.
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
  // A wrong number of another kind does not help either.
  await wizard.validate(npi, { validateBy: 'tin', taxId: '000000000' })
  expect((await goOn(wizard)).entity.draft).toBeUndefined()
})

test('entering the number again restores quiz and draft, and consumes no quiz', async () => {
  const wizard = await leftProved()
  await leftOn(wizard)
  expect(await wizard.validate(npi, SSN)).toMatchObject({ status: 200 })
  expect(await goOn(wizard)).toMatchObject({
    entity: { numberDue: '', identifyFound: true, transactionId: expect.stringMatching(/./), draft: saved },
  })
  // Passing and leaving repeatedly consumes nothing: a passed quiz is not an attempt.
  for (const _again of [1, 2, 3]) expect((await openWizard(app).proveSelf(npi, '4321')).entity.status).toBe('PASS')
  const locked = await app.db.selectFrom('identity_attempt').select('id').where('kind', '=', 'QUIZ').execute()
  expect(locked).toEqual([])
})

test('continuing without entering the NPI again also requires the number, each time', async () => {
  const wizard = await leftProved()
  for (const _again of [1, 2]) {
    expect((await goOn(wizard)).entity).toMatchObject({ numberDue: 'ssn', identifyFound: false, transactionId: '' })
    expect(await wizard.post('quizRequest', filledModel(npi))).toMatchObject({ status: 407 })
    expect((await goOn(wizard)).entity.draft).toBeUndefined()
    expect(await wizard.validate(npi, SSN)).toMatchObject({ status: 200 })
    expect(await goOn(wizard)).toMatchObject({ entity: { numberDue: '', draft: saved } })
  }
})

test('the contract path does not accept step1 while its number is due', async () => {
  const wizard = await leftProved()
  await leftOn(wizard)
  const reply = await wizard.post('addPoPgSaa', filledModel(npi))
  expect(reply).toMatchObject({ status: 400, entity: { messageCode: 'captcha-missing' } })
})

test('starting over and canceling delete proofs and draft', async () => {
  const wizard = await leftProved()
  expect(await wizard.post('endRegistration', {})).toMatchObject({ status: 200, entity: true })
  expect(wizard.browser.cookies.has('portico_reg')).toBe(false)
  expect(await wizard.post('addSaa', filledModel(npi))).toMatchObject({ status: 400 })
  expect(await leftOn(wizard)).toBeUndefined()
  // Ending without a registration succeeds.
  expect(await openWizard(app).post('endRegistration', {})).toMatchObject({ status: 200 })
})

test('signing in deletes the draft of this browser', async () => {
  const wizard = await left()
  await wizard.browser.signIn('demosaa', DEMO_PASSWORD)
  expect(await leftOn(wizard)).toBeUndefined()
})

test('a draft of a signed-in user is not offered after their session ends', async () => {
  const wizard = openWizard(app)
  await wizard.browser.signIn('demosaa', DEMO_PASSWORD)
  await wizard.enterNpi(npi)
  await save(wizard)
  expect(await leftOn(wizard)).toBe('step3')
  wizard.browser.cookies.delete('portico_session')
  expect(await leftOn(wizard)).toBeUndefined()
})

test('submitting deletes the draft, and a late tab cannot save another', async () => {
  const organization = '1200000010'
  const wizard = await left(organization)
  const form = filledModel(organization, { captchaRes: await solveCaptcha(wizard) })
  expect(await wizard.post('addPoPgSaa', form)).toMatchObject({ status: 200, entity: true })
  expect(await save(wizard, {}, organization)).toMatchObject({ status: 407, entity: { message: ALREADY_SUBMITTED } })
  const rows = await app.db.selectFrom('registration').select('draft').where('npi', '=', organization).execute()
  expect(rows).toEqual([{ draft: null }])
  expect(await leftOn(wizard, organization)).toBeUndefined()
})

test('a draft expires with its registration, and the scheduled job deletes the typed data', async () => {
  const wizard = await left('1100000029')
  app.clock.advance(30 * 60 + 1)
  expect(await goOn(wizard, '1100000029')).toMatchObject({ status: 407, entity: { message: PROOF_EXPIRED } })
  await sweep(app.deps, app.clock.now(), cleanUp)
  const drafts = await app.db.selectFrom('registration').select('draft').where('npi', '=', '1100000029').execute()
  expect(drafts.every((row) => row.draft === null)).toBe(true)
  expect(await leftOn(wizard, '1100000029')).toBeUndefined()
})

test('an acknowledged draft survives a kill and is available on another process', async () => {
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
  const draft = JSON.stringify({ npiId: npi, ...saved })
  const json = { 'content-type': 'application/json' }
  expect(await send('saveDraft', { method: 'POST', headers: json, body: draft })).toMatchObject({ status: 200 })
  await first.kill()
  const clock = createTestClock(new Date())
  const second = await buildTestApp({ database: 'itself', cluster: database.config, clock })
  const wizard = openWizard(second)
  for (const [name, value] of cookies) wizard.browser.cookies.set(name, value)
  expect(await leftOn(wizard)).toBe('step3')
  expect(await goOn(wizard)).toMatchObject({ entity: { draft: saved } })
  await second.close()
  await database.drop()
}, 120_000)
