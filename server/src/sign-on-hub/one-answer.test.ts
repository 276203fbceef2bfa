import { PERMISSION_IDS } from '@portico/core/access/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { addTestClient } from '../../test/test-client.ts'
import { findReach, reachedNpis } from '../plan-data/store/reach.ts'
import { findHubAccount } from './domain/sign-in/claims.ts'
import { findClient, type HubClient } from './store/clients.ts'
import { mayActFor } from './store/people.ts'

/** The portal, the claims of a token and `may` answer the same question by statements of their own. */

const NPIS = [...north.npis.N1, ...north.npis.N2, north.solo, ...south.npis]
/** The NPIs that a grant covers, as the plan's files put it. */
const COVERED: Record<string, readonly string[]> = {
  N1: north.npis.N1,
  N2: north.npis.N2,
  S1: south.npis,
  [north.org]: [...north.npis.N1, ...north.npis.N2],
  ...Object.fromEntries(NPIS.map((npi) => [npi, [npi]])),
}
const PERMISSIONS = ['HOME', 'CLAIM', 'ELIG'] as const

let it: TestApp
let client: HubClient | undefined
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(it.db)
  const { clientId } = await addTestClient(it, { permissions: [...PERMISSION_IDS], allowsEmptyAccess: true })
  client = await findClient(it.db, clientId)
})
afterAll(() => it.close())

const scope = fc.oneof(
  fc.constantFrom(...NPIS).map((scopeId) => ({ scopeKind: 'NPI' as const, scopeId })),
  fc.constantFrom('N1', 'N2', 'S1').map((scopeId) => ({ scopeKind: 'PG' as const, scopeId })),
  fc.constant({ scopeKind: 'PO' as const, scopeId: north.org }),
)
const grant = fc
  .record({
    scope,
    role: fc.constantFrom('SAA' as const, 'AA' as const, 'AU' as const),
    state: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'SUSPENDED' as const, 'REVOKED' as const),
    permissions: fc.subarray([...PERMISSIONS]),
  })
  .map(({ scope: granted, ...terms }) => ({ ...granted, ...terms }))
type Condition = 'ACTIVE' | 'LEFT' | 'DEACTIVATED' | 'ON_HOLD'
const conditions = fc.array(
  fc.constantFrom<Condition>('ACTIVE', 'ACTIVE', 'ACTIVE', 'LEFT', 'DEACTIVATED', 'ON_HOLD'),
  { minLength: NPIS.length, maxLength: NPIS.length },
)

/** Puts each NPI into its state, as an import or a mailed link would. */
async function setConditions(of: Map<string, Condition>): Promise<void> {
  await it.db.deleteFrom('registration_hold').execute()
  const now = it.clock.now()
  for (const [npi, condition] of of) {
    const deactivated = condition === 'DEACTIVATED'
    await it.db.updateTable('provider').set({ deactivated }).where('npi', '=', npi).execute()
    const left_at = condition === 'LEFT' ? now : null
    await it.db.updateTable('network_provider').set({ deactivated, left_at }).where('npi', '=', npi).execute()
    if (condition !== 'ON_HOLD') continue
    const hold = { npi, token_hash: Buffer.from(npi), event_at: now, created_at: now, expires_at: now, held_at: now }
    await it.db.insertInto('registration_hold').values(hold).execute()
  }
}

async function answersFor(accountId: string, permission: (typeof PERMISSIONS)[number]) {
  const signedIn = testSignedIn(testContext(it.db, it.deps.settings), { accountId, kind: 'provider', staffRole: null })
  const reach = await findReach(signedIn, permission)
  const { rows } = await sql<{ npi: string }>`${reachedNpis(reach)} order by 1`.execute(it.db)
  const may: string[] = []
  for (const npi of NPIS) if (await mayActFor(it.db, { accountId, npi, permission })) may.push(npi)
  return { portal: rows.map(({ npi }) => npi), may: may.sort() }
}

test('may, the portal and the claims of a token agree on random people, grants and NPIs', {
  timeout: 120_000,
}, async () => {
  let people = 0
  const property = fc.asyncProperty(fc.array(grant, { maxLength: 4 }), conditions, async (drawn, states) => {
    // An entity has one SAA, and a person one grant for an entity.
    const grants = [...new Map(drawn.map((one) => [one.scopeId, one])).values()]
    await it.db.updateTable('access_grant').set({ state: 'REVOKED' }).execute()
    const of = new Map(NPIS.map((npi, at) => [npi, states[at] ?? 'ACTIVE']))
    await setConditions(of)
    people += 1
    const { id } = await insertTestAccount(it.db, { username: `person${people}`, grants })
    const account = client && (await findHubAccount(it, id, client))
    const claims = await account?.claims('userinfo', 'openid access', {}, [])
    const active = grants.filter(({ state }) => state === 'ACTIVE')
    const claimed = Array.isArray(claims?.access) ? claims.access : []
    expect(claimed.map((one) => one.id).sort()).toEqual(active.map(({ scopeId }) => scopeId).sort())
    for (const permission of PERMISSIONS) {
      const named = claimed.filter((one) => one.permissions.includes(permission))
      const covered = new Set(named.flatMap((one) => COVERED[one.id] ?? []))
      const shown = NPIS.filter((npi) => covered.has(npi) && !['LEFT', 'DEACTIVATED'].includes(of.get(npi) ?? ''))
      const { portal, may } = await answersFor(id, permission)
      expect(portal).toEqual(shown.sort())
      // A hold stops what happens for an NPI, and shows the provider's data as before.
      expect(may).toEqual(shown.filter((npi) => of.get(npi) !== 'ON_HOLD').sort())
    }
  })
  await fc.assert(property, { numRuns: 25, seed: 20261119 })
})
