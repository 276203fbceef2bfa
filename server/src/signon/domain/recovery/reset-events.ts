import { findBrand } from '#platform/brands/brands.ts'
import { declareAct, declareEvent } from '#platform/events/event.ts'
import { supportLineFor } from '#platform/mail/mail-body.ts'
import type { RecoveryAccount } from '../../store/accounts.ts'
import { noticeAddress, type Owner, toOwner } from '../mail/owner.ts'

/** The steps of a reset of lost factors. Each has an act, a mail to the owner and one to the person who asked for it. */

type Concerned = { owner: RecoveryAccount; requester: RecoveryAccount | undefined }
type WithLink = Concerned & { token: string }

const toReader = ({ owner }: Concerned): Owner[] => [toOwner(owner)]
const toRequester = ({ requester }: Concerned): Owner[] => (requester ? [toOwner(requester)] : [])

/** Only plan staff and the SAA of all of the owner's access can ask. Staff are not named. */
const whoAsked = ({ owner, requester }: Concerned): string =>
  requester?.kind === 'provider'
    ? 'The Senior Access Administrator (SAA) of your office'
    : supportLineFor(findBrand(owner.brand), owner.kind).name

const writeToRequester = (sentence: string) => ({ subject: 'Reset of a second factor', paragraphs: [sentence] })

export const resetRequested = declareAct('factor.reset-asked', 'A reset of the second factor was requested.')

export const ownerAskedToConfirmReset = declareEvent<WithLink, Owner>({
  name: 'account.factor-reset-asked',
  to: toReader,
  mail: ({ token, ...concerned }, context, owner) => ({
    subject: 'Please confirm: reset of your second factor',
    paragraphs: [
      `${whoAsked(concerned)} asked to reset the second factor of your account ${owner.userName} because you lost it; please confirm it only if you want this.`,
      'The reset takes effect 24 hours after you confirm it. If you don’t want it, you can ignore this email.',
    ],
    action: { sentence: 'Confirm the reset:', url: noticeAddress(context, owner, token) },
  }),
})

export const requesterOfResetNotified = declareEvent<Concerned, Owner>({
  name: 'account.factor-reset-asked-told',
  to: toRequester,
  mail: ({ owner: { username } }) =>
    writeToRequester(
      `You asked to reset the second factor of ${username}, and you don’t need to do anything now. They must confirm it with a link we emailed them.`,
    ),
})

export const resetConfirmed = declareAct('factor.reset-confirmed', 'Confirmed the reset of the second factor.')

export const ownerOfConfirmedResetNotified = declareEvent<WithLink, Owner>({
  name: 'account.factor-reset-confirmed',
  to: toReader,
  mail: ({ token }, context, owner) => ({
    subject: 'Your second factor will be reset in 24 hours',
    paragraphs: [
      `You confirmed the reset of the second factor of your account ${owner.userName}; you don’t need to do anything unless you want to stop it.`,
      'In 24 hours your passkeys, your authenticator app and your recovery codes will stop working. After that, you sign in with your password.',
      'If this wasn’t you, or you no longer need the reset, please stop it before then.',
    ],
    action: { sentence: 'Stop the reset:', url: noticeAddress(context, owner, token) },
  }),
})

export const requesterOfConfirmedResetNotified = declareEvent<Concerned, Owner>({
  name: 'account.factor-reset-confirmed-told',
  to: toRequester,
  mail: ({ owner: { username } }) =>
    writeToRequester(
      `${username} confirmed the reset of their second factor, and you don’t need to do anything. It takes effect in 24 hours.`,
    ),
})

export const resetStopped = declareAct('factor.reset-stopped', 'The reset of the second factor was stopped.')

export const ownerOfStoppedResetNotified = declareEvent<Concerned, Owner>({
  name: 'account.factor-reset-stopped',
  to: toReader,
  mail: (_, __, { userName }) => ({
    subject: 'The reset of your second factor was stopped',
    paragraphs: [
      `The reset of the second factor of your account ${userName} was stopped, and you don’t need to do anything.`,
      'Your second factor hasn’t changed.',
    ],
  }),
})

export const requesterOfStoppedResetNotified = declareEvent<Concerned, Owner>({
  name: 'account.factor-reset-stopped-told',
  to: toRequester,
  mail: ({ owner: { username } }) =>
    writeToRequester(
      `${username} stopped the reset of their second factor, and you don’t need to do anything. It hasn’t changed.`,
    ),
})

export const resetDone = declareAct('factor.reset-done', 'The second factor was reset.')

export const ownerOfResetNotified = declareEvent<Concerned, Owner>({
  name: 'account.factor-reset-done',
  to: toReader,
  mail: (_, __, { userName }) => ({
    subject: 'Your second factor was reset',
    paragraphs: [
      `The second factor of your account ${userName} was reset; please sign in with your password and set up a new one in your profile.`,
      'Your passkeys, your authenticator app and your recovery codes no longer work, and we signed you out everywhere.',
    ],
  }),
})

export const requesterOfDoneResetNotified = declareEvent<Concerned, Owner>({
  name: 'account.factor-reset-done-told',
  to: toRequester,
  mail: ({ owner: { username } }) =>
    writeToRequester(`The second factor of ${username} was reset, and you don’t need to do anything.`),
})
