import { PROVIDER_PATHS } from '@portico/core/constants'
import { writeDay } from '@portico/core/forms/moments'
import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import { portalUrl } from '#platform/brands/brand-host.ts'
import { standardBrand } from '#platform/brands/brands.ts'
import type { Context } from '#platform/context.ts'
import { declareAct, declareEvent, type Message, type Reader } from '#platform/events/event.ts'
import { plainText } from '#platform/mail/mail-body.ts'
import type { findPerson, StoredChange } from '../store/queue/decided-changes.ts'
import type { findEntries, Recipient } from '../store/summaries.ts'
import type { DueRows, Reminded } from '../store/verification/reminders.ts'

export const verified = declareAct('directory.verified', 'Verified directory data.')

type Due = { reminded: Reminded; rows: DueRows & { nextDue: Date } }

export const verificationDue = declareEvent<Due>({
  name: 'directory.verification-due',
  bell: {
    kind: 'ACCESS',
    says: () => 'Please verify your directory data.',
    page: () => PROVIDER_PATHS.verify,
    permission: 'ROSTER',
  },
  to: ({ reminded }) => [personReader(reminded)],
  mail: ({ reminded, rows: { nextDue, due, overdue } }, { settings }) => ({
    subject: `Please verify your directory data by ${writeDay(nextDue)}`,
    paragraphs: [
      'Members find your providers with the data in our directory; please confirm that it is still true, or change it.',
      `${due === 1 ? 'One entry is' : `${due} entries are`} due within 30 days, the first on ${writeDay(nextDue)}.`,
      ...(overdue > 0 ? [`${overdue === 1 ? 'One entry is' : `${overdue} entries are`} overdue.`] : []),
      'You can confirm all of them together.',
    ],
    action: {
      sentence: 'Verify your directory data:',
      url: portalUrl(settings, reminded.brand, PROVIDER_PATHS.verify),
    },
  }),
})

type Named = Pick<Reminded, 'id' | 'email' | 'brand' | 'first_name' | 'last_name'>

const personReader = ({ id, email, brand, first_name, last_name }: Named): Reader => ({
  accountId: id,
  email,
  name: `${first_name} ${last_name}`,
  brand,
})

type Person = Awaited<ReturnType<typeof findPerson>>

/** A suspended account gets no link. */
function rosterAction({ settings }: Context, { brand, state }: Person): Message['action'] {
  if (state === 'SUSPENDED') return undefined
  return { sentence: 'See all your changes:', url: portalUrl(settings, brand, PROVIDER_PATHS.roster) }
}

export const changeReported = declareAct('roster.change-reported', 'Reported a roster change.')

/** To the person who reported a change in words. */
export const reportReceived = declareEvent<{ person: Person; npi: string; report: string }>({
  name: 'roster.reported',
  to: ({ person }) => [personReader(person)],
  mail: ({ person, npi, report }, context) => ({
    subject: 'We received your report about a provider',
    paragraphs: [
      `We received the change that you reported for NPI ${npi}, and you don’t need to do anything now.`,
      `Your report: ${plainText(report)}`,
      'Provider Services will review it and answer you by email and on your roster page.',
    ],
    action: rosterAction(context, person),
  }),
})

export const changeTaken = declareAct('directory.change-taken', 'Took or released a change of directory data.')

export const changeNoted = declareAct('directory.change-noted', 'Added a note to a change of directory data.')

export const changeAccepted = declareAct('directory.change-accepted', 'Accepted a change of directory data.')

export const changeReturned = declareAct('directory.change-returned', 'Returned a change of directory data.')

/** One line: the provider, the field, and the value as the office sent it. */
const lineOf = ({ npi, field, value_after }: StoredChange): string =>
  plainText(`NPI ${npi}, ${FIELD_LABELS[field]}: ${describeValue(field, value_after) || 'none'}`)

const limitLines = (lines: string[], max: number): string[] => [
  ...lines.slice(0, max),
  ...(lines.length > max ? [`and ${lines.length - max} more`] : []),
]

const ANSWERED_LINES_MAX = 20

