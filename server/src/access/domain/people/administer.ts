import { completePermissions, PERMISSION_IDS } from '@portico/core/access/permissions'
import type { ChangeGrantBody, GrantBody } from '@portico/core/access/shapes'
import { ROLES, STATUS } from '@portico/core/constants'
import type { Db } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { reopenAccountAfterInactivity } from '../../store/people/accounts.ts'
import { isDeactivated } from '../../store/people/deactivations.ts'
import {
  type Grant,
  hasActiveSaa,
  isInvitation,
  lockGrant,
  updateGrantConfirmed,
  updateGrantEnded,
  updateGrantReactivated,
  updateGrantTerms,
} from '../../store/people/grants.ts'
import { findScopeName, isInNetwork, lockEntities } from '../../store/people/scopes.ts'
import { endInvitation, takeOverInvitations } from '../accounts/invite.ts'
import { type ActingInside, findTarget, NOT_ALLOWED, nameActor, PERSON_UNKNOWN, type Target } from '../acting.ts'
import { type Actor, canActOn, canChangeRole, type GrantAct, grantablePermissions } from '../authority.ts'
import { confirmDue } from '../due-days.ts'
import { recordGrantAct } from '../grant-acts.ts'
import { roleName } from '../mail/mails.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { DEACTIVATED, LEFT_NETWORK, NOT_GRANTABLE, NOT_NOW, SUSPENDED_BY_STAFF } from '../sentences.ts'
import { suspendGrant } from '../suspension.ts'

/** Administrator acts on the access of users. Each act is one transaction. */

/** Finds the grant, locks its entity and then its row, and checks the authority rules. */
async function openAct(context: ActingInside, grantId: string, act: GrantAct): Promise<Outcome<Target>> {
  const found = await findTarget(context, grantId)
  if ('refusal' in found) return found
  await lockEntities(context.db, [found.entity.grant.entity])
  const grant = await lockGrant(context.db, found.entity.grant.id)
  if (!grant) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  const target = { accountId: grant.account_id, role: grant.role }
  if (!canActOn(context.caller, found.entity.authority, act, target)) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  return { entity: { ...found.entity, grant } }
}

export async function changeGrant(context: ActingInside, change: ChangeGrantBody): Promise<Outcome<true>> {
  const { db, caller } = context
  const opened = await openAct(context, change.grantId, 'change')
  if ('refusal' in opened) return opened
  const { grant, scope, authority } = opened.entity
  if (!(await isCurrent(db, grant))) return refuse(STATUS.pageMessage, NOT_NOW)
  const role = change.role ?? grant.role
  const target = { accountId: grant.account_id, role: grant.role }
  if (role !== grant.role && !canChangeRole(caller, authority, target, role))
    return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const permissions = change.permissions ? completePermissions(change.permissions) : grant.permissions
  // The user can keep current permissions. The actor must be able to give each new one.
  const givable: string[] = [...grantablePermissions(caller, scope, PERMISSION_IDS), ...grant.permissions]
  if (!permissions.every((id) => givable.includes(id))) return refuse(STATUS.pageMessage, NOT_GRANTABLE)
  const confirmDueAt = grant.role === 'SAA' ? confirmDue(context, role) : grant.confirm_due_at
  const isNarrower =
    isLower(role, grant.role) || grant.permissions.some((id) => !permissions.some((kept) => kept === id))
  const by = await nameActor(context)
  await narrowAccess(context, {
    accountIds: [grant.account_id],
    take: () => updateGrantTerms(context, grant.id, { role, permissions, confirmDueAt }),
    ends: isNarrower ? 'TOKENS' : 'NOTHING',
    record: () => recordGrantAct(context, grant, 'grant.changed', { to: { role, permissions } }),
    notify: () =>
      queueMailToPerson(context, grant.account_id, 'grant.changed', {
        subject: 'Your access was changed',
        sentence: `${by} changed your access to ${scope.name}, and you don’t need to do anything.`,
        more: [`You are now ${roleName(role)} there.`],
      }),
  })
  if (grant.state === 'PENDING_APPROVAL') await takeOverInvitations(context, grant.account_id)
  return { entity: true }
}

export async function suspendPersonGrant(context: ActingInside, act: GrantBody): Promise<Outcome<true>> {
  const opened = await openAct(context, act.grantId, 'suspend')
  if ('refusal' in opened) return opened
  const { grant } = opened.entity
  if (grant.state !== 'ACTIVE') return refuse(STATUS.pageMessage, NOT_NOW)
  await suspendGrant(context, grant, act.reason ?? '')
  return { entity: true }
}

