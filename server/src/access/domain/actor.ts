import type { BrandId } from '@portico/core/brand'
import { STATUS } from '@portico/core/constants'
import type { Db } from '../../platform/access-ports.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { AccountKind } from '../../platform/schema.ts'
import { findAccount } from '../store/accounts.ts'
import { findGrant, findGrantsOfAccount, type Grant } from '../store/grants.ts'
import { findScopes, type ScopeFacts } from '../store/scopes.ts'
import { type Actor, type Standing, standingOver } from './authority.ts'
import { brandOf, fullName } from './mails.ts'

/** Who is acting, with everything they hold at this moment: rights are never remembered from an earlier call. */
export type Acting = Actor & { name: string; brand: BrandId; now: Date; address: string }

export async function findActing(
  db: Db,
  caller: { accountId: string; kind: AccountKind; now: Date; address: string },
): Promise<Acting> {
  const account = await findAccount(db, caller.accountId)
  if (!account) throw new Error(`account ${caller.accountId} does not exist`)
  const grants = caller.kind === 'provider' ? await findGrantsOfAccount(db, caller.accountId) : []
  const name =
    caller.kind === 'internal'
      ? 'Provider Services'
      : fullName({ firstName: account.first_name, lastName: account.last_name })
  return { ...caller, name, brand: brandOf(account.brand), grants }
}

/** The entities the actor administers; plan staff administer everything. */
export function administeredEntities(actor: Actor): string[] | 'everything' {
  if (actor.kind === 'internal') return 'everything'
  const administering = actor.grants.filter((grant) => grant.state === 'ACTIVE' && grant.role !== 'AU')
  return [...new Set(administering.map((grant) => grant.entity))]
}

export const actsAs = (actor: Actor) => (actor.kind === 'internal' ? ('STAFF' as const) : ('ADMINISTRATOR' as const))

export const PERSON_UNKNOWN = 'We could not find this person among those you look after.'
export const NOT_ALLOWED = 'You are not allowed to do this.'
const SCOPE_UNKNOWN = 'You do not look after this provider, group or organization.'

export type Target = { grant: Grant; scope: ScopeFacts; standing: Standing }

/** Somebody's grant within the actor's reach. A foreign one is answered exactly like one that does not exist. */
export async function findTarget(db: Db, actor: Actor, grantId: string): Promise<Outcome<Target>> {
  const grant = /^\d{1,18}$/.test(grantId) ? await findGrant(db, grantId) : undefined
  const scope = grant && (await findScopes(db, [grant.entity])).get(grant.entity)
  const standing = scope ? standingOver(actor, scope) : 'NONE'
  if (!grant || !scope || standing === 'NONE' || standing === 'AU') return refuse(STATUS.notFound, PERSON_UNKNOWN)
  return { entity: { grant, scope, standing } }
}

export async function findReach(
  db: Db,
  actor: Actor,
  entity: string,
): Promise<Outcome<{ scope: ScopeFacts; standing: Standing }>> {
  const scope = (await findScopes(db, [entity])).get(entity)
  const standing = scope ? standingOver(actor, scope) : 'NONE'
  if (!scope || standing === 'NONE' || standing === 'AU') return refuse(STATUS.notFound, SCOPE_UNKNOWN)
  return { entity: { scope, standing } }
}
