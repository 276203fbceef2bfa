import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { recordAudit, sealAudit, verifyAudit } from './audit.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import type { Database } from './schema.ts'

let database: TestDatabase
let app: DatabaseConnection
let owner: DatabaseConnection
const now = new Date('2026-03-02T15:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  app = connectDatabase(database.app)
  owner = connectDatabase(database.config)
})

afterAll(async () => {
  await app?.close()
  await owner?.close()
  await database?.drop()
})

/** Only the owner can do this, and only with the guarding triggers off: what a break-in would have to do. */
async function tamper(statement: string): Promise<void> {
  await sql
    .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)
    .execute(owner.db)
}

beforeEach(async () => {
  await tamper('delete from audit_unsealed; delete from audit_seal; delete from audit_event')
})

/** The chain does not mind what the act is. */
const record = (db: Kysely<Database>, action: string) =>
  recordAudit(
    { db, now, actor: { kind: 'visitor', accountId: null }, address: null },
    { action: action as AuditAct, npi: '1100000011', details: { b: 1, a: { d: 2, c: 3 } } },
  )

async function ids(): Promise<string[]> {
  return (await app.db.selectFrom('audit_event').select('id').orderBy('id').execute()).map((row) => row.id)
}

test('rows are sealed in batches and the chain proves itself', async () => {
  for (const action of ['one', 'two', 'three']) await record(app.db, action)
  expect(await sealAudit(app.db, now)).toBe(3)
  await record(app.db, 'four')
  expect(await sealAudit(app.db, now)).toBe(1)
  await record(app.db, 'five')
  expect(await verifyAudit(app.db)).toMatchObject({ ok: true, rows: 4, waiting: 1 })
})

test('more rows than one batch holds are all sealed', async () => {
  await app.db.transaction().execute(async (trx) => {
    for (let index = 0; index < 1203; index += 1) await record(trx, `act.${index}`)
  })
  expect(await sealAudit(app.db, now)).toBe(1203)
  expect(await verifyAudit(app.db)).toMatchObject({ ok: true, rows: 1203, waiting: 0 })
})

test('a row that commits after a younger one was sealed is sealed with the next batch', async () => {
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const slow = app.db.transaction().execute(async (trx) => {
    await record(trx, 'slow')
    written()
    await held
  })
  await isWritten
  await record(app.db, 'fast')
  expect(await sealAudit(app.db, now)).toBe(1)
  commit()
  await slow
  expect(await sealAudit(app.db, now)).toBe(1)
  expect(await verifyAudit(app.db)).toMatchObject({ ok: true, rows: 2, waiting: 0 })
})

test('sealing in several processes at once leaves one unbroken chain', async () => {
  for (let index = 0; index < 20; index += 1) await record(app.db, `act.${index}`)
  const sealed = await Promise.all(Array.from({ length: 8 }, () => sealAudit(app.db, now)))
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(await verifyAudit(app.db)).toMatchObject({ ok: true, rows: 20 })
})

test.each([
  ['changed', (id: string) => `update audit_event set action = 'forged' where id = ${id}`],
  ['missing', (id: string) => `delete from audit_event where id = ${id}`],
])('a row that was %s is named, the first of several', async (why, statement) => {
  for (const action of ['one', 'two', 'three', 'four']) await record(app.db, action)
  await sealAudit(app.db, now)
  const [, second, third] = await ids()
  await tamper(statement(third as string))
  await tamper(statement(second as string))
  expect(await verifyAudit(app.db)).toMatchObject({ ok: false, firstBroken: { id: second, why } })
})

test.each([
  ['at', "at + interval '1 microsecond'"],
  ['actor_kind', "'system'"],
  ['actor_account_id', '1'],
  ['action', "'two'"],
  ['npi', "'1100000029'"],
  ['subject_account_id', '1'],
  ['request_id', '1'],
  ['address', "'203.0.113.9'"],
  ['details', `details || '{"b": 2}'`],
])('no column of a sealed row can be changed unseen: %s', async (column, value) => {
  await record(app.db, 'one')
  await sealAudit(app.db, now)
  await tamper(`update audit_event set ${column} = ${value}`)
  const [id] = await ids()
  expect(await verifyAudit(app.db)).toMatchObject({ ok: false, firstBroken: { id, why: 'changed' } })
})

test('a row slipped in past the trigger is named', async () => {
  await record(app.db, 'one')
  await sealAudit(app.db, now)
  await tamper(`insert into audit_event (at, actor_kind, action) values (now(), 'system', 'forged')`)
  const [, forged] = await ids()
  expect(await verifyAudit(app.db)).toMatchObject({ ok: false, firstBroken: { id: forged, why: 'unsealed' } })
})

test('a seal rewritten together with its rows breaks the chain at the next one', async () => {
  await record(app.db, 'one')
  await sealAudit(app.db, now)
  await record(app.db, 'two')
  await sealAudit(app.db, now)
  await tamper(`update audit_seal set hash = sha256('forged') where seq = 1`)
  const [first] = await ids()
  expect(await verifyAudit(app.db)).toMatchObject({ ok: false, firstBroken: { id: first, why: 'chain' } })
})

test.each(['audit_event', 'audit_seal'])('the role the server works as cannot change %s', async (table) => {
  await record(app.db, 'one')
  await sealAudit(app.db, now)
  for (const statement of [`update ${table} set sealed_at = now()`, `delete from ${table}`, `truncate ${table}`]) {
    const text = table === 'audit_event' ? statement.replace('sealed_at', 'at') : statement
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow(/permission denied/)
  }
  // Not even the owner can by a plain statement: the trigger refuses.
  await expect(sql.raw(`delete from ${table}`).execute(owner.db)).rejects.toThrow(/cannot be changed/)
})
