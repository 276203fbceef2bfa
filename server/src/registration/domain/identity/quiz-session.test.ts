import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { insertAttempt } from '../../store/proofs/attempts.ts'
import { findOpenQuiz, type StoredQuestion } from '../../store/proofs/quizzes.ts'
import { embeddedIdentity } from '../quiz/embedded-identity.ts'
import type { IdentityScoreResult, IdentityService } from '../quiz/identity-service.ts'
import { draftQuiz, gradeQuizOnce, type QuizTarget, saveQuiz, showQuiz } from './quiz-session.ts'

const settings = readSettings({ PORTICO_SECRET_KEY: testSecretKey })
let now = new Date('2026-06-15T12:00:00Z')
let database: TestDatabase
let connection: DatabaseConnection
const context = () => ({ db: connection.db, now, clock: { now: () => now }, settings })
const withIdentity = (identity = embeddedIdentity(context())) => ({ ...context(), identity })
const npiOf = (number: number) => `1${String(100_000_000 + number * 37)}`

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  await insertNetwork(80)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

beforeEach(() => {
  now = new Date('2026-06-15T12:00:00Z')
})

/** Providers with complete records, except the last one, about whom the plan has no facts. */
async function insertNetwork(size: number): Promise<void> {
  const { db } = connection
  const numbers = Array.from({ length: size }, (_, number) => number)
  await db
    .insertInto('provider')
    .values(
      numbers.map((number) => ({
        npi: npiOf(number),
        entity_type: 1,
        name: `Provider ${number}`,
        city: `TOWN ${number % 17}`,
        address: `${number} ROW ${number % 19} ST`,
        state: 'MA',
        postal_code: String(1000 + number).padStart(5, '0'),
        taxonomy_code: '207Q00000X',
        license_number: `MD${10_000 + number * 13}`,
        license_state: 'MA',
        enumeration_date: `${2006 + (number % 18)}-05-02`,
      })),
    )
    .execute()
  const known = (number: number) => number < size - 1
  await db
    .insertInto('network_provider')
    .values(
      numbers.map((number) => ({
        npi: npiOf(number),
        contract_date: known(number) ? `${2001 + (number % 20)}-0${1 + (number % 9)}-01` : null,
      })),
    )
    .execute()
  const groups = numbers
    .slice(0, 12)
    .map((number) => ({ group_id: `G${number}`, kind: 'PG' as const, name: `Group ${number}` }))
  await db.insertInto('provider_group').values(groups).execute()
  const members = numbers.filter(known).map((number) => ({ group_id: `G${number % 12}`, npi: npiOf(number) }))
  await db.insertInto('group_member').values(members).execute()
  const claims = numbers
    .filter(known)
    .flatMap((number) =>
      [1, 2, 3].map((claim) => ({
        claim_number: `C${number}-${claim}`,
        npi: npiOf(number),
        member_id: 'M1',
        billed_amount: 50 + number * 3 + claim,
        paid_amount: 40 + number * 3 + claim,
        service_date: `2026-0${claim + 1}-11`,
        status: 'PAID',
      })),
    )
  await db.insertInto('claim').values(claims).execute()
}

async function openRegistration(npi: string): Promise<QuizTarget> {
  const registrationId = randomBytes(32)
  await connection.db
    .insertInto('registration')
    .values({ id_hash: registrationId, brand: 'harborview', npi, created_at: now, touched_at: now })
    .execute()
  return { registrationId, npi, workflow: 'SELF' }
}

async function openQuiz(identity: IdentityService = embeddedIdentity(context()), npi = npiOf(3)) {
  const target = await openRegistration(npi)
  const draft = await draftQuiz(withIdentity(identity), target)
  if (draft.kind !== 'offer') throw new Error(`no quiz: ${draft.kind}`)
  const attemptId = await insertAttempt(connection.db, { kind: 'QUIZ', npi, address: '203.0.113.10', now })
  const quiz = await connection.db.transaction().execute((trx) => saveQuiz(trx, draft, attemptId))
  const stored = await connection.db
    .selectFrom('quiz')
    .selectAll()
    .where('quiz_id', '=', quiz.quizId)
    .executeTakeFirstOrThrow()
  const questions = stored.questions as StoredQuestion[]
  const right = questions.map((question) => ({ id: question.id, selectedChoice: question.right ?? '' }))
  const wrong = questions.map((question) => ({
    id: question.id,
    selectedChoice: question.choices.find((choice) => choice.id !== question.right)?.id ?? '',
  }))
  return { target, quiz, questions, right, wrong }
}

