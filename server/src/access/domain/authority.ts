import type { PermissionId } from '@portico/core/access/permissions'
import type { StaffRole } from '@portico/core/access/staff-roles'
import type { AccountKind, GrantState, Role } from '../../platform/database/schema.ts'

/**
 * Who may do what to whom, and nothing else: pure functions over what somebody holds.
 *
 * An SAA runs AA and AU of the scope, an AA runs AU only, an AU nobody; of plan staff the administrators run everybody,
 * and reviewers decide requests. A grant reaches a scope when its entity is among the scope's `coveredBy`: the entity itself, the groups an NPI belongs to, and the
 * organization above them. What lies outside is a foreign tenant's.
 */
export type Standing = 'STAFF' | 'REVIEWER' | 'SAA' | 'AA' | 'AU' | 'NONE'

export type HeldGrant = { entity: string; role: Role; state: GrantState; permissions: string[] }
/** `staffRole` is for plan staff alone. */
export type Actor = { accountId: string; kind: AccountKind; grants: HeldGrant[]; staffRole: StaffRole | null }
export type ScopeReach = { entity: string; coveredBy: string[] }

const RANK: Record<Role, number> = { SAA: 3, AA: 2, AU: 1 }

/** The strongest thing the actor is for a scope. Only active grants count. */
export function standingOver(actor: Actor, scope: ScopeReach): Standing {
  if (actor.kind === 'internal') return staffStanding[actor.staffRole ?? 'AUDITOR']
  if (actor.kind !== 'provider') return 'NONE'
  return reachingGrants(actor, scope).sort((a, b) => RANK[b.role] - RANK[a.role])[0]?.role ?? 'NONE'
}

const staffStanding: Record<StaffRole, Standing> = {
  ADMINISTRATOR: 'STAFF',
  REVIEWER: 'REVIEWER',
  EDITOR: 'NONE',
  AUDITOR: 'NONE',
}

/** Roles that a standing may create, change, approve and take away. */
export function rolesUnder(standing: Standing): Role[] {
  if (standing === 'STAFF') return ['SAA', 'AA', 'AU']
  if (standing === 'SAA') return ['AA', 'AU']
  return standing === 'AA' ? ['AU'] : []
}

export const administers = (standing: Standing): boolean => rolesUnder(standing).length > 0

/** Invite somebody with a role. Administrators of plan staff too. */
export function mayInvite(standing: Standing, role: Role): boolean {
  return rolesUnder(standing).includes(role)
}

/** Approve or deny a request for a role. Plan staff decide about AA and AU only where nobody is SAA of all of it. */
export function mayDecide(standing: Standing, role: Role, saaIsLeft: boolean): boolean {
  const isStaff = standing === 'STAFF' || standing === 'REVIEWER'
  if (role === 'SAA') return isStaff
  if (isStaff) return !saaIsLeft
  return rolesUnder(standing).includes(role)
}

export type GrantAct = 'change' | 'suspend' | 'reactivate' | 'remove' | 'resend' | 'confirm' | 'see'
export type GrantTarget = { accountId: string; role: Role }

/** Anything done to somebody's grant. Nobody acts on their own. */
export function mayActOn(actor: Actor, standing: Standing, act: GrantAct, target: GrantTarget): boolean {
  if (act === 'see') return administers(standing)
  if (target.accountId === actor.accountId) return false
  if (act === 'confirm') return standing === 'SAA' && target.role !== 'SAA'
  return rolesUnder(standing).includes(target.role)
}

/** Give a grant another role: both the old and the new one must be the actor's to give, and never SAA. */
export function mayChangeRole(actor: Actor, standing: Standing, target: GrantTarget, to: Role): boolean {
  return to !== 'SAA' && mayActOn(actor, standing, 'change', target) && mayInvite(standing, to)
}

/** The SAA of exactly this entity names one of its AAs as the new SAA. */
export function mayHandOver(
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

/** What may be handed on: nobody gives more than they hold for that scope. */
export function givablePermissions(actor: Actor, scope: ScopeReach, all: readonly PermissionId[]): PermissionId[] {
  if (actor.kind === 'internal') return [...all]
  const grants = reachingGrants(actor, scope).filter((grant) => grant.role !== 'AU')
  return all.filter((id) => grants.some((grant) => grant.permissions.includes(id)))
}

function reachingGrants(actor: Actor, scope: ScopeReach): HeldGrant[] {
  return actor.grants.filter((grant) => grant.state === 'ACTIVE' && scope.coveredBy.includes(grant.entity))
}
