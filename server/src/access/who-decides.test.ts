import { STAFF_ROLES, type StaffRole } from '@portico/core/access/staff-roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role, ScopeKind } from '#platform/database/schema.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'
import { findCaller } from './domain/acting.ts'
import { type Actor, authorityOver, canDecide } from './domain/authority.ts'
import { findAllDecidable } from './domain/decisions/decide-request.ts'
import { findDecidersOf } from './domain/decisions/requests.ts'
import { listWaitingRequests } from './domain/decisions/waiting-requests.ts'
import { mustFindRequest } from './store/decisions/requests.ts'
import { findScopes } from './store/people/scopes.ts'

/** The rule of `canDecide`, its SQL, the check before a decision and the readers of the mail name the same deciders. */
const PLACES: { scopeKind: ScopeKind; scopeId: string }[] = [
  { scopeKind: 'NPI', scopeId: north.npis.N1[0] },
  { scopeKind: 'PG', scopeId: 'N1' },
  { scopeKind: 'PG', scopeId: 'N2' },
  { scopeKind: 'PO', scopeId: north.org },
  { scopeKind: 'PG', scopeId: south.group },
]
const REQUESTED = ['AA', 'AU'] as const

type Made = { requestId: string; reference: string; role: Role; entity: string }
const made: Made[] = []
let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(it.db)
  const { id: accountId } = await insertTestAccount(it.db, { username: 'asking' })
  for (const { scopeKind: kind, scopeId: id } of PLACES) {
    for (const role of REQUESTED) {
      const scopes = [{ kind, id }]
      const request = await makeRequest(it.db, testSettings(), { accountId, role, scopes, now: it.clock.now() })
      const [grant] = (await mustFindRequest(it.db, request.requestId)).grants
      made.push({ ...request, role, entity: grant?.entity ?? '' })
    }
  }
})
afterAll(() => it.close())

const sorted = (requests: Made[]) => requests.map(({ reference }) => reference).sort()

async function findSelf(accountId: string, staffRole: StaffRole | null) {
  const kind = staffRole ? ('internal' as const) : ('provider' as const)
  const context = testContext(it.db, testSettings(), { now: it.clock.now() })
  const signedIn = testSignedIn(context, { accountId, kind, staffRole })
  return { ...signedIn, caller: await findCaller(signedIn) }
}

/** What the pure rule says. */
async function ruled(caller: Actor, isSaaLeft: (request: Made) => boolean): Promise<Made[]> {
  const scopes = await findScopes(
    it.db,
    made.map(({ entity }) => entity),
  )
  return made.filter((request) => {
    const scope = scopes.get(request.entity)
    return scope && canDecide(authorityOver(caller, scope), request.role, isSaaLeft(request))
  })
}

async function expectDecides(self: Awaited<ReturnType<typeof findSelf>>, expected: Made[]): Promise<void> {
  const decidable = await findAllDecidable(
    self,
    made.map(({ requestId }) => requestId),
  )
  expect(sorted(made.filter(({ requestId }) => decidable.has(requestId)))).toEqual(sorted(expected))
  const waiting = await listWaitingRequests(self, {})
  expect('entity' in waiting && waiting.entity.total).toBe(expected.length)
  expect('entity' in waiting && waiting.entity.rows.map(({ reference }) => reference).sort()).toEqual(sorted(expected))
}

const holders = (['SAA', 'AA', 'AU'] as const).flatMap((role) => PLACES.map((place) => ({ role, ...place })))

test.each(holders)('$role of $scopeKind $scopeId: rule, list, check and mail agree on who decides', async (grant) => {
  const { scopeKind, scopeId } = grant
  const username = `${grant.role}${scopeKind}${scopeId}`
  const { id } = await insertTestAccount(it.db, { username, grants: [grant] })
  const reviewer = await insertTestAccount(it.db, { username: `r${username}`, kind: 'internal', staffRole: 'REVIEWER' })
  const self = await findSelf(id, null)
  const own = await ruled(self.caller, () => true)
  await expectDecides(self, own)
  for (const request of made) {
    const told = await findDecidersOf(it.db, await mustFindRequest(it.db, request.requestId))
    expect(told.map(({ accountId }) => accountId)).toEqual(own.includes(request) ? [id] : [])
  }
  const staff = await findSelf(reviewer.id, 'REVIEWER')
  const isSaaLeft = (request: Made) => grant.role === 'SAA' && own.includes(request)
  await expectDecides(staff, await ruled(staff.caller, isSaaLeft))
  await sql`update access_grant set state = 'REVOKED' where account_id = ${id}`.execute(it.db)
})

test.each(STAFF_ROLES.filter((role) => role === 'ADMINISTRATOR' || role === 'REVIEWER'))(
  'plan staff with the role %s decide every request that no SAA can decide',
  async (staffRole) => {
    const { id } = await insertTestAccount(it.db, { username: `staff${staffRole}`, kind: 'internal', staffRole })
    const staff = await findSelf(id, staffRole)
    const expected = await ruled(staff.caller, () => false)
    expect(expected).toHaveLength(made.length)
    await expectDecides(staff, expected)
  },
)

test.each(STAFF_ROLES.filter((role) => role !== 'ADMINISTRATOR' && role !== 'REVIEWER'))(
  'plan staff with the role %s decide no request',
  async (staffRole) => {
    const { id } = await insertTestAccount(it.db, { username: `staff${staffRole}`, kind: 'internal', staffRole })
    const staff = await findSelf(id, staffRole)
    expect(await ruled(staff.caller, () => false)).toEqual([])
    expect(
      (
        await findAllDecidable(
          staff,
          made.map(({ requestId }) => requestId),
        )
      ).size,
    ).toBe(0)
  },
)
