import { writeDay } from '@portico/core/forms/moments'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import { type MailContent, plainText } from '#platform/mail/mail-body.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { loginAction, queueMailTo, type Recipient, reasonLine, recipientOf, roleName } from './mails.ts'
import { NOTHING_UNLESS_UNWANTED, OBJECT } from './request-mails.ts'

/** Mail about a user's access, and the invitation before it. */

type Replaced = { scopes: string; successor: string; objectAction?: MailContent['action'] }

/** To the replaced SAA, with a link to object if another user requested the replacement. */
export function replacedMail(context: Context, former: Recipient, replaced: Replaced): MailContent {
  const { scopes, successor, objectAction } = replaced
  return {
    subject: 'You are no longer the Senior Access Administrator',
    greeting: former.name,
    paragraphs: [
      `${successor} is now the ${roleName('SAA')} for ${scopes} in your place; ${objectAction ? NOTHING_UNLESS_UNWANTED : 'you don’t need to do anything if you expected this.'}`,
      `You are now an ${roleName('AA')} there and keep your permissions.`,
      objectAction ? OBJECT : 'If you didn’t expect this, please call us.',
    ],
    action: objectAction ?? loginAction(context, former),
  }
}

type Invitation = { scopes: string; role: string; inviter: string; url: string; until: Date }

/** To an invited user, with the link that completes the account. */
export function invitationMail(invited: Recipient, { scopes, role, inviter, url, until }: Invitation): MailContent {
  return {
    subject: 'Complete your portal account',
    greeting: invited.name,
    paragraphs: [
      `${inviter} invited you to the portal${role ? ` as ${role}` : ''}${scopes ? ` for ${scopes}` : ''}; please complete your account.`,
      `Choose a user name and a password to begin. The link works once, until ${writeDay(until)}.`,
    ],
    action: { sentence: 'Complete your account:', url },
  }
}

export type AccessChange = {
  subject: string
  sentence: string
  reason?: string | undefined
  /** Paragraphs after the reason. */
  more?: string[] | undefined
  /** Providers, below the paragraphs. */
  list?: string[] | undefined
  /** False if nothing in the portal is left to see or to do. */
  signIn?: false
}

/** To a user whose access an administrator changed. */
export function accessChangedMail(
  context: Context,
  person: Recipient,
  { subject, sentence, reason, more = [], list, signIn }: AccessChange,
): MailContent {
  return {
    subject,
    greeting: person.name,
    paragraphs: [sentence, ...reasonLine(reason), ...more],
    list,
    action: signIn === false ? undefined : loginAction(context, person),
  }
}

export async function queueMailToPerson(
  context: InTransaction,
  accountId: string,
  kind: MailKind,
  change: AccessChange,
): Promise<void> {
  const account = await findAccount(context.db, accountId)
  if (!account) return
  const to = recipientOf(account)
  await queueMailTo(context, { kind, to, content: accessChangedMail(context, to, change) })
}

type Due = { scope: string; count: number; until: string; url: string }

/** To an SAA with users to confirm. */
export function confirmPeopleMail(saa: Recipient, { scope, count, until, url }: Due): MailContent {
  const people = count === 1 ? 'one person' : `${count} people`
  return {
    subject: `Please confirm who has access to ${plainText(scope)}`,
    greeting: saa.name,
    paragraphs: [
      `Please confirm by ${until} that ${people} still ${count === 1 ? 'needs' : 'need'} access to ${plainText(scope)}.`,
      'Access that you don’t confirm by then will be suspended.',
    ],
    action: { sentence: 'Confirm them in user administration:', url },
  }
}
