import { planDayOf } from '@portico/core/forms/calendar-day'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { hit } from '#platform/limits/limits.ts'
import { daysBefore, type ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { findNpisEndedBetween } from '../../store/publishing/affected.ts'
import { refreshPublished } from './refresh.ts'

/** A provider who left yesterday is looked at again, in case the job did not run then. */
const DAYS = 2

/** Unpublishes practices on the first day without the provider. Runs once an hour across all processes. */
export const refreshEndedJob: ScheduledJob = {
  name: 'refresh-ended-practices',
  async run(deps, now) {
    if (!(await hit({ db: deps.db, now }, { key: 'job:refresh-ended-practices', limit: 1, windowSeconds: 3600 })))
      return 0
    const npis = await findNpisEndedBetween(deps.db, planDayOf(daysBefore(now, DAYS)), planDayOf(now))
    if (npis.length === 0) return 0
    return transact(systemContext(deps, now), (inside) => refreshPublished(inside, { npis }))
  },
}