/** Grades and counts the written proofs. */
async function grade(
  quizId: string,
  target: QuizTarget,
  answers: { id: string; selectedChoice: string }[],
  identity?: IdentityService,
) {
  let proofs = 0
  const posted = { quizId, registrationId: target.registrationId, answers }
  const result = await gradeQuizOnce(withIdentity(identity), posted, async () => {
    proofs += 1
  })
  return { result, proofs }
}

/** Answers the single question of such a vendor. */
const ANSWERED = [{ id: 'q', selectedChoice: 'c' }]

function vendorAnswering(...answers: (IdentityScoreResult | (() => Promise<IdentityScoreResult>))[]) {
  const questions = [{ id: 'q', text: 'Q?', choices: [{ id: 'c', text: 'C' }] }]
  let calls = 0
  const identity: IdentityService = {
    vendor: 'http',
    request: async () => ({ kind: 'offer', questions }),
    score: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)] as (typeof answers)[number]
      calls += 1
      return typeof answer === 'function' ? answer() : answer
    },
  }
  return { identity, asked: () => calls }
}

describe('requesting a quiz', () => {
  test('a quiz has four questions and eight minutes, and its key stays on the server', async () => {
    const { quiz, questions } = await openQuiz()
    expect(quiz).toMatchObject({
      status: 'PENDING',
      workflow: 'SELF',
      noOfQuestions: 4,
      secondsLeft: 480,
      transactionId: '',
    })
    expect(questions.every((question) => question.right)).toBe(true)
    const key = questions.flatMap((question) => [`"right":"${question.right}"`, `"planOnly":${question.planOnly}`])
    for (const part of key) expect(JSON.stringify(quiz)).not.toContain(part)
  })

  test('a repeated request shows the same open quiz with the remaining time', async () => {
    const { target, quiz } = await openQuiz()
    now = new Date(now.getTime() + 60_000)
    const find = (of: QuizTarget) => findOpenQuiz(connection.db, { ...of, now })
    const again = await find(target)
    expect(again && showQuiz(again, now)).toEqual({ ...quiz, secondsLeft: 420 })
    expect(await find({ ...target, workflow: 'REQUEST' })).toBeUndefined()
    expect(await find(await openRegistration(target.npi))).toBeUndefined()
    now = new Date(now.getTime() + 420_000)
    expect(await find(target)).toBeUndefined()
  })

  test('offers no quiz with too few facts, or after the provider has left the network', async () => {
    const unknown = await openRegistration(npiOf(79))
    expect(await draftQuiz(withIdentity(), unknown)).toEqual({ kind: 'not-enough' })
    const absent = await openRegistration('1999999999')
    expect(await draftQuiz(withIdentity(), absent)).toEqual({ kind: 'not-enough' })
  })

  test('every right choice is a fact of the provider', async () => {
    const { questions } = await openQuiz(undefined, npiOf(5))
    const known = ['2006', 'June', '$66.00', '$67.00', '$68.00', '$56.00', '$57.00', '$58.00', 'None of the above']
    for (const question of questions) {
      expect(known).toContain(question.choices.find((choice) => choice.id === question.right)?.text)
    }
  })
})

