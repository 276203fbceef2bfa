import { writeMoment } from '@portico/core/forms/moments'
import { liftHold, listProviders, openProvider } from '@portico/core/internal/calls'
import type { Provider, ProviderList } from '@portico/core/internal/shapes'
import type { CodeRequested, Quiz } from '@portico/core/registration/shapes'
import { HOLD_LINK_EXPIRED, HOLD_LINK_USED, ON_HOLD } from '@portico/core/registration/texts/sentences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { type Body, filledModel, findMail, openWizard, solveCaptcha, type Wizard } from '../../test/wizard.ts'
import { accessJobs } from '../access/scheduled-jobs.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'

const npi = '1100000011'
const email = 'eleanor.whitlock@practice.example'
const DAY = 24 * 3600 + 1
let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ settings: { captcha: { provider: 'altcha', cost: 1 } } })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

async function failOnce(address = '203.0.113.10', host = 'localhost') {
  const wizard = openWizard(app, { address, host })
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '0000' })
}

async function notices() {
  await sweep(app.deps, app.clock.now(), accessJobs.jobs)
  const mails = await app.db
    .selectFrom('mail_message')
    .select(['body', 'to_address'])
    .where('kind', '=', 'identity.failed-notice')
    .orderBy('id')
    .execute()
  expect(mails.every((mail) => mail.to_address === email)).toBe(true)
  return mails.map((mail) => mail.body)
}

const tokenOf = (body = '') => /holdId=([\w-]{22})/.exec(body)?.[1] ?? ''
const hold = (holdId: string) => openWizard(app).post('holdRegistration', { holdId })
const look = (holdId: string) => openWizard(app).get<{ npi: string }>('holdByLink', { holdId })

test('one notice a day reports all failures to the address in the plan’s records', async () => {
  await failOnce()
  await failOnce()
  const [first, ...more] = await notices()
  expect(first).toContain('2 times')
  expect(more).toEqual([])
  await failOnce()
  const failedAt = app.clock.now()
  expect(await notices()).toHaveLength(1)
  app.clock.advance(DAY)
  const later = await notices()
  expect(later).toHaveLength(2)
  expect(later[1]).toContain(`This happened on ${writeMoment(failedAt)}.`)
  const shown = await look(tokenOf(later[1]))
  expect(shown.entity).toMatchObject({ event: 'FAILED', at: failedAt.toISOString() })
})

test('one mistyped number alone sends no notice, and counts for thirty days', async () => {
  await failOnce()
  expect(await notices()).toEqual([])
  app.clock.advance(30 * DAY)
  await failOnce()
  app.clock.advance(29 * DAY)
  expect(await notices()).toEqual([])
  await failOnce()
  const [first, ...more] = await notices()
  expect(first).toContain('2 times')
  expect(more).toEqual([])
  app.clock.advance(31 * DAY)
  await failOnce()
  expect(await notices()).toHaveLength(1)
})

test.each(['quiz', 'code'])('the first failed %s sends a notice at once', async (kind) => {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
  if (kind === 'quiz') {
    const quiz = await wizard.post<Quiz>('quizRequest', filledModel(npi))
    expect((await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))).status).toBe(406)
  } else {
    const { codeId } = (await wizard.post<CodeRequested>('codeRequest', filledModel(npi))).entity
    const sent = /(\d{6}) is your code/.exec((await findMail(app, 'identity.code', email)).body)?.[1]
    const wrong = sent === '000000' ? '000001' : '000000'
    for (const _ of [1, 2, 3]) await wizard.post('codeScore', { codeId, code: wrong })
  }
  expect(await notices()).toHaveLength(1)
})

test('the notice uses the brand of the last failure, with its link', async () => {
  await failOnce()
  await failOnce('203.0.113.11', 'partner.localhost')
  expect((await notices())[0]).toContain('http://partner.localhost/')
  app.clock.advance(DAY)
  await failOnce()
  expect((await notices())[1]).toContain('http://localhost/')
})

