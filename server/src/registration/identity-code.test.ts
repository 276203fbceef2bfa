import { unlockProvider } from '@portico/core/internal/calls'
import type { CodeRequested, Quiz, QuizScore } from '@portico/core/registration/shapes'
import { ANSWERS_INCORRECT } from '@portico/core/registration/texts/messages'
import {
  CODE_ALSO_NEEDED,
  CODE_NEEDED,
  codeWrong,
  QUESTIONS_ALSO_NEEDED,
  STAFF_WILL_DECIDE,
} from '@portico/core/registration/texts/sentences'
import { afterEach, describe, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import type { IdentityProof } from '#platform/settings/settings.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { cleanUp } from '../../test/jobs.ts'
import { filledModel, findMail, openWizard, type Wizard } from '../../test/wizard.ts'
import { askedProviders } from '../demo/generate/demo-people.ts'
import { DEMO_PASSWORD, DEMO_TOKENS } from '../demo/seed/demo-access.ts'

const npi = '1100000011'
const email = 'eleanor.whitlock@practice.example'
let app: TestApp
afterEach(() => app.close())

async function start(identityProof: IdentityProof = 'either') {
  app = await buildTestApp({ settings: { identityProof } })
  return proved()
}

async function proved(): Promise<Wizard> {
  const wizard = openWizard(app)
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
  return wizard
}

const requestCode = (wizard: Wizard, body: object = filledModel(npi)) => wizard.post<CodeRequested>('codeRequest', body)
const score = (wizard: Wizard, codeId: string, code: string) => wizard.post<QuizScore>('codeScore', { codeId, code })
const mailed = async (to = email) =>
  /(\d{6}) is your code/.exec((await findMail(app, 'identity.code', to)).body)?.[1] ?? ''
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('identity code', () => {
  test('a confirmed code is a proof like a passed quiz: mailed, masked and stored hashed', async () => {
    const wizard = await start()
    const requested = await requestCode(wizard)
    expect(requested).toMatchObject({ status: 200, entity: { sentTo: 'e•••@p•••.example' } })
    const code = await mailed()
    expect(code).toMatch(/^\d{6}$/)
    const stored = await app.db.selectFrom('identity_code').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(code)
    const scored = await score(wizard, requested.entity.codeId, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(scored).toMatchObject({
      status: 200,
      entity: { status: 'PASS', transactionId: expect.stringMatching(/.+/) },
    })
    expect(await score(wizard, requested.entity.codeId, code)).toMatchObject({ entity: scored.entity })
    expect((await wizard.post('addSaa', filledModel(npi))).entity).toBe(true)
  })

  const quiz = (wizard: Wizard, more: object = {}) => wizard.post<Quiz>('quizRequest', { ...filledModel(npi), ...more })
  const countQuizzes = async () => (await app.db.selectFrom('quiz').selectAll().execute()).length

  test('codeFirst opens no quiz, so that no time runs and nothing counts until the questions are requested', async () => {
    const wizard = await start()
    const offered = await quiz(wizard, { codeFirst: true })
    expect(offered.entity).toMatchObject({ status: 'PENDING', noOfQuestions: 0, questionsLater: true })
    expect(offered.entity).toMatchObject({ codeTo: 'e•••@p•••.example' })
    expect(offered.entity).not.toHaveProperty('bothNeeded')
    expect(await countQuizzes()).toBe(0)
    app.clock.advance(7 * 60)
    const { entity } = await quiz(wizard)
    expect(entity).toMatchObject({ noOfQuestions: 4, secondsLeft: 8 * 60 })
    app.clock.advance(60)
    const { entity: again } = await quiz(wizard, { codeFirst: true })
    expect(again).toMatchObject({ quizId: entity.quizId, secondsLeft: 7 * 60, noOfQuestions: 4 })
  })

  test('codeFirst promises no questions that the plan cannot ask', async () => {
    const wizard = await start()
    await app.db.deleteFrom('claim').where('npi', '=', npi).execute()
    await app.db.updateTable('network_provider').set({ contract_date: null }).where('npi', '=', npi).execute()
    const { entity } = await quiz(wizard, { codeFirst: true })
    expect(entity).toMatchObject({ noOfQuestions: 0, codeTo: 'e•••@p•••.example' })
    expect(entity).not.toHaveProperty('questionsLater')
  })

  test('where both ways are needed, no time runs either until the questions are requested', async () => {
    const wizard = await start('both')
    const offered = await quiz(wizard, { codeFirst: true })
    expect(offered.entity).toMatchObject({ noOfQuestions: 0, questionsLater: true, bothNeeded: true })
    const { codeId } = (await requestCode(wizard)).entity
    expect(await countQuizzes()).toBe(0)
    app.clock.advance(9 * 60)
    expect((await score(wizard, codeId, await mailed())).entity.statusMsg).toBe(QUESTIONS_ALSO_NEEDED)
    expect((await quiz(wizard)).entity).toMatchObject({ noOfQuestions: 4, secondsLeft: 8 * 60 })
  })

  test('codeFirst changes nothing where no code can be sent', async () => {
    const wizard = await start('quiz')
    const { entity } = await quiz(wizard, { codeFirst: true })
    expect(entity).toMatchObject({ noOfQuestions: 4 })
    expect(entity).not.toHaveProperty('codeTo')
  })

  test('a code requires the same proofs as a quiz, and an address', async () => {
    await start()
    const visitor = openWizard(app)
    expect((await requestCode(visitor)).status).toBe(400)
    await visitor.enterNpi(npi)
    expect((await requestCode(visitor)).status).toBe(400)
    expect((await requestCode(await proved(), filledModel('1100000029'))).status).toBe(400)
    await app.db.updateTable('network_provider').set({ provider_email: null }).where('npi', '=', npi).execute()
    expect((await requestCode(await proved())).status).toBe(404)
  })

  test('a code allows three attempts, also in parallel, and then returns 406 even for the right one', async () => {
    const wizard = await start()
    const { codeId } = (await requestCode(wizard)).entity
    const code = await mailed()
    expect((await score(wizard, codeId, '12')).entity).toMatchObject({ status: 'PENDING', statusMsg: CODE_NEEDED })
    const replies = await Promise.all(Array.from({ length: 6 }, () => score(wizard, codeId, other(code))))
    const said = replies.map((reply) => reply.entity.statusMsg ?? reply.status).sort()
    expect(said).toEqual([406, 406, 406, 406, codeWrong(1), codeWrong(2)].sort())
    const late = await score(wizard, codeId, code)
    expect(late).toMatchObject({ status: 406, entity: { message: ANSWERS_INCORRECT } })
  })

  test('a code works for ten minutes, until a newer one is sent, and only in its own registration', async () => {
    const wizard = await start()
    const first = (await requestCode(wizard)).entity.codeId
    const firstCode = await mailed()
    const second = (await requestCode(wizard)).entity.codeId
    expect((await score(wizard, first, firstCode)).status).toBe(406)
    expect((await score(await proved(), second, await mailed())).status).toBe(400)
    app.clock.advance(10 * 60)
    expect((await score(wizard, second, await mailed())).status).toBe(406)
  })

  test('an NPI gets three codes a day, and a confirmed code is not an attempt', async () => {
    const wizard = await start()
    for (let count = 0; count < 5; count++) {
      const { codeId } = (await requestCode(wizard)).entity
      expect((await score(wizard, codeId, await mailed())).entity.status).toBe('PASS')
    }
    for (let count = 0; count < 3; count++) expect((await requestCode(wizard)).status).toBe(200)
    expect((await requestCode(wizard)).status).toBe(404)
    app.clock.advance(24 * 3600 + 1)
    expect((await requestCode(await proved())).status).toBe(200)
  })

  test('four failures lock codes until plan staff reset them', async () => {
    await start()
    for (let count = 0; count < 4; count++) {
      const wizard = await proved()
      const { codeId } = (await requestCode(wizard)).entity
      const wrong = other(await mailed())
      for (let tries = 0; tries < 3; tries++) await score(wizard, codeId, wrong)
      app.clock.advance(24 * 3600 + 1)
    }
    expect((await requestCode(await proved())).status).toBe(404)
    const staff = app.openBrowser({ address: '203.0.113.77' })
    await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
    expect(await staff.postCall(unlockProvider.path, { npi })).toMatchObject({ status: 200 })
    expect((await requestCode(await proved())).status).toBe(200)
  })
})

describe('failed codes', () => {
  const failures = async () =>
    (await app.db.selectFrom('proof_failure').select('id').where('npi', '=', npi).execute()).length
  const guess = async (wizard: Wizard, codeId: string) => score(wizard, codeId, other(await mailed()))

  test('a replaced code counts as failed after a wrong attempt, and not without one', async () => {
    const wizard = await start()
    await requestCode(wizard)
    const { codeId } = (await requestCode(wizard)).entity
    expect(await failures()).toBe(0)
    for (let tries = 0; tries < 2; tries++) await guess(wizard, codeId)
    const next = (await requestCode(wizard)).entity
    expect(await failures()).toBe(1)
    expect((await score(wizard, next.codeId, await mailed())).entity.status).toBe('PASS')
  })

  test('a code tried after ten minutes counts as failed once', async () => {
    const wizard = await start()
    const { codeId } = (await requestCode(wizard)).entity
    app.clock.advance(10 * 60)
    for (let tries = 0; tries < 2; tries++) expect((await score(wizard, codeId, await mailed())).status).toBe(406)
    expect(await failures()).toBe(1)
  })

  test('an NPI has one open code at a time across registrations', async () => {
    const first = await start()
    const { codeId } = (await requestCode(first)).entity
    const code = await mailed()
    await guess(first, codeId)
    await requestCode(await proved())
    expect((await score(first, codeId, code)).status).toBe(406)
    expect(await failures()).toBe(1)
  })

  test('a code with a wrong attempt counts as failed even after the registration ends and expires', async () => {
    const wizard = await start()
    const { codeId } = (await requestCode(wizard)).entity
    await guess(wizard, codeId)
    await wizard.post('endRegistration', {})
    app.clock.advance(3 * 24 * 3600)
    await sweep(app.deps, app.clock.now(), cleanUp)
    const storedCodes = () => app.db.selectFrom('identity_code').select('id').execute()
    expect(await storedCodes()).toHaveLength(1)
    const again = await proved()
    await requestCode(again)
    expect(await failures()).toBe(1)
    await again.post('endRegistration', {})
    app.clock.advance(3 * 24 * 3600)
    await sweep(app.deps, app.clock.now(), cleanUp)
    expect(await storedCodes()).toHaveLength(0)
  })

  test('a code sent before the fourth failure confirms nothing after it', async () => {
    const wizard = await start()
    const { codeId } = (await requestCode(wizard)).entity
    await app.db
      .insertInto('proof_failure')
      .values(Array.from({ length: 4 }, () => ({ kind: 'CODE' as const, npi, at: app.clock.now() })))
      .execute()
    expect((await score(wizard, codeId, await mailed())).status).toBe(406)
    expect((await wizard.post('addSaa', filledModel(npi))).status).toBe(400)
  })

  test('sends no new code if the replaced one was the fourth failure', async () => {
    const wizard = await start()
    await app.db
      .insertInto('proof_failure')
      .values(Array.from({ length: 3 }, () => ({ kind: 'CODE' as const, npi, at: app.clock.now() })))
      .execute()
    const { codeId } = (await requestCode(wizard)).entity
    const code = await mailed()
    await guess(wizard, codeId)
    expect((await requestCode(wizard)).status).toBe(404)
    expect((await score(wizard, codeId, code)).status).toBe(406)
    expect(await failures()).toBe(4)
  })
})

describe('identity code on the link of a request', () => {
  const link = { npi: askedProviders.open, email: 'held@plan.example', token: DEMO_TOKENS.open }

  async function opened() {
    app = await buildTestApp({ settings: { identityProof: 'either' } })
    await app.db
      .updateTable('network_provider')
      .set({ provider_email: link.email })
      .where('npi', '=', link.npi)
      .execute()
    await app.db
      .updateTable('link')
      .set({ expires_at: new Date('2030-01-01') })
      .execute()
    await app.db
      .updateTable('access_request')
      .set({ expires_at: new Date('2030-01-01') })
      .execute()
    const wizard = openWizard(app)
    expect((await wizard.get('regByReqId', { reqId: link.token })).status).toBe(200)
    return wizard
  }

  test('a code on a link is sent to the address in the plan’s records, and accepts the request', async () => {
    const wizard = await opened()
    const quiz = await wizard.get<Quiz>('quizForReqId', { reqId: link.token })
    expect(quiz.entity.codeTo).toBe('h•••@p•••.example')
    const requested = await requestCode(wizard, { reqId: link.token })
    expect((await score(wizard, requested.entity.codeId, await mailed(link.email))).entity.status).toBe('PASS')
    expect((await wizard.post('addSaa', { reqId: link.token })).entity).toBe(true)
  })

  test('two failures of quiz and code together on a link pass the request to plan staff', async () => {
    const wizard = await opened()
    const quiz = await wizard.get<Quiz>('quizForReqId', { reqId: link.token })
    await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))
    const { codeId } = (await requestCode(wizard, {})).entity
    const wrong = other(await mailed(link.email))
    for (let tries = 0; tries < 3; tries++) await score(wizard, codeId, wrong)
    expect(await requestCode(wizard, {})).toMatchObject({ status: 407, entity: { message: STAFF_WILL_DECIDE } })
    const row = await app.db
      .selectFrom('access_request')
      .select('needs_staff')
      .where('npi', '=', link.npi)
      .executeTakeFirst()
    expect(row?.needs_staff).toBe(true)
  })

  test('a replaced code with a wrong attempt counts as a failure of the link, and ends only codes of this link', async () => {
    const wizard = await opened()
    const quiz = await wizard.get<Quiz>('quizForReqId', { reqId: link.token })
    await wizard.scoreQuiz(await wizard.answerQuiz(quiz.entity, 0))
    const alone = await insertAloneCode()
    const { codeId } = (await requestCode(wizard, {})).entity
    const code = await mailed(link.email)
    await score(wizard, codeId, other(code))
    const refused = { status: 407, entity: { message: STAFF_WILL_DECIDE } }
    expect(await requestCode(wizard, {})).toMatchObject(refused)
    expect(await score(wizard, codeId, code)).toMatchObject(refused)
    const codes = await app.db.selectFrom('identity_code').select(['code_id', 'status']).execute()
    expect(codes).toContainEqual({ code_id: alone, status: 'PENDING' })
    const row = await app.db
      .selectFrom('access_request')
      .select('needs_staff')
      .where('npi', '=', link.npi)
      .executeTakeFirst()
    expect(row?.needs_staff).toBe(true)
  })

  /** A code of another visitor who registers for the same NPI without the link. */
  async function insertAloneCode() {
    const row = { code_id: 'alone', registration_id: Buffer.from('alone'), npi: link.npi, code_hash: Buffer.from('x') }
    const times = { created_at: app.clock.now(), expires_at: new Date('2030-01-01') }
    await app.db
      .insertInto('identity_code')
      .values({ ...row, ...times, status: 'PENDING' })
      .execute()
    return row.code_id
  }
})

