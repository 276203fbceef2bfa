import type { CodeRequested, QuizScore } from '@portico/core/registration/shapes'
import { TOO_MANY_ATTEMPTS_HERE } from '@portico/core/registration/texts/sentences'
import { afterEach, expect, test, vi } from 'vitest'
import { systemContext, type Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { competeWithPaused } from '../../test/lock-cases.ts'
import { filledModel, findMail, openWizard, type Wizard } from '../../test/wizard.ts'
import type { Registering } from './domain/proofs/current-registration.ts'
import { passProof } from './domain/proofs/pass-proof.ts'
import { hashSubmission, submitOnce } from './domain/submission/submission.ts'
import type { AttemptKind, ProofKind } from './store/proofs/attempt-limits.ts'
import { insertAttempt, insertFailure, lockAttempts, lockFailures } from './store/proofs/attempts.ts'
import { lockCode, updateCode } from './store/proofs/identity-codes.ts'
import { lockOpenQuiz, updateQuizToGraded } from './store/proofs/quizzes.ts'
import { findRegistration, lockRegistration, updateRegistration, updateSubmitted } from './store/registrations.ts'

/**
 * Tests each lock of the registration: a transaction acquires it and pauses, and a parallel call must wait and then see
 * its writes. A test fails if its lock is removed, or acquired after the data it protects is read.
 */
const npi = '1100000011'
const address = '198.51.100.1'
let app: TestApp
afterEach(() => app.close())

async function start(identityProof: 'quiz' | 'either' | 'both'): Promise<Wizard> {
  app = await buildTestApp({ settings: { identityProof } })
  const wizard = openWizard(app, { address })
  await wizard.enterNpi(npi)
  await wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
  return wizard
}

/** Runs a call beside a transaction that writes under its lock and pauses before COMMIT. The call must wait. */
async function callBeside<Reply>(first: (trx: Trx) => Promise<unknown>, second: () => Promise<Reply>): Promise<Reply> {
  const { waitedFor, result } = await competeWithPaused(app.db, { first, second })
  expect(waitedFor).toBeDefined()
  return result
}

const useAttempts = (kind: AttemptKind, times: number) => async (trx: Trx) => {
  const subject = { npi, address }
  await lockAttempts(trx, kind, subject)
  for (let count = 0; count < times; count += 1) await insertAttempt(trx, { ...subject, kind, now: app.clock.now() })
}

const useFailures = (kind: ProofKind, times: number) => async (trx: Trx) => {
  await lockFailures(trx, npi)
  for (let count = 0; count < times; count += 1)
    await insertFailure(trx, { kind, npi, requestId: null, now: app.clock.now() })
}

const requestCode = (wizard: Wizard) => wizard.post<CodeRequested>('codeRequest', filledModel(npi))

async function sentCode(wizard: Wizard) {
  const { codeId } = (await requestCode(wizard)).entity
  const { body } = await findMail(app, 'identity.code')
  const code = /(\d{6}) is your code/.exec(body)?.[1] ?? ''
  const score = (digits: string) => wizard.post<QuizScore>('codeScore', { codeId, code: digits })
  return { codeId, code, wrong: code === '000000' ? '111111' : '000000', score }
}

/** The context of a call that has read the registration and has not started its transaction. */
async function registering(): Promise<Registering> {
  const { id_hash } = await app.db.selectFrom('registration').select('id_hash').executeTakeFirstOrThrow()
  const registration = await findRegistration(app.db, id_hash)
  if (!registration) throw new Error('no registration')
  return { ...systemContext(app.deps), session: null, address, registration }
}

test('step1 waits for the attempts of the NPI and refuses the sixth', async () => {
  const wizard = await start('quiz')
  const validate = () => wizard.validate(npi, { validateBy: 'ssn', lastSsn: '4321' })
  const reply = await callBeside(useAttempts('STEP1', 5), validate)
  expect(reply).toMatchObject({ status: 404, entity: { message: TOO_MANY_ATTEMPTS_HERE } })
})

test('a quiz request waits for the attempts of the NPI and gets no third quiz', async () => {
  const wizard = await start('quiz')
  expect(await callBeside(useAttempts('QUIZ', 2), () => wizard.requestQuiz(npi))).toMatchObject({ status: 404 })
})

test('a code request waits for the attempts of the NPI and gets no fourth code', async () => {
  const wizard = await start('either')
  expect(await callBeside(useAttempts('CODE', 3), () => requestCode(wizard))).toMatchObject({ status: 404 })
})

test('a code request waits for the failures of the NPI and gets no code after the fourth', async () => {
  const wizard = await start('either')
  expect(await callBeside(useFailures('CODE', 4), () => requestCode(wizard))).toMatchObject({ status: 404 })
})

test('grading a quiz waits for the failures of the NPI and cannot pass after the fourth', async () => {
  const wizard = await start('quiz')
  const answers = await wizard.answerQuiz((await wizard.requestQuiz(npi)).entity)
  expect(await callBeside(useFailures('QUIZ', 4), () => wizard.scoreQuiz(answers))).toMatchObject({ status: 406 })
})

test('grading a code waits for the failures of the NPI and cannot pass after the fourth', async () => {
  const { code, score } = await sentCode(await start('either'))
  expect(await callBeside(useFailures('CODE', 4), () => score(code))).toMatchObject({ status: 406 })
})

test('a quiz is not graded twice in parallel', async () => {
  const wizard = await start('quiz')
  const { entity: quiz } = await wizard.requestQuiz(npi)
  const answers = await wizard.answerQuiz(quiz)
  const fail = async (trx: Trx) => {
    await lockOpenQuiz(trx, quiz.quizId)
    await updateQuizToGraded(trx, quiz.quizId, { status: 'FAIL', transactionId: null, now: app.clock.now() })
  }
  expect(await callBeside(fail, () => wizard.scoreQuiz(answers))).toMatchObject({ status: 406 })
})

test('an attempt at a code waits for earlier attempts and counts them', async () => {
  const wizard = await start('either')
  const { codeId, wrong, score } = await sentCode(wizard)
  const { registration } = await registering()
  const tryTwice = async (trx: Trx) => {
    const code = await lockCode(trx, codeId, registration.id_hash)
    await updateCode(trx, code?.id ?? '', { tries: 2 })
  }
  expect(await callBeside(tryTwice, () => score(wrong))).toMatchObject({ status: 406 })
})

test('a passed quiz sees a code confirmed in parallel, and completes the proof', async () => {
  await start('both')
  const context = await registering()
  const { id_hash: idHash } = context.registration
  const confirmCode = async (trx: Trx) => {
    await lockRegistration(trx, idHash)
    await updateRegistration(trx, idHash, { first_proof: 'CODE' })
  }
  const passed = { kind: 'QUIZ', npi, request_id: null, attempt_id: null, transactionId: 'T-1' } as const
  const pass = () => transact(context, (inside) => passProof(inside, passed))
  expect(await callBeside(confirmCode, pass)).toBe(true)
})

test('an identical submission waits for the first and returns its result', async () => {
  const wizard = await start('quiz')
  await wizard.scoreQuiz(await wizard.answerQuiz((await wizard.requestQuiz(npi)).entity))
  const context = await registering()
  const hash = hashSubmission(app.deps.settings.secretKey, 'addSaaSelf', {})
  const { id_hash: idHash } = context.registration
  const submit = async (trx: Trx) => {
    await lockRegistration(trx, idHash)
    await updateSubmitted(trx, idHash, { hash, now: app.clock.now(), requestId: null })
  }
  const work = vi.fn(async () => ({ entity: {} }))
  const again = () => submitOnce({ context, kind: 'addSaaSelf', hash }, work)
  expect(await callBeside(submit, again)).toEqual({ entity: true })
  expect(work).not.toHaveBeenCalled()
})
