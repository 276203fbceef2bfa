import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GrantState } from '#platform/database/schema.ts'
import { insertTestAccount } from '../../../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { insertSmallPlan, north, south } from '../../../../test/small-plan.ts'
import { countListed, countPeople, findFewNamed, findPeople } from './people.ts'

let site: TestApp
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
beforeEach(() => site.reset())
afterAll(() => site.close())

async function join(username: string, scopeKind: 'PG' | 'NPI', scopeId: string, state: GrantState = 'ACTIVE') {
  const grants = [{ role: 'AU' as const, scopeKind, scopeId, state }]
  return (await insertTestAccount(site.db, { username, grants })).id
}

test('counts the users below each entity, including invited users, independently of the other entities', async () => {
  const due = await join('active', 'PG', 'N1')
  await join('ofnpi', 'NPI', north.npis.N1[0])
  await join('suspended', 'PG', 'N2', 'SUSPENDED')
  const invited = await join('invited', 'PG', 'N2', 'PENDING_APPROVAL')
  const requester = await join('asking', 'PG', 'N1', 'PENDING_APPROVAL')
  const alone = await join('alone', 'PG', south.group, 'PENDING_APPROVAL')
  await join('gone', 'PG', 'N1', 'REVOKED')
  for (const [accountId, path] of [
    [invited, 'INVITATION'],
    [requester, 'APPROVAL'],
    [alone, 'APPROVAL'],
  ] as const)
    await site.db.updateTable('access_request').set({ path }).where('account_id', '=', accountId).execute()
  const before = new Date('2026-03-01T00:00:00Z')
  await site.db
    .updateTable('access_grant')
    .set({ confirm_due_at: new Date('2027-01-01T00:00:00Z') })
    .execute()
  await site.db.updateTable('access_grant').set({ confirm_due_at: before }).where('account_id', '=', due).execute()

  const entities = [`PO:${north.org}`, 'GROUP:N1', 'GROUP:N2', 'GROUP:N2', `GROUP:${south.group}`, 'GROUP:NONE']
  expect(Object.fromEntries(await countPeople(site.db, entities, before))).toEqual({
    [`PO:${north.org}`]: { people: 4, confirmDue: 1 },
    'GROUP:N1': { people: 2, confirmDue: 1 },
    'GROUP:N2': { people: 2, confirmDue: 0 },
    [`GROUP:${south.group}`]: { people: 0, confirmDue: 0 },
  })
  expect(await countPeople(site.db, [], before)).toEqual(new Map())
})

/** Names with common prefixes, non-ASCII letters and LIKE wildcards. */
const FIRST = ['Zoë', 'ZOË', 'José', '100%', 'Anne_Marie', 'Anne-Marie', 'O’Neil', 'Back\\slash', 'Li']
const LAST = ['Martinson', 'martins', 'Öz', 'von der Mar', 'A_B', 'A%B', 'Lí', 'Şimşek']
const SEARCHES = [
  'martins',
  'MARTINSON',
  'zoë mar',
  'josé',
  'jose',
  '0%',
  '%',
  '_',
  'a_b',
  'ne_m',
  'k\\s',
  'öz',
  'li',
  'l',
  'der mar',
  'mar der',
  'findme',
  'userfew3',
  'nobody',
]

test('a search returns the same users with the index as with a scan in list order', async () => {
  const names = FIRST.flatMap((first) => LAST.map((last) => ({ first, last })))
  for (const [index, { first: firstName, last: lastName }] of names.entries())
    await insertTestAccount(site.db, {
      username: `userfew${index}`,
      email: index % 9 === 0 ? `findme${index}@example.org` : `${index}@example.org`,
      firstName,
      lastName,
      grants: Array.from({ length: index % 3 }, () => ({
        role: 'AU' as const,
        scopeKind: 'PG' as const,
        scopeId: 'N1',
      })),
    })
  for (const search of SEARCHES)
    for (const within of ['everything' as const, ['GROUP:N1']]) {
      const among = await findFewNamed(site.db, search)
      const [filter, plain] = [
        { within, search, among },
        { within, search },
      ]
      expect(await findPeople(site.db, filter, { limit: 50 }), search).toEqual(
        await findPeople(site.db, plain, { limit: 50 }),
      )
      expect(await countListed(site.db, filter, 50), search).toEqual(await countListed(site.db, plain, 50))
    }
  const found = async (search: string) => {
    const among = await findFewNamed(site.db, search)
    return {
      few: among?.length,
      people: (await countListed(site.db, { within: 'everything', search, among }, 50)).total,
    }
  }
  // The list does not search user names, and two characters are too short for the index.
  expect(await found('userfew3')).toEqual({ few: 11, people: 0 })
  expect(await found('martinson')).toEqual({ few: 9, people: 9 })
  expect(await found('li')).toMatchObject({ few: undefined })
})

test('findFewNamed returns no list for a search with 1000 or more matches', async () => {
  await sql`
    insert into account (public_id, kind, state, brand, username, username_key, password_hash, first_name, last_name,
      email, created_at)
    select 'often' || i, 'provider', 'ACTIVE', 'harborview', 'often' || i, 'often' || i, 'none', 'Often', 'Found',
      'often@example.org', now() from generate_series(1, 999) i`.execute(site.db)
  expect(await findFewNamed(site.db, 'often')).toHaveLength(999)
  await join('often1000', 'PG', 'N1')
  expect(await findFewNamed(site.db, 'often')).toBeUndefined()
  expect((await countListed(site.db, { within: 'everything', search: 'often1000' }, 50)).total).toBe(1)
})
