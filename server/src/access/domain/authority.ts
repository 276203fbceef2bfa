import type { PermissionId } from '@portico/core/access/permissions'
import type { StaffRole } from '@portico/core/access/staff-roles'
import type { AccountKind, GrantState, Role } from '../../platform/database/schema.ts'

/**
 * Authority rules as pure functions of the actor's grants. An SAA administers the AAs and AUs of a scope, an AA only
 * the AUs, an AU no users. Staff administrators administer all users; staff reviewers decide requests. A grant reaches
 * a scope if its entity is in the scope's `coveredBy`: the entity itself, the groups of an NPI, and the organization
 * above them. Everything else belongs to another tenant.
 */
export type Standing = 'STAFF' | 'REVIEWER' | 'SAA' | 'AA' | 'AU' | 'NONE'

export type HeldGrant = { entity: string; role: Role; state: GrantState; permissions: string[] }
/** `staffRole` is null for accounts other than staff. */
export type Actor = { accountId: string; kind: AccountKind; grants: HeldGrant[]; staffRole: StaffRole | null }
export type ScopeReach = { entity: string; coveredBy: string[] }

const RANK: Record<Role, number> = { SAA: 3, AA: 2, AU: 1 }

/** The actor's strongest role for a scope. Only active grants count. */
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

/** Roles that the actor can create, change, approve and remove. */
export function rolesUnder(standing: Standing): Role[] {
  if (standing === 'STAFF') return ['SAA', 'AA', 'AU']
  if (standing === 'SAA') return ['AA', 'AU']
  return standing === 'AA' ? ['AU'] : []
}

export const administers = (standing: Standing): boolean => rolesUnder(standing).length > 0

/** True if the actor can invite a user with this role. The same rule applies to staff administrators. */
export function mayInvite(standing: Standing, role: Role): boolean {
  return rolesUnder(standing).includes(role)
}

/**
 * True if the actor can approve or deny a request for this role. Staff decide AA and AU requests only if no SAA covers
 * the whole request.
 */
export function mayDecide(standing: Standing, role: Role, saaIsLeft: boolean): boolean {
  const isStaff = standing === 'STAFF' || standing === 'REVIEWER'
  if (role === 'SAA') return isStaff
  if (isStaff) return !saaIsLeft
  return rolesUnder(standing).includes(role)
}

export type GrantAct = 'change' | 'suspend' | 'reactivate' | 'remove' | 'resend' | 'confirm' | 'see'
export type GrantTarget = { accountId: string; role: Role }

/** True if the actor can perform this act on the grant. Users cannot act on their own grants. */
export function mayActOn(actor: Actor, standing: Standing, act: GrantAct, target: GrantTarget): boolean {
  if (act === 'see') return administers(standing)
  if (target.accountId === actor.accountId) return false
  if (act === 'confirm') return standing === 'SAA' && target.role !== 'SAA'
  return rolesUnder(standing).includes(target.role)
}

/** True if the actor can give both the old and the new role. The new role is never SAA. */
export function mayChangeRole(actor: Actor, standing: Standing, target: GrantTarget, to: Role): boolean {
  return to !== 'SAA' && mayActOn(actor, standing, 'change', target) && mayInvite(standing, to)
}

/** Only an SAA of this exact entity can hand over, and only to one of its active AAs. */
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

/** Users can give only permissions that they have for the scope. */
export function givablePermissions(actor: Actor, scope: ScopeReach, all: readonly PermissionId[]): PermissionId[] {
  if (actor.kind === 'internal') return [...all]
  const grants = reachingGrants(actor, scope).filter((grant) => grant.role !== 'AU')
  return all.filter((id) => grants.some((grant) => grant.permissions.includes(id)))
}

function reachingGrants(actor: Actor, scope: ScopeReach): HeldGrant[] {
  return actor.grants.filter((grant) => grant.state === 'ACTIVE' && scope.coveredBy.includes(grant.entity))
}
