import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { drawFor, embeddedIdentity } from './embedded-identity.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('demo')
  connection = connectDatabase(database.app)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

function request(npi: string) {
  const settings = readSettings({ PORTICO_SECRET_KEY: testSecretKey })
  const identity = embeddedIdentity({ db: connection.db, now: new Date(), settings })
  return identity.request('quiz', { npi, workflow: 'SELF' })
}

test.each([
  '1100000011',
  '1100000029',
  '1100000037',
  '1100000052',
  '1300000019',
  '1300000027',
  '1400000018',
  '1400000026',
  '1600000016',
])('asks demo provider %s four plan-only questions, and the same ones again', async (npi) => {
  const [first, again] = [await request(npi), await request(npi)]
  if (first.kind !== 'offer' || again.kind !== 'offer') throw new Error('no quiz')
  expect(first.questions.map((question) => question.planOnly)).toEqual([true, true, true, true])
  const shown = (questions: typeof first.questions) =>
    questions.map(({ text, choices }) => [text, ...choices.map((choice) => choice.text)])
  expect(shown(again.questions)).toEqual(shown(first.questions))
})

test('has too few facts about demo provider 1100000045', async () => {
  expect(await request('1100000045')).toEqual({ kind: 'not-enough' })
})

test('drawFor returns the first 48 bits of the digest, so that earlier quizzes stay the same', () => {
  const key = createHmac('sha256', testSecretKey).update('quiz|1100000011').digest('hex')
  const digest = (label: string) => createHash('sha256').update(`${key}|${label}`).digest()
  const draw = drawFor(testSecretKey, '1100000011')
  for (const label of ['pivot', 'none', 'end|7']) expect(draw(label)).toBe(digest(label).readUIntBE(0, 6) / 2 ** 48)
})
