import { INTERNAL_PATHS, PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { DAY_S } from '@portico/core/forms/calendar-day'
import {
  ACTIVATION_LINK_USED,
  HIDDEN_CHARACTERS,
  INVITATION_OVER,
  USER_NAME_TAKEN,
} from '@portico/core/forms/sentences'
import { INVITED_BY_WORK_ACCOUNT } from '@portico/core/signon/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { InTransaction } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { createLink, useLink } from '#platform/identity/links.ts'
import { type FloodLimit, hitAll } from '#platform/limits/limits.ts'
import { breaksHeader, isMailAddress } from '#platform/mail/mail.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { isDirectoryOnly } from '#platform/settings/staff-directory.ts'
import {
  type Credentials,
  findAccount,
  insertAccount,
  type NewAccount,
  updateInvitedAccount,
} from '../../store/people/accounts.ts'
import { findInvitations } from '../../store/people/invitations.ts'
import { findScopes, lockEntities } from '../../store/people/scopes.ts'
import { type DirectorySubject, updateDirectoryLinked } from '../../store/people/staff-accounts.ts'
import { approveRequest } from '../decisions/close-request.ts'
import * as mails from '../mail/mails.ts'
import { invitationMail, queueMailToPerson } from '../mail/person-mails.ts'
import { TOO_MANY_INVITATIONS } from '../sentences.ts'
import { isInvitationValid } from './invitation-validity.ts'

/** Returns 405 if the user name is taken. Safe under concurrent calls. */
export async function createAccount(
  context: InTransaction,
  account: NewAccount,
): Promise<Outcome<{ accountId: string; publicId: string }>> {
  const { email, ...others } = account.contact
  if (Object.values(others).some((value = '') => breaksHeader(value)) || !isMailAddress(email.trim()))
    return refuse(STATUS.pageMessage, HIDDEN_CHARACTERS)
  const created = await insertAccount(context, account)
  if (!created) return refuse(STATUS.userNameTaken, USER_NAME_TAKEN)
  // The audit event omits the creator and the network address. The event of the request or invitation has them.
  const actor = { kind: 'visitor', accountId: null } as const
  await recordAudit(
    { ...context, actor, address: null },
    {
      action: 'account.created',
      subjectAccountId: created.accountId,
      details: { kind: account.kind, state: account.state },
    },
  )
  return { entity: created }
}

/** Mails a new activation link to an invited user and ends the older one. Returns the URL of the link. */
export async function queueActivationLink(
  context: InTransaction,
  { accountId, invitedBy }: { accountId: string; invitedBy?: string | undefined },
): Promise<Outcome<{ url: string }>> {
  const { db, now, settings } = context
  const account = await findAccount(db, accountId)
  if (account?.state !== 'INVITED') return refuse(STATUS.pageMessage, ACTIVATION_LINK_USED)
  if (!(await isInvitationValid(db, accountId))) return refuse(STATUS.pageMessage, INVITATION_OVER)
  if (!(await canMailInvitation(context, account.email))) return refuse(STATUS.pageMessage, TOO_MANY_INVITATIONS)
  const lifetimeSeconds = settings.lifetimes.activationLink
  const token = await createLink(context, { purpose: 'ACTIVATION', accountId, lifetimeSeconds })
  const page = findActivationPage(context, account.kind)
  const url = portalUrl(context.settings, account.brand, `${page}?activateId=${token}`)
  const [invitation] = await findInvitations(db, accountId)
  const scopes = await findScopes(db, invitation?.entities ?? [])
  const to = mails.recipientOf(account)
  const content = invitationMail(to, {
    scopes: [...scopes.values()].map((scope) => scope.name).join(', '),
    role: invitation ? mails.roleName(invitation.role) : '',
    inviter: invitedBy ?? 'Provider Services',
    url,
    until: new Date(now.getTime() + lifetimeSeconds * 1000),
  })
  await mails.queueMailTo(context, { kind: 'account.invited', to, content, requestId: invitation?.requestId })
  return { entity: { url } }
}

/** Staff who can use their work account choose on the login page. */
const findActivationPage = ({ settings }: InTransaction, kind: AccountKind): string =>
  kind === 'internal' && settings.staffSignIn !== 'password' ? INTERNAL_PATHS.login : PROVIDER_PATHS.registration

/** Counted by the address written to and by who invites, over all invitations: removing and inviting again resets none. */
function canMailInvitation(context: InTransaction, email: string): Promise<boolean> {
  const { invitationsPerDayPerAccount, invitationsPerDayPerTarget } = context.settings.limits
  const { accountId } = context.actor
  const to: CountedBy = { key: `invitation:to:${email.toLowerCase()}`, limit: invitationsPerDayPerTarget }
  const by: CountedBy[] = accountId ? [{ key: `invitation:by:${accountId}`, limit: invitationsPerDayPerAccount }] : []
  return hitAll(context, [to, ...by], DAY_S)
}

type CountedBy = Omit<FloodLimit, 'windowSeconds'>

/** Uses up the link of a staff invitation and completes the account. False if the link no longer works. */
export async function activateByDirectory(
  context: InTransaction,
  { linkId, accountId, subject }: Omit<ActivateAccount, 'credentials'> & { subject: DirectorySubject },
): Promise<boolean> {
  if (!(await useLink(context, linkId))) return false
  const actor = { kind: 'internal', accountId } as const
  await recordAudit(context, { actor, action: 'account.activated', subjectAccountId: accountId })
  await updateDirectoryLinked(context, accountId, subject)
  return true
}

type ActivateAccount = { linkId: string; accountId: string; credentials: Credentials }

/** Uses up the link, stores the credentials and activates the invited access. */
export async function activateAccount(
  context: InTransaction,
  { linkId, accountId, credentials }: ActivateAccount,
): Promise<Outcome<{ accountId: string; publicId: string }>> {
  const { db } = context
  const invitations = await findInvitations(db, accountId)
  // Locks entities first, as every decision does, so that a concurrent administrator act cannot deadlock.
  await lockEntities(
    db,
    invitations.flatMap((invitation) => invitation.entities),
  )
  if (!(await isInvitationValid(db, accountId))) return refuse(STATUS.notAcceptable, INVITATION_OVER)
  const invited = await findAccount(db, accountId)
  if (invited && isDirectoryOnly(context.settings, invited.kind))
    return refuse(STATUS.notAcceptable, INVITED_BY_WORK_ACCOUNT)
  if (!(await useLink(context, linkId))) return refuse(STATUS.notAcceptable, ACTIVATION_LINK_USED)
  const result = await updateInvitedAccount(context, accountId, credentials)
  if (result === 'taken') return refuse(STATUS.userNameTaken, USER_NAME_TAKEN)
  const account = await findAccount(db, accountId)
  if (result === 'gone' || !account) return refuse(STATUS.notAcceptable, ACTIVATION_LINK_USED)
  const actor = { kind: account.kind, accountId }
  await recordAudit(context, { actor, action: 'account.activated', subjectAccountId: accountId })
  for (const { requestId } of invitations) {
    const activated = await approveRequest(context, { requestId, decidedAs: 'REQUESTER' })
    if ('refusal' in activated) return activated
  }
  if (invitations.length === 0)
    await queueMailToPerson(context, accountId, 'account.activated', {
      subject: 'Your account is active',
      sentence: 'You completed your portal account, and you don’t need to do anything else.',
    })
  return { entity: { accountId, publicId: account.public_id } }
}
