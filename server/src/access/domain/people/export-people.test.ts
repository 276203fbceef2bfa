import { PEOPLE_SORTS } from '@portico/core/access/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#platform/context.ts'
import { insertTestAccount } from '../../../../test/accounts.ts'
import { buildTestApp, type TestApp, testSettings } from '../../../../test/build-test-app.ts'
import { testContext } from '../../../../test/context.ts'
import { insertSmallPlan, north } from '../../../../test/small-plan.ts'
import { findPeople } from '../../store/people/people.ts'
import { exportPeople } from './export-people.ts'

const PEOPLE = 2500

let site: TestApp
let context: SignedIn

beforeAll(async () => {
  site = await buildTestApp()
  await insertSmallPlan(site.db)
  const { id: accountId, publicId } = await insertTestAccount(site.db, {
    username: 'filesaa',
    grants: [{ role: 'SAA', scopeKind: 'PO', scopeId: north.org }],
  })
  await insertPeople()
  context = {
    ...testContext(site.db, testSettings()),
    address: '198.51.100.7',
    session: {
      idHash: Buffer.alloc(32),
      publicId,
      accountId,
      kind: 'provider',
      active: true,
      permissions: ['HOME'],
      proof: { by: 'PASSWORD', at: new Date(), usedAt: null },
      factorDue: null,
      staffRole: null,
      byDoor: false,
    },
  }
})
afterAll(() => site?.close())

async function insertPeople(): Promise<void> {
  await sql`
    insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name, email,
      created_at, activated_at)
    select 'file' || i, 'provider', 'ACTIVE', 'harborview', 'file' || i, 'file' || i, 'none', 'Robin', 'Person',
      'file' || i || '@example.org', now(), now()
    from generate_series(1, ${PEOPLE}::int) i`.execute(site.db)
  await sql`
    insert into access_request (reference, account_id, role, reg_type, npi, path, brand, state, created_at)
    select 'FILE' || id, id, 'AU', 'PG', ${north.npis.N1[0]}, 'APPROVAL', 'harborview', 'ACTIVE', now()
    from account where public_id like 'file%'`.execute(site.db)
  await sql`
    insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at)
    select account_id, id, 'PG', 'N1', role, '{HOME}', state, created_at
    from access_request where reference like 'FILE%'`.execute(site.db)
}

test('an export in several parts lists each user once and in order despite concurrent inserts', async () => {
  await sql`
    update account set first_name = 'Robin', last_name = 'Person' || lpad(substr(public_id, 5), 5, '0')
    where public_id like 'file%'`.execute(site.db)
  const made = await exportPeople(context, {})
  if (!('entity' in made) || Buffer.isBuffer(made.entity.content)) throw new Error('A file is a stream.')
  const emails: string[] = []
  let parts = 0
  for await (const part of made.entity.content) {
    parts += 1
    emails.push(...(String(part).match(/file\d+@/g) ?? []))
    // The header row is a separate part.
    if (parts === 2)
      await insertTestAccount(site.db, {
        username: 'before',
        lastName: 'Aaron',
        grants: [{ role: 'AU', scopeKind: 'PG', scopeId: 'N1' }],
      })
  }
  expect(parts).toBe(4)
  expect(emails).toEqual(Array.from({ length: PEOPLE }, (_, index) => `file${index + 1}@`))
})

test.each(PEOPLE_SORTS.flatMap((sort) => [false, true].map((descending) => ({ sort, descending }))))(
  'reading in parts by $sort (descending: $descending) returns the order of the whole list',
  async (order) => {
    // Many users share a sort key across the boundaries of parts.
    await sql`
      update account set first_name = case id % 3 when 0 then 'Robin' when 1 then 'Ann' else 'Zoe' end,
        last_name = 'Same' || id % 4,
        last_sign_in_at = case id % 5 when 0 then null else timestamptz '2026-01-05Z' + make_interval(days => (id % 3)::int) end
      where public_id like 'file%'`.execute(site.db)
    const filter = { within: [`PO:${north.org}`] }
    const whole = await findPeople(site.db, filter, { ...order, limit: 10_000 })
    const parts: typeof whole = []
    for (;;) {
      const part = await findPeople(site.db, filter, { ...order, limit: 170, after: parts.at(-1)?.place })
      if (part.length === 0) break
      parts.push(...part)
    }
    expect(parts.map(({ grantId }) => grantId)).toEqual(whole.map(({ grantId }) => grantId))
    expect(whole.length).toBeGreaterThan(PEOPLE)
  },
)
