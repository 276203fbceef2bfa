import { MEMBER_PATHS } from '@portico/core/constants'
import { portalUrl } from '../../platform/brand-host.ts'
import type { Context } from '../../platform/context.ts'
import { writeLetter } from '../../platform/letter.ts'
import type { MemberTable } from '../../platform/schema.ts'

type Text = { kind: string; subject: string; body: string }
type Name = Pick<MemberTable, 'first_name'>

const reader = 'member' as const

export function writeCodeMail({ settings, brand }: Context, member: Name, code: string): Text {
  const minutes = Math.round(settings.lifetimes.memberCode / 60)
  const subject = 'Your registration code'
  const body = writeLetter(brand.id, {
    subject,
    greeting: member.first_name,
    reader,
    paragraphs: [
      `Your code for registering in the member portal is ${code}.`,
      `Type it on the page where you began. It works for ${minutes} minutes. We never ask for it by phone.`,
      'If it was not you who asked for it, you need not do anything. Nobody can register with your details alone.',
    ],
  })
  return { kind: 'member.code', subject, body }
}

export function writeAccountExistsMail({ settings, brand }: Context, member: Name, userName: string): Text {
  const subject = 'You already have a member account'
  const body = writeLetter(brand.id, {
    subject,
    greeting: member.first_name,
    reader,
    paragraphs: [
      `Somebody tried to register in the member portal with your details. You already have an account; its User Name is ${userName}.`,
      'If it was you, sign in with it. If you no longer know the password, you can set a new one there.',
      'If it was not you, you need not do anything: no code was sent and nothing has changed.',
    ],
    action: { sentence: 'Sign in:', url: portalUrl(settings, brand.id, MEMBER_PATHS.login) },
  })
  return { kind: 'member.account-exists', subject, body }
}

export function writeWelcomeMail({ settings, brand }: Context, member: Name, userName: string): Text {
  const subject = 'Your member account is ready'
  const body = writeLetter(brand.id, {
    subject,
    greeting: member.first_name,
    reader,
    paragraphs: [
      `You registered in the member portal. Your User Name is ${userName}.`,
      'You can see your coverage and your claims, show your ID card and find a provider there.',
      'If it was not you who registered, please call us at once.',
    ],
    action: { sentence: 'Sign in:', url: portalUrl(settings, brand.id, MEMBER_PATHS.login) },
  })
  return { kind: 'member.registered', subject, body }
}
