import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import { createLog } from '../observability/log.ts'
import { readSettings } from '../settings/settings.ts'
import { checkAnchor, createAnchor, NO_ANCHOR, openAnchorFile } from './anchor.ts'
import { recordAudit } from './audit.ts'
import { sealAudit } from './seals.ts'
import { verifyAudit } from './verify.ts'

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

/** Tampers as an intruder would: as the owner, with the protecting triggers disabled. */
async function tamper(statement: string): Promise<void> {
  await sql
    .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)
    .execute(owner.db)
}

beforeEach(async () => {
  await tamper('delete from audit_unsealed; delete from audit_seal; delete from audit_event')
})

const record = (db: Kysely<Database>, action: string) =>
  recordAudit(
    { db, now, actor: { kind: 'visitor', accountId: null }, address: null },
    { action: action as AuditAct, npi: '1100000011', details: { b: 1, a: { d: 2, c: 3 } } },
  )

const secretKey = 'a secret key of thirty-two characters'
const seal = (key = secretKey) => sealAudit(app.db, now, { secretKey: key })
const verify = () => verifyAudit(app.db, { secretKey })

async function ids(): Promise<string[]> {
  return (await app.db.selectFrom('audit_event').select('id').orderBy('id').execute()).map((row) => row.id)
}

test('seals rows in batches and verifies the chain', async () => {
  for (const action of ['one', 'two', 'three']) await record(app.db, action)
  expect(await seal()).toBe(3)
  await record(app.db, 'four')
  expect(await seal()).toBe(1)
  await record(app.db, 'five')
  expect(await verify()).toMatchObject({ ok: true, rows: 4, waiting: 1 })
  const progress: [string, number][] = []
  await verifyAudit(app.db, { secretKey, onProgress: (...step) => progress.push(step) })
  expect(progress).toEqual([
    ['proved', 4],
    ['found in the chain', 5],
  ])
})

test('seals all rows when there are more than one batch holds', async () => {
  await sql`insert into audit_event (at, actor_kind, action) select now(), 'system', 'many' from generate_series(1, 1203)`.execute(
    app.db,
  )
  expect(await seal()).toBe(1203)
  expect(await verify()).toMatchObject({ ok: true, rows: 1203, waiting: 0 })
})

test('seals a row in the next batch when it commits after a later row was sealed', async () => {
  let commit = () => {}
  const committed = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const slow = app.db.transaction().execute(async (trx) => {
    await record(trx, 'slow')
    written()
    await committed
  })
  await isWritten
  await record(app.db, 'fast')
  expect(await seal()).toBe(1)
  commit()
  await slow
  expect(await seal()).toBe(1)
  expect(await verify()).toMatchObject({ ok: true, rows: 2, waiting: 0 })
})

test('leaves one unbroken chain when several processes seal at once', async () => {
  for (let index = 0; index < 20; index += 1) await record(app.db, `act.${index}`)
  const sealed = await Promise.all(Array.from({ length: 8 }, () => seal()))
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(await verify()).toMatchObject({ ok: true, rows: 20 })
})

test.each([
  ['changed', (id: string) => `update audit_event set action = 'forged' where id = ${id}`],
  ['missing', (id: string) => `delete from audit_event where id = ${id}`],
])('reports the first row that was %s', async (why, statement) => {
  for (const action of ['one', 'two', 'three', 'four']) await record(app.db, action)
  await seal()
  const [, second, third] = await ids()
  await tamper(statement(third as string))
  await tamper(statement(second as string))
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: second, why } })
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
])('detects a change to any column of a sealed row: %s', async (column, value) => {
  await record(app.db, 'one')
  await seal()
  await tamper(`update audit_event set ${column} = ${value}`)
  const [id] = await ids()
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { id, why: 'changed' } })
})

test('reports a row inserted past the trigger', async () => {
  await record(app.db, 'one')
  await seal()
  await tamper(`insert into audit_event (at, actor_kind, action) values (now(), 'system', 'forged')`)
  const [, forged] = await ids()
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: forged, why: 'unsealed' } })
})

test('reports a broken chain after a seal was rewritten together with its rows', async () => {
  await record(app.db, 'one')
  await seal()
  await record(app.db, 'two')
  await seal()
  await tamper(`update audit_seal set hash = sha256('forged') where seq = 1`)
  const [first] = await ids()
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: first, why: 'chain' } })
})

test('detects by its signatures a chain rewritten without the secret key', async () => {
  for (const action of ['one', 'two']) await record(app.db, action)
  await seal('another key, as long as it needs to be')
  const [first] = await ids()
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: first, why: 'forged' } })
})

/** The owner can drop the constraint that rejects unsigned seals. */
async function withoutRefusal(work: () => Promise<void>): Promise<void> {
  await tamper('alter table audit_seal drop constraint audit_seal_signed')
  try {
    await work()
  } finally {
    await tamper(
      `alter table audit_seal add constraint audit_seal_signed check (signature is not null or seq <= 0) not valid`,
    )
  }
}

test('rejects an unsigned seal, and reports one that was inserted anyway', async () => {
  for (const action of ['one', 'two']) {
    await record(app.db, action)
    await seal()
  }
  await expect(tamper('update audit_seal set signature = null where seq = 2')).rejects.toThrow(/audit_seal_signed/)
  await withoutRefusal(async () => {
    await tamper('update audit_seal set signature = null where seq = 2')
    const [, second] = await ids()
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: second, why: 'unsigned' } })
  })
})

