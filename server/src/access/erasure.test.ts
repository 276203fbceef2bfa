import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { PERSONAL_TABLES } from '#platform/operations/personal-data.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { eraseAccount } from './domain/accounts/erase-account.ts'
import { findPersonalData } from './store/people/erasure.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const CANARY = 'canary-7f3a'
const BYTES = Buffer.from(CANARY)
const NOW = new Date('2026-03-01T12:00:00Z')
const NPI = '1100000011'

/** An account with a row in every table that an erasure reaches, each personal column filled with the canary. */
async function insertCanaryAccount(): Promise<string> {
  const { db } = connection
  const { id } = await insertTestAccount(db, { username: 'canary', grants: [{ state: 'REVOKED', scopeId: NPI }] })
  const other = await insertTestAccount(db, { username: 'somebody', grants: [] })
  const { request_id } = await db
    .selectFrom('access_grant')
    .select('request_id')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  const account = { account_id: id }
  const request = { request_id }
  const span = { created_at: NOW, expires_at: NOW }
  await sql`
    insert into member (member_id, subscriber_id, relationship, first_name, last_name, birth_date, plan_name, effective_date)
    values (${CANARY}, 'x', 'SELF', 'x', 'x', '1980-01-01', 'x', '2026-01-01')`.execute(db)
  await fillColumns('account', id)
  await db.deleteFrom('security_answer').where('slot', '>', 1).execute()
  await db
    .insertInto('account_session')
    .values({
      ...account,
      id_hash: BYTES,
      public_id: 's',
      kind: 'provider',
      created_at: NOW,
      last_seen_at: NOW,
      ends_at: NOW,
    })
    .execute()
  await db
    .insertInto('account_device')
    .values({ ...account, id_hash: BYTES, expires_at: NOW })
    .execute()
  const key = { credential_id: BYTES, public_key: BYTES, name: CANARY }
  await db
    .insertInto('passkey')
    .values({ ...account, ...key, public_id: 'p', brand: 'harborview', counter: '0', created_at: NOW })
    .execute()
  await db
    .insertInto('authenticator_key')
    .values({ ...account, sealed: BYTES, created_at: NOW })
    .execute()
  await db
    .insertInto('former_account_value')
    .values({ ...account, kind: 'EMAIL', value: JSON.stringify('former@example.org'), replaced_at: NOW })
    .execute()
  await db
    .insertInto('recovery_code')
    .values({ ...account, code_hash: BYTES, made_at: NOW })
    .execute()
  await db
    .insertInto('bell_entry')
    .values({ ...account, kind: 'SECURITY', event: 'grant.changed', delivery: 'AT_ONCE', created_at: NOW })
    .execute()
  await db
    .insertInto('bell_preference')
    .values({ ...account, kind: 'NEWS', delivery: 'DIGEST' })
    .execute()
  const code = { session_hash: BYTES, code_hash: BYTES, expires_at: NOW }
  await db
    .insertInto('email_code')
    .values({ ...account, ...code })
    .execute()
  await db
    .insertInto('factor_tally')
    .values({ ...account, kind: 'APP' })
    .execute()
  await db
    .insertInto('factor_reset')
    .values({ ...account, requested_at: NOW })
    .execute()
  const link = await db
    .insertInto('link')
    .values({ ...account, ...span, token_hash: BYTES, purpose: 'ACTIVATION' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const visit = { brand: 'harborview', created_at: NOW, touched_at: NOW, draft: JSON.stringify({ firstName: CANARY }) }
  await db
    .insertInto('registration')
    .values([
      { ...visit, ...account, id_hash: Buffer.from('1') },
      { ...visit, ...request, id_hash: Buffer.from('2') },
      { ...visit, link_id: link.id, id_hash: Buffer.from('3') },
    ])
    .execute()
  await db
    .insertInto('member_registration')
    .values({ ...account, ...span, id_hash: BYTES, brand: 'harborview', code_hash: BYTES })
    .execute()
  await db
    .insertInto('registration_hold')
    .values({ ...account, ...span, npi: NPI, token_hash: BYTES, event_at: NOW })
    .execute()
  const mail = { kind: 'test', brand: 'harborview', subject: 'About NPI', body: CANARY, created_at: NOW }
  await db
    .insertInto('mail_message')
    .values([
      { ...mail, ...account, message_id: '1', to_address: CANARY, next_attempt_at: NOW },
      { ...mail, ...request, message_id: '2', to_address: 'x@example.org', next_attempt_at: NOW, sent_at: NOW },
    ])
    .execute()
  await db
    .insertInto('staff_note')
    .values({ ...request, note: CANARY, written_at: NOW })
    .execute()
  await db
    .insertInto('delayed_decision')
    .values({ ...request, act: 'DENY', decided_by: other.id, decided_at: NOW, due_at: NOW })
    .execute()
  const signer = { signer_name: CANARY, signer_title: CANARY, signer_email: CANARY }
  await db
    .insertInto('contract_signing')
    .values({
      ...request,
      ...signer,
      way: 'ASKED',
      state: 'DECLINED',
      requested_at: NOW,
      expires_at: NOW,
      ended_at: NOW,
    })
    .execute()
  await db
    .insertInto('signed_contract')
    .values({ ...request, came_by: 'UPLOAD', received_at: NOW, state: 'VALIDATED' })
    .execute()
  const invited = { first_name: CANARY, last_name: CANARY, email: CANARY, subject: CANARY }
  await db
    .insertInto('four_eyes_approval')
    .values({
      ...invited,
      public_id: 'y',
      kind: 'INVITE_SAA',
      requested_by: other.id,
      requested_at: NOW,
      expires_at: NOW,
      decided_at: NOW,
    })
    .execute()
  const scope = { scope_kind: 'NPI', scope_id: NPI }
  await db
    .insertInto('verification')
    .values({ ...account, ...scope, source: 'PAGE', verified_at: NOW, result: JSON.stringify(CANARY) })
    .execute()
  await db
    .insertInto('verification_draft')
    .values({ ...account, ...scope, items: JSON.stringify([CANARY]), saved_at: NOW })
    .execute()
  await db
    .insertInto('verification_reminder')
    .values({ ...account, stage: 30, due_on: '2026-12-01', sent_at: NOW })
    .execute()
  const change = {
    npi: NPI,
    field: 'other',
    value_after: JSON.stringify(CANARY),
    source: 'REPORT',
    state: 'WAITING',
  } as const
  const summary = { day: '2026-03-02', recipient: CANARY, email: CANARY, sent_at: NOW }
  await db
    .insertInto('change_summary')
    .values({ ...account, ...summary })
    .execute()
  await db
    .insertInto('practice_change')
    .values({ ...account, ...change, reported_at: NOW, due_at: NOW })
    .execute()
  await db
    .insertInto('audit_event')
    .values({ subject_account_id: id, at: NOW, actor_kind: 'system', action: 'x', address: CANARY, details: '{}' })
    .execute()
  const client = {
    client_id: 'tool',
    name: 'Tool',
    brand: 'harborview',
    redirect_uris: [],
    post_logout_uris: [],
    kinds: [],
    scopes: [],
  }
  const rights = { permissions: [], asks_consent: true, allows_empty_access: false }
  await db
    .insertInto('hub_client')
    .values({ ...client, ...rights, subject_salt: Buffer.alloc(16), secret_hash: Buffer.alloc(32), created_at: NOW })
    .execute()
  const used = { ...account, client_id: 'tool' }
  await db
    .insertInto('hub_consent')
    .values({ ...used, scopes: [], given_at: NOW })
    .execute()
  await db
    .insertInto('hub_logout')
    .values({ ...used, queued_at: NOW, due_at: NOW })
    .execute()
  const record = { model: 'Session', id_hash: BYTES, payload: BYTES, written_at: NOW, expires_at: NOW }
  await db
    .insertInto('hub_record')
    .values({ ...account, ...record })
    .execute()
  const result = { kind: 'ELIGIBILITY', list_id: 'list', first_row: 0, sealed: BYTES, made_at: NOW } as const
  await db
    .insertInto('session_result')
    .values({ ...account, ...result })
    .execute()
  await db
    .insertInto('calendar_feed')
    .values({ ...account, token_hash: BYTES, uid: 'feed', made_at: NOW })
    .execute()
  const view = { public_id: 'view', staff_account_id: id, reason: CANARY, opened_at: NOW, ends_at: NOW }
  await db
    .insertInto('staff_view')
    .values({ ...account, ...view })
    .execute()
  const colleague = await insertTestAccount(db, { username: 'colleague', grants: [{ state: 'REVOKED' }] })
  const grantOf = async (accountId: string) =>
    (await db.selectFrom('access_grant').select('id').where('account_id', '=', accountId).executeTakeFirstOrThrow()).id
  const over = { state: 'ENDED', end_reason: 'WITHDRAWN', ended_at: NOW } as const
  const named = { entity: 'NPI:1100000011', named_at: NOW, confirm_due_at: NOW }
  await db
    .insertInto('saa_successor')
    .values({ ...named, ...over, saa_grant_id: await grantOf(colleague.id), successor_grant_id: await grantOf(id) })
    .execute()
  const hold = { reason: CANARY, set_at: NOW, set_by: 'operator', released_at: NOW }
  await db
    .insertInto('legal_hold')
    .values({ ...account, ...hold })
    .execute()
  for (const [table] of PERSONAL_TABLES) if (table !== 'audit_event') await fillColumns(table, id)
  return id
}

const VALUES: Record<string, unknown> = {
  text: CANARY,
  'text[]': [CANARY],
  jsonb: JSON.stringify(CANARY),
  bytea: BYTES,
}

/** Writes the canary into the account's rows of a table, and into those parts of other rows that erasing clears. */
async function fillColumns(name: string, accountId: string): Promise<void> {
  const [, facts] = PERSONAL_TABLES.find(([table]) => table === name) ?? []
  const cleared = Object.keys(facts?.clear ?? {})
  const filled = [
    [facts?.of, [...cleared, ...(facts?.personal ?? '').split(/\s+/)]],
    [facts?.about, cleared],
  ] as const
  for (const [rows, columns] of filled) {
    const { rows: found } = await sql<{ column: string; type: string }>`
      select attname as column, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${name}::regclass and attname = any(${columns})`.execute(connection.db)
    const typed = found.filter(({ type }) => type in VALUES)
    const set = typed.map(({ column, type }) => sql`${sql.ref(column)} = ${VALUES[type]}`)
    if (rows && set.length > 0)
      await sql`update ${sql.table(name)} set ${sql.join(set)} where ${rows(accountId)}`.execute(connection.db)
  }
}

/** The tables that contain the canary, as text or as bytes. */
async function findCanary(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(connection.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(connection.db)
    const text = rows.map(({ row }) => row).join('\n')
    if (text.includes(CANARY) || text.includes(BYTES.toString('hex'))) found.push(name)
  }
  return found.sort()
}

test('an export contains all personal data, and an erasure leaves it only in tables declared to keep it', async () => {
  const accountId = await insertCanaryAccount()
  const reached = PERSONAL_TABLES.flatMap(([table, { of, about }]) => (of || about ? table : []))
  const withoutText = [
    'bell_entry',
    'bell_preference',
    'factor_tally',
    'factor_reset',
    'hub_consent',
    'hub_logout',
    'saa_successor',
    'verification_reminder',
  ]
  expect(await findCanary()).toEqual([...reached.filter((table) => !withoutText.includes(table)), 'member'].sort())

  const exported = await findPersonalData(connection.db, accountId)
  expect(Object.keys(exported).sort()).toEqual(PERSONAL_TABLES.flatMap(([table, { of }]) => (of ? table : [])).sort())
  expect(exported.account).toMatchObject([{ first_name: CANARY, email: CANARY, phone_ext: CANARY }])
  expect(exported.account?.[0]).not.toHaveProperty('password_hash')

  const context = testContext(connection.db, testSettings())
  expect(await eraseAccount(context, accountId)).toEqual({ entity: true })
  const survivors = await findCanary()
  expect(survivors).toEqual([
    'audit_event',
    'legal_hold',
    'member',
    'practice_change',
    'registration_hold',
    'signed_contract',
    'verification',
  ])
  const retained = PERSONAL_TABLES.flatMap(([table, facts]) => (facts.kept ? table : []))
  expect(retained).toEqual(expect.arrayContaining(survivors))
})
