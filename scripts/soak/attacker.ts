import { randomBytes, randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Quiz } from '@portico/core/registration/shapes'
import { loadDemoData } from '../../server/src/demo/load-demo-data.ts'
import { standardBrand } from '../../server/src/platform/brands.ts'
import type { Db } from '../../server/src/platform/context.ts'
import { connectDatabase } from '../../server/src/platform/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { APP_ROLE } from '../../server/src/platform/logins.ts'
import { migrateToLatest } from '../../server/src/platform/migrate.ts'
import { readSettings } from '../../server/src/platform/settings.ts'
import type { Registering } from '../../server/src/registration/domain/held-registration.ts'
import { requestCode, scoreCode } from '../../server/src/registration/domain/identity-code.ts'
import { requestQuiz, scoreQuiz } from '../../server/src/registration/domain/identity-quiz.ts'
import { NONE_OF_THE_ABOVE } from '../../server/src/registration/domain/quiz/build-quiz.ts'
import type { StoredQuestion } from '../../server/src/registration/store/quizzes.ts'
import { findRegistration } from '../../server/src/registration/store/registrations.ts'
import { testContext } from '../../server/test/context.ts'

/**
 * Somebody who knows the national file and everything the portal tells before sign-in, has passed step1 and comes back
 * every day until nothing is asked any more. Over the whole demo network, without plan staff opening anything.
 */
const MOST_TAKEN = 0.05
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

type Figures = { asked: number; owners: number; taken: number }

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
  const figures = { asked: 0, owners: 0, taken: 0 }
  for (const { npi } of people) {
    figures.asked += 1
    if (await ownerPasses(db, npi)) figures.owners += 1
    if (await attack(db, npi)) figures.taken += 1
  }
  return figures
}

/** A registration that has passed step1, on one of the days. */
async function proved(db: Db, npi: string, day: number): Promise<Registering> {
  const now = new Date(Date.now() + day * DAY_MS)
  const idHash = randomBytes(32)
  const begun = { created_at: now, touched_at: now, step1_at: now, step1_method: 'ssn' } as const
  await db
    .insertInto('registration')
    .values({ id_hash: idHash, brand: standardBrand.id, npi, ...begun })
    .execute()
  const held = await findRegistration(db, idHash)
  if (!held) throw new Error('the registration is gone')
  const address = `198.51.100.${randomInt(256)}`
  return { ...testContext(db, settings, { now }), clock: { now: () => now }, session: null, address, held }
}

const ask = async (context: Registering, npi: string): Promise<Quiz | undefined> => {
  const quiz = await requestQuiz(context, { npiId: npi })
  return 'entity' in quiz && quiz.entity.noOfQuestions > 0 ? quiz.entity : undefined
}

async function answer(context: Registering, quiz: Quiz, choose: (question: StoredQuestion) => string) {
  const { questions } = await context.db
    .selectFrom('quiz')
    .select('questions')
    .where('quiz_id', '=', quiz.quizId)
    .$castTo<{ questions: StoredQuestion[] }>()
    .executeTakeFirstOrThrow()
  const questionList = questions.map((question) => ({ id: question.id, selectedChoice: choose(question) }))
  const scored = await scoreQuiz(context, { quizId: quiz.quizId, questionList })
  return 'entity' in scored && scored.entity.status === 'PASS'
}

/** With the papers of the office at hand; where nothing can be asked, the contract is the way. */
async function ownerPasses(db: Db, npi: string): Promise<boolean> {
  const context = await proved(db, npi, 0)
  const quiz = await ask(context, npi)
  return quiz === undefined || answer(context, quiz, (question) => question.right ?? '')
}

async function attack(db: Db, npi: string): Promise<boolean> {
  const tried = new Set<string>()
  for (let day = 0; day < DAYS; day++) {
    const context = await proved(db, npi, day)
    if (await guessCode(context, npi)) return true
    const quiz = await ask(context, npi)
    if (!quiz) {
      if (day > 0) return false
      continue
    }
    const guess = newGuess(quiz, tried)
    if (await answer(context, quiz, ({ id, right, planOnly }) => (planOnly ? (guess.get(id) ?? '') : (right ?? ''))))
      return true
  }
  return false
}

/** Not tried before, and at most once 'None of the above': every such combination is as likely as any other. */
function newGuess(quiz: Quiz, tried: Set<string>): Map<string, string> {
  for (;;) {
    const chosen = quiz.questionList.map(({ id, text, choiceList }) => {
      const choice = choiceList[randomInt(choiceList.length)]
      return { id, choice: choice?.id ?? '', says: choice?.text ?? '', text }
    })
    const key = chosen.map(({ text, says }) => `${text}|${says}`).join('\n')
    if (tried.has(key) || chosen.filter(({ says }) => says === NONE_OF_THE_ABOVE).length > 1) continue
    tried.add(key)
    return new Map(chosen.map(({ id, choice }) => [id, choice]))
  }
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

/** With the 95 % confidence interval (Wilson). */
function report({ asked, owners, taken }: Figures): boolean {
  const z = 1.96
  const share = taken / asked
  const middle = share + (z * z) / (2 * asked)
  const half = z * Math.sqrt((share * (1 - share)) / asked + (z * z) / (4 * asked * asked))
  const [low, high] = [middle - half, middle + half].map((end) => Math.max(0, end / (1 + (z * z) / asked)))
  const percent = (part = 0) => `${(part * 100).toFixed(2)} %`
  console.log(
    `attacker: ${taken} of ${asked} NPIs taken over in ${DAYS} days, ${percent(share)} (95 % confidence ${percent(low)} to ${percent(high)}); ${owners} of ${asked} right providers passed or had the contract`,
  )
  return (high ?? 1) <= MOST_TAKEN && owners === asked
}

if (import.meta.main) process.exitCode = (await soakAttacker()) ? 0 : 1
