import { MEMBER_PATHS } from '@portico/core/constants'
import { portalUrl } from '../../platform/brands/brand-host.ts'
import type { Context } from '../../platform/context.ts'
import type { MemberTable } from '../../platform/database/schema.ts'
import { type MailContent, renderMail } from '../../platform/mail/mail-body.ts'

type Text = { kind: string; subject: string; body: string }
type Name = Pick<MemberTable, 'first_name'>

type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'action'> & { kind: string }

function write({ brand }: Context, { first_name }: Name, { kind, ...words }: Words): Text {
  const body = renderMail(brand.id, { ...words, greeting: first_name, reader: 'member' })
  return { kind, subject: words.subject, body }
}

function signIn({ settings, brand }: Context) {
  return { sentence: 'Sign in:', url: portalUrl(settings, brand.id, MEMBER_PATHS.login) }
}

export function writeCodeMail(context: Context, member: Name, code: string): Text {
  const minutes = Math.round(context.settings.lifetimes.memberCode / 60)
  return write(context, member, {
    kind: 'member.code',
    subject: 'Your registration code',
    paragraphs: [
      `Your code for registering in the member portal is ${code}.`,
      `Type it on the page where you began. It works for ${minutes} minutes. We never ask for it by phone.`,
      'If it was not you who asked for it, you need not do anything. Nobody can register with your details alone.',
    ],
  })
}

export function writeAccountExistsMail(context: Context, member: Name, userName: string): Text {
  return write(context, member, {
    kind: 'member.account-exists',
    subject: 'You already have a member account',
    paragraphs: [
      `Somebody tried to register in the member portal with your details. You already have an account; its User Name is ${userName}.`,
      'If it was you, sign in with it. If you no longer know the password, you can set a new one there.',
      'If it was not you, you need not do anything: no code was sent and nothing has changed.',
    ],
    action: signIn(context),
  })
}

export function writeWelcomeMail(context: Context, member: Name, userName: string): Text {
  return write(context, member, {
    kind: 'member.registered',
    subject: 'Your member account is ready',
    paragraphs: [
      `You registered in the member portal. Your User Name is ${userName}.`,
      'You can see your coverage and your claims, show your ID card and find a provider there.',
      'If it was not you who registered, please call us at once.',
    ],
    action: signIn(context),
  })
}
