import { planDayOf } from '@portico/core/forms/calendar-day'
import { FINDING_KINDS } from '@portico/core/provider-directory/attestation/finding-kinds'
import type { Readiness } from '@portico/core/provider-directory/attestation/shapes'
import type { SignedIn } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import type { Outcome } from '#platform/outcome.ts'
import { findAttestedDays } from '../../store/attestation/attestations.ts'
import { type DayRow, findDaysSince, findLatestDay, updateRecheckAsked } from '../../store/attestation/days.ts'
import { findScoresSince } from '../../store/attestation/samples.ts'
import { checkAsked } from '../events.ts'

const HISTORY_DAYS = 180

/** Reads only recorded figures, so it costs the same for any directory. */
export async function describeReadiness({ db, settings, now }: SignedIn): Promise<Readiness> {
  const from = planDayOf(daysBefore(now, HISTORY_DAYS))
  const latest = await findLatestDay(db)
  const days = await findDaysSince(db, from)
  return {
    verifyDays: settings.directoryVerifyDays,
    check: latest ? checkOf(latest) : null,
    days: days.map(({ day, publishedRows, verifiedRows }) => ({ day, publishedRows, verifiedRows })),
    scores: await findScoresSince(db, from),
    attested: await findAttestedDays(db, from),
  }
}

const checkOf = ({ checkedAt, findings, ...row }: DayRow): Readiness['check'] => ({
  checkedAt: isoTime(checkedAt),
  isAsked: row.isAsked,
  providers: row.providers,
  publishedRows: row.publishedRows,
  verifiedRows: row.verifiedRows,
  findings: FINDING_KINDS.map((kind) => ({ kind, count: findings[kind] ?? 0 })),
})

/** The job checks again within a minute. A second click asks for nothing more. */
export const recheckDirectory = (context: SignedIn): Promise<Outcome<true>> =>
  transact(context, async (inside) => {
    const isNew = await updateRecheckAsked(inside.db, inside.now)
    if (isNew) await announce(inside, checkAsked, {})
    return { entity: true as const }
  })
