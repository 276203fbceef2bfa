import type { BrandId } from '@portico/core/brand'
import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ReportChangeBody } from '@portico/core/directory/api'
import { recordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { plainText, writeLetter } from '../../platform/letter.ts'
import { queueMail } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { transact } from '../../platform/transaction.ts'
import { insertChange, isCovered, updateChangeAnswered } from '../store/roster.ts'

export const ROSTER_TEXTS = {
  notYours: 'You can report changes for the providers of your own roster only.',
  empty: 'Please say what has changed.',
  answerEmpty: 'Please write an answer.',
  answered: 'This change has been answered by somebody else.',
} as const

type Person = { accountId: string; address: string }

/** An office tells the plan that something about one of its providers has changed. */
export async function reportChange(deps: Deps, by: Person, change: ReportChangeBody): Promise<Outcome<true>> {
  const details = change.details.trim()
  if (details === '') return refuse(400, ROSTER_TEXTS.empty)
  if (!(await isCovered(deps.db, by.accountId, 'ROSTER', change.npi))) return refuse(404, ROSTER_TEXTS.notYours)
  const now = deps.clock.now()
  return transact(deps.db, async (trx) => {
    await insertChange(trx, { account_id: by.accountId, npi: change.npi, kind: change.kind, details, reported_at: now })
    await recordAudit(trx, {
      at: now,
      actorKind: 'provider',
      actorAccountId: by.accountId,
      action: 'roster.change-reported',
      npi: change.npi,
      address: by.address,
      details: { kind: change.kind },
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
  return transact(deps.db, async (trx) => {
    const changed = await updateChangeAnswered(trx, { id: given.id, answer, by: by.accountId, now })
    if (!changed) return refuse(407, ROSTER_TEXTS.answered)
    const { reporter } = changed
    const brand = reporter.brand as BrandId
    await queueMail(trx, {
      kind: 'roster.answered',
      brand,
      to: reporter.email,
      subject: 'Your report about a provider was answered',
      body: writeLetter(brand, {
        subject: '',
        greeting: `${reporter.first_name} ${reporter.last_name}`,
        paragraphs: [`You told us about a change for NPI ${changed.npi}. This is our answer:`, plainText(answer)],
        action: {
          sentence: 'See all your reports here:',
          url: deps.settings.publicUrls[brand] + PROVIDER_PATHS.roster,
        },
      }),
      accountId: reporter.id,
      now,
    })
    await recordAudit(trx, {
      at: now,
      actorKind: 'internal',
      actorAccountId: by.accountId,
      action: 'roster.change-answered',
      npi: changed.npi,
      subjectAccountId: reporter.id,
      address: by.address,
      details: { changeId: given.id },
    })
    return { entity: true as const }
  })
}
