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
import type { Registering } from '../../server/src/registration/domain/current-registration.ts'
import { requestCode, scoreCode } from '../../server/src/registration/domain/proofs/identity-code.ts'
import { validateIdentity } from '../../server/src/registration/domain/proofs/step1.ts'
import { NONE_OF_THE_ABOVE } from '../../server/src/registration/domain/quiz/build-quiz.ts'
import { requestQuiz, scoreQuiz } from '../../server/src/registration/domain/quiz/identity-quiz.ts'
import type { StoredQuestion } from '../../server/src/registration/store/proofs/quizzes.ts'
import { findRegistration } from '../../server/src/registration/store/registrations.ts'
import { testContext } from '../../server/test/context.ts'
import { answerFromPapers, readPapers } from './office-papers.ts'

/**
 * Somebody who knows the national file and everything the portal tells before sign-in, has passed step1 and comes back
 * every day until nothing is asked any more. Looks at quizzes without answering, types amounts they show so that they
 * are asked no more, compares what is shown then, and guesses where the fewest answers are left. Over the whole demo
 * network, without plan staff opening anything.
 */
const MOST_TAKEN = 0.05
/** Of whom nobody can be asked anything the run would say nothing. */
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

/** A registration that has passed step1, on one of the days; before that amounts were typed as if they were of claims. */
async function proved(db: Db, npi: string, day: number, typed: string[] = []): Promise<Registering> {
  const now = new Date(Date.now() + day * DAY_MS)
  const idHash = randomBytes(32)
  await db
    .insertInto('registration')
    .values({ id_hash: idHash, brand: standardBrand.id, npi, created_at: now, touched_at: now })
    .execute()
  const address = `198.51.100.${randomInt(256)}`
  const held = async () => {
    const found = await findRegistration(db, idHash)
    if (!found) throw new Error('the registration is gone')
    return { ...testContext(db, settings, { now }), clock: { now: () => now }, session: null, address, held: found }
  }
  if (typed.length > 0) {
    const [billAmt1 = '', billAmt2 = billAmt1] = typed.map((amount) => amount.replace(/[$,]/g, ''))
    const claims = { claimNu1: '1000000001', claimNu2: '1000000002', billAmt1, billAmt2 }
    const wrong = await validateIdentity(await held(), { npiId: npi, validateBy: 'claim', ...claims })
    if (!('refusal' in wrong)) throw new Error('made up claims were believed')
  }
  await db
    .updateTable('registration')
    .set({ step1_at: now, step1_method: 'ssn' })
    .where('id_hash', '=', idHash)
    .execute()
  return held()
}

type Shown = { quizId: string; questions: StoredQuestion[] }