test('opening the hold link changes nothing, and its button puts registration on hold once until plan staff lift it', async () => {
  const begun = openWizard(app)
  await begun.proveSelf(npi, '4321')
  await failOnce()
  await failOnce()
  const token = tokenOf((await notices())[0])
  for (const _ of [1, 2]) expect(await look(token)).toMatchObject({ status: 200, entity: { npi } })
  expect((await openWizard(app).enterNpi(npi)).status).toBe(200)

  expect(await hold(token)).toMatchObject({ status: 200, entity: true })
  const refused = { status: 400, entity: { message: ON_HOLD } }
  expect(ON_HOLD).toBe('Registration for this provider is on hold. Please contact Provider Services.')
  expect(await openWizard(app).enterNpi(npi)).toMatchObject(refused)
  for (const call of ['valRegProfile', 'quizRequest', 'codeRequest', 'addSaa'] as const)
    expect(await begun.post(call, filledModel(npi))).toMatchObject(refused)
  expect(await begun.post('quizScore', { quizId: 'any', questionList: [] })).toMatchObject(refused)
  expect(await begun.post('codeScore', { codeId: 'any', code: '123456' })).toMatchObject(refused)
  expect(await hold(token)).toMatchObject({ status: 407, entity: { message: HOLD_LINK_USED } })

  const staff = app.openBrowser({ address: '203.0.113.77' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  const listed = await staff.getCall<ProviderList>(listProviders.path)
  expect(listed.entity.rows).toContainEqual(expect.objectContaining({ npi, locks: ['HOLD'] }))
  expect(await staff.postCall(liftHold.path, { npi })).toMatchObject({ status: 200, entity: { lifted: 1 } })
  expect((await staff.postCall(liftHold.path, { npi })).status).toBe(407)
  expect((await openWizard(app).enterNpi(npi)).status).toBe(200)
  expect((await hold(token)).status).toBe(407)
  expect((await openWizard(app).enterNpi(npi)).status).toBe(200)
})

test('a hold link expires after 14 days, and a forged one never works', async () => {
  await failOnce()
  await failOnce()
  const token = tokenOf((await notices())[0])
  app.clock.advance(14 * 24 * 3600)
  expect(await hold(token)).toMatchObject({ status: 498, entity: { message: HOLD_LINK_EXPIRED } })
  expect((await hold('AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(406)
  expect((await openWizard(app).enterNpi(npi)).status).toBe(200)
})

test('the notices of a request and of a new SAA contain the hold link', async () => {
  const wizard = openWizard(app)
  await wizard.proveSelf(npi, '4321')
  expect((await wizard.post('addSaa', filledModel(npi))).entity).toBe(true)
  const mail = await app.db
    .selectFrom('mail_message')
    .select('body')
    .where('kind', '=', 'saa.provider-notice')
    .where('to_address', '=', email)
    .executeTakeFirstOrThrow()
  expect(await hold(tokenOf(mail.body))).toMatchObject({ status: 200, entity: true })
})

const typed = { email, confirmEmail: email }
const contact = { contactFirstName: 'Ann', contactLastName: 'Example' }
const asAttacker: Record<string, { kind: string; attack: (wizard: Wizard) => Promise<unknown> }> = {
  'as their own, by contract': {
    kind: 'request.provider-notice',
    async attack(wizard) {
      await wizard.enterNpi(npi)
      const captchaRes = await solveCaptcha(wizard)
      return wizard.post('addPoPgSaa', filledModel(npi, { regBy: '', easyReg: true, captchaRes, ...typed }))
    },
  },
  'as their own, alone': {
    kind: 'saa.provider-notice',
    async attack(wizard) {
      await wizard.proveSelf(npi, '4321')
      return wizard.post('addSaa', filledModel(npi, typed))
    },
  },
  'as the signatory’s, on behalf': {
    kind: 'request.provider-notice',
    async attack(wizard) {
      await wizard.enterNpi(npi)
      await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
      const behalf: Body = { regBy: 'behalf', signatoryEmail: email, signatoryConfEmail: email, ...contact }
      return wizard.post('addSaa', filledModel(npi, behalf))
    },
  },
}

test.each(Object.entries(asAttacker))(
  'an attacker who types the provider’s address %s does not suppress the notice',
  async (_how, { kind, attack }) => {
    expect(await attack(openWizard(app))).toMatchObject({ status: 200, entity: true })
    const { body } = await findMail(app, kind, email)
    expect(await hold(tokenOf(body))).toMatchObject({ status: 200, entity: true })
    expect(await openWizard(app).enterNpi(npi)).toMatchObject({ status: 400, entity: { message: ON_HOLD } })
  },
)

test('an SAA replaced by the provider’s own registration gets a notice and can object', async () => {
  const covered = '1400000018'
  const former = await app.db
    .selectFrom('account')
    .select('email')
    .where('username', '=', 'demosolo')
    .executeTakeFirstOrThrow()
  const wizard = openWizard(app)
  await wizard.proveSelf(covered, '8642')
  const form = filledModel(covered, { replaceSaa: true })
  expect(await wizard.post('addSaa', form)).toMatchObject({ status: 200, entity: true })
  const { body } = await findMail(app, 'saa.replaced', former.email)
  expect(body).toContain('I object')
  const token = tokenOf(body)
  expect(await look(token)).toMatchObject({
    status: 200,
    entity: { npi: covered, event: 'NEW_SAA', objection: true, given: true },
  })
  expect(await hold(token)).toMatchObject({ status: 200, entity: true })

  const staff = app.openBrowser({ address: '203.0.113.77' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  const opened = await staff.getCall<Provider>(openProvider.path, { npi: covered })
  expect(opened.entity).toMatchObject({ locks: ['OBJECTION'], objections: [{ reference: expect.any(String) }] })
})

test('the current SAA gets a notice of a request for the role, and an objection goes to plan staff without blocking it', async () => {
  const covered = '1400000018'
  const wizard = openWizard(app)
  await wizard.enterNpi(covered)
  await wizard.validate(covered, { validateBy: 'ssn', lastSsn: '8642' })
  const signatory = 'provider@practice.example'
  const form = filledModel(covered, {
    regBy: 'behalf',
    replaceSaa: true,
    contactFirstName: 'Ann',
    contactLastName: 'Example',
    signatoryEmail: signatory,
    signatoryConfEmail: signatory,
  })
  expect(await wizard.post('addSaa', form)).toMatchObject({ status: 200, entity: true })
  const mails = await app.db
    .selectFrom('mail_message')
    .innerJoin('account', 'account.email', 'mail_message.to_address')
    .innerJoin('access_grant', 'access_grant.account_id', 'account.id')
    .select('mail_message.body')
    .where('mail_message.kind', '=', 'request.saa-notice')
    .where('access_grant.entity', '=', `NPI:${covered}`)
    .where('access_grant.state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const token = tokenOf(mails.body)
  expect(await look(token)).toMatchObject({
    status: 200,
    entity: { npi: covered, event: 'REQUESTED', objection: true, given: false },
  })
  expect(await hold(token)).toMatchObject({ status: 200, entity: true })
  expect((await hold(token)).status).toBe(407)
  expect((await openWizard(app).enterNpi(covered)).status).toBe(200)

  const staff = app.openBrowser({ address: '203.0.113.77' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  const listed = await staff.getCall<ProviderList>(listProviders.path)
  expect(listed.entity.rows).toContainEqual(expect.objectContaining({ npi: covered, locks: ['OBJECTION'] }))
  const opened = await staff.getCall<Provider>(openProvider.path, { npi: covered })
  expect(opened.entity).toMatchObject({ onHoldSince: '', objections: [{ reference: expect.any(String) }] })
  expect(await staff.postCall(liftHold.path, { npi: covered })).toMatchObject({ status: 200 })
  expect((await staff.getCall<Provider>(openProvider.path, { npi: covered })).entity.objections).toEqual([])
})
