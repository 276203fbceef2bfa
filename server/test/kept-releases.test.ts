import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../src/platform/database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { describeRelease, fileOf, type KeptRelease, releasesBefore, thisVersion, whatBreaks } from './kept-releases.ts'

let database: TestDatabase
let connection: DatabaseConnection
let now: KeptRelease

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config, { max: 1 })
  now = await describeRelease(connection.db)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

// `npm run tables` is this test, allowed to write.
test('what this release needs of the database is kept', async () => {
  await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot(fileOf(thisVersion))
})

test('the release before runs on the database of this one, and may be gone back to', () => {
  const before = releasesBefore().at(-1)
  expect(before).toBeDefined()
  if (before) expect(whatBreaks(before.kept, now)).toEqual([])
})

describe('what the release before would break on is found:', () => {
  const before: KeptRelease = { migrations: { 'a.ts': '1' }, columns: { 't.kept': 'text', 't.n': 'integer, required' } }
  const cases: [string, KeptRelease, string[]][] = [
    ['a column dropped', { ...before, columns: { 't.kept': 'text' } }, ['t.n is gone']],
    [
      'a column renamed',
      { ...before, columns: { 't.kept': 'text', 't.m': 'integer, required' } },
      ['t.n is gone', 't.m must be filled'],
    ],
    ['another type', { ...before, columns: { ...before.columns, 't.kept': 'uuid' } }, ['t.kept was text and is uuid']],
    [
      'a new column without a default',
      { ...before, columns: { ...before.columns, 't.new': 'text, required' } },
      ['t.new must be filled'],
    ],
    [
      'no longer optional',
      { ...before, columns: { ...before.columns, 't.kept': 'text, required' } },
      ['t.kept must be filled now'],
    ],
    [
      'a migration changed in place',
      { ...before, migrations: { 'a.ts': '2' } },
      ['a.ts was changed after it was released'],
    ],
  ]
  it.each(cases)('%s', (_, changed, sentences) => expect(whatBreaks(before, changed)).toEqual(sentences))

  it('and a new table, or a column with a default, is none of it', () => {
    const columns = { ...before.columns, 't.new': 'text', 'u.id': 'bigint, required' }
    expect(whatBreaks(before, { migrations: { ...before.migrations, 'b.ts': '1' }, columns })).toEqual([])
  })
})
