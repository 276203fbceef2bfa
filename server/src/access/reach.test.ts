import * as calls from '@portico/core/access/calls'
import type { PeoplePage } from '@portico/core/access/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '#platform/operations/sweep.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { administer } from '../../test/database.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { accessJobs } from './scheduled-jobs.ts'
import { findScopes } from './store/people/scopes.ts'

let site: TestApp
let saaOfNorth: TestBrowser
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
  const au = { role: 'AU' as const, permissions: ['HOME'] }
  await insertTestAccount(site.db, { username: 'ofnorth', grants: [{ scopeKind: 'PO', scopeId: north.org }] })
  await insertTestAccount(site.db, { username: 'ofgroup', grants: [{ ...au, scopeKind: 'PG', scopeId: 'N1' }] })
  await insertTestAccount(site.db, { username: 'ofnpi', grants: [{ ...au, scopeId: north.npis.N1[0] }] })
  await insertTestAccount(site.db, { username: 'ofsolo', grants: [{ ...au, scopeId: north.solo }] })
  await insertTestAccount(site.db, { username: 'ofsouth', grants: [{ ...au, scopeKind: 'PG', scopeId: south.group }] })
  saaOfNorth = site.openBrowser()
  await saaOfNorth.signIn('ofnorth', testPassword)
})
afterAll(() => site.close())

/** Only the database owner can change the network, as an import does. */
const change = (statement: string) => administer(site.ownerLogin, statement, site.ownerLogin.database)

async function emailsSeen(): Promise<string[]> {
  const { entity } = await saaOfNorth.getCall<PeoplePage>(calls.listPeople.path)
  expect(entity.total).toBe(entity.people.length)
  return entity.people.map(({ email }) => email.replace('@example.org', '')).sort()
}

/** Expects the stored reach of each grant to match the current network. */
async function expectTrueReach(): Promise<void> {
  const { rows } = await sql<{ entity: string; reach: string[] }>`select entity, reach from access_grant`.execute(
    site.db,
  )
  const scopes = await findScopes(
    site.db,
    rows.map(({ entity }) => entity),
  )
  for (const { entity, reach } of rows)
    expect([entity, ...reach].sort(), entity).toEqual([...new Set(scopes.get(entity)?.coveredBy)].sort())
}

beforeEach(async () => {
  expect(await emailsSeen()).toEqual(['ofgroup', 'ofnorth', 'ofnpi'])
  await expectTrueReach()
})

test('a provider who joins a group comes within its reach', async () => {
  await change(`insert into group_member (group_id, npi) values ('N2', '${north.solo}')`)
  await expectTrueReach()
  expect(await emailsSeen()).toEqual(['ofgroup', 'ofnorth', 'ofnpi', 'ofsolo'])
  await change(`delete from group_member where group_id = 'N2' and npi = '${north.solo}'`)
})

test('a provider moved to an organization comes within its reach', async () => {
  await change(`update network_provider set org_id = '${north.org}' where npi = '${north.solo}'`)
  await expectTrueReach()
  expect(await emailsSeen()).toContain('ofsolo')
  await change(`update network_provider set org_id = null where npi = '${north.solo}'`)
})

test('a group moved to an organization brings its users within its reach', async () => {
  await change(`update provider_group set org_id = '${north.org}' where group_id = '${south.group}'`)
  await expectTrueReach()
  expect(await emailsSeen()).toContain('ofsouth')
  await change(`update provider_group set org_id = null where group_id = '${south.group}'`)
})

test('users of a provider that left the network stay in the list', async () => {
  const npi = north.npis.N1[0]
  await change(`update network_provider set left_at = now() where npi = '${npi}'`)
  expect(await emailsSeen()).toContain('ofnpi')
  await change(`update network_provider set left_at = null where npi = '${npi}'`)
})

test('the scheduled job repairs the stale reach of a grant', async () => {
  await change("update access_grant set reach = '{PO:ELSEWHERE}' where scope_kind = 'PG'")
  expect(await emailsSeen()).not.toContain('ofgroup')
  const done = await sweep(site.deps, site.clock.now(), accessJobs.jobs)
  expect(done['refresh-reach']).toBe(2)
})
