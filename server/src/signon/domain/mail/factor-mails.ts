import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { renderMail } from '#platform/mail/mail-body.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import type { Settings } from '#platform/settings/settings.ts'

type Text = { kind: MailKind; subject: string; body: string }
export type Reader = { brand: string; firstName: string; kind: AccountKind; username: string | null }

/** Builds links from the settings, never from request headers. */
const pageOf = (settings: Settings, { brand, kind }: Reader, page: 'forgotPassword' | 'profile') =>
  portalUrl(settings, brand, AREA_PATHS[areaOfAccount(kind)][page])

export function writeCodeMail(settings: Settings, reader: Reader, code: string): Text {
  const subject = 'Your code to sign in'
  const minutes = Math.round(settings.lifetimes.factorCode / 60)
  const paragraphs = [
    `${code} is your code to sign in; please enter it on the page that asked for it.`,
    `It expires in ${minutes} minutes. We never ask for it by phone or email.`,
    'If you didn’t try to sign in, someone else knows your password. Please set a new one.',
  ]
  return { kind: 'account.factor-code', subject, body: renderMailTo(reader, subject, paragraphs) }
}

/** Every code attempt follows a correct password, so the mail warns about the password. */
export function writeFailedCodesMail(settings: Settings, reader: Reader): Text {
  const subject = 'Wrong codes entered for your account'
  const body = renderMail(reader.brand, {
    subject,
    greeting: reader.firstName,
    reader: reader.kind,
    paragraphs: [
      `Someone entered the right password for the user name ${reader.username} and then several wrong codes; if this wasn’t you, please set a new password.`,
      'No one was signed in. If this wasn’t you, someone else knows your password. We email you about this at most once a day.',
    ],
    action: { sentence: 'Set a new password:', url: pageOf(settings, reader, 'forgotPassword') },
  })
  return { kind: 'account.factor-failed', subject, body }
}

export function writeCodesEndedMail(settings: Settings, reader: Reader): Text {
  const subject = 'Please create new recovery codes'
  const body = renderMail(reader.brand, {
    subject,
    greeting: reader.firstName,
    reader: reader.kind,
    paragraphs: [
      `The recovery codes of your account ${reader.username} no longer work; please create new ones in your profile.`,
      'The portal’s keys were changed. Your passkeys and your authenticator app still work.',
      'Keep the new codes in a safe place.',
    ],
    action: { sentence: 'Create new codes:', url: pageOf(settings, reader, 'profile') },
  })
  return { kind: 'account.recovery-codes-ended', subject, body }
}

const renderMailTo = ({ brand, firstName, kind }: Reader, subject: string, paragraphs: string[]) =>
  renderMail(brand, { subject, greeting: firstName, reader: kind, paragraphs })
