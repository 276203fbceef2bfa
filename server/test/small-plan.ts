import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type { Kysely } from 'kysely'
import { standardBrand } from '#platform/brands/brands.ts'
import { wireIds } from '#platform/calls/wire-id.ts'
import type { Database, Role } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { insertRequest, type NewRequest, type RequestedScope } from '../src/access/access.ts'
import { testContext } from './context.ts'
import { testSecretKey } from './database.ts'

/** Two unrelated tenants. North: an organization of two groups, and a solo physician. South: one group. */
export const north = {
  org: 'NORTH',
  groups: ['N1', 'N2'],
  npis: { N1: ['1000000012', '1000000020'], N2: ['1000000038'] },
  solo: '1000000046',
  soloEmail: 'dr.solo@example.org',
} as const
export const south = { group: 'S1', npis: ['1000000053', '1000000061'] } as const

export async function insertSmallPlan(db: Kysely<Database>): Promise<void> {
  const npis = [...north.npis.N1, ...north.npis.N2, north.solo, ...south.npis]
  await db.insertInto('organization').values({ org_id: north.org, name: 'Northern Physicians' }).execute()
  await db
    .insertInto('provider_group')
    .values([
      { group_id: 'N1', kind: 'PG', name: 'North Family Practice', short_name: 'NFP', org_id: north.org },
      { group_id: 'N2', kind: 'IPA', name: 'North Pediatrics', short_name: 'NPE', org_id: north.org },
      { group_id: 'S1', kind: 'PG', name: 'South Clinic', short_name: 'SC', org_id: null },
    ])
    .execute()
  for (const npi of npis) {
    await db
      .insertInto('provider')
      .values({ npi, entity_type: 1, name: `Physician ${npi}` })
      .execute()
    const inNorth = [...north.npis.N1, ...north.npis.N2].some((known) => known === npi)
    await db
      .insertInto('network_provider')
      .values({ npi, org_id: inNorth ? north.org : null, provider_email: npi === north.solo ? north.soloEmail : null })
      .execute()
  }
  const members = [
    ...north.npis.N1.map((npi) => ({ group_id: 'N1', npi })),
    ...north.npis.N2.map((npi) => ({ group_id: 'N2', npi })),
    ...south.npis.map((npi) => ({ group_id: 'S1', npi })),
  ]
  await db.insertInto('group_member').values(members).execute()
}

export type MadeRequest = Partial<NewRequest> & {
  accountId: string
  scopes: RequestedScope[]
  now: Date
  /** False if the requester had no account and registered with the request. */
  signedIn?: boolean
}

/** Inserts a pending request as a registration path creates it. */
export async function makeRequest(
  db: Kysely<Database>,
  settings: Settings,
  { now, signedIn = true, ...made }: MadeRequest,
): Promise<{ requestId: string; reference: string }> {
  const role: Role = made.role ?? 'SAA'
  const actor = { kind: signedIn ? 'provider' : 'visitor', accountId: signedIn ? made.accountId : null } as const
  const outcome = await transact(testContext(db, settings, { now, actor }), (inside) =>
    insertRequest(inside, {
      role,
      regType: made.scopes[0]?.kind === 'NPI' ? 'NPI' : made.scopes[0]?.kind === 'PO' ? 'PO' : 'PG',
      npi: north.npis.N1[0],
      path: role === 'SAA' ? 'CONTRACT' : 'APPROVAL',
      replaceSaa: true,
      brand: standardBrand.id,
      permissions: [...PERMISSION_IDS],
      ...made,
    }),
  )
  if ('refusal' in outcome) throw new Error(outcome.refusal.message)
  return outcome.entity
}

/** Inserts a faxed contract that awaits review, and returns its wire id. */
export async function receiveContract(db: Kysely<Database>, requestId: string, at: Date): Promise<string> {
  const { id } = await db
    .insertInto('signed_contract')
    .values({ request_id: requestId, came_by: 'FAX', received_at: at, state: 'RECEIVED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return wireIds(testSecretKey).encode('contract', id)
}
