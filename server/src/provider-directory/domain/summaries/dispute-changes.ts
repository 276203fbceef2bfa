import { endOfBusinessDay } from '@portico/core/forms/business-days'
import type { ChangeSummary, DisputeBody, SummaryQuery } from '@portico/core/provider-directory/queue-shapes'
import * as sentence from '@portico/core/provider-directory/sentences'
import { VISITOR, type Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { findLink, useLink } from '#platform/identity/links.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findEntries, findSummary, updateChangesDisputed } from '../../store/summaries.ts'
import { CHANGE_BUSINESS_DAYS } from '../changes/submit-changes.ts'
import { changeDisputed } from '../events.ts'

type Opened = { linkId: string; summary: NonNullable<Awaited<ReturnType<typeof findSummary>>> }

async function openLink(visit: Visit, summaryId: string): Promise<Outcome<Opened>> {
  const limit = visit.settings.limits.npiLookupsPer5Min
  const isWithin = await hit(visit, { key: `link:${networkOf(visit.address)}`, limit, windowSeconds: 300 })
  const found = isWithin ? await findLink(visit, 'CHANGE_SUMMARY', summaryId) : { state: 'unknown' as const }
  const summary = found.link && (await findSummary(visit.db, found.link.summaryId ?? '0'))
  if (!found.link || !summary || found.state === 'ended') return refuse(406, sentence.SUMMARY_UNKNOWN, 'link-unknown')
  if (found.state === 'used') return refuse(407, sentence.SUMMARY_USED, 'link-used')
  if (found.state === 'expired') return refuse(498, sentence.SUMMARY_EXPIRED, 'link-expired')
  return { entity: { linkId: found.link.id, summary } }
}

/** The changes of a summary. Has no side effects, so a mail scanner can open the link. */
export async function openChangeSummary(visit: Visit, { summaryId }: SummaryQuery): Promise<Outcome<ChangeSummary>> {
  const opened = await openLink(visit, summaryId)
  if ('refusal' in opened) return opened
  const { summary } = opened.entity
  const entries = await findEntries(visit.db, summary.id)
  return { entity: { day: summary.day, changes: entries.map(({ changeId: _, ...change }) => change) } }
}

/** 'This is wrong': the chosen changes wait for staff again, marked as disputed. They stay published until then. */
export async function disputeChanges(visit: Visit, given: DisputeBody): Promise<Outcome<{ disputed: number }>> {
  const opened = await openLink(visit, given.summaryId)
  if ('refusal' in opened) return opened
  const { linkId, summary } = opened.entity
  return transact(visit, async (inside): Promise<Outcome<{ disputed: number }>> => {
    const { db, now } = inside
    // Locks the link first. A refusal below rolls this back, so the link stays usable.
    if (!(await useLink(inside, linkId))) return refuse(407, sentence.SUMMARY_USED, 'link-used')
    const chosen = (await findEntries(db, summary.id)).filter(({ id }) => given.changes.includes(id))
    if (chosen.length === 0) return refuse(400, sentence.CHOOSE_WRONG)
    const disputed = await updateChangesDisputed(db, {
      ids: chosen.map(({ changeId }) => changeId),
      note: given.note.trim(),
      accountId: summary.account_id,
      email: summary.email,
      now,
      dueAt: endOfBusinessDay(now, CHANGE_BUSINESS_DAYS),
    })
    for (const { id, npi, field } of disputed)
      await announce(inside, changeDisputed, {
        actor: VISITOR,
        npi,
        subjectAccountId: summary.account_id,
        details: { changeId: id, field },
      })
    return { entity: { disputed: disputed.length } }
  })
}
