import type { BrandId } from '@portico/core/brand'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { SAY_WHAT_CHANGED } from '@portico/core/directory/sentences'
import type { ReportChangeBody } from '@portico/core/directory/shapes'
import type { Transaction } from 'kysely'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { plainText, writeLetter } from '../../platform/letter.ts'
import { legacyQueueMail } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { Database } from '../../platform/schema.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import { isCovered } from '../store/roster.ts'
import { findChangeAnswer, findReporter, insertChange, updateChangeAnswered } from '../store/roster-changes.ts'

const ROSTER_TEXTS = {
  notYours: 'You can report changes for the providers of your own roster only.',
  answerEmpty: 'Please write an answer.',
  answered: 'This change has been answered by somebody else.',
  unknown: 'There is no such report.',
} as const

type Person = { accountId: string; address: string }
type Trx = Transaction<Database>

/** An office tells the plan that something about one of its providers has changed; sent twice, it is one report. */
export async function reportChange(deps: Deps, by: Person, change: ReportChangeBody): Promise<Outcome<true>> {
  const details = change.details.trim()
  if (details === '') return refuse(400, SAY_WHAT_CHANGED)
  if (!(await isCovered(deps.db, by.accountId, 'ROSTER', change.npi))) return refuse(404, ROSTER_TEXTS.notYours)
  const now = deps.clock.now()
  return legacyTransact(deps.db, async (trx) => {
    const { npi, kind } = change
    if (!(await insertChange(trx, { account_id: by.accountId, npi, kind, details, reported_at: now })))
      return { entity: true as const }
    await tellReporter(deps, trx, by.accountId, now, {
      kind: 'roster.reported',
      subject: 'We have your report about a provider',
      paragraphs: [
        `You told us about a change for NPI ${npi}:`,
        plainText(details),
        'Our provider services team will look at it and answer you here and on your roster page.',
      ],
    })
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: 'provider',
      actorAccountId: by.accountId,
      action: 'roster.change-reported',
      npi,
      address: by.address,
      details: { kind },
    })
    return { entity: true as const }
  })
}

/** Plan staff answer, once; whoever reported it is told by mail and sees the answer on the roster page. */
export async function answerChange(
  deps: Deps,
  by: Person,
  given: { id: string; answer: string },
): Promise<Outcome<true>> {
  const answer = given.answer.trim()
  if (answer === '') return refuse(400, ROSTER_TEXTS.answerEmpty)
  const now = deps.clock.now()
  return legacyTransact(deps.db, async (trx) => {
    const changed = await updateChangeAnswered(trx, { id: given.id, answer, by: by.accountId, now })
    if (!changed) return explainNotAnswered(trx, given.id, { answer, by: by.accountId })
    await tellReporter(deps, trx, changed.account_id, now, {
      kind: 'roster.answered',
      subject: 'Your report about a provider was answered',
      paragraphs: [`You told us about a change for NPI ${changed.npi}. This is our answer:`, plainText(answer)],
    })
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: 'internal',
      actorAccountId: by.accountId,
      action: 'roster.change-answered',
      npi: changed.npi,
      subjectAccountId: changed.account_id,
      address: by.address,
      details: { changeId: given.id },
    })
    return { entity: true as const }
  })
}

/** The same answer from the same person again is what is stored already. */
async function explainNotAnswered(trx: Trx, id: string, given: { answer: string; by: string }): Promise<Outcome<true>> {
  const stored = await findChangeAnswer(trx, id)
  if (!stored) return refuse(404, ROSTER_TEXTS.unknown)
  if (stored.answered_by === given.by && stored.answer === given.answer) return { entity: true }
  return refuse(407, ROSTER_TEXTS.answered)
}

async function tellReporter(
  deps: Deps,
  trx: Trx,
  accountId: string,
  now: Date,
  mail: { kind: string; subject: string; paragraphs: string[] },
): Promise<void> {
  const reporter = await findReporter(trx, accountId)
  const brand = reporter.brand as BrandId
  await legacyQueueMail(trx, {
    kind: mail.kind,
    brand,
    to: reporter.email,
    subject: mail.subject,
    body: writeLetter(brand, {
      subject: mail.subject,
      greeting: `${reporter.first_name} ${reporter.last_name}`,
      paragraphs: mail.paragraphs,
      action: { sentence: 'See all your reports here:', url: deps.settings.publicUrls[brand] + PROVIDER_PATHS.roster },
    }),
    accountId: reporter.id,
    now,
  })
}