test('accepts seals from before signing was introduced, and detects a later increase of their number', async () => {
  for (const action of ['one', 'two', 'three']) {
    await record(app.db, action)
    await seal()
  }
  await withoutRefusal(async () => {
    await tamper('update audit_signing set unsigned_through = 1; delete from audit_seal where seq > 1')
    await tamper('update audit_seal set signature = null')
    const [, second, third] = await ids()
    await tamper(`insert into audit_unsealed values (${second}), (${third})`)
    await seal()
    expect(await verify()).toMatchObject({ ok: true, rows: 3 })
    await tamper('update audit_signing set unsigned_through = 2')
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: second, why: 'forged' } })
    await tamper('update audit_signing set unsigned_through = 0')
  })
})

describe('seals anchored outside the database', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-anchor-'))
    file = join(folder, 'anchors')
    lines.length = 0
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const lines: string[] = []
  const log = createLog({}, { write: (line) => void lines.push(line) })
  const sealAnchored = async (action: string) => {
    await record(app.db, action)
    const onSealed = createAnchor({ ...readSettings({ PORTICO_SECRET_KEY: secretKey }), auditAnchorFile: file }, log)
    await sealAudit(app.db, now, { secretKey, onSealed })
  }
  const verifyAnchored = async () => verifyAudit(app.db, { secretKey, anchors: await openAnchorFile(file) })
  const cutOff = () =>
    tamper(
      'delete from audit_event where id = (select last_id from audit_seal where seq = 2); delete from audit_seal where seq = 2',
    )

  test.each([
    ['neither the file nor the log takes them', { level: 'warn' }, NO_ANCHOR],
    ['nothing is logged', { level: 'silent' }, NO_ANCHOR],
    ['the log takes them', { level: 'info' }, undefined],
    ['the log takes more', { level: 'debug' }, undefined],
    ['the file takes them', { level: 'warn', PORTICO_AUDIT_ANCHOR_FILE: 'seals' }, undefined],
    ['it is a demo', { level: 'warn', PORTICO_DEMO: '1' }, undefined],
  ])('warns at startup if seals are not anchored where they must be: %s', (_when, { level, ...env }, sentence) => {
    const settings = readSettings({ PORTICO_SECRET_KEY: secretKey, PORTICO_DEMO: '0', ...env })
    expect(checkAnchor(settings, createLog({ level }, { write: () => {} }))).toBe(sentence)
  })

  test('writes each seal to the log and to the file, and proves that the end was not cut off', async () => {
    await sealAnchored('one')
    await sealAnchored('two')
    expect(lines.filter((line) => line.includes('audit sealed'))).toHaveLength(2)
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2)
    expect(await verifyAnchored()).toMatchObject({ ok: true, anchored: { seals: 2, unreadable: 0 } })
  })

  test('detects that the newest seal was cut off together with its rows, which the chain alone cannot', async () => {
    await sealAnchored('one')
    await sealAnchored('two')
    const [, second] = await ids()
    await cutOff()
    expect(await verify()).toMatchObject({ ok: true })
    expect(await verifyAnchored()).toMatchObject({ ok: false, firstBroken: { id: second, why: 'cut' } })
    await record(app.db, 'other')
    await seal()
    expect(await verifyAnchored()).toMatchObject({ ok: false, firstBroken: { id: second, why: 'cut' } })
  })

  test('counts anchor lines that were forged or only partly written', async () => {
    await sealAnchored('one')
    const [line = ''] = (await readFile(file, 'utf8')).split('\n')
    await appendFile(file, `${line.replace(/ \d+ \d+ /, ' 7 7 ')}\n${line.slice(0, 40)}`)
    expect(await verifyAnchored()).toMatchObject({ ok: true, anchored: { seals: 1, unreadable: 2 } })
  })

  test('seals rows even if the anchor file cannot be written', async () => {
    file = join(folder, 'nowhere', 'anchors')
    await sealAnchored('one')
    expect(lines.at(-1)).toContain('cannot be written')
    expect(await verify()).toMatchObject({ ok: true, rows: 1, waiting: 0 })
  })
})

test('verifies every row when there are many batches', async () => {
  await sql`insert into audit_event (at, actor_kind, action) select now(), 'system', 'many' from generate_series(1, 12000)`.execute(
    app.db,
  )
  await seal()
  expect(await verify()).toMatchObject({ ok: true, rows: 12000 })
  const all = await ids()
  await tamper(`delete from audit_seal where seq > 23; delete from audit_event where id > ${all[11_600]}`)
  expect(await verify()).toMatchObject({ ok: false, firstBroken: { id: all[11_500], why: 'unsealed' } })
})

test.each(['audit_event', 'audit_seal'])('denies the application role any change to %s', async (table) => {
  await record(app.db, 'one')
  await seal()
  for (const statement of [`update ${table} set sealed_at = now()`, `delete from ${table}`, `truncate ${table}`]) {
    const text = table === 'audit_event' ? statement.replace('sealed_at', 'at') : statement
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow(/permission denied/)
  }
  // The trigger rejects it for the owner too.
  await expect(sql.raw(`delete from ${table}`).execute(owner.db)).rejects.toThrow(/cannot be changed/)
})
