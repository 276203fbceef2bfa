import { PROVIDER_PATHS } from '@portico/core/constants'
import { FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type { MailKind } from '#platform/bell/mail-kinds.ts'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { InTransaction } from '#platform/context.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { plainText, renderMail } from '#platform/mail/mail-body.ts'
import { findPerson, type StoredChange } from '../../store/queue/decided-changes.ts'

type Text = { kind: MailKind; subject: string; paragraphs: string[]; list?: string[] }

/** Mails the person who sent a change. A suspended account gets no link. */
export async function queueReporterMail(context: InTransaction, accountId: string, mail: Text): Promise<void> {
  const person = await findPerson(context.db, accountId)
  const url = portalUrl(context.settings, person.brand, PROVIDER_PATHS.roster)
  const { kind, subject, paragraphs, list } = mail
  await queueMail(context, {
    kind,
    brand: person.brand,
    to: person.email,
    subject,
    body: renderMail(person.brand, {
      subject,
      greeting: `${person.first_name} ${person.last_name}`,
      paragraphs,
      list,
      action: person.state === 'SUSPENDED' ? undefined : { sentence: 'See all your changes:', url },
    }),
    accountId: person.id,
  })
}

/** One line: the provider, the field, and the value as the office sent it. */
export const lineOf = ({ npi, field, value_after }: Pick<StoredChange, 'npi' | 'field' | 'value_after'>): string =>
  plainText(`NPI ${npi}, ${FIELD_LABELS[field]}: ${describeValue(field, value_after) || 'none'}`)

const LINES_MAX = 20

type Decided = { changes: StoredChange[]; isAccepted: boolean; answer: string }

/** One mail about all changes that were decided together. A report in words is answered. */
export async function queueDecidedMail(
  context: InTransaction,
  { changes, isAccepted, answer }: Decided,
): Promise<void> {
  const [first] = changes
  if (!first) return
  const isReport = changes.every(({ field }) => field === 'other')
  const what = changes.length === 1 ? 'the change' : `the ${changes.length} changes`
  const more = changes.length > LINES_MAX ? [`and ${changes.length - LINES_MAX} more`] : []
  const outcome = isReport ? 'answered' : isAccepted ? 'accepted' : 'returned'
  await queueReporterMail(context, first.account_id, {
    kind: 'roster.answered',
    subject: SUBJECTS[outcome],
    paragraphs: [
      `Provider Services ${OUTCOMES[outcome](what)}`,
      ...(answer ? [`${isAccepted || isReport ? 'Answer' : 'Reason'}: ${plainText(answer)}`] : []),
    ],
    list: [...changes.slice(0, LINES_MAX).map(lineOf), ...more],
  })
}

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
