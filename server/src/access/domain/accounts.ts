import { PROVIDER_PATHS, STATUS } from '@portico/core/constants'
import { ACTIVATION_LINK_USED, USER_NAME_TAKEN } from '@portico/core/forms/sentences'
import type { Credentials, NewAccount, Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import { legacyCreateLink, legacyUseLink } from '../../platform/links.ts'
import { breaksHeader, isMailAddress } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Settings } from '../../platform/settings.ts'
import { findAccount, insertAccount, updateInvitedAccount } from '../store/accounts.ts'
import { findInvitations } from '../store/requests.ts'
import { findScopes, lockEntities } from '../store/scopes.ts'
import { activateRequest } from './decide.ts'
import * as mails from './mails.ts'
import * as personLetters from './person-letters.ts'
import { LINE_BREAKS } from './requests.ts'

export async function createAccount(
  trx: Trx,
  account: NewAccount,
): Promise<Outcome<{ accountId: string; publicId: string }>> {
  const { firstName, lastName, email, phone = '', phoneExt = '' } = account.contact
  if ([firstName, lastName, phone, phoneExt].some(breaksHeader) || !isMailAddress(email.trim()))
    return refuse(STATUS.pageMessage, LINE_BREAKS)
  const created = await insertAccount(trx, account)
  if (!created) return refuse(STATUS.userNameTaken, USER_NAME_TAKEN)
  await legacyRecordAudit(trx, {
    at: account.now,
    actorKind: 'visitor',
    action: 'account.created',
    subjectAccountId: created.accountId,
    details: { kind: account.kind, state: account.state },
  })
  return { entity: created }
}

/** Mails a new activation link to somebody invited; an older one ends. */
export async function sendActivationLink(
  settings: Settings,
  trx: Trx,
  { accountId, now, invitedBy }: { accountId: string; now: Date; invitedBy?: string | undefined },
): Promise<Outcome<{ url: string }>> {
  const account = await findAccount(trx, accountId)
  if (account?.state !== 'INVITED') return refuse(STATUS.pageMessage, ACTIVATION_LINK_USED)
  const lifetimeSeconds = settings.lifetimes.activationLink
  const token = await legacyCreateLink(trx, { purpose: 'ACTIVATION', accountId, now, lifetimeSeconds })
  const url = mails.portalUrl(settings, account.brand, `${PROVIDER_PATHS.registration}?activateId=${token}`)
  const [invitation] = await findInvitations(trx, accountId)
  const scopes = await findScopes(trx, invitation?.entities ?? [])
  const name = mails.fullName({ firstName: account.first_name, lastName: account.last_name })
  const invited = { accountId, email: account.email, name, brand: account.brand }
  const letter = personLetters.invitationLetter(invited, {
    scopes: [...scopes.values()].map((scope) => scope.name).join(', '),
    role: invitation ? mails.roleName(invitation.role) : '',
    inviter: invitedBy ?? 'Provider Services',
    url,
    until: new Date(now.getTime() + lifetimeSeconds * 1000),
  })
  await mails.sendLetter(trx, { settings, now }, 'account.invited', invited, letter, {
    requestId: invitation?.requestId,
  })
  return { entity: { url } }
}

type ActivateAccount = { linkId: string; accountId: string; credentials: Credentials; now: Date; address?: string }

/** The link is spent, the account gets its credentials, and what it was invited to becomes active. */
export async function activateAccount(
  settings: Settings,
  trx: Trx,
  activation: ActivateAccount,
): Promise<Outcome<{ accountId: string; publicId: string }>> {
  const { accountId, credentials, now, address } = activation
  const invitations = await findInvitations(trx, accountId)
  // Entities first, as in every decision, so that an administrator acting on this person at once cannot deadlock.
  await lockEntities(
    trx,
    invitations.flatMap((invitation) => invitation.entities),
  )
  if (!(await legacyUseLink(trx, activation.linkId, now))) return refuse(STATUS.notAcceptable, ACTIVATION_LINK_USED)
  const result = await updateInvitedAccount(trx, accountId, credentials, now)
  if (result === 'taken') return refuse(STATUS.userNameTaken, USER_NAME_TAKEN)
  const account = await findAccount(trx, accountId)
  if (result === 'gone' || !account) return refuse(STATUS.notAcceptable, ACTIVATION_LINK_USED)
  await legacyRecordAudit(trx, {
    at: now,
    actorKind: account.kind,
    actorAccountId: accountId,
    action: 'account.activated',
    subjectAccountId: accountId,
    address,
  })
  for (const { requestId } of invitations) {
    const decision = { requestId, decidedAs: 'REQUESTER' as const, decidedBy: accountId, now, address }
    const activated = await activateRequest(settings, trx, decision)
    if ('refusal' in activated) return activated
  }
  if (invitations.length === 0) await tellActivated(settings, trx, account, now)
  return { entity: { accountId, publicId: account.public_id } }
}

async function tellActivated(
  settings: Settings,
  trx: Trx,
  account: NonNullable<Awaited<ReturnType<typeof findAccount>>>,
  now: Date,
) {
  const name = mails.fullName({ firstName: account.first_name, lastName: account.last_name })
  const person = { accountId: account.id, email: account.email, name, brand: account.brand }
  const letter = personLetters.accessChangedLetter(
    settings,
    person,
    'Your account is active',
    'You completed your portal account.',
  )
  await mails.sendLetter(trx, { settings, now }, 'account.activated', person, letter)
}
