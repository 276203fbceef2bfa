import { ACCESS_PAGES } from '@portico/core/access/pages'
import { SUCCESSOR_DAYS } from '@portico/core/access/successor-limits'
import { INTERNAL_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { writeDay } from '@portico/core/forms/moments'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { InTransaction } from '#platform/context.ts'
import { createLink } from '#platform/identity/links.ts'
import { type MailContent, plainName, plainText } from '#platform/mail/mail-body.ts'
import { findAccount } from '../../store/people/accounts.ts'
import { findProviderEmail } from '../../store/people/administrators.ts'
import { findScope } from '../../store/people/scopes.ts'
import { findStaffAdministrators } from '../../store/people/staff-accounts.ts'
import type { EndReason, Naming, StaffReason } from '../../store/successors/successors.ts'
import { queueMailTo, type Recipient, reasonLine, recipientOf, roleName } from '../mail/mails.ts'
import { npiOf } from './open-naming.ts'

/** Mail about successors, in the order of their lifecycle. */

type Written = Omit<MailContent, 'greeting'>
type About = Pick<Naming, 'entity'>

const scopeOf = async ({ db }: InTransaction, { entity }: About): Promise<string> =>
  plainText((await findScope(db, entity))?.name ?? entity)

async function queueTo(
  context: InTransaction,
  accountId: string,
  kind: MailKind,
  write: (to: Recipient) => Written | Promise<Written>,
): Promise<void> {
  const account = await findAccount(context.db, accountId)
  if (!account) return
  const to = recipientOf(account)
  await queueMailTo(context, { kind, to, content: { greeting: to.name, ...(await write(to)) } })
}

const toPage = ({ settings }: InTransaction, { brand }: Recipient, sentence: string): Written['action'] => ({
  sentence,
  url: portalUrl(settings, brand, ACCESS_PAGES.successor),
})

export async function queueNamedMail(context: InTransaction, naming: Naming): Promise<void> {
  const scope = await scopeOf(context, naming)
  await queueTo(context, naming.successorAccountId, 'successor.named', (to) => ({
    subject: 'You were named as successor',
    paragraphs: [
      `${plainName(naming.saaName)} named you as successor of the ${roleName('SAA')} for ${scope}; please agree or decline.`,
      'A successor can take over when the administrator leaves, or no longer uses the account. Nothing changes until then.',
    ],
    action: toPage(context, to, 'Agree or decline:'),
  }))
}

export async function queueAnsweredMail(context: InTransaction, naming: Naming, agree: boolean): Promise<void> {
  if (naming.saaGrantState !== 'ACTIVE') return
  const scope = await scopeOf(context, naming)
  const name = plainName(naming.successorName)
  await queueTo(context, naming.saaAccountId, 'successor.answered', (to) => ({
    subject: agree ? 'Your successor agreed' : 'Your successor declined',
    paragraphs: agree
      ? [`${name} agreed to be your successor for ${scope}, and you don’t need to do anything else.`]
      : [`${name} does not want to be your successor for ${scope}; please name someone else.`],
    action: toPage(context, to, 'See your successors:'),
  }))
}

export async function queueConfirmMail(context: InTransaction, naming: Naming): Promise<void> {
  const scope = await scopeOf(context, naming)
  await queueTo(context, naming.saaAccountId, 'successor.confirm-reminder', (to) => ({
    subject: 'Please confirm your successor',
    paragraphs: [
      `Please confirm by ${writeDay(naming.confirmDueAt)} that ${plainName(naming.successorName)} is still your successor for ${scope}.`,
      'After that day no one is named.',
    ],
    action: toPage(context, to, 'Confirm your successor:'),
  }))
}

export async function queueOfferedMail(context: InTransaction, naming: Naming): Promise<void> {
  const scope = await scopeOf(context, naming)
  await queueTo(context, naming.successorAccountId, 'successor.offered', (to) => ({
    subject: 'You can take over as Senior Access Administrator',
    paragraphs: [
      `${scope} has no active ${roleName('SAA')}; please decide whether you take over, as ${plainName(naming.saaName)} planned.`,
      'You need a second step at sign-in. You can set one up in your profile.',
    ],
    action: toPage(context, to, 'Take over or decline:'),
  }))
}

const STOP = 'If your office doesn’t want this, stop it with the link below. Provider Services then decides.'

async function stopAction(context: InTransaction, { id }: Naming, brand: string): Promise<Written['action']> {
  const lifetimeSeconds = SUCCESSOR_DAYS.wait * DAY_S
  // Each reader has a link: one does not end the other.
  const token = await createLink(context, { purpose: 'SUCCESSOR', successorId: id, lifetimeSeconds, keepOlder: true })
  return {
    sentence: `Stop the takeover (the link works for ${SUCCESSOR_DAYS.wait} days):`,
    url: portalUrl(context.settings, brand, `${PROVIDER_PATHS.stopTakeover}?takeoverId=${token}`),
  }
}

/** To the former SAA and to the provider's address on file, who can stop it, and to plan staff. */
export async function queueAcceptedMails(context: InTransaction, naming: Naming & { dueAt: Date }): Promise<void> {
  const scope = await scopeOf(context, naming)
  const name = plainName(naming.successorName)
  const begins = writeDay(naming.dueAt)
  const subject = `A new Senior Access Administrator for ${scope} on ${begins}`
  const what = `${name} accepted to take over as ${roleName('SAA')} for ${scope} and begins on ${begins}`
  await queueTo(context, naming.saaAccountId, 'successor.accepted', async ({ brand }) => ({
    subject,
    paragraphs: [`${what}; you don’t need to do anything unless you object.`, STOP],
    action: await stopAction(context, naming, brand),
  }))
  const npi = npiOf(naming)
  const email = npi && (await findProviderEmail(context.db, npi))
  const brand = naming.successorBrand
  if (email)
    await queueMailTo(context, {
      kind: 'successor.accepted-provider',
      to: { email, name: scope, brand },
      content: {
        subject,
        greeting: scope,
        paragraphs: [
          `${what}; you don’t need to do anything unless you object.`,
          'We sent this to the email address we have on file for you.',
          STOP,
        ],
        action: await stopAction(context, naming, brand),
      },
    })
  await queueToStaff(context, 'successor.accepted-staff', {
    subject: `A successor takes over for ${scope}`,
    paragraphs: [
      `${what}; you don’t need to do anything.`,
      'You can agree before that day, so that the access begins at once, or refuse it.',
    ],
  })
}

async function queueToStaff(context: InTransaction, kind: MailKind, written: Written): Promise<void> {
  for (const id of await findStaffAdministrators(context.db))
    await queueTo(context, id, kind, ({ brand }) => ({
      ...written,
      action: {
        sentence: 'Open the list of successors:',
        url: portalUrl(context.settings, brand, INTERNAL_PATHS.successors),
      },
    }))
}

const WHY_STAFF: Record<StaffReason, string> = {
  REMOVED: 'Plan staff removed or suspended the former administrator, or a report "This was not me" is open.',
  HOLD: 'Registration for the NPI is on hold.',
  OBJECTION: 'The provider or the former administrator objected.',
}

export async function queueLeftToStaffMails(
  context: InTransaction,
  naming: Naming,
  reason: StaffReason,
): Promise<void> {
  const scope = await scopeOf(context, naming)
  await queueToStaff(context, 'successor.left-to-staff', {
    subject: `Please decide who takes over for ${scope}`,
    paragraphs: [
      `${plainName(naming.successorName)} was named as successor of the ${roleName('SAA')} for ${scope}; please decide.`,
      WHY_STAFF[reason],
    ],
  })
}

export async function queueStoppedMail(context: InTransaction, naming: Naming): Promise<void> {
  const scope = await scopeOf(context, naming)
  await queueTo(context, naming.successorAccountId, 'successor.ended', (to) => ({
    subject: 'Your takeover was stopped',
    paragraphs: [
      `Someone objected to you taking over as ${roleName('SAA')} for ${scope}; you don’t need to do anything now.`,
      'Provider Services will review it and decide.',
    ],
    action: toPage(context, to, 'See where you are named:'),
  }))
}

type DecidedEnd = Extract<EndReason, 'WITHDRAWN' | 'NOT_CONFIRMED' | 'REFUSED'>

/** To the successor. To the SAA, too, if nobody confirmed the naming. */
export async function queueEndedMail(
  context: InTransaction,
  naming: Naming,
  end: DecidedEnd,
  reason?: string,
): Promise<void> {
  const scope = await scopeOf(context, naming)
  const written: Written = {
    subject: 'You are no longer named as successor',
    paragraphs: [
      end === 'REFUSED'
        ? `Provider Services refused that you take over as ${roleName('SAA')} for ${scope}; please call us if you have questions.`
        : `You are no longer named as successor for ${scope}, and you don’t need to do anything.`,
      ...reasonLine(reason),
    ],
  }
  await queueTo(context, naming.successorAccountId, 'successor.ended', () => written)
  if (end !== 'NOT_CONFIRMED' || naming.saaGrantState !== 'ACTIVE') return
  await queueTo(context, naming.saaAccountId, 'successor.answered', (to) => ({
    subject: 'You have no successor now',
    paragraphs: [
      `You did not confirm ${plainName(naming.successorName)} as your successor for ${scope} in time; please name a successor.`,
    ],
    action: toPage(context, to, 'Name a successor:'),
  }))
}

/** To the successor, if a change of access ended the naming. */
export async function queueLostMail(context: InTransaction, naming: Naming): Promise<void> {
  const scope = await scopeOf(context, naming)
  await queueTo(context, naming.successorAccountId, 'successor.ended', () => ({
    subject: 'You are no longer named as successor',
    paragraphs: [
      `${scope} has an administrator again, or the access behind your naming ended; you don’t need to do anything.`,
      `You will not take over as ${roleName('SAA')}.`,
    ],
  }))
}
