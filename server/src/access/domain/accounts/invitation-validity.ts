import { PERMISSION_IDS } from '@portico/core/access/permissions'
import type { Db } from '#platform/context.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { findGrantsOfAccount } from '../../store/people/grants.ts'
import { findInvitations, hasInvitation, type Invitation } from '../../store/people/invitations.ts'
import { findScope } from '../../store/people/scopes.ts'
import { type Actor, authorityOver, canInvite, grantablePermissions } from '../authority.ts'

/**
 * True if the invited user can still activate the account. An invitation depends on the inviter's current rights: it is
 * invalid if the inviter is suspended or removed, or can no longer give that access. It is also invalid once it was
 * decided otherwise. Invitations from the command line have no inviter and stay valid.
 */
export async function isInvitationValid(db: Db, accountId: string): Promise<boolean> {
  const invitations = await findInvitations(db, accountId)
  if (invitations.length === 0)
    return !(await hasInvitation(db, accountId)) && (await isStaffInvitationValid(db, accountId))
  for (const invitation of invitations) {
    const inviter = invitation.invitedBy === null ? undefined : await findInviter(db, invitation.invitedBy)
    if (inviter && !(await canGrantAll(db, inviter, invitation))) return false
  }
  return true
}

/** Staff administrators invite staff, without a provider scope. */
async function isStaffInvitationValid(db: Db, accountId: string): Promise<boolean> {
  const invitedBy = (await findAccount(db, accountId))?.invited_by
  return !invitedBy || (await findInviter(db, invitedBy)).staffRole === 'ADMINISTRATOR'
}

/** Reads the inviter's current rights. An inviter who cannot sign in has none. */
async function findInviter(db: Db, accountId: string): Promise<Actor> {
  const account = await findAccount(db, accountId)
  if (account?.state !== 'ACTIVE') return { accountId, kind: 'provider', grants: [], staffRole: null }
  const grants = await findGrantsOfAccount(db, accountId)
  return { accountId, kind: account.kind, grants, staffRole: account.staff_role }
}

/** True if the actor could make the same invitation now. */
export async function canGrantAll(
  db: Db,
  actor: Actor,
  { entities, role, permissions }: Omit<Invitation, 'invitedBy'>,
): Promise<boolean> {
  for (const entity of entities) {
    const scope = await findScope(db, entity)
    if (!scope || !canInvite(authorityOver(actor, scope), role)) return false
    const givable: string[] = grantablePermissions(actor, scope, PERMISSION_IDS)
    if (!permissions.every((id) => givable.includes(id))) return false
  }
  return true
}