async function ask(context: Registering, npi: string): Promise<Shown | undefined> {
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

async function answer(context: Registering, { quizId, questions }: Shown, choose: (asked: StoredQuestion) => string) {
  const questionList = questions.map((asked) => ({
    id: asked.id,
    // What the national file says both can look up.
    selectedChoice: asked.planOnly
      ? (asked.choices.find(({ text }) => text === choose(asked))?.id ?? '')
      : (asked.right ?? ''),
  }))
  const scored = await scoreQuiz(context, { quizId, questionList })
  return 'entity' in scored && scored.entity.status === 'PASS'
}

/** With the papers of the office at hand; where nothing can be asked, the contract is the way. */
async function tryAsOwner(db: Db, npi: string): Promise<'passed' | 'failed' | 'not asked'> {
  const context = await proved(db, npi, 0)
  const quiz = await ask(context, npi)
  if (!quiz) return 'not asked'
  const papers = await readPapers(db, npi, context.now)
  return (await answer(context, quiz, (asked) => answerFromPapers(papers, asked))) ? 'passed' : 'failed'
}

type Quizzed = { typed: string[]; ways: Way[] }
/** One way to answer what only the plan knows: the text of the choice by the text of the question. */
type Way = Map<string, string>

async function attack(db: Db, npi: string): Promise<boolean> {
  const looks = await lookAround(db, npi)
  const best = looks.quizzes.toSorted((one, other) => one.ways.length - other.ways.length)[0]
  for (let day = looks.days; day < DAYS; day++) {
    const context = await proved(db, npi, day, best?.typed)
    if (await guessCode(context, npi)) return true
    const quiz = await ask(context, npi)
    if (!quiz || !best) return false
    const guess = takeLikely(best.ways)
    if (await answer(context, quiz, ({ text }) => guess?.get(text) ?? '')) return true
  }
  return false
}

/** The quiz as it is, and with each amount it shows typed before: one look a day, and none is answered. */
async function lookAround(db: Db, npi: string): Promise<{ quizzes: Quizzed[]; days: number }> {
  const plain = await ask(await proved(db, npi, 0), npi)
  const amounts = plain?.questions
    .filter(({ text }) => text.includes('amounts'))
    .flatMap((one) => one.choices[0]?.text ?? [])
  const [one = [], other = []] = (amounts ?? []).map((amount) => [amount])
  const typings = [one, other, [...one, ...other]].slice(0, amounts?.length === 2 ? 3 : amounts?.length)
  const seen = plain ? [{ typed: [] as string[], quiz: plain }] : []
  for (const [index, typed] of typings.entries()) {
    const quiz = await ask(await proved(db, npi, 1 + index, typed), npi)
    if (quiz) seen.push({ typed, quiz })
  }
  const shown = seen.map(({ quiz }) => quiz)
  const since = await yearOfNpi(db, npi)
  const quizzes = seen.map(({ typed, quiz }) => ({ typed, ways: waysLeft(quiz, shown, since) }))
  return { quizzes, days: 1 + typings.length }
}

/** As the national file tells. */
async function yearOfNpi(db: Db, npi: string): Promise<number> {
  const { enumeration_date } = await db
    .selectFrom('provider')
    .select('enumeration_date')
    .where('npi', '=', npi)
    .executeTakeFirstOrThrow()
  return Number(enumeration_date?.slice(0, 4) ?? 0)
}

/**
 * At most once 'None of the above', nothing that another look at the same question has told, and no contract before
 * there was an NPI.
 */
function waysLeft({ questions }: Shown, looks: Shown[], since: number): Way[] {
  let ways: Way[] = [new Map()]
  for (const asked of questions.filter(({ planOnly }) => planOnly)) {
    const told = choicesLeft(asked, looks)
    const likely = asked.text.includes('year') ? told.filter((text) => !(Number(text) < since)) : told
    const left = likely.length > 1 ? likely : told
    ways = ways.flatMap((way) => left.map((text) => new Map(way).set(asked.text, text)))
  }
  return ways.filter((way) => nonesIn(way) <= 1)
}

const nonesIn = (way: Way): number => [...way.values()].filter((text) => text === NONE_OF_THE_ABOVE).length

/** One that was not tried before. Where three are asked the answer is among the choices a little more often than not. */
function takeLikely(ways: Way[]): Way | undefined {
  const shown = ways.filter((way) => nonesIn(way) === 0)
  const likely = shown.length > 0 ? shown : ways
  const guess = likely[randomInt(likely.length)]
  if (guess) ways.splice(ways.indexOf(guess), 1)
  return guess
}

/** Where the choices differ from look to look, the right one is what came or went, or it was not among them. */
function choicesLeft({ text, choices }: StoredQuestion, looks: Shown[]): string[] {
  const own = choices.map((choice) => choice.text)
  const elsewhere = looks.flatMap(({ questions }) => questions.filter((other) => other.text === text))
  const missing = elsewhere.map((other) => own.filter((one) => !other.choices.some((choice) => choice.text === one)))
  const told = missing.find((texts) => texts.length > 0)
  return told ? [...told, NONE_OF_THE_ABOVE] : own
}

/** The mailbox is not the attacker's: six digits are guessed. */
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

/** With the 95 % confidence interval (Wilson), over those who can be quizzed at all. */
function report({ asked, quizzed, owners, taken }: Figures): boolean {
  const z = 1.96
  const share = taken / quizzed
  const middle = share + (z * z) / (2 * quizzed)
  const half = z * Math.sqrt((share * (1 - share)) / quizzed + (z * z) / (4 * quizzed * quizzed))
  const [low, high] = [middle - half, middle + half].map((end) => Math.max(0, end / (1 + (z * z) / quizzed)))
  const percent = (part = 0) => `${(part * 100).toFixed(2)} %`
  console.log(
    `attacker: ${quizzed} of ${asked} NPIs were quizzed, the others have the contract; ${taken} of ${quizzed} taken over in ${DAYS} days, ${percent(share)} (95 % confidence ${percent(low)} to ${percent(high)}); ${owners} of ${quizzed} right providers passed with the papers of their office`,
  )
  return quizzed >= asked * FEWEST_QUIZZED && (high ?? 1) <= MOST_TAKEN && owners === quizzed
}

if (import.meta.main) process.exitCode = (await soakAttacker()) ? 0 : 1
