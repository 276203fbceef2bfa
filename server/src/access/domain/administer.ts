import { completePermissions, PERMISSION_IDS } from '@portico/core/access/permissions'
import { STATUS } from '@portico/core/constants'
import type { Trx } from '../../platform/access-ports.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyEndSessions } from '../../platform/session.ts'
import type { Settings } from '../../platform/settings.ts'
import { reopenAccountAfterInactivity } from '../store/accounts.ts'
import {
  type Grant,
  hasActiveSaa,
  lockGrant,
  updateGrantConfirmed,
  updateGrantEnded,
  updateGrantReactivated,
  updateGrantTerms,
} from '../store/grants.ts'
import { isInNetwork, lockEntities } from '../store/scopes.ts'
import { type Acting, actsAs, findTarget, NOT_ALLOWED, PERSON_UNKNOWN, type Target } from './actor.ts'
import { LEFT_NETWORK, NOT_GIVABLE, NOT_NOW, SUSPENDED_ELSEWHERE } from './administer-sentences.ts'
import { type GrantAct, givablePermissions, mayActOn, mayChangeRole } from './authority.ts'
import { confirmDue } from './decide.ts'
import { endInvitation } from './invite.ts'
import { roleName } from './mails.ts'
import { recordGrantAct, scopeName, suspendGrant, tellPerson } from './suspension.ts'

/** What administrators do with the access of the people they look after. Each is one transaction. */

type Act = { grantId: string; reason?: string | undefined }

/** Finds the grant, takes its locks in the usual order and asks the authority rules. */
async function openAct(trx: Trx, actor: Acting, grantId: string, act: GrantAct): Promise<Outcome<Target>> {
  const found = await findTarget(trx, actor, grantId)
  if ('refusal' in found) return found
  await lockEntities(trx, [found.entity.grant.entity])
  const grant = await lockGrant(trx, found.entity.grant.id)
  if (!grant) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  const target = { accountId: grant.account_id, role: grant.role }
  if (!mayActOn(actor, found.entity.standing, act, target)) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  return { entity: { ...found.entity, grant } }
}

const occasionOf = (actor: Acting, reason = '') => ({
  now: actor.now,
  by: actor.accountId,
  as: actsAs(actor),
  reason,
  address: actor.address,
})

export async function changeGrant(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  change: { grantId: string; role?: 'AA' | 'AU' | undefined; permissions?: string[] | undefined },
): Promise<Outcome<true>> {
  const opened = await openAct(trx, actor, change.grantId, 'change')
  if ('refusal' in opened) return opened
  const { grant, scope, standing } = opened.entity
  if (!isRunning(grant) && grant.state !== 'PENDING_APPROVAL') return refuse(STATUS.pageMessage, NOT_NOW)
  const role = change.role ?? grant.role
  const target = { accountId: grant.account_id, role: grant.role }
  if (role !== grant.role && !mayChangeRole(actor, standing, target, role))
    return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const permissions = change.permissions ? completePermissions(change.permissions) : grant.permissions
  // What the person already has may stay; anything new must be the actor's own to give.
  const givable: string[] = [...givablePermissions(actor, scope, PERMISSION_IDS), ...grant.permissions]
  if (!permissions.every((id) => givable.includes(id))) return refuse(STATUS.pageMessage, NOT_GIVABLE)
  const confirmDueAt = grant.role === 'SAA' ? confirmDue(settings, role, actor.now) : grant.confirm_due_at
  await updateGrantTerms(trx, grant, { role, permissions, confirmDueAt })
  await recordGrantAct(trx, grant, 'grant.changed', occasionOf(actor), { to: { role, permissions } })
  const sentence = `${actor.name} changed your access to ${scope.name}: you are now ${roleName(role)} there.`
  await tellPerson(settings, trx, grant.account_id, 'grant.changed', 'Your access was changed', sentence, {
    now: actor.now,
  })
  return { entity: true }
}

export async function suspendPersonGrant(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  act: Act,
): Promise<Outcome<true>> {
  const opened = await openAct(trx, actor, act.grantId, 'suspend')
  if ('refusal' in opened) return opened
  const { grant } = opened.entity
  if (grant.state !== 'ACTIVE') return refuse(STATUS.pageMessage, NOT_NOW)
  await suspendGrant(settings, trx, grant, occasionOf(actor, act.reason))
  return { entity: true }
}

