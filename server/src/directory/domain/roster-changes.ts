import { PROVIDER_PATHS } from '@portico/core/constants'
import { SAY_WHAT_CHANGED } from '@portico/core/directory/sentences'
import type { AnswerChangeBody, ReportChangeBody } from '@portico/core/directory/shapes'
import { recordAudit } from '../../platform/audit/audit.ts'
import { portalUrl } from '../../platform/brands/brand-host.ts'
import type { InTransaction, SignedIn } from '../../platform/context.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { MailKind } from '../../platform/mail/kinds.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { plainText, renderMail } from '../../platform/mail/mail-body.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { isOnRoster } from '../store/roster.ts'
import { findChangeAnswer, findReporter, insertChange, updateChangeAnswered } from '../store/roster-changes.ts'

const ROSTER_TEXTS = {
  notYours: 'You can report changes only for providers on your own roster.',
  answerEmpty: 'Please enter an answer.',
  answered: 'Someone else has already answered this report.',
  unknown: 'We could not find this report.',
} as const

/** An office reports a change of one of its providers; a repeated report counts once. */
export async function reportChange(context: SignedIn, change: ReportChangeBody): Promise<Outcome<true>> {
  const details = change.details.trim()
  if (details === '') return refuse(400, SAY_WHAT_CHANGED)
  if (!(await isOnRoster(context, change.npi))) return refuse(404, ROSTER_TEXTS.notYours)
  const { accountId } = context.session
  return transact(context, async (inside) => {
    const { npi, kind } = change
    const isNew = await insertChange(inside.db, { account_id: accountId, npi, kind, details, reported_at: inside.now })
    if (!isNew) return done
    await queueReporterMail(inside, accountId, {
      kind: 'roster.reported',
      subject: 'We received your report about a provider',
      paragraphs: [
        `We received the change that you reported for NPI ${npi}, and you don’t need to do anything now.`,
        `Your report: ${plainText(details)}`,
        'Provider Services will review it and answer you by email and on your roster page.',
      ],
    })
    await recordAudit(inside, { action: 'roster.change-reported', npi, details: { kind } })
    return done
  })
}

/** Staff answer once. The reporter is notified by mail and sees the answer on the roster page. */
export async function answerChange(context: SignedIn, given: AnswerChangeBody): Promise<Outcome<true>> {
  const answer = given.answer.trim()
  if (answer === '') return refuse(400, ROSTER_TEXTS.answerEmpty)
  return transact(context, async (inside) => {
    const changed = await updateChangeAnswered(inside, { id: given.id, answer })
    if (!changed) return explainNotAnswered(inside, { id: given.id, answer })
    await queueReporterMail(inside, changed.account_id, {
      kind: 'roster.answered',
      subject: 'Your report about a provider was answered',
      paragraphs: [
        `Provider Services answered the change that you reported for NPI ${changed.npi}; please read the answer below.`,
        `Answer: ${plainText(answer)}`,
      ],
    })
    await recordAudit(inside, {
      action: 'roster.change-answered',
      npi: changed.npi,
      subjectAccountId: changed.account_id,
      details: { changeId: given.id },
    })
    return done
  })
}

const done = { entity: true as const }

/** True if the same person repeats the stored answer. */
async function explainNotAnswered(
  { db, session }: InTransaction<SignedIn>,
  { id, answer }: AnswerChangeBody,
): Promise<Outcome<true>> {
  const stored = await findChangeAnswer(db, id)
  if (!stored) return refuse(404, ROSTER_TEXTS.unknown)
  return stored.answered_by === session.accountId && stored.answer === answer
    ? done
    : refuse(407, ROSTER_TEXTS.answered)
}

async function queueReporterMail(
  context: InTransaction,
  accountId: string,
  mail: { kind: MailKind; subject: string; paragraphs: string[] },
): Promise<void> {
  const reporter = await findReporter(context.db, accountId)
  const brand = reporter.brand
  const url = portalUrl(context.settings, brand, PROVIDER_PATHS.roster)
  await queueMail(context, {
    kind: mail.kind,
    brand,
    to: reporter.email,
    subject: mail.subject,
    body: renderMail(brand, {
      subject: mail.subject,
      greeting: `${reporter.first_name} ${reporter.last_name}`,
      paragraphs: mail.paragraphs,
      action: reporter.state === 'SUSPENDED' ? undefined : { sentence: 'See all your reports:', url },
    }),
    accountId: reporter.id,
  })
}
