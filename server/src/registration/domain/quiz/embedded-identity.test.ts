import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from '../../../platform/database.ts'
import { readSettings } from '../../../platform/settings.ts'
import { embeddedIdentity } from './embedded-identity.ts'

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

test.each(['1100000011', '1100000029', '1100000052', '1400000018'])(
  'the demo provider %s can be asked',
  async (npi) => {
    const result = await request(npi)
    expect(result.kind).toBe('offer')
    if (result.kind === 'offer')
      expect(result.questions.map((question) => question.choices.length)).toEqual([5, 5, 5, 5])
  },
)

test('of the demo provider 1100000045 too little is known', async () => {
  expect(await request('1100000045')).toEqual({ kind: 'not-enough' })
})