/** A former SAA comes back as AA when somebody else has taken the place. */
export async function reactivateGrant(settings: Settings, trx: Trx, actor: Acting, act: Act): Promise<Outcome<true>> {
  const opened = await openAct(trx, actor, act.grantId, 'reactivate')
  if ('refusal' in opened) return opened
  const { grant, scope } = opened.entity
  if (grant.state !== 'SUSPENDED') return refuse(STATUS.pageMessage, NOT_NOW)
  if (isHeldByStaff(actor, grant)) return refuse(STATUS.pageMessage, SUSPENDED_ELSEWHERE)
  if (!(await isInNetwork(trx, grant.entity))) return refuse(STATUS.pageMessage, LEFT_NETWORK)
  const role = grant.role === 'SAA' && (await hasActiveSaa(trx, grant.entity)) ? 'AA' : grant.role
  await updateGrantReactivated(trx, grant.id, role, confirmDue(settings, role, actor.now))
  await reopenAccountAfterInactivity(trx, grant.account_id)
  await recordGrantAct(trx, grant, 'grant.reactivated', occasionOf(actor, act.reason))
  const sentence = `Your access to ${scope.name} was reactivated.`
  await tellPerson(settings, trx, grant.account_id, 'grant.reactivated', 'Your access was reactivated', sentence, {
    now: actor.now,
  })
  return { entity: true }
}

/** Removing is for good: a new request or invitation is needed to come back. */
export async function removeGrant(settings: Settings, trx: Trx, actor: Acting, act: Act): Promise<Outcome<true>> {
  const opened = await openAct(trx, actor, act.grantId, 'remove')
  if ('refusal' in opened) return opened
  const { grant } = opened.entity
  if (!isRunning(grant) && grant.state !== 'PENDING_APPROVAL') return refuse(STATUS.pageMessage, NOT_NOW)
  // Removed, it would be forgotten, and the person could be given new access.
  if (isHeldByStaff(actor, grant)) return refuse(STATUS.pageMessage, SUSPENDED_ELSEWHERE)
  if (grant.state === 'PENDING_APPROVAL') await endInvitation(trx, grant, actor.now)
  await updateGrantEnded(trx, grant.id, actor.now)
  await legacyEndSessions(trx, grant.account_id, actor.now)
  await recordGrantAct(trx, grant, 'grant.removed', occasionOf(actor, act.reason))
  const sentence = `Your access to ${await scopeName(trx, grant)} was removed.`
  const notice = { now: actor.now, reason: act.reason ?? '' }
  await tellPerson(settings, trx, grant.account_id, 'grant.removed', 'Your access was removed', sentence, notice)
  return { entity: true }
}

/** The SAA says that these people still need their access; the next time is half a year later. */
export async function confirmPeople(
  settings: Settings,
  trx: Trx,
  actor: Acting,
  grantIds: string[],
): Promise<Outcome<{ confirmed: number }>> {
  const entities: string[] = []
  for (const grantId of grantIds) {
    const found = await findTarget(trx, actor, grantId)
    if ('refusal' in found) return found
    entities.push(found.entity.grant.entity)
  }
  await lockEntities(trx, entities)
  let confirmed = 0
  for (const grantId of new Set(grantIds)) {
    const opened = await openAct(trx, actor, grantId, 'confirm')
    if ('refusal' in opened) return opened
    const { grant } = opened.entity
    if (grant.state !== 'ACTIVE') continue
    await updateGrantConfirmed(trx, grant.id, confirmDue(settings, grant.role, actor.now))
    await recordGrantAct(trx, grant, 'grant.confirmed', occasionOf(actor))
    confirmed += 1
  }
  return { entity: { confirmed } }
}

/** What plan staff suspended is theirs alone to settle. */
const isHeldByStaff = (actor: Acting, grant: Grant): boolean =>
  grant.state === 'SUSPENDED' && grant.suspended_as === 'STAFF' && actor.kind !== 'internal'

const isRunning = (grant: Grant): boolean => grant.state === 'ACTIVE' || grant.state === 'SUSPENDED'