describe('setting identityProof', () => {
  const pass = async (wizard: Wizard, quiz: Quiz) => wizard.scoreQuiz(await wizard.answerQuiz(quiz))
  const confirm = async (wizard: Wizard) => {
    const { codeId } = (await requestCode(wizard)).entity
    return score(wizard, codeId, await mailed())
  }
  const create = async (wizard: Wizard) => (await wizard.post('addSaa', filledModel(npi))).status

  test('with setting quiz the server offers and sends no code', async () => {
    const wizard = await start('quiz')
    expect((await wizard.requestQuiz(npi)).entity).not.toHaveProperty('codeTo')
    expect((await requestCode(wizard)).status).toBe(404)
  })

  test('with setting either the server offers the code beside the questions, and alone if there are none', async () => {
    const wizard = await start('either')
    expect((await wizard.requestQuiz(npi)).entity).toMatchObject({ noOfQuestions: 4, codeTo: 'e•••@p•••.example' })
    await app.db.deleteFrom('claim').where('npi', '=', npi).execute()
    const bare = await (await proved()).requestQuiz(npi)
    expect(bare).toMatchObject({ status: 200, entity: { status: 'PENDING', noOfQuestions: 0, questionList: [] } })
    await app.db.updateTable('network_provider').set({ provider_email: null }).where('npi', '=', npi).execute()
    expect((await (await proved()).requestQuiz(npi)).status).toBe(404)
  })

  test('with setting code the server asks no questions, and offers no proof without an address', async () => {
    const wizard = await start('code')
    expect((await wizard.requestQuiz(npi)).entity).toMatchObject({ status: 'PENDING', noOfQuestions: 0 })
    expect((await confirm(wizard)).entity.status).toBe('PASS')
    expect(await create(wizard)).toBe(200)
    await app.db.updateTable('network_provider').set({ provider_email: null }).where('npi', '=', npi).execute()
    expect((await (await proved()).requestQuiz(npi)).status).toBe(404)
  })

  test('with setting both a quiz or a code alone is half a proof, in either order', async () => {
    const wizard = await start('both')
    const quiz = (await wizard.requestQuiz(npi)).entity
    expect((await pass(wizard, quiz)).entity).toMatchObject({ status: 'PENDING', statusMsg: CODE_ALSO_NEEDED })
    expect(await create(wizard)).toBe(400)
    expect((await wizard.requestQuiz(npi)).entity).toMatchObject({ noOfQuestions: 0, codeTo: expect.any(String) })
    expect((await confirm(wizard)).entity.status).toBe('PASS')
    expect((await pass(wizard, quiz)).entity.status).toBe('PASS')
    expect(await create(wizard)).toBe(200)
    const second = await proved()
    expect((await confirm(second)).entity).toMatchObject({ status: 'PENDING', statusMsg: QUESTIONS_ALSO_NEEDED })
    const questions = (await second.requestQuiz(npi)).entity
    expect(questions).not.toHaveProperty('codeTo')
    expect((await pass(second, questions)).entity.status).toBe('PASS')
  })

  const failQuiz = async (wizard: Wizard) => {
    const quiz = (await wizard.requestQuiz(npi)).entity
    return (await wizard.scoreQuiz(await wizard.answerQuiz(quiz, 0))).status
  }
  const nextDay = () => app.clock.advance(24 * 3600 + 1)

  test('with setting both a confirmed code resets no failed quiz, so that four of them lock quizzes', async () => {
    await start('both')
    for (let count = 0; count < 4; count++) {
      const wizard = await proved()
      expect((await confirm(wizard)).entity.status).toBe('PENDING')
      expect(await failQuiz(wizard)).toBe(406)
      nextDay()
    }
    const wizard = await proved()
    expect((await requestCode(wizard)).status).toBe(404)
    expect((await wizard.requestQuiz(npi)).status).toBe(404)
  })

  test('with setting both a passed quiz resets no failed code, so that four of them lock codes', async () => {
    await start('both')
    for (let count = 0; count < 4; count++) {
      const wizard = await proved()
      expect((await pass(wizard, (await wizard.requestQuiz(npi)).entity)).entity.status).toBe('PENDING')
      const { codeId } = (await requestCode(wizard)).entity
      const wrong = other(await mailed())
      for (let tries = 0; tries < 3; tries++) await score(wizard, codeId, wrong)
      nextDay()
    }
    const wizard = await proved()
    expect((await wizard.requestQuiz(npi)).status).toBe(404)
    expect((await requestCode(wizard)).status).toBe(404)
  })

  test('with setting both the complete proof resets earlier failures', async () => {
    await start('both')
    for (let count = 0; count < 3; count++) {
      expect(await failQuiz(await proved())).toBe(406)
      nextDay()
    }
    const wizard = await proved()
    await confirm(wizard)
    expect((await pass(wizard, (await wizard.requestQuiz(npi)).entity)).entity.status).toBe('PASS')
    nextDay()
    expect(await failQuiz(await proved())).toBe(406)
    expect((await (await proved()).requestQuiz(npi)).status).toBe(200)
  })

  test('with setting both there is no proof without an address or without questions', async () => {
    const wizard = await start('both')
    await app.db.updateTable('network_provider').set({ provider_email: null }).where('npi', '=', npi).execute()
    expect((await wizard.requestQuiz(npi)).status).toBe(404)
    await app.db.updateTable('network_provider').set({ provider_email: email }).where('npi', '=', npi).execute()
    await app.db.deleteFrom('claim').where('npi', '=', npi).execute()
    expect((await (await proved()).requestQuiz(npi)).status).toBe(404)
  })

  test('with setting both no code is mailed if no questions are possible', async () => {
    await start('both')
    await app.db.deleteFrom('claim').where('npi', '=', npi).execute()
    const mails = () => app.db.selectFrom('mail_message').select('id').execute()
    const before = await mails()
    expect(await requestCode(await proved())).toMatchObject({ status: 404, entity: { messageCode: 'no-code' } })
    expect(await mails()).toEqual(before)
  })

  test('with setting both a code can be requested before and after the questions, which stay the same', async () => {
    const wizard = await start('both')
    expect((await requestCode(wizard)).status).toBe(200)
    const first = (await wizard.requestQuiz(npi)).entity
    expect((await requestCode(wizard)).status).toBe(200)
    expect((await wizard.requestQuiz(npi)).entity.quizId).toBe(first.quizId)
  })
})
