import { ROLES } from '@portico/core/constants'
import { PERSON_FIELD_NAMES, PERSON_FIELDS, type PersonForm } from '@portico/core/forms/person-fields'
import type { Account, AccountClaims } from 'oidc-provider'
import type { Context } from '#platform/context.ts'
import { findGrants, type GrantRow } from '../../../signon/signon.ts'
import type { HubClient } from '../../store/clients.ts'
import { findPerson, type HubPerson } from '../../store/people.ts'
import { closedReason } from './closed-reason.ts'

/** A token names at most this many NPIs; `may` answers for all others. */
const NPIS_MAX = 100

/** The person as the library sees them, with the claims that the client is entitled to. */
export async function findHubAccount(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  client: HubClient,
): Promise<Account | undefined> {
  const person = await findPerson(db, accountId)
  if (!person || closedReason(person, client)) return undefined
  return {
    accountId,
    claims: async (_use, scope) => {
      const wanted = new Set(scope.split(' '))
      const grants = wanted.has('access') ? await findGrants(db, accountId) : []
      return { sub: accountId, ...personClaims(person), ...accessClaims(grants, client) }
    },
  }
}

const personClaims = ({ kind, staffRole, ...person }: HubPerson): Partial<AccountClaims> => ({
  ...declaredClaims(person),
  name: `${person.firstName} ${person.lastName}`,
  ...(kind === 'internal' ? { staff_roles: staffRole ? [staffRole] : [] } : {}),
  ...(kind === 'member' ? { member: true } : {}),
})

/** An empty field has no claim. */
function declaredClaims(person: PersonForm): Record<string, string> {
  const claims = PERSON_FIELD_NAMES.map((field): readonly [string | undefined, string] => [
    PERSON_FIELDS[field].claim?.name,
    person[field],
  ])
  return Object.fromEntries(claims.flatMap(([name, value]) => (name && value ? [[name, value]] : [])))
}

/** The claims about a person in a scope, for the library. */
export const claimNames = (scope: 'profile' | 'email'): string[] =>
  PERSON_FIELD_NAMES.flatMap((field) => {
    const { claim } = PERSON_FIELDS[field]
    return claim?.scope === scope ? [claim.name] : []
  })

/** Entities, not the providers below them. Permissions that the client is not entitled to are left out. */
function accessClaims(grants: GrantRow[], client: HubClient): Partial<AccountClaims> {
  const active = grants.filter(({ state }) => state === 'ACTIVE')
  return {
    access: active.map((grant) => ({
      level: levelOf(grant),
      id: grant.groupId ?? grant.scopeId,
      name: grant.name,
      role: grant.role,
      permissions: grant.permissions.filter((permission) => client.permissions.includes(permission)),
    })),
    roles: ROLES.filter((role) => active.some((grant) => grant.role === role)),
    npis: active
      .filter(({ scopeKind }) => scopeKind === 'NPI')
      .map(({ scopeId }) => scopeId)
      .slice(0, NPIS_MAX),
  }
}

const levelOf = ({ scopeKind, groupId }: GrantRow): 'NPI' | 'PG' | 'PO' => {
  if (scopeKind === 'NPI') return 'NPI'
  return scopeKind === 'PO' && groupId === null ? 'PO' : 'PG'
}
