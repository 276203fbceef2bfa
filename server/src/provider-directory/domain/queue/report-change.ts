import { endOfBusinessDay } from '@portico/core/forms/business-days'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { readChange } from '@portico/core/provider-directory/change-rules'
import type { ReportChangeBody } from '@portico/core/provider-directory/queue-shapes'
import { NOT_ON_ROSTER } from '@portico/core/provider-directory/sentences'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { isOnRoster } from '../../../plan-data/plan-data.ts'
import { insertChanges } from '../../store/changes.ts'
import { findPerson } from '../../store/queue/decided-changes.ts'
import { CHANGE_BUSINESS_DAYS } from '../changes/submit-changes.ts'
import { changeReported, reportReceived } from '../events.ts'

/** An office reports a change of one of its providers in words; a repeated report counts once. */
export async function reportChange(
  context: SignedIn,
  { npi, kind, details }: ReportChangeBody,
): Promise<Outcome<true>> {
  const read = readChange('other', { kind, details }, planDayOf(context.now))
  if ('problem' in read) return refuse(400, read.problem)
  if (!(await isOnRoster(context, npi))) return refuse(404, NOT_ON_ROSTER)
  const { accountId } = context.session
  return transact(context, async (inside): Promise<Outcome<true>> => {
    const { now } = inside
    const change = { npi, practice_id: null, location_id: null, field: 'other' as const, value_before: null }
    const common = { accountId, scope: undefined, source: 'REPORT' as const, verificationId: undefined, now }
    const inserted = await insertChanges(inside.db, [{ ...change, value_after: read.value, is_automatic: false }], {
      ...common,
      dueAt: endOfBusinessDay(now, CHANGE_BUSINESS_DAYS),
    })
    if (inserted.length === 0) return { entity: true }
    const person = await findPerson(inside.db, accountId)
    await announce(inside, reportReceived, { person, npi, report: read.value.details })
    await announce(inside, changeReported, { npi, details: { kind } })
    return { entity: true }
  })
}
