import { STATUS } from '@portico/core/constants'
import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import { DUE_DAYS, DUE_KINDS, type DueKind } from '@portico/core/signon/calendar/due'
import type { DueDate, DueDates } from '@portico/core/signon/calendar/shapes'
import type { Context, SignedIn } from '#platform/context.ts'
import { evaluate, requiredFrom } from '#platform/identity/factor-facts.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findOfficeDue } from '../../../access/access.ts'
import { findVerificationsDue } from '../../../provider-directory/provider-directory.ts'
import { findOwnFeed } from '../../store/calendar/feeds.ts'
import { findFactorRow } from '../../store/factor-status.ts'

export const ONLY_FOR_SAAS = 'Due dates are listed for Senior Access Administrators.'

type Reading = Pick<Context, 'db' | 'now' | 'settings'>

/** What is due for an SAA within 30 days, by date, overdue entries first. Undefined for a person who is no SAA. */
export async function findDueDates(reading: Reading, accountId: string): Promise<DueDate[] | undefined> {
  const until = new Date(reading.now.getTime() + DUE_DAYS * DAY_MS)
  const office = await findOfficeDue(reading, accountId, until)
  if (!office) return undefined
  const verifications = await findVerificationsDue(reading, accountId, until)
  const factor = await findFactorDue(reading, accountId, until)
  const due = [...office, ...verifications.map((day) => ({ kind: 'VERIFY' as const, ...day })), ...factor]
  return due.sort(byDate)
}

const placeOf = (kind: DueKind) => DUE_KINDS.indexOf(kind)
const byDate = (a: DueDate, b: DueDate): number =>
  Number(b.overdue) - Number(a.overdue) || a.day.localeCompare(b.day) || placeOf(a.kind) - placeOf(b.kind)

/** The day from which the person needs a second factor, if none is set up. */
async function findFactorDue({ db, now, settings }: Reading, accountId: string, until: Date): Promise<DueDate[]> {
  const facts = evaluate(settings, await findFactorRow({ db }, accountId))
  const from = facts.hasFactor ? undefined : requiredFrom(facts, now)
  return from && from <= until ? [{ kind: 'FACTOR', day: planDayOf(from), overdue: from <= now, count: 1 }] : []
}

export async function listDueDates(context: SignedIn): Promise<Outcome<DueDates>> {
  const { db, now, session } = context
  const due = await findDueDates(context, session.accountId)
  if (!due) return refuse(STATUS.notFound, ONLY_FOR_SAAS)
  const feed = await findOwnFeed(db, session.accountId)
  return {
    entity: {
      today: planDayOf(now),
      due,
      feed: { madeOn: feed?.madeAt.toISOString() ?? '', readOn: feed?.readAt?.toISOString() ?? '' },
    },
  }
}
