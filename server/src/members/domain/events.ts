import { MEMBER_PATHS } from '@portico/core/constants'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { declareAct, declareEvent, type Reader } from '#platform/events/event.ts'

export const registrationBegun = declareAct('member.registration-begun', 'Started to register as a member.')

export const codeRefused = declareAct('member.code-refused', 'Entered a wrong code while registering as a member.')

export const idCardSaved = declareAct('member.id-card-saved', 'Saved an ID card.')

type Member = Pick<MemberTable, 'first_name'>
type Known = { member: Member; email: string; accountId?: string }
type Named = Known & { userName: string }
type Registered = Named & { accountId: string }

const memberReader = ({ member, email, accountId }: Known, { brand }: Context): Reader[] => [
  { accountId, email, name: member.first_name, brand: brand.id, kind: 'member' },
]

const signIn = ({ settings, brand }: Context) => ({
  sentence: 'Sign in:',
  url: portalUrl(settings, brand.id, MEMBER_PATHS.login),
})

export const codeSent = declareEvent<Known & { code: string }>({
  name: 'member.code',
  to: memberReader,
  mail: ({ code }, { settings }) => ({
    subject: 'Your registration code',
    paragraphs: [
      `${code} is your code to register in the member portal; please enter it on the page where you started.`,
      `It expires in ${Math.round(settings.lifetimes.memberCode / 60)} minutes. We never ask for it by phone.`,
      'If you didn’t request it, you don’t need to do anything. No one can register with your details alone.',
    ],
  }),
})

export const registeredAlready = declareEvent<Named>({
  name: 'member.account-exists',
  to: memberReader,
  mail: ({ userName }, context) => ({
    subject: 'You already have a member account',
    paragraphs: [
      'Someone tried to register in the member portal with your details; if this was you, please sign in with the account you already have.',
      `Its user name is ${userName}. If you forgot your password, you can set a new one there.`,
      'If this wasn’t you, you don’t need to do anything. No code was sent, and nothing has changed.',
    ],
    action: signIn(context),
  }),
})

export const registered = declareEvent<Registered>({
  name: 'member.registered',
  audit: 'Registered as a member.',
  about: ({ accountId }) => ({ actor: { kind: 'member', accountId }, subjectAccountId: accountId }),
  to: memberReader,
  mail: ({ userName }, context) => ({
    subject: 'Your member account is ready',
    paragraphs: [
      'You registered in the member portal, and you don’t need to do anything else.',
      `Your user name is ${userName}.`,
      'There you can see your coverage and claims, show your ID card and find a provider.',
      'If you didn’t register, please call us right away.',
    ],
    action: signIn(context),
  }),
})
