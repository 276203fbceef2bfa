import { randomBytes, randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemoData } from '../../server/src/demo/load-demo-data.ts'
import { standardBrand } from '../../server/src/platform/brands/brands.ts'
import type { Db } from '../../server/src/platform/context.ts'
import { connectDatabase } from '../../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres/embedded-postgres.ts'
import { APP_ROLE } from '../../server/src/platform/database/logins.ts'
import { migrateToLatest } from '../../server/src/platform/database/migrate.ts'
import { readSettings } from '../../server/src/platform/settings/settings.ts'
import { requestCode, scoreCode } from '../../server/src/registration/domain/identity/identity-code.ts'
import { requestQuiz, scoreQuiz } from '../../server/src/registration/domain/identity/identity-quiz.ts'
import { validateIdentity } from '../../server/src/registration/domain/identity/step1.ts'
import type { Registering } from '../../server/src/registration/domain/proofs/current-registration.ts'
import { NONE_OF_THE_ABOVE } from '../../server/src/registration/domain/quiz/build-quiz.ts'
import type { StoredQuestion } from '../../server/src/registration/store/proofs/quizzes.ts'
import { findRegistration } from '../../server/src/registration/store/registrations.ts'
import { testContext } from '../../server/test/context.ts'
import { answerFromPapers, readPapers } from './office-papers.ts'

/**
 * Simulates an attacker who knows the national file and all public replies, has passed step1 and returns every day
 * until no quiz is offered. The attacker views quizzes without answering, types the shown amounts to remove them from
 * the quiz, compares the results and guesses where the fewest answers are left. It covers the whole demo network
 * without help from plan staff.
 */
const MOST_TAKEN = 0.05
/** The run is meaningful only if most providers can be quizzed. */
const FEWEST_QUIZZED = 0.9
const DAYS = Number(process.env.SOAK_DAYS ?? 30)
const DAY_MS = 86_400_000
const secretKey = randomBytes(32).toString('hex')
const settings = readSettings({ PORTICO_SECRET_KEY: secretKey })

