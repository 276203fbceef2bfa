import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { sealAudit } from '#platform/audit/seals.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { migrateToLatest } from '#platform/database/migrate.ts'
import { administer, createTestDatabase, type TestDatabase, testSecretKey } from './database.ts'
import {
  describeRelease,
  dumpOf,
  fileOf,
  type KeptRelease,
  releasesBefore,
  thisVersion,
  whatBreaks,
} from './kept-releases.ts'
import { renderSchema } from './schema-file.ts'

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

/** Everything except the number of the last unsigned seal, which differs by database. */
async function readSchema({ config }: TestDatabase): Promise<string> {
  const { db, close } = connectDatabase(config, { max: 1 })
  return (await renderSchema(db).finally(close)).replace(/seq <= \d+/, 'seq <= 0')
}

// `npm run tables` runs this test with permission to write the file.
test('the stored database requirements match this release', async () => {
  await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot(fileOf(thisVersion))
})

test('the previous release runs on the database of this release, so a rollback is possible', () => {
  const before = releasesBefore().at(-1)
  expect(before).toBeDefined()
  if (before) expect(whatBreaks(before.kept, now)).toEqual([])
})

describe.each(releasesBefore())('a database of $version', ({ version }) => {
  let older: TestDatabase
  beforeAll(async () => {
    older = await createTestDatabase('unmigrated')
    await administer(older.config, dumpOf(version), older.config.database)
  })
  afterAll(() => older.drop())

  it('a database of an earlier release migrates to the current schema and keeps all its rows', async () => {
    await migrateToLatest({ owner: older.config, app: older.app })
    const { db, close } = connectDatabase(older.app, { max: 1 })
    expect(await readSchema(older)).toEqual(await readSchema(database))
    const accounts = await db.selectFrom('account').select(['username', 'kind', 'state']).orderBy('username').execute()
    expect(accounts).toEqual([
      { username: 'keptsaa', kind: 'provider', state: 'ACTIVE' },
      { username: 'keptstaff', kind: 'internal', state: 'ACTIVE' },
      { username: 'keptuser', kind: 'provider', state: 'ACTIVE' },
    ])
    const grants = await db.selectFrom('access_grant').select(['role', 'scope_id', 'state']).orderBy('id').execute()
    expect(grants).toEqual([
      { role: 'SAA', scope_id: 'N1', state: 'ACTIVE' },
      { role: 'AU', scope_id: 'N1', state: 'PENDING_APPROVAL' },
      { role: 'SAA', scope_id: 'S1', state: 'PENDING_CONTRACT' },
    ])
    const { rows } = await sql`
      select (select count(*)::int from network_provider) as providers, (select count(*)::int from mail_message) as mail,
        (select count(*)::int from security_answer) as answers, (select min(value_after->>'details') from practice_change) as reported`.execute(
      db,
    )
    expect(rows).toEqual([{ providers: 6, mail: 3, answers: 9, reported: 'New number.' }])
    await close()
  })

  it('a migrated database keeps an intact audit trail and continues it', async () => {
    await migrateToLatest({ owner: older.config, app: older.app })
    const { db, close } = connectDatabase(older.app, { max: 1 })
    const before = await verifyAudit(db, { secretKey: testSecretKey })
    expect(before).toMatchObject({ ok: true, rows: 3 })
    await sql`insert into audit_event (at, actor_kind, action) values (now(), 'SYSTEM', 'request.expired')`.execute(db)
    await sealAudit(db, new Date(Date.now() + 3_600_000), { secretKey: testSecretKey, onSealed: async () => {} })
    expect(await verifyAudit(db, { secretKey: testSecretKey })).toMatchObject({ ok: true, rows: before.rows + 1 })
    await close()
  })
})

describe('whatBreaks', () => {
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
    [
      'a migration that sorts before a released one',
      { ...before, migrations: { '0.ts': '1', 'a.ts': '1' } },
      ['0.ts sorts before a.ts, which is released'],
    ],
  ]
  it.each(cases)('reports a change that breaks the previous release: %s', (_, changed, sentences) =>
    expect(whatBreaks(before, changed)).toEqual(sentences),
  )

  it('whatBreaks accepts a new table and a column with a default', () => {
    const columns = { ...before.columns, 't.new': 'text', 'u.id': 'bigint, required' }
    expect(whatBreaks(before, { migrations: { ...before.migrations, 'b.ts': '1' }, columns })).toEqual([])
  })
})
