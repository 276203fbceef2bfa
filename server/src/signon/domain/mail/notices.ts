import { writeMoment } from '@portico/core/forms/moments'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import { createLink } from '#platform/identity/links.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/mail-body.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import { findRecoveryAccountById, type RecoveryAccount } from '../../store/accounts.ts'

/**
 * Mails with a 'This was not me' link (behaviour 11.26), valid for 14 days. Only the button on its page acts. A report
 * restores what the account was just before its notice, so queue the notice of a change with the change.
 */

type Notice = {
  kind: MailKind
  subject: string
  /** Without its period, because what to do follows. */
  sentence: (account: string, at: string) => string
  more?: string
}

/** `device` is a label such as 'Firefox on Windows'. */
export const queueNewDeviceMail = (inside: InTransaction, accountId: string, device: string) =>
  queueMailToOwner(inside, accountId, {
    kind: 'account.new-device',
    subject: 'Sign-in from a new browser',
    sentence: (account, at) => `${account} was signed in to from a new browser (${device}) on ${at}`,
  })

/** `what` is a phrase such as 'A passkey (Chrome on Mac)'. */
export const queueFactorAddedMail = (inside: InTransaction, { id }: { id: string }, what: string) =>
  queueMailToOwner(inside, id, {
    kind: 'account.factor-added',
    subject: 'A second factor was added',
    sentence: (account, at) => `${what} was added to ${inSentence(account)} on ${at}`,
  })

export const queueNewRecoveryCodesMail = (inside: InTransaction, accountId: string) =>
  queueMailToOwner(inside, accountId, {
    kind: 'account.codes-made',
    subject: 'New recovery codes were created',
    sentence: (account, at) => `${account} got new recovery codes on ${at}`,
    more: 'The earlier codes no longer work.',
  })

export const queueFactorRemovedMail = (inside: InTransaction, accountId: string, what: string) =>
  queueMailToOwner(inside, accountId, {
    kind: 'account.factor-removed',
    subject: 'A second factor was removed',
    sentence: (account, at) => `${what} was removed from ${inSentence(account)} on ${at}`,
  })

export const queuePasswordChangedMail = (inside: InTransaction, accountId: string) =>
  queueMailToOwner(inside, accountId, {
    kind: 'account.password-changed',
    subject: 'Your password was changed',
    sentence: (account, at) => `The password of ${inSentence(account)} was changed on ${at}`,
    more: 'We signed you out on your other devices.',
  })

/** Goes to the current address, so queue it before the address changes. `what` is in the plural. */
export const queueProfileChangedMail = (inside: InTransaction, accountId: string, what: string) =>
  queueMailToOwner(inside, accountId, {
    kind: 'account.profile-changed',
    subject: 'Your profile was changed',
    sentence: (account, at) => `${what} of ${inSentence(account)} were changed on ${at}`,
  })

const inSentence = (account: string) => `${account.charAt(0).toLowerCase()}${account.slice(1)}`

async function queueMailToOwner(
  inside: InTransaction,
  accountId: string,
  { kind, subject, sentence, more }: Notice,
): Promise<void> {
  const owner = await findRecoveryAccountById(inside.db, accountId)
  if (!owner) return
  const lifetimeSeconds = inside.settings.lifetimes.notMeLink
  const token = await createLink(inside, { purpose: 'NOT_ME', accountId, lifetimeSeconds, keepOlder: true })
  const body = renderMail(owner.brand, {
    subject,
    greeting: owner.firstName,
    reader: owner.kind,
    paragraphs: [
      `${sentence(`Your account ${owner.username}`, writeMoment(inside.now))}; you don’t need to do anything if this was you.`,
      ...(more ? [more] : []),
      'If this wasn’t you, please open the link below.',
    ],
    action: { sentence: 'This was not me:', url: noticeAddress(inside, owner, token) },
  })
  await queueMail(inside, { kind, subject, body, brand: owner.brand, to: owner.email, accountId })
}

export const noticeAddress = ({ settings }: Context, { brand, kind }: RecoveryAccount, token: string): string =>
  portalUrl(settings, brand, `${AREA_PATHS[areaOfAccount(kind)].secureAccount}?factorId=${token}`)