export async function soakAttacker(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-attacker-'))
  await chmod(dataDir, 0o755)
  const database = await startEmbeddedPostgres({ dataDir, fast: true })
  const closers = [() => rm(dataDir, { recursive: true, force: true }), () => database.stop()]
  try {
    await migrateToLatest({ owner: database.config, app: { ...database.config, user: APP_ROLE } })
    await loadDemoData({ config: database.config, secretKey, now: new Date() })
    const { db, close } = connectDatabase(database.config)
    closers.push(close)
    return report(await attackAll(db))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

type Figures = { asked: number; quizzed: number; owners: number; taken: number }

async function attackAll(db: Db): Promise<Figures> {
  const people = await db
    .selectFrom('network_provider as n')
    .innerJoin('provider as p', 'p.npi', 'n.npi')
    .select('n.npi')
    .where('p.entity_type', '=', 1)
    .where((where) => where.or([where('ssn_hash', 'is not', null), where('tin_hash', 'is not', null)]))
    .orderBy('n.npi')
    .limit(Number(process.env.SOAK_NPIS ?? 5000))
    .execute()
  const figures = { asked: 0, quizzed: 0, owners: 0, taken: 0 }
  for (const { npi } of people) {
    figures.asked += 1
    const owner = await tryAsOwner(db, npi)
    if (owner !== 'not asked') figures.quizzed += 1
    if (owner === 'passed') figures.owners += 1
    if (await attack(db, npi)) figures.taken += 1
    if (figures.asked % 200 === 0) console.log(`${figures.asked} of ${people.length}: ${JSON.stringify(figures)}`)
  }
  return figures
}

/** Creates a registration that passed step1 on a given day, after a claim validation with the typed amounts. */
async function createProved(db: Db, npi: string, day: number, typed: string[] = []): Promise<Registering> {
  const now = new Date(Date.now() + day * DAY_MS)
  const idHash = randomBytes(32)
  await db
    .insertInto('registration')
    .values({ id_hash: idHash, brand: standardBrand.id, npi, created_at: now, touched_at: now })
    .execute()
  const address = `198.51.100.${randomInt(256)}`
  const registration = async () => {
    const found = await findRegistration(db, idHash)
    if (!found) throw new Error('The registration was not found')
    return {
      ...testContext(db, settings, { now }),
      clock: { now: () => now },
      session: null,
      address,
      registration: found,
    }
  }
  if (typed.length > 0) {
    const [billAmt1 = '', billAmt2 = billAmt1] = typed.map((amount) => amount.replace(/[$,]/g, ''))
    const claims = { claimNu1: '1000000001', claimNu2: '1000000002', billAmt1, billAmt2 }
    const wrong = await validateIdentity(await registration(), { npiId: npi, validateBy: 'claim', ...claims })
    if (!('refusal' in wrong)) throw new Error('Invented claims were accepted')
  }
  await db
    .updateTable('registration')
    .set({ step1_at: now, step1_method: 'ssn' })
    .where('id_hash', '=', idHash)
    .execute()
  return registration()
}

type Shown = { quizId: string; questions: StoredQuestion[] }

async function readQuiz(context: Registering, npi: string): Promise<Shown | undefined> {
  const quiz = await requestQuiz(context, { npiId: npi })
  if (!('entity' in quiz) || quiz.entity.noOfQuestions === 0) return undefined
  const { quizId } = quiz.entity
  const { questions } = await context.db
    .selectFrom('quiz')
    .select('questions')
    .where('quiz_id', '=', quizId)
    .$castTo<{ questions: StoredQuestion[] }>()
    .executeTakeFirstOrThrow()
  return { quizId, questions }
}

async function answer(
  context: Registering,
  { quizId, questions }: Shown,
  choose: (question: StoredQuestion) => string,
) {
  const questionList = questions.map((asked) => ({
    id: asked.id,
    // Owner and attacker both know the national file.
    selectedChoice: asked.planOnly
      ? (asked.choices.find(({ text }) => text === choose(asked))?.id ?? '')
      : (asked.right ?? ''),
  }))
  const scored = await scoreQuiz(context, { quizId, questionList })
  return 'entity' in scored && scored.entity.status === 'PASS'
}

/** Answers the quiz from the office's papers. */
async function tryAsOwner(db: Db, npi: string): Promise<'passed' | 'failed' | 'not asked'> {
  const context = await createProved(db, npi, 0)
  const quiz = await readQuiz(context, npi)
  if (!quiz) return 'not asked'
  const papers = await readPapers(db, npi, context.now)
  return (await answer(context, quiz, (asked) => answerFromPapers(papers, asked))) ? 'passed' : 'failed'
}

type Quizzed = { typed: string[]; combinations: Combination[] }
/** One combination of answers to the plan-only questions, by question text. */
type Combination = Map<string, string>

async function attack(db: Db, npi: string): Promise<boolean> {
  const views = await viewQuizzes(db, npi)
  const best = views.quizzes.toSorted((one, other) => one.combinations.length - other.combinations.length)[0]
  for (let day = views.days; day < DAYS; day++) {
    const context = await createProved(db, npi, day, best?.typed)
    if (await guessCode(context, npi)) return true
    const quiz = await readQuiz(context, npi)
    if (!quiz || !best) return false
    const guess = takeGuess(best.combinations)
    if (await answer(context, quiz, ({ text }) => guess?.get(text) ?? '')) return true
  }
  return false
}

/** Views the quiz unchanged and after typing each shown amount, one view a day, without answering. */
async function viewQuizzes(db: Db, npi: string): Promise<{ quizzes: Quizzed[]; days: number }> {
  const plain = await readQuiz(await createProved(db, npi, 0), npi)
  const amounts = plain?.questions
    .filter(({ text }) => text.includes('amounts'))
    .flatMap((one) => one.choices[0]?.text ?? [])
  const [one = [], other = []] = (amounts ?? []).map((amount) => [amount])
  const typings = [one, other, [...one, ...other]].slice(0, amounts?.length === 2 ? 3 : amounts?.length)
  const seen = plain ? [{ typed: [] as string[], quiz: plain }] : []
  for (const [index, typed] of typings.entries()) {
    const quiz = await readQuiz(await createProved(db, npi, 1 + index, typed), npi)
    if (quiz) seen.push({ typed, quiz })
  }
  const shown = seen.map(({ quiz }) => quiz)
  const since = await yearOfNpi(db, npi)
  const quizzes = seen.map(({ typed, quiz }) => ({ typed, combinations: combinationsLeft(quiz, shown, since) }))
  return { quizzes, days: 1 + typings.length }
}

/** Enumeration year from the national file. */
async function yearOfNpi(db: Db, npi: string): Promise<number> {
  const { enumeration_date } = await db
    .selectFrom('provider')
    .select('enumeration_date')
    .where('npi', '=', npi)
    .executeTakeFirstOrThrow()
  return Number(enumeration_date?.slice(0, 4) ?? 0)
}

/**
 * Remaining answer combinations: at most one 'None of the above', nothing that another view excluded, and no contract
 * before the NPI existed.
 */
function combinationsLeft({ questions }: Shown, views: Shown[], since: number): Combination[] {
  let combinations: Combination[] = [new Map()]
  for (const question of questions.filter(({ planOnly }) => planOnly)) {
    const possible = choicesLeft(question, views)
    const likely = question.text.includes('year') ? possible.filter((text) => !(Number(text) < since)) : possible
    const left = likely.length > 1 ? likely : possible
    combinations = combinations.flatMap((combination) =>
      left.map((text) => new Map(combination).set(question.text, text)),
    )
  }
  return combinations.filter((combination) => nonesIn(combination) <= 1)
}

const nonesIn = (combination: Combination): number =>
  [...combination.values()].filter((text) => text === NONE_OF_THE_ABOVE).length

/** Takes an untried combination, preferably without 'None of the above', which is right a little less often. */
function takeGuess(combinations: Combination[]): Combination | undefined {
  const shown = combinations.filter((combination) => nonesIn(combination) === 0)
  const likely = shown.length > 0 ? shown : combinations
  const guess = likely[randomInt(likely.length)]
  if (guess) combinations.splice(combinations.indexOf(guess), 1)
  return guess
}

/** If the choices differ between views, the right answer is one that appeared or disappeared, or is not listed. */
function choicesLeft({ text, choices }: StoredQuestion, views: Shown[]): string[] {
  const own = choices.map((choice) => choice.text)
  const elsewhere = views.flatMap(({ questions }) => questions.filter((other) => other.text === text))
  const missing = elsewhere.map((other) => own.filter((one) => !other.choices.some((choice) => choice.text === one)))
  const changed = missing.find((texts) => texts.length > 0)
  return changed ? [...changed, NONE_OF_THE_ABOVE] : own
}

/** Guesses the six digits, because the attacker cannot read the mailbox. */
async function guessCode(context: Registering, npi: string): Promise<boolean> {
  const sent = await requestCode(context, { npiId: npi })
  if (!('entity' in sent)) return false
  for (let tries = 0; tries < 3; tries++) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const scored = await scoreCode(context, { codeId: sent.entity.codeId, code })
    if ('entity' in scored && scored.entity.status === 'PASS') return true
  }
  return false
}

/** Reports the takeover rate among quizzed providers with its 95% confidence interval (Wilson). */
function report({ asked: question, quizzed, owners, taken }: Figures): boolean {
  const z = 1.96
  const share = taken / quizzed
  const middle = share + (z * z) / (2 * quizzed)
  const half = z * Math.sqrt((share * (1 - share)) / quizzed + (z * z) / (4 * quizzed * quizzed))
  const [low, high] = [middle - half, middle + half].map((end) => Math.max(0, end / (1 + (z * z) / quizzed)))
  const percent = (part = 0) => `${(part * 100).toFixed(2)}%`
  console.log(
    `attacker: ${quizzed} of ${question} NPIs were quizzed, the others need a contract; ${taken} of ${quizzed} were taken over in ${DAYS} days, ${percent(share)} (95% confidence ${percent(low)} to ${percent(high)}); ${owners} of ${quizzed} real providers passed with their office's papers`,
  )
  return quizzed >= question * FEWEST_QUIZZED && (high ?? 1) <= MOST_TAKEN && owners === quizzed
}

if (import.meta.main) process.exitCode = (await soakAttacker()) ? 0 : 1
