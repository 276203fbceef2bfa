import { findBrand } from '#platform/brands/brands.ts'
import type { InTransaction } from '#platform/context.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { renderMail, supportLineFor } from '#platform/mail/mail-body.ts'
import type { RecoveryAccount } from '../../store/accounts.ts'
import { noticeAddress } from '../mail/notices.ts'

/** Recipients: the account owner and the user who requested the reset. */
type Concerned = { owner: RecoveryAccount; requester: RecoveryAccount | undefined }
type Step = { step: 'asked' | 'confirmed'; token: string } | { step: 'stopped' | 'done' }

type Words = {
  subject: string
  /** The first paragraph; `by` is who asked. */
  first: (account: string, by: string) => string
  more: string[]
  action?: string
  requester: (userName: string) => string
}

const WORDS: Record<Step['step'], Words> = {
  asked: {
    subject: 'Please confirm: reset of your second factor',
    first: (account, by) =>
      `${by} asked to reset the second factor of ${account} because you lost it; please confirm it only if you want this.`,
    more: ['The reset takes effect 24 hours after you confirm it. If you don’t want it, you can ignore this email.'],
    action: 'Confirm the reset:',
    requester: (userName) =>
      `You asked to reset the second factor of ${userName}, and you don’t need to do anything now. They must confirm it with a link we emailed them.`,
  },
  confirmed: {
    subject: 'Your second factor will be reset in 24 hours',
    first: (account) =>
      `You confirmed the reset of the second factor of ${account}; you don’t need to do anything unless you want to stop it.`,
    more: [
      'In 24 hours your passkeys, your authenticator app and your recovery codes will stop working. After that, you sign in with your password.',
      'If this wasn’t you, or you no longer need the reset, please stop it before then.',
    ],
    action: 'Stop the reset:',
    requester: (userName) =>
      `${userName} confirmed the reset of their second factor, and you don’t need to do anything. It takes effect in 24 hours.`,
  },
  stopped: {
    subject: 'The reset of your second factor was stopped',
    first: (account) => `The reset of the second factor of ${account} was stopped, and you don’t need to do anything.`,
    more: ['Your second factor hasn’t changed.'],
    requester: (userName) =>
      `${userName} stopped the reset of their second factor, and you don’t need to do anything. It hasn’t changed.`,
  },
  done: {
    subject: 'Your second factor was reset',
    first: (account) =>
      `The second factor of ${account} was reset; please sign in with your password and set up a new one in your profile.`,
    more: [
      'Your passkeys, your authenticator app and your recovery codes no longer work, and we signed you out everywhere.',
    ],
    requester: (userName) => `The second factor of ${userName} was reset, and you don’t need to do anything.`,
  },
}

/** Only plan staff and the SAA of all of the owner's access can ask. Staff are not named. */
const whoAsked = (owner: RecoveryAccount, requester: RecoveryAccount | undefined): string =>
  requester?.kind === 'provider'
    ? 'The Senior Access Administrator (SAA) of your office'
    : supportLineFor(findBrand(owner.brand), owner.kind).name

/** Notifies the owner and the requester about one step of a reset. */
export async function queueResetMails(
  inside: InTransaction,
  { owner, requester }: Concerned,
  step: Step,
): Promise<void> {
  const { subject, first, more, action, requester: toRequester } = WORDS[step.step]
  const kind = `account.factor-reset-${step.step}` as const
  const token = 'token' in step ? step.token : undefined
  const body = renderMail(owner.brand, {
    subject,
    greeting: owner.firstName,
    reader: owner.kind,
    paragraphs: [first(`your account ${owner.username}`, whoAsked(owner, requester)), ...more],
    action: action && token ? { sentence: action, url: noticeAddress(inside, owner, token) } : undefined,
  })
  await queueMail(inside, { kind, subject, body, brand: owner.brand, to: owner.email, accountId: owner.id })
  if (!requester) return
  const about = 'Reset of a second factor'
  const content = {
    subject: about,
    greeting: requester.firstName,
    reader: requester.kind,
    paragraphs: [toRequester(owner.username)],
  }
  const told = { kind: `${kind}-told` as const, subject: about, body: renderMail(requester.brand, content) }
  await queueMail(inside, { ...told, brand: requester.brand, to: requester.email, accountId: requester.id })
}
