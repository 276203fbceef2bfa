import type { PermissionId } from '@portico/core/access/permissions'
import type { StaffRole } from '@portico/core/access/staff-roles'
import type { AccountKind, GrantState, Role } from '#platform/database/schema.ts'

/**
 * Authority rules as pure functions of the actor's grants. An SAA administers the AAs and AUs of a scope, an AA only
 * the AUs, an AU no users. Staff administrators administer all users; staff reviewers decide requests. A grant reaches
 * a scope if its entity is in the scope's `coveredBy`: the entity itself, the groups of an NPI, and the organization
 * above them. Everything else belongs to another tenant.
 */
export type Authority = 'STAFF' | 'REVIEWER' | 'SAA' | 'AA' | 'AU' | 'NONE'

export type ActorGrant = { entity: string; role: Role; state: GrantState; permissions: string[] }
/** `staffRole` is null for accounts other than staff. */
export type Actor = { accountId: string; kind: AccountKind; grants: ActorGrant[]; staffRole: StaffRole | null }
export type ScopeReach = { entity: string; coveredBy: string[] }

const RANK: Record<Role, number> = { SAA: 3, AA: 2, AU: 1 }

/** The actor's strongest role for a scope. Only active grants count. */
export function authorityOver(actor: Actor, scope: ScopeReach): Authority {
  if (actor.kind === 'internal') return staffAuthority[actor.staffRole ?? 'AUDITOR']
  if (actor.kind !== 'provider') return 'NONE'
  return reachingGrants(actor, scope).sort((a, b) => RANK[b.role] - RANK[a.role])[0]?.role ?? 'NONE'
}

const staffAuthority: Record<StaffRole, Authority> = {
  ADMINISTRATOR: 'STAFF',
  REVIEWER: 'REVIEWER',
  EDITOR: 'NONE',
  AUDITOR: 'NONE',
  SUPPORT: 'NONE',
}

/** Roles that the actor can create, change, approve and remove. */
export function rolesUnder(authority: Authority): Role[] {
  if (authority === 'STAFF') return ['SAA', 'AA', 'AU']
  if (authority === 'SAA') return ['AA', 'AU']
  return authority === 'AA' ? ['AU'] : []
}

/**
 * Roles of an office that administer a user with this role and decide a request for it: SAA for an AA, SAA or AA for an
 * AU. The mail to deciders, their list and its SQL follow this. Only plan staff decide on SAA (`canDecide`).
 */
export const decidersOf = (role: Role): ('SAA' | 'AA')[] =>
  (['SAA', 'AA'] as const).filter((decider) => rolesUnder(decider).includes(role))

/** The entities for which these grants decide requests, by requested role. */
export const decidesOver = (grants: readonly ActorGrant[]): { role: Role; over: string[] }[] =>
  (['AA', 'AU'] as const).map((role) => {
    const deciders: readonly Role[] = decidersOf(role)
    const deciding = grants.filter((grant) => grant.state === 'ACTIVE' && deciders.includes(grant.role))
    return { role, over: deciding.map(({ entity }) => entity) }
  })

export const administers = (authority: Authority): boolean => rolesUnder(authority).length > 0

/** True if the actor can invite a user with this role. The same rule applies to staff administrators. */
export function canInvite(authority: Authority, role: Role): boolean {
  return rolesUnder(authority).includes(role)
}

/**
 * True if the actor can approve or deny a request for this role. Staff decide AA and AU requests only if no SAA covers
 * the whole request.
 */
export function canDecide(authority: Authority, role: Role, saaIsLeft: boolean): boolean {
  const isStaff = authority === 'STAFF' || authority === 'REVIEWER'
  if (role === 'SAA') return isStaff
  if (isStaff) return !saaIsLeft
  return rolesUnder(authority).includes(role)
}

export type GrantAct = 'change' | 'suspend' | 'reactivate' | 'remove' | 'resend' | 'confirm' | 'see'
export type GrantTarget = { accountId: string; role: Role }

/** True if the actor can perform this act on the grant. Users cannot act on their own grants. */
export function canActOn(actor: Actor, authority: Authority, act: GrantAct, target: GrantTarget): boolean {
  if (act === 'see') return administers(authority)
  if (target.accountId === actor.accountId) return false
  if (act === 'confirm') return authority === 'SAA' && target.role !== 'SAA'
  return rolesUnder(authority).includes(target.role)
}

/** True if the actor can give both the old and the new role. The new role is never SAA. */
export function canChangeRole(actor: Actor, authority: Authority, target: GrantTarget, to: Role): boolean {
  return to !== 'SAA' && canActOn(actor, authority, 'change', target) && canInvite(authority, to)
}

/** Only an SAA of this exact entity can hand over, and only to one of its active AAs. */
export function canHandOver(
  actor: Actor,
  entity: string,
  target: GrantTarget & { entity: string; state: GrantState },
): boolean {
  const isItsSaa = actor.grants.some(
    (grant) => grant.entity === entity && grant.role === 'SAA' && grant.state === 'ACTIVE',
  )
  const isItsAa = target.entity === entity && target.role === 'AA' && target.state === 'ACTIVE'
  return actor.kind === 'provider' && isItsSaa && isItsAa && target.accountId !== actor.accountId
}

/** Users can give only permissions that they have for the scope. */
export function grantablePermissions(actor: Actor, scope: ScopeReach, all: readonly PermissionId[]): PermissionId[] {
  if (actor.kind === 'internal') return [...all]
  const grants = reachingGrants(actor, scope).filter((grant) => grant.role !== 'AU')
  return all.filter((id) => grants.some((grant) => grant.permissions.includes(id)))
}

function reachingGrants(actor: Actor, scope: ScopeReach): ActorGrant[] {
  return actor.grants.filter((grant) => grant.state === 'ACTIVE' && scope.coveredBy.includes(grant.entity))
}