export async function reactivateGrant(context: ActingInside, act: GrantBody): Promise<Outcome<true>> {
  const reactivated = await reactivate(context, act)
  if ('refusal' in reactivated) return reactivated
  const { grant, scope } = reactivated.entity
  await queueMailToPerson(context, grant.account_id, 'grant.reactivated', {
    subject: 'Your access was reactivated',
    sentence: `${await nameActor(context)} reactivated your access to ${scope.name}, and you don’t need to do anything else.`,
  })
  return { entity: true }
}

/** Reactivates without mail. A former SAA returns as AA if the entity has another SAA. */
export async function reactivate(context: ActingInside, act: GrantBody): Promise<Outcome<Target>> {
  const { db, caller } = context
  const opened = await openAct(context, act.grantId, 'reactivate')
  if ('refusal' in opened) return opened
  const { grant } = opened.entity
  if (grant.state !== 'SUSPENDED') return refuse(STATUS.pageMessage, NOT_NOW)
  if (isSuspendedByStaff(caller, grant)) return refuse(STATUS.pageMessage, SUSPENDED_BY_STAFF)
  if (!(await isInNetwork(db, grant.entity))) return refuse(STATUS.pageMessage, LEFT_NETWORK)
  if (await isDeactivated(db, grant.entity)) return refuse(STATUS.pageMessage, DEACTIVATED)
  const role = grant.role === 'SAA' && (await hasActiveSaa(db, grant.entity)) ? 'AA' : grant.role
  await updateGrantReactivated(context, grant.id, role, confirmDue(context, role))
  await reopenAccountAfterInactivity(db, grant.account_id)
  await recordGrantAct(context, grant, 'grant.reactivated', { reason: act.reason })
  return opened
}

/** Removal is permanent. The user needs a new request or invitation to return. */
export async function removeGrant(context: ActingInside, act: GrantBody): Promise<Outcome<true>> {
  const opened = await openAct(context, act.grantId, 'remove')
  if ('refusal' in opened) return opened
  const { grant } = opened.entity
  if (!(await isCurrent(context.db, grant))) return refuse(STATUS.pageMessage, NOT_NOW)
  // Removal would drop the staff suspension, and the user could get new access.
  if (isSuspendedByStaff(context.caller, grant)) return refuse(STATUS.pageMessage, SUSPENDED_BY_STAFF)
  if (grant.state === 'PENDING_APPROVAL') await endInvitation(context, grant)
  const what = `${await nameActor(context)} removed your access to ${await findScopeName(context.db, grant)}`
  await narrowAccess(context, {
    accountIds: [grant.account_id],
    take: () => updateGrantEnded(context, grant.id),
    ends: 'SESSIONS',
    record: () => recordGrantAct(context, grant, 'grant.removed', { reason: act.reason }),
    notify: () =>
      queueMailToPerson(context, grant.account_id, 'grant.removed', {
        subject: 'Your access was removed',
        sentence: `${what}; if you still need it, please ask an administrator of your office or call us.`,
        reason: act.reason,
        signIn: false,
      }),
  })
  return { entity: true }
}

/** The SAA confirms that these users still need access. The next confirmation is due in half a year. */
export async function confirmPeople(
  context: ActingInside,
  { grantIds }: { grantIds: string[] },
): Promise<Outcome<{ confirmed: number }>> {
  const entities: string[] = []
  for (const grantId of grantIds) {
    const found = await findTarget(context, grantId)
    if ('refusal' in found) return found
    entities.push(found.entity.grant.entity)
  }
  await lockEntities(context.db, entities)
  let confirmed = 0
  for (const grantId of new Set(grantIds)) {
    const opened = await openAct(context, grantId, 'confirm')
    if ('refusal' in opened) return opened
    const { grant } = opened.entity
    if (grant.state !== 'ACTIVE') continue
    await updateGrantConfirmed(context.db, grant.id, confirmDue(context, grant.role))
    await recordGrantAct(context, grant, 'grant.confirmed')
    confirmed += 1
  }
  return { entity: { confirmed } }
}

const isLower = (role: Role, than: Role): boolean => ROLES.indexOf(role) > ROLES.indexOf(than)

/** Only staff can change a grant that staff suspended. */
const isSuspendedByStaff = (actor: Actor, grant: Grant): boolean =>
  grant.state === 'SUSPENDED' && grant.suspended_as === 'STAFF' && actor.kind !== 'internal'

/**
 * True if the grant is active, suspended, or an open invitation. A pending grant is decided with its whole request, by
 * a user with authority over all of it.
 */
const isCurrent = async (db: Db, grant: Grant): Promise<boolean> =>
  grant.state === 'ACTIVE' || grant.state === 'SUSPENDED' || (await isInvitation(db, grant))
