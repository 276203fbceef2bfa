import { completePermissions, PERMISSION_IDS } from '@portico/core/access/permissions'
import type { InviteBody } from '@portico/core/access/shapes'
import { STATUS } from '@portico/core/constants'
import { PERSON_FIELD_NAMES, PERSON_FIELDS } from '@portico/core/forms/person-fields'
import { invitedProblems } from '@portico/core/forms/rules'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { endLinks } from '#platform/identity/links.ts'
import { requireRecentProof } from '#platform/identity/step-up.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { insertRequestRows, updateRequestDecided } from '../../store/decisions/requests.ts'
import { type Account, findAccount, findAccountByPublicId, updateAccountClosed } from '../../store/people/accounts.ts'
import { findGrantsOfAccount, type Grant } from '../../store/people/grants.ts'
import { findInvitations, updateInvitedBy } from '../../store/people/invitations.ts'
import { hasPersonAt } from '../../store/people/people.ts'
import { findScope, lockEntities, type ScopeFacts } from '../../store/people/scopes.ts'
import { updateStaffInvitedBy } from '../../store/people/staff-accounts.ts'
import { type Acting, type ActingInside, findReach, NOT_ALLOWED, PERSON_UNKNOWN } from '../acting.ts'
import { authorityOver, canActOn, canInvite, grantablePermissions } from '../authority.ts'
import { needsFourEyesApproval, requestFourEyesApproval } from '../four-eyes.ts'
import { ALREADY_HERE, NOT_GRANTABLE } from '../sentences.ts'
import { createAccount, queueActivationLink } from './accounts.ts'
import { canGrantAll } from './invitation-validity.ts'

/** Administrators create accounts by invitation. Only the invited user chooses the user name and password. */

type Invited = { accountId: string; reference: string; waiting: boolean }
type Checked = { scope: ScopeFacts; permissions: string[] }

/** Validates an invitation and returns its scope and permissions, or all of its problems. Writes nothing. */
export async function checkInvitation(context: Acting, body: InviteBody): Promise<Outcome<Checked>> {
  const reach = await findReach(context, body.entity)
  if ('refusal' in reach) return reach
  const { scope, authority } = reach.entity
  const problems = checkContact(body)
  if (!canInvite(authority, body.role)) problems.push(NOT_ALLOWED)
  const permissions = completePermissions(body.permissions)
  const givable = grantablePermissions(context.caller, scope, PERMISSION_IDS)
  if (
    !permissions.every((id) => givable.includes(id)) ||
    !body.permissions.every((id) => PERMISSION_IDS.some((known) => known === id))
  )
    problems.push(NOT_GRANTABLE)
  if (problems.length === 0 && (await hasPersonAt(context.db, scope.entity, body))) problems.push(ALREADY_HERE)
  return problems.length > 0 ? refuse(STATUS.pageMessage, joinProblems(problems)) : { entity: { scope, permissions } }
}

/** One problem stays a sentence; several become a list. */
export const joinProblems = (problems: readonly string[]): string =>
  problems.length > 1 ? problems.map((problem) => problem.replace(/\.$/, '')).join('; ') : problems.join()

export async function invitePerson(context: ActingInside, body: InviteBody): Promise<Outcome<Invited>> {
  const { db } = context
  // Serializes invitations: the second of two concurrent calls finds the first invitation.
  await lockEntities(db, [body.entity])
  const checked = await checkInvitation(context, body)
  if ('refusal' in checked) return checked
  if (body.role !== 'SAA') return inviteNow(context, body, checked.entity)
  await requireRecentProof(context)
  if (!needsFourEyesApproval(context)) return inviteNow(context, body, checked.entity)
  await requestFourEyesApproval(context, { kind: 'INVITE_SAA', invitation: body })
  return { entity: { accountId: '', reference: '', waiting: true } }
}

/** Invites after four-eyes approval. Validates again, because facts may have changed since the request. */
export async function inviteApproved(context: ActingInside, body: InviteBody): Promise<Outcome<Invited>> {
  await lockEntities(context.db, [body.entity])
  const checked = await checkInvitation(context, body)
  return 'refusal' in checked ? checked : inviteNow(context, body, checked.entity)
}

