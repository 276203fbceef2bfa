import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount } from '../../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { insertSmallPlan, north, south } from '../../../test/small-plan.ts'
import type { GrantState } from '../../platform/schema.ts'
import { countPeople } from './people.ts'

let site: TestApp
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
afterAll(() => site.close())

async function join(username: string, scopeKind: 'PG' | 'NPI', scopeId: string, state: GrantState = 'ACTIVE') {
  const grants = [{ role: 'AU' as const, scopeKind, scopeId, state }]
  return (await insertTestAccount(site.db, { username, grants })).id
}

test('each entity counts who is below it, invited people among them, whatever else was asked about', async () => {
  const due = await join('active', 'PG', 'N1')
  await join('ofnpi', 'NPI', north.npis.N1[0])
  await join('suspended', 'PG', 'N2', 'SUSPENDED')
  const invited = await join('invited', 'PG', 'N2', 'PENDING_APPROVAL')
  const asking = await join('asking', 'PG', 'N1', 'PENDING_APPROVAL')
  const alone = await join('alone', 'PG', south.group, 'PENDING_APPROVAL')
  await join('gone', 'PG', 'N1', 'REVOKED')
  for (const [accountId, path] of [
    [invited, 'INVITATION'],
    [asking, 'APPROVAL'],
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
