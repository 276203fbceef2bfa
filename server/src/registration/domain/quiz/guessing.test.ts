import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { findQuizFacts } from '../../store/proofs/quiz-facts.ts'
import type { StoredQuestion } from '../../store/proofs/quizzes.ts'
import { buildQuiz } from './build-quiz.ts'
import { drawFor } from './embedded-identity.ts'
import { claimWindow, quizTopics } from './quiz-topics.ts'

const now = new Date()
let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('demo')
  connection = connectDatabase(database.config)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** The plan-only questions of the whole demo network. */
async function buildAll(): Promise<StoredQuestion[]> {
  const { db } = connection
  const window = claimWindow(now, drawFor(testSecretKey, 'any'))
  const { npi } = await db.selectFrom('network_provider').select('npi').limit(1).executeTakeFirstOrThrow()
  const allPeers = (await findQuizFacts(db, { npi, pivot: '1', perSide: 5000 }, window))?.peers ?? []
  const claims = await db
    .selectFrom('claim')
    .select(['npi', 'billed_amount as billed', 'paid_amount as paid'])
    .where('service_date', '>', window.since)
    .execute()
  const amounts = Map.groupBy(claims, ({ npi }) => npi)
  const questions = allPeers.flatMap((peer) => {
    if (peer.entityType !== 1) return []
    const stable = drawFor(testSecretKey, peer.npi)
    const start = Math.floor(stable('pivot') * allPeers.length)
    const around = [...allPeers.slice(start), ...allPeers.slice(0, start)].slice(0, 150)
    const facts = {
      ...{ ...peer, address: null, postalCode: null, licenseNumber: null, licenseState: null, taxonomyCode: null },
      recentAmounts: amounts.get(peer.npi) ?? [],
      claimsInMonth: peer.claimsInMonth ?? 0,
    }
    const peers = around.filter((other) => other !== peer)
    return buildQuiz(quizTopics(facts, peers, now, stable), stable)?.questions ?? []
  })
  return questions.filter((question) => question.planOnly)
}

const topicOf = ({ text }: StoredQuestion) => text.replace(/in \w+ \d{4}/, 'in a month')
const numberOf = (text: string) => {
  const digits = text.replace(/[^\d.]/g, '')
  return digits === '' ? Date.parse(`1 ${text} 2000`) : Number(digits)
}

/** The best guess of a visitor who knows only how common each answer is. */
function guessesOf(question: StoredQuestion, common: Map<string, number>): Record<string, string | undefined> {
  const texts = question.choices.map((choice) => choice.text)
  const shown = texts.slice(0, 4)
  const sorted = shown.toSorted((one, other) => numberOf(one) - numberOf(other))
  const [popular] = shown.toSorted((one, other) => (common.get(other) ?? 0) - (common.get(one) ?? 0))
  return {
    ...Object.fromEntries(texts.map((text, place) => [`place ${place}`, text])),
    ...Object.fromEntries(sorted.map((text, place) => [`rank ${place}`, text])),
    popular,
  }
}

test('no guessing strategy is right for more than a quarter of the providers of the demo network', async () => {
  const byTopic = Map.groupBy(await buildAll(), topicOf)
  expect(byTopic.size).toBeGreaterThanOrEqual(4)
  for (const [topic, questions] of byTopic) {
    const rightOf = ({ choices, right }: StoredQuestion) => choices.find((choice) => choice.id === right)?.text ?? ''
    const common = new Map<string, number>()
    for (const question of questions) common.set(rightOf(question), (common.get(rightOf(question)) ?? 0) + 1)
    const hits = new Map<string, number>()
    for (const question of questions) {
      const right = rightOf(question)
      // The guesser knows nothing about the provider in question.
      const all = common.get(right) ?? 0
      common.set(right, all - 1)
      for (const [guess, text] of Object.entries(guessesOf(question, common)))
        if (text === right) hits.set(guess, (hits.get(guess) ?? 0) + 1)
      common.set(right, all)
    }
    for (const [guess, right] of hits) expect(right / questions.length, `${topic} ${guess}`).toBeLessThanOrEqual(0.25)
  }
})
