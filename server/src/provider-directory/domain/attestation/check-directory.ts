import { planDayOf } from '@portico/core/forms/calendar-day'
import { FINDING_KINDS } from '@portico/core/provider-directory/attestation/finding-kinds'
import type { Context, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { daysBefore, type ScheduledJob } from '#platform/operations/scheduled-job.ts'
import {
  countPublished,
  type DayRow,
  findLatestDay,
  hasPractices,
  lockDueDay,
  updateDay,
} from '../../store/attestation/days.ts'
import { replaceFindings } from '../../store/attestation/findings.ts'

/**
 * Checks the directory on the first run of each day of the plan, and again when staff asked for it. Counting at that
 * time keeps the console page independent of the directory's size.
 */
export const checkDirectoryJob: ScheduledJob = {
  name: 'check-directory',
  async run({ db, settings }, now) {
    const latest = await findLatestDay(db)
    if (latest?.day === planDayOf(now) && !latest.isAsked) return 0
    if (!latest && !(await hasPractices(db))) return 0
    return transact({ db, settings, now }, checkDirectory)
  },
}

type Circumstances = Pick<Context, 'settings' | 'now'> & { db: Trx }

/** Writes the findings and the figures of today. Returns 0 if another process has just written them. */
export async function checkDirectory({ db, settings, now }: Circumstances): Promise<number> {
  const today = planDayOf(now)
  if (!(await lockDueDay(db, today, now))) return 0
  const at = { today, cutoff: daysBefore(now, settings.directoryVerifyDays) }
  const findings: DayRow['findings'] = {}
  for (const kind of FINDING_KINDS) findings[kind] = await replaceFindings(db, kind, at)
  await updateDay(db, today, { ...(await countPublished(db, at)), findings, checkedAt: now })
  return 1
}
