import { BRANDS, type BrandId } from '@portico/core/brand'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { AREA_PATHS } from '../../platform/portal-addresses.ts'
import type { Settings } from '../../platform/settings.ts'
import type { RecoveryAccount } from '../store/accounts.ts'
import { areaOfAccount } from './target.ts'

type Text = { kind: string; subject: string; body: string }

/** Addresses in mail come from the settings, never from what a browser sent. */
export function writeResetMail(settings: Settings, account: RecoveryAccount, token: string): Text {
  const paths = AREA_PATHS[areaOfAccount(account.kind)]
  // Plan staff set a new password on the providers' page: their area has no page of its own for it.
  const page = 'forgotPassword' in paths ? paths.forgotPassword : PROVIDER_PATHS.forgotPassword
  const link = `${settings.publicUrls[account.brand]}${page}?resetId=${token}`
  const minutes = Math.round(settings.lifetimes.resetLink / 60)
  return {
    kind: 'account.reset-link',
    subject: 'Set a new password',
    body: lines(account.brand, account.firstName, [
      `Somebody asked to set a new password for the User Name ${account.username}. To do so, open this link:`,
      link,
      `The link works once, within ${minutes} minutes. You will be asked for two of your security answers.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ]),
  }
}

export function writeUserNamesMail(settings: Settings, accounts: [RecoveryAccount, ...RecoveryAccount[]]): Text {
  const { brand, firstName } = accounts[0]
  const names = accounts.map(({ username, kind, brand: own }) => {
    return `  ${username}  (log in at ${settings.publicUrls[own]}${AREA_PATHS[areaOfAccount(kind)].login})`
  })
  return {
    kind: 'account.user-names',
    subject: 'Your User Name',
    body: lines(brand, firstName, [
      'Somebody asked for the User Names that belong to this email address:',
      names.join('\n'),
      'If it was not you, you need not do anything.',
    ]),
  }
}

export function writePasswordChangedMail(brand: BrandId, firstName: string, userName: string): Text {
  return {
    kind: 'account.password-changed',
    subject: 'Your password was changed',
    body: lines(brand, firstName, [
      `The password of the User Name ${userName} was changed, and every other session was signed out.`,
      `If it was not you, please call us at once: ${BRANDS[brand].providerServicesPhone}.`,
    ]),
  }
}

export function writeProfileChangedMail(brand: BrandId, firstName: string, what: string): Text {
  return {
    kind: 'account.profile-changed',
    subject: 'Your profile was changed',
    body: lines(brand, firstName, [
      `${what} of your portal account were changed.`,
      `If it was not you, please call us at once: ${BRANDS[brand].providerServicesPhone}.`,
    ]),
  }
}

function lines(brand: BrandId, firstName: string, paragraphs: string[]): string {
  return [`Hello ${firstName},`, ...paragraphs, BRANDS[brand].name].join('\n\n')
}
