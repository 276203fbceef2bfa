import type { InTransaction } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import { renderMail } from '../../../../platform/mail/mail-body.ts'
import type { RecoveryAccount } from '../../../store/accounts.ts'
import { noticeAddress } from '../notices/notices.ts'

/** Recipients: the account owner and the user who requested the reset. */
type Concerned = { owner: RecoveryAccount; requester: RecoveryAccount | undefined }
type Step = { step: 'asked' | 'confirmed'; token: string } | { step: 'stopped' | 'done' }

type Words = { subject: string; owner: string[]; action?: string; requester: (userName: string) => string }

const WORDS: Record<Step['step'], Words> = {
  asked: {
    subject: 'Please confirm: reset of your second factor',
    owner: [
      'An administrator asked to reset your second factor because you lost it.',
      'If you want this, please confirm it. The reset takes effect 24 hours later. If not, you can ignore this email.',
    ],
    action: 'Confirm the reset:',
    requester: (userName) =>
      `You asked to reset the second factor of ${userName}. They must confirm it with a link we emailed them.`,
  },
  confirmed: {
    subject: 'Your second factor will be reset in 24 hours',
    owner: [
      'You confirmed the reset of your second factor. In 24 hours your passkeys, your authenticator app and your recovery codes will stop working. After that, you sign in with your password.',
      'If this wasn’t you, or you no longer need the reset, please stop it before then.',
    ],
    action: 'Stop the reset:',
    requester: (userName) => `${userName} confirmed the reset of their second factor. It takes effect in 24 hours.`,
  },
  stopped: {
    subject: 'The reset of your second factor was stopped',
    owner: ['The reset of your second factor was stopped. Your second factor hasn’t changed.'],
    requester: (userName) => `${userName} stopped the reset of their second factor. It hasn’t changed.`,
  },
  done: {
    subject: 'Your second factor was reset',
    owner: [
      'Your passkeys, your authenticator app and your recovery codes no longer work, and we signed you out everywhere.',
      'Please sign in with your password, and set up a second factor again in your profile.',
    ],
    requester: (userName) => `The second factor of ${userName} was reset.`,
  },
}

/** Notifies the owner and the requester about one step of a reset. */
export async function queueResetMails(
  inside: InTransaction,
  { owner, requester }: Concerned,
  step: Step,
): Promise<void> {
  const { subject, owner: paragraphs, action, requester: toRequester } = WORDS[step.step]
  const kind = `account.factor-reset-${step.step}`
  const token = 'token' in step ? step.token : undefined
  const body = renderMail(owner.brand, {
    subject,
    greeting: owner.firstName,
    reader: owner.kind,
    paragraphs: [`This is about your account ${owner.username}.`, ...paragraphs],
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
  const told = { kind: `${kind}-told`, subject: about, body: renderMail(requester.brand, content) }
  await queueMail(inside, { ...told, brand: requester.brand, to: requester.email, accountId: requester.id })
}
