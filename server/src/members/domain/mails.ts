import { MEMBER_PATHS } from '@portico/core/constants'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { type MailContent, renderMail } from '#platform/mail/mail-body.ts'

type Text = { kind: MailKind; subject: string; body: string }
type Name = Pick<MemberTable, 'first_name'>

type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'action'> & { kind: MailKind }

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
      `${code} is your code to register in the member portal; please enter it on the page where you started.`,
      `It expires in ${minutes} minutes. We never ask for it by phone.`,
      'If you didn’t request it, you don’t need to do anything. No one can register with your details alone.',
    ],
  })
}

export function writeAccountExistsMail(context: Context, member: Name, userName: string): Text {
  return write(context, member, {
    kind: 'member.account-exists',
    subject: 'You already have a member account',
    paragraphs: [
      'Someone tried to register in the member portal with your details; if this was you, please sign in with the account you already have.',
      `Its user name is ${userName}. If you forgot your password, you can set a new one there.`,
      'If this wasn’t you, you don’t need to do anything. No code was sent, and nothing has changed.',
    ],
    action: signIn(context),
  })
}

export function writeWelcomeMail(context: Context, member: Name, userName: string): Text {
  return write(context, member, {
    kind: 'member.registered',
    subject: 'Your member account is ready',
    paragraphs: [
      'You registered in the member portal, and you don’t need to do anything else.',
      `Your user name is ${userName}.`,
      'There you can see your coverage and claims, show your ID card and find a provider.',
      'If you didn’t register, please call us right away.',
    ],
    action: signIn(context),
  })
}