async function inviteNow(context: ActingInside, body: InviteBody, checked: Checked): Promise<Outcome<Invited>> {
  const { caller } = context
  const { scope, permissions } = checked
  const { brand } = caller
  const created = await createAccount(context, { kind: 'provider', brand, contact: body, state: 'INVITED' })
  if ('refusal' in created) return created
  const { accountId, publicId } = created.entity
  const { requestId, reference } = await insertInvitation(context, accountId, { ...checked, role: body.role })
  await recordAudit(context, {
    action: 'account.invited',
    npi: scope.kind === 'NPI' ? scope.id : null,
    subjectAccountId: accountId,
    requestId,
    details: { entity: scope.entity, role: body.role, permissions },
  })
  const sent = await queueActivationLink(context, { accountId, invitedBy: caller.name })
  return 'refusal' in sent ? sent : { entity: { accountId: publicId, reference, waiting: false } }
}

async function insertInvitation(
  context: ActingInside,
  accountId: string,
  { scope, permissions, role }: Checked & Pick<InviteBody, 'role'>,
) {
  const { kind, id } = scope
  return insertRequestRows(context, {
    accountId,
    role,
    regType: kind === 'NPI' ? 'NPI' : kind === 'PO' ? 'PO' : 'PG',
    npi: kind === 'NPI' ? id : undefined,
    orgId: kind === 'PO' ? id : undefined,
    path: 'INVITATION',
    invitedBy: context.caller.accountId,
    replaceSaa: role === 'SAA',
    brand: context.caller.brand,
    scopes: [{ kind, id }],
    permissions,
    state: 'PENDING_APPROVAL',
    remindAt: null,
    expiresAt: null,
  })
}

function checkContact(body: InviteBody): string[] {
  const problems = invitedProblems(body)
  return PERSON_FIELD_NAMES.flatMap((name) => {
    const problem = problems[name]
    return problem ? [`${PERSON_FIELDS[name].label}: ${problem.trim()}`] : []
  })
}

/** Mails the invited user a new link and ends the older one. */
export async function resendInvitation(
  context: ActingInside,
  { accountId: publicId }: { accountId: string },
): Promise<Outcome<true>> {
  const account = await findAccountByPublicId(context.db, publicId)
  const found = account && (await findWhatToResend(context, account))
  if (!account || !found) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  if ('refusal' in found) return found
  if (account.kind === 'internal') await updateStaffInvitedBy(context.db, account.id, context.caller.accountId)
  await takeOverInvitations(context, account.id)
  const sent = await queueActivationLink(context, { accountId: account.id, invitedBy: context.caller.name })
  if ('refusal' in sent) return sent
  await recordAudit(context, { action: 'account.invitation-sent-again', subjectAccountId: account.id, ...found.entity })
  return { entity: true }
}

/**
 * Makes the caller the inviter of each invitation that the caller could have made. Other invitations keep their
 * inviter.
 */
export async function takeOverInvitations({ db, caller }: ActingInside, accountId: string): Promise<void> {
  for (const invitation of await findInvitations(db, accountId))
    if (await canGrantAll(db, caller, invitation)) await updateInvitedBy(db, invitation.requestId, caller.accountId)
}

type Resent = { requestId?: string; details?: { entity: string } }

/** Staff invitations have no provider scope, and only staff can see them. */
async function findWhatToResend({ db, caller }: ActingInside, account: Account): Promise<Outcome<Resent> | undefined> {
  if (account.kind === 'internal') return caller.kind === 'internal' ? { entity: {} } : undefined
  const grants = await findGrantsOfAccount(db, account.id)
  const invitation = grants.find((grant) => grant.state === 'PENDING_APPROVAL')
  const scope = invitation && (await findScope(db, invitation.entity))
  const authority = scope ? authorityOver(caller, scope) : 'NONE'
  if (!invitation || authority === 'NONE') return undefined
  const target = { accountId: account.id, role: invitation.role }
  if (!canActOn(caller, authority, 'resend', target)) return refuse(STATUS.pageMessage, NOT_ALLOWED)
  return { entity: { requestId: invitation.request_id, details: { entity: invitation.entity } } }
}

/** Revokes an invitation: ends its link and closes an account without other access. */
export async function endInvitation(context: InTransaction, grant: Grant): Promise<void> {
  const ended = { state: 'REVOKED', decidedAs: 'ADMINISTRATOR', decidedBy: null } as const
  await updateRequestDecided(context, grant.request_id, ended)
  const account = await findAccount(context.db, grant.account_id)
  if (account?.state !== 'INVITED') return
  await endLinks(context, { purpose: 'ACTIVATION', accountId: grant.account_id })
  await updateAccountClosed(context.db, grant.account_id)
}
