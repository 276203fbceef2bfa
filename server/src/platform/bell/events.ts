import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { BellLine, BellSubject } from '@portico/core/bell/lines'
import { INTERNAL_PATHS, MEMBER_PATHS } from '@portico/core/constants'
import { AREA_PATHS, areaOfAccount } from '../pages/portal-addresses.ts'
import type { MailKind } from './mail-kinds.ts'

type Reported = BellLine
type Subject = BellSubject

const homeOf = ({ reader }: Subject) => AREA_PATHS[areaOfAccount(reader)].home
const profileOf = ({ reader }: Subject) => AREA_PATHS[areaOfAccount(reader)].profile
const accessOf = (subject: Subject) => (subject.reader === 'provider' ? ACCESS_PAGES.mine : homeOf(subject))

const decide = (says: (reference: string) => string): Reported => ({
  kind: 'REQUESTS',
  says: ({ reference }) => says(reference ?? ''),
  page: ({ reference }) => (reference ? ACCESS_PAGES.request(reference) : ACCESS_PAGES.people),
})

const security = (says: string, page: Reported['page'] = accessOf): Reported => ({
  kind: 'SECURITY',
  says: () => says,
  page,
})

const successor = (says: string): Reported => ({ kind: 'ACCESS', says: () => says, page: () => ACCESS_PAGES.successor })

const TAKEOVER_PAGES = {
  provider: ACCESS_PAGES.successor,
  internal: INTERNAL_PATHS.successors,
  member: MEMBER_PATHS.home,
}
const takeover = (says: string): Reported => security(says, ({ reader }) => TAKEOVER_PAGES[reader])

/** For plan staff. One unread entry stands for everything that waits. */
const waits = (kind: 'QUEUE' | 'APPROVALS', says: string, path: string): Reported => ({
  kind,
  says: () => says,
  page: () => path,
})

const MAIL_PAGES = { provider: ACCESS_PAGES.people, internal: INTERNAL_PATHS.people, member: MEMBER_PATHS.home }

/** Events without a mail. */
type OwnEvent =
  | 'mail.failed'
  | 'invitation.mail-failed'
  | 'staff.requests-waiting'
  | 'staff.contracts-waiting'
  | 'staff.approvals-waiting'
  | 'staff.unmasking-waiting'

/** What becomes an entry of the bell: mail of these kinds, and events without a mail. */
const EVENTS = {
  'request.approval-needed': decide((reference) => `Access request ${reference} is waiting for your decision.`),
  'request.more-to-approve': decide(() => 'More access requests are waiting for your decision.'),

  'grant.confirm-reminder': {
    kind: 'ACCESS',
    says: () => 'Please confirm who still needs access.',
    page: () => ACCESS_PAGES.confirm,
  },
  'successor.named': successor('You were named as successor. Please agree or decline.'),
  'successor.answered': successor('There is news about your successor.'),
  'successor.confirm-reminder': successor('Please confirm your successor.'),
  'successor.offered': successor('You can take over as Senior Access Administrator.'),

  'staff.requests-waiting': waits(
    'QUEUE',
    'Access requests are waiting for Provider Services.',
    INTERNAL_PATHS.requests,
  ),
  'staff.contracts-waiting': waits('QUEUE', 'Signed contracts are waiting for review.', INTERNAL_PATHS.contracts),
  'staff.unmasking-waiting': waits('QUEUE', 'A support agent asks to see hidden data.', INTERNAL_PATHS.unmasking),
  'staff.approvals-waiting': waits('APPROVALS', 'A colleague asks for your approval.', INTERNAL_PATHS.home),
  'mail.failed': {
    kind: 'MAIL',
    says: () => 'We could not deliver an email to you. Please check your email address.',
    page: profileOf,
  },
  'invitation.mail-failed': {
    kind: 'MAIL',
    says: () => 'We could not deliver an invitation that you sent. Please check the email address.',
    page: ({ reader }) => MAIL_PAGES[reader],
  },

  'grant.changed': security('Your access was changed.'),
  'grant.suspended': security('Some of your access was suspended.'),
  'grant.reactivated': security('Some of your access is active again.'),
  'grant.removed': security('Some of your access was removed.'),
  'request.saa-notice': security('Someone asked to be the Senior Access Administrator. Our email says how to object.'),
  'request.more-saa': security('More people asked to be the Senior Access Administrator.'),
  'saa.covering-notice': security('Someone became the Senior Access Administrator. Our email says how to object.'),
  'saa.more-covering': security('More people became the Senior Access Administrator.'),
  'saa.replaced': security('You are no longer the Senior Access Administrator.'),
  'saa.handed-over': security('The role of Senior Access Administrator was handed over to you.'),
  'successor.accepted': takeover('Your successor takes over soon. Our email says how to stop it.'),
  'successor.accepted-staff': takeover('A successor takes over as Senior Access Administrator.'),
  'successor.left-to-staff': takeover('Please decide who takes over as Senior Access Administrator.'),
  'successor.ended': takeover('You are no longer named as successor, or your takeover was stopped.'),
  'staff.role-changed': security('The role of a staff account was changed.'),
} satisfies Partial<Record<MailKind, Reported>> & Record<OwnEvent, Reported>

export type BellEvent = keyof typeof EVENTS

export const BELL_EVENTS: Readonly<Record<BellEvent, Reported>> = EVENTS

export const isBellEvent = (name: string): name is BellEvent => Object.hasOwn(EVENTS, name)
