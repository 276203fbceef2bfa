import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/context.ts'
import { connectDatabase } from '#platform/database/database.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { administer, createTestDatabase } from '../../test/database.ts'
import { competeWithPaused } from '../../test/lock-cases.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan } from '../../test/small-plan.ts'
import { verifyDirectory, verifyRows } from './domain/verification/verify.ts'
import { findReferences } from './store/verification/to-verify.ts'

const now = new Date('2026-03-06T15:00:00Z')
const scope = { scopeKind: 'PG', scopeId: 'N1' } as const
const PROVIDERS = 500
let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: ReturnType<typeof connectDatabase>
let accountId: string

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  await insertSmallPlan(connection.db)
  await insertSmallDirectory(connection.db, new Date('2026-01-02T15:00:00Z'))
  const npis = Array.from({ length: PROVIDERS }, (_, at) => String(1_500_000_000 + at))
  const at = { loaded_at: now, changed_at: now, languages: ['en'] }
  await connection.db
    .insertInto('provider')
    .values(npis.map((npi) => ({ npi, name: `Physician ${npi}` })))
    .execute()
  await connection.db
    .insertInto('network_provider')
    .values(npis.map((npi) => ({ npi })))
    .execute()
  await connection.db
    .insertInto('group_member')
    .values(npis.map((npi) => ({ npi, group_id: 'N1' })))
    .execute()
  await connection.db
    .insertInto('practice')
    .values(npis.map((npi) => ({ npi, location_id: 'L-NORTH', group_id: 'N1', ...at })))
    .execute()
  const grants = [{ scopeKind: 'PG' as const, scopeId: 'N1', permissions: ['ROSTER'] }]
  accountId = (await insertTestAccount(connection.db, { username: 'office', grants })).id
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const signedIn = (db: Db, at = now) =>
  testSignedIn(testContext(db, testSettings(), { now: at }), { accountId, kind: 'provider' })

/** Verifies the first rows of the scope, one of each five with a change, and counts the statements. */
async function verifyFirst(count: number): Promise<{ statements: number; verified: number }> {
  const { rows } = await findReferences(signedIn(connection.db), scope)
  const change = [{ field: 'languages' as const, value: ['en', count > 100 ? 'es' : 'fr'] }]
  const items = rows.slice(0, count).map((row, at) => ({ ...row, changes: at % 5 === 0 ? change : [] }))
  let statements = 0
  const counted = connection.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const outcome = await transact(signedIn(counted), (inside) =>
    verifyRows(inside, { scope: { kind: 'PG', id: 'N1' }, source: 'PAGE', requestKey: randomUUID(), items }),
  )
  return { statements, verified: 'entity' in outcome ? outcome.entity.verified : 0 }
}

test('500 rows take no more statements than 240, with changes among them', async () => {
  const few = await verifyFirst(240)
  const many = await verifyFirst(PROVIDERS)
  expect([few.verified, many.verified]).toEqual([240, PROVIDERS])
  // What is published is refreshed in batches of 250 providers.
  expect(many.statements).toBeLessThanOrEqual(few.statements + 20)
})

test('500 rows are verified together: if the last step fails, none of them is', async () => {
  const verified = async () => {
    const { rows } = await sql<{ rows: number; newest: Date }>`
      select (select count(*) from verified_practice)::int as rows, max(verified_at) as newest from practice`.execute(
      connection.db,
    )
    return rows[0]
  }
  const before = await verified()
  const { rows } = await findReferences(signedIn(connection.db), scope)
  const items = rows.slice(0, PROVIDERS).map((row) => ({ ...row, changes: [] }))
  const late = signedIn(connection.db, new Date('2026-03-07T15:00:00Z'))
  const verify = () => verifyDirectory(late, { ...scope, requestKey: randomUUID(), items })
  const onOwner = (statement: string) => administer(database.config, statement, database.config.database)
  await onOwner(`
    create function fail_verified() returns trigger language plpgsql as $$ begin raise 'failed'; end $$;
    create trigger fail_verified before insert on audit_event for each row
      when (new.action = 'directory.verified') execute function fail_verified()`)
  await expect(verify()).rejects.toThrow('failed')
  expect(await verified()).toEqual(before)
  await onOwner('drop function fail_verified cascade')
  expect(await verify()).toMatchObject({ entity: { verified: PROVIDERS } })
  expect((await verified())?.rows).toBe((before?.rows ?? 0) + PROVIDERS)
})

test('a second person waits for the rows, and gets back what the first one verified', async () => {
  const { rows } = await findReferences(signedIn(connection.db), scope)
  const items = rows.slice(0, 2).map((row) => ({ ...row, changes: [] }))
  const verify = (db: Db) =>
    transact(signedIn(db), (inside) =>
      verifyRows(inside, { scope: { kind: 'PG', id: 'N1' }, source: 'PAGE', requestKey: randomUUID(), items }),
    )
  const { waitedFor, result } = await competeWithPaused(connection.db, {
    first: (db) =>
      db
        .updateTable('practice')
        .set({ verified_at: new Date('2026-03-06T15:00:01Z') })
        .where('id', '=', items[0]?.id ?? '')
        .execute(),
    second: () => verify(connection.db),
  })
  expect(waitedFor).toBe('transactionid')
  expect(result).toMatchObject({ entity: { verified: 1, moved: [{ id: items[0]?.id, what: 'VERIFIED' }] } })
})
