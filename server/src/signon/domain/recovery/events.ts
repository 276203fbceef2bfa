import { findBrand } from '#platform/brands/brands.ts'
import { VISITOR } from '#platform/context.ts'
import { declareAct, declareEvent } from '#platform/events/event.ts'
import { supportLineFor } from '#platform/mail/mail-body.ts'
import type { RecoveryAccount } from '../../store/accounts.ts'
import { findOwner, inSentence, type Owner, pageOf, security, toOwner, writeNotice } from '../mail/owner.ts'

type Asked = { accountId: string | undefined }

/** Recovery is always recorded as a visitor's act, even in a signed-in browser. */
const byVisitor = ({ accountId }: Asked) => ({ actor: VISITOR, subjectAccountId: accountId })

export const resetLinkRequested = declareEvent<Asked>({
  name: 'account.reset-asked',
  audit: 'Requested a password reset.',
  about: byVisitor,
})

export const answersRefused = declareEvent<Asked>({
  name: 'account.reset-refused',
  audit: 'Answered the security questions incorrectly.',
  about: byVisitor,
})

export const passwordReset = declareEvent<Asked>({
  name: 'account.password-reset',
  audit: 'Reset a forgotten password.',
  about: byVisitor,
})

export const userNamesRequested = declareEvent<Asked>({
  name: 'account.user-names-asked',
  audit: 'Requested a forgotten user name.',
  about: byVisitor,
})

/** Both ways to a new password mail the owner. A reset of a forgotten password has an act of its own. */
export const passwordChanged = declareEvent<{ accountId: string; isReset?: true }, Owner>({
  name: 'account.password-changed',
  audit: 'Changed the password.',
  about: ({ accountId, isReset }) => (isReset ? undefined : { subjectAccountId: accountId }),
  to: findOwner,
  bell: security('Your password was changed.'),
  mail: (_, inside, owner) =>
    writeNotice(inside, owner, {
      subject: 'Your password was changed',
      sentence: (account, at) => `The password of ${inSentence(account)} was changed on ${at}`,
      more: 'We signed you out on your other devices.',
    }),
})

type LinkMade = { owner: RecoveryAccount; token: string; isAfterReport?: true }

export const resetLinkMade = declareEvent<LinkMade, Owner>({
  name: 'account.reset-link',
  to: ({ owner }) => [toOwner(owner)],
  mail: ({ token, isAfterReport }, context, owner) => {
    const minutes = Math.round(context.settings.lifetimes.resetLink / 60)
    const asked = [
      `Someone asked to set a new password for the user name ${owner.userName}; please use the link below only if this was you.`,
      `The link works once and expires in ${minutes} minutes. We’ll ask for two of your security answers.`,
      'If this wasn’t you, you don’t need to do anything. Your password hasn’t changed.',
    ]
    const secured = [
      `We secured your account ${owner.userName} after the report “This was not me”; please set a new password.`,
      'Every browser is signed out, and the earlier password no longer works.',
      `The link below works once and expires in ${minutes} minutes. We’ll ask for two of your security answers. If the link has expired, choose “Forgot password” on the sign-in page.`,
    ]
    return {
      subject: 'Set a new password',
      paragraphs: isAfterReport ? secured : asked,
      action: { sentence: 'Set a new password:', url: `${pageOf(context, owner, 'forgotPassword')}?resetId=${token}` },
    }
  },
})

type Accounts = { accounts: [RecoveryAccount, ...RecoveryAccount[]] }

/** One mail to the address of all these accounts, so it is not of one account. */
export const userNamesFound = declareEvent<Accounts>({
  name: 'account.user-names',
  to: ({ accounts: [{ email, firstName, brand, kind }] }) => [{ email, name: firstName, brand, kind }],
  mail: ({ accounts }, context) => {
    const addressOf = (account: RecoveryAccount) => pageOf(context, account, 'login')
    const url = addressOf(accounts[0])
    const isOnePage = accounts.every((account) => addressOf(account) === url)
    return {
      subject: 'Your user name',
      paragraphs: [
        'Someone asked for the user names of this email address; if this was you, please sign in with one of these:',
        'If this wasn’t you, you don’t need to do anything.',
      ],
      list: accounts.map((account) => `${account.username}${isOnePage ? '' : `  (sign in at ${addressOf(account)})`}`),
      action: isOnePage ? { sentence: 'Sign in:', url } : undefined,
    }
  },
})

export const notMeReported = declareAct(
  'account.not-me',
  'Reported "This was not me". All sessions ended, and a new password is required.',
)

export const addressReverted = declareAct(
  'account.email-reverted',
  'The email address was changed back to an earlier one.',
)

export const questionsReverted = declareAct(
  'account.questions-reverted',
  'The security questions were changed back to the earlier ones.',
)

export const factorsReverted = declareAct(
  'account.factors-reverted',
  'The second factors were changed back to the earlier ones.',
)

export const ownerConfirmed = declareAct(
  'account.owner-confirmed',
  'Plan staff confirmed the owner. A link to set a new password was sent.',
)

type Concerned = { owner: RecoveryAccount }

/** After a report 'This was not me' that plan staff must confirm. */
export const ownerCheckRequired = declareEvent<Concerned, Owner>({
  name: 'account.owner-check',
  to: ({ owner }) => [toOwner(owner)],
  mail: (_, __, { brand, kind, userName }) => {
    const { name, phone } = supportLineFor(findBrand(brand), kind)
    return {
      subject: 'Please call us about your account',
      paragraphs: [
        `We secured your account ${userName} after the report “This was not me”; please call ${name} at ${phone}.`,
        'Every browser is signed out, and the password no longer works.',
        'After our staff confirm that the account is yours, we email you a link to set a new password.',
      ],
    }
  },
})

/** For the address that a report 'This was not me' removed. Its reader may be a thief: it names no other address. */
export const addressRemoved = declareEvent<Concerned, Owner>({
  name: 'account.address-reverted',
  to: ({ owner }) => [{ ...toOwner(owner), name: 'there' }],
  mail: (_, __, { brand, kind, userName }) => ({
    subject: 'Your email address was removed from an account',
    paragraphs: [
      `This address no longer belongs to the portal account ${userName}; if the account is yours, please call us right away at ${supportLineFor(findBrand(brand), kind).phone}.`,
      'The owner of the earlier address reported a change they didn’t make, so we undid it and signed out every browser.',
    ],
  }),
})