const SUBJECTS = {
  answered: 'Your report about a provider was answered',
  accepted: 'Your change of the provider directory was accepted',
  returned: 'Your change of the provider directory was not accepted',
}

const OUTCOMES: Record<keyof typeof SUBJECTS, (what: string) => string> = {
  answered: (what) => `answered ${what} that you reported; please read the answer below:`,
  accepted: (what) => `accepted ${what} that you sent, and you don’t need to do anything now:`,
  returned: (what) => `did not accept ${what} that you sent; please read the reason below:`,
}

type Answered = { person: Person; changes: StoredChange[]; isAccepted: boolean; answer: string }

/** One mail about all changes that were decided together. A report in words is answered. */
export const changesAnswered = declareEvent<Answered>({
  name: 'roster.answered',
  bell: {
    kind: 'DECISIONS',
    says: () => 'The plan answered a change that you reported.',
    page: () => PROVIDER_PATHS.roster,
    permission: 'ROSTER',
  },
  to: ({ person }) => [personReader(person)],
  mail: ({ person, changes, isAccepted, answer }, context) => {
    const isReport = changes.every(({ field }) => field === 'other')
    const what = changes.length === 1 ? 'the change' : `the ${changes.length} changes`
    const outcome = isReport ? 'answered' : isAccepted ? 'accepted' : 'returned'
    return {
      subject: SUBJECTS[outcome],
      paragraphs: [
        `Provider Services ${OUTCOMES[outcome](what)}`,
        ...(answer ? [`${isAccepted || isReport ? 'Answer' : 'Reason'}: ${plainText(answer)}`] : []),
      ],
      list: limitLines(changes.map(lineOf), ANSWERED_LINES_MAX),
      action: rosterAction(context, person),
    }
  },
})

export const changeDisputed = declareAct(
  'directory.change-disputed',
  'Said that an accepted change of directory data is wrong.',
)

const SUMMARY_LINES_MAX = 50

type Summary = {
  recipient: Recipient
  entries: Awaited<ReturnType<typeof findEntries>>
  summaryId: string
  linkDays: number
}

export const summarySent = declareEvent<Summary>({
  name: 'directory.summary',
  to: ({ recipient: { account_id, email, name, brand } }) => [
    { accountId: account_id ?? undefined, email, name, brand: brand ?? standardBrand.id },
  ],
  mail: ({ entries, summaryId, linkDays }, { settings }, { brand }) => ({
    subject: 'Changes of your providers in the directory',
    paragraphs: [
      'The plan accepted these changes of your providers, and you don’t need to do anything if they are right:',
      'Is one of them wrong? Use the link below. Plan staff then review it again.',
    ],
    list: limitLines(
      entries.map(({ providerName, npi, label, after }) =>
        plainText(`${providerName || 'NPI'} ${npi}, ${label}: ${after || 'none'}`),
      ),
      SUMMARY_LINES_MAX,
    ),
    action: {
      sentence: `This is wrong (the link works once, for ${linkDays} days):`,
      url: portalUrl(settings, brand, `${PROVIDER_PATHS.directorySummary}?summaryId=${summaryId}`),
    },
  }),
})

export const providerSuppressed = declareAct(
  'directory.provider-suppressed',
  'Withheld a provider from the published directory.',
)

export const providerShown = declareAct('directory.provider-shown', 'Published a withheld provider again.')

export const directoryPublished = declareAct('directory.published', 'The provider directory was published as files.')

export const checkAsked = declareAct('directory.check-asked', 'Asked for a new check of the directory.')

export const sampleDrawn = declareAct('directory.sample-drawn', 'Drew a sample of the directory.')

export const sampleResultSaved = declareAct('directory.sample-result-saved', 'Saved the result of a sample call.')

export const sampleFinished = declareAct('directory.sample-finished', 'Finished a sample of the directory.')

export const attestationRecorded = declareAct('directory.attested', 'Recorded an attestation of the directory.')

export const attestationWithdrawn = declareAct(
  'directory.attestation-withdrawn',
  'Withdrew an attestation of the directory.',
)