describe('grading', () => {
  test('right answers pass with a transaction id, and the proof is written in the same transaction', async () => {
    const { quiz, target, right } = await openQuiz()
    const { result, proofs } = await grade(quiz.quizId, target, right)
    expect(result).toMatchObject({ kind: 'PASS' })
    expect(proofs).toBe(1)
    const row = await connection.db.selectFrom('quiz').selectAll().where('quiz_id', '=', quiz.quizId).executeTakeFirst()
    expect(row).toMatchObject({ status: 'PASS', transaction_id: result.kind === 'PASS' && result.transactionId })
  })

  test('a quiz stays ungraded if its proof cannot be written', async () => {
    const { quiz, target, right } = await openQuiz()
    const posted = { quizId: quiz.quizId, registrationId: target.registrationId, answers: right }
    const broken = gradeQuizOnce(withIdentity(), posted, async () => {
      throw new Error('no proof')
    })
    await expect(broken).rejects.toThrow('no proof')
    expect((await grade(quiz.quizId, target, right)).result.kind).toBe('PASS')
  })

  test('twenty parallel submissions are graded once', async () => {
    const { quiz, target, right, wrong } = await openQuiz()
    const posts = Array.from({ length: 20 }, (_, post) => grade(quiz.quizId, target, post % 2 ? right : wrong))
    const results = await Promise.all(posts)
    expect(results.reduce((sum, { proofs }) => sum + proofs, 0)).toBe(1)
    const ended = results.map(({ result }) => result.kind).filter((kind) => kind !== 'PENDING')
    expect(new Set(ended).size).toBe(1)
  })

  test('a failed quiz stays failed when it is submitted again', async () => {
    const { quiz, target, right, wrong } = await openQuiz()
    expect((await grade(quiz.quizId, target, wrong)).result).toEqual({ kind: 'FAIL' })
    expect(await grade(quiz.quizId, target, right)).toEqual({ result: { kind: 'FAIL' }, proofs: 0 })
  })

  test('a repeated submission returns the same result', async () => {
    const { quiz, target, right } = await openQuiz()
    const first = await grade(quiz.quizId, target, right)
    expect(await grade(quiz.quizId, target, right)).toEqual({ result: first.result, proofs: 0 })
  })

  test('a late answer fails', async () => {
    const { quiz, target, right } = await openQuiz()
    now = new Date(now.getTime() + 480_000)
    expect((await grade(quiz.quizId, target, right)).result).toEqual({ kind: 'FAIL' })
  })

  test('another registration cannot submit the quiz', async () => {
    const { quiz, target, right } = await openQuiz()
    const other = await openRegistration(target.npi)
    expect(await grade(quiz.quizId, other, right)).toEqual({ result: { kind: 'unknown' }, proofs: 0 })
    expect((await grade('made-up', target, right)).result).toEqual({ kind: 'unknown' })
  })
})

describe('grading by a vendor', () => {
  test('a quiz stays open if the vendor is pending or unavailable, and PASS ends it', async () => {
    const pass = { kind: 'PASS', transactionId: 'T-7' } as const
    const { identity } = vendorAnswering({ kind: 'PENDING', message: 'Soon.' }, { kind: 'unavailable' }, pass)
    const { quiz, target } = await openQuiz(identity)
    expect(await grade(quiz.quizId, target, ANSWERED, identity)).toEqual({
      result: { kind: 'PENDING', message: 'Soon.' },
      proofs: 0,
    })
    expect((await grade(quiz.quizId, target, ANSWERED, identity)).result).toEqual({ kind: 'unavailable' })
    expect(await grade(quiz.quizId, target, ANSWERED, identity)).toEqual({ result: pass, proofs: 1 })
  })

  test('the vendor is called once while its reply is pending', async () => {
    let release: (() => void) | undefined
    const slow = new Promise<void>((done) => {
      release = done
    })
    const vendor = vendorAnswering(() => slow.then(() => ({ kind: 'PASS', transactionId: 'T-8' })))
    const { quiz, target } = await openQuiz(vendor.identity)
    const first = grade(quiz.quizId, target, ANSWERED, vendor.identity)
    await expect.poll(() => vendor.asked()).toBe(1)
    const others = await Promise.all(
      Array.from({ length: 9 }, () => grade(quiz.quizId, target, ANSWERED, vendor.identity)),
    )
    expect(others.every(({ result }) => result.kind === 'PENDING')).toBe(true)
    release?.()
    expect((await first).result.kind).toBe('PASS')
    expect(vendor.asked()).toBe(1)
  })

  test('a quiz of another service is not graded by this one', async () => {
    const { identity } = vendorAnswering({ kind: 'PASS', transactionId: 'T-9' })
    const { quiz, target, right } = await openQuiz()
    expect((await grade(quiz.quizId, target, right, identity)).result).toEqual({ kind: 'FAIL' })
  })
})
