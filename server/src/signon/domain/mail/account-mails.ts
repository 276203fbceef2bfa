import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { findBrand } from '#platform/brands/brands.ts'
import { renderMail, supportLineFor } from '#platform/mail/mail-body.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { RecoveryAccount } from '../../store/accounts.ts'

type Text = { kind: MailKind; subject: string; body: string }

/** Builds links from the settings, never from request headers. */
export function writeResetMail(settings: Settings, account: RecoveryAccount, token: string): Text {
  const page = AREA_PATHS[areaOfAccount(account.kind)].forgotPassword
  const minutes = Math.round(settings.lifetimes.resetLink / 60)
  const subject = 'Set a new password'
  const body = renderMail(account.brand, {
    subject,
    greeting: account.firstName,
    paragraphs: [
      `Someone asked to set a new password for the user name ${account.username}; please use the link below only if this was you.`,
      `The link works once and expires in ${minutes} minutes. We’ll ask for two of your security answers.`,
      'If this wasn’t you, you don’t need to do anything. Your password hasn’t changed.',
    ],
    reader: account.kind,
    action: { sentence: 'Set a new password:', url: portalUrl(settings, account.brand, `${page}?resetId=${token}`) },
  })
  return { kind: 'account.reset-link', subject, body }
}

/** Reports failed attempts without blaming anyone; the owner does not have to act. */
export function writeFailedSignInsMail(settings: Settings, account: RecoveryAccount): Text {
  return writeFailuresMail(settings, account, 'Failed sign-ins to your account', [
    `Someone tried several times to sign in with the user name ${account.username} and a wrong password; you don’t need to do anything unless you forgot your password.`,
    'No one was signed in. We’ve slowed down further attempts. You can still sign in as usual from a browser you’ve used in the last 30 days.',
    'If you forgot your password, you can set a new one. We email you about this at most once a day.',
  ])
}

export function writeFailedProofsMail(settings: Settings, account: RecoveryAccount): Text {
  return writeFailuresMail(settings, account, 'Wrong passwords entered in your account', [
    `Someone who is signed in with the user name ${account.username} entered a wrong password several times; if this wasn’t you, please set a new password.`,
    'If this wasn’t you, someone else is using your account. A new password signs out every browser.',
    'We’ve slowed down further attempts. We email you about this at most once a day.',
  ])
}

function writeFailuresMail(
  settings: Settings,
  { brand, firstName, kind: reader }: RecoveryAccount,
  subject: string,
  paragraphs: string[],
): Text {
  const url = portalUrl(settings, brand, AREA_PATHS[areaOfAccount(reader)].forgotPassword)
  const action = { sentence: 'Set a new password:', url }
  const body = renderMail(brand, { subject, greeting: firstName, reader, paragraphs, action })
  return { kind: 'account.sign-ins-failed', subject, body }
}

export function writeUserNamesMail(settings: Settings, accounts: [RecoveryAccount, ...RecoveryAccount[]]): Text {
  const { brand, firstName, kind: reader } = accounts[0]
  const pageOf = (account: RecoveryAccount) =>
    portalUrl(settings, account.brand, AREA_PATHS[areaOfAccount(account.kind)].login)
  const url = pageOf(accounts[0])
  const isOnePage = accounts.every((account) => pageOf(account) === url)
  const subject = 'Your user name'
  const body = renderMail(brand, {
    subject,
    greeting: firstName,
    reader,
    paragraphs: [
      'Someone asked for the user names of this email address; if this was you, please sign in with one of these:',
      'If this wasn’t you, you don’t need to do anything.',
    ],
    list: accounts.map((account) => `${account.username}${isOnePage ? '' : `  (sign in at ${pageOf(account)})`}`),
    action: isOnePage ? { sentence: 'Sign in:', url } : undefined,
  })
  return { kind: 'account.user-names', subject, body }
}

type Reader = Pick<RecoveryAccount, 'brand' | 'kind' | 'firstName' | 'username'>

/** For the address that replaces another one. The replaced address gets a notice with a link. */
export function writeNewAddressMail({ brand, firstName, kind, username }: Reader): Text {
  const subject = 'Your profile was changed'
  const paragraphs = [
    `This is now the email address of the portal account ${username}; ${callAtOnce(brand, kind, 'this wasn’t you')}`,
  ]
  return {
    kind: 'account.profile-changed',
    subject,
    body: renderMail(brand, { subject, greeting: firstName, paragraphs, reader: kind }),
  }
}

/** After a report 'This was not me'. */
export function writeNewPasswordMail(settings: Settings, account: RecoveryAccount, token: string): Text {
  const subject = 'Set a new password'
  const minutes = Math.round(settings.lifetimes.resetLink / 60)
  const page = AREA_PATHS[areaOfAccount(account.kind)].forgotPassword
  const body = renderMail(account.brand, {
    subject,
    greeting: account.firstName,
    reader: account.kind,
    paragraphs: [
      `We secured your account ${account.username} after the report “This was not me”; please set a new password.`,
      'Every browser is signed out, and the earlier password no longer works.',
      `The link below works once and expires in ${minutes} minutes. We’ll ask for two of your security answers. If the link has expired, choose “Forgot password” on the sign-in page.`,
    ],
    action: { sentence: 'Set a new password:', url: portalUrl(settings, account.brand, `${page}?resetId=${token}`) },
  })
  return { kind: 'account.reset-link', subject, body }
}

/** After a report 'This was not me' that plan staff must confirm. */
export function writeOwnerCheckMail({ brand, firstName, kind, username }: Reader): Text {
  const subject = 'Please call us about your account'
  const { name, phone } = supportLineFor(findBrand(brand), kind)
  const paragraphs = [
    `We secured your account ${username} after the report “This was not me”; please call ${name} at ${phone}.`,
    'Every browser is signed out, and the password no longer works.',
    'After our staff confirm that the account is yours, we email you a link to set a new password.',
  ]
  return {
    kind: 'account.owner-check',
    subject,
    body: renderMail(brand, { subject, greeting: firstName, paragraphs, reader: kind }),
  }
}

/** For the address that a report 'This was not me' removed. Its reader may be a thief: it names no other address. */
export function writeAddressRevertedMail({ brand, kind, username }: Reader): Text {
  const subject = 'Your email address was removed from an account'
  const paragraphs = [
    `This address no longer belongs to the portal account ${username}; ${callAtOnce(brand, kind, 'the account is yours')}`,
    'The owner of the earlier address reported a change they didn’t make, so we undid it and signed out every browser.',
  ]
  return {
    kind: 'account.address-reverted',
    subject,
    body: renderMail(brand, { subject, greeting: 'there', paragraphs, reader: kind }),
  }
}

function callAtOnce(brand: string, reader: Reader['kind'], condition: string): string {
  return `if ${condition}, please call us right away at ${supportLineFor(findBrand(brand), reader).phone}.`
}
