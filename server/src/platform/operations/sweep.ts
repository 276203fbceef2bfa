import type { Deps } from '../deps.ts'
import { checkCountersJob, type MaintainedCounter } from './counters.ts'
import { cleanUpJob, type ExpiredRows, type RetentionRule, retentionJob } from './retention.ts'
import type { ScheduledJob } from './scheduled-job.ts'

/** Work that an area wants done on schedule. Due dates are columns; each job acts on the rows that are due at `now`. */
export type AreaJobs = {
  jobs?: readonly ScheduledJob[]
  expired?: readonly ExpiredRows[]
  retention?: readonly RetentionRule[]
  counters?: readonly MaintainedCounter[]
}

export const collectCounters = (areas: readonly AreaJobs[]): MaintainedCounter[] =>
  areas.flatMap(({ counters = [] }) => counters)

/** The jobs of all areas in the order given, then clean-up, retention and the check of counters. */
export const collectJobs = (areas: readonly AreaJobs[]): ScheduledJob[] => [
  ...areas.flatMap(({ jobs = [] }) => jobs),
  cleanUpJob(areas.flatMap(({ expired = [] }) => expired)),
  retentionJob(areas.flatMap(({ retention = [] }) => retention)),
  checkCountersJob(collectCounters(areas)),
]

/** Runs every job and returns how much each did. A failing job does not stop the others. */
export async function sweep(deps: Deps, now: Date, jobs: readonly ScheduledJob[]): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const job of jobs) done[job.name] = await runJob(deps, now, job)
  return done
}

async function runJob(deps: Deps, now: Date, job: ScheduledJob): Promise<number> {
  try {
    const done = await job.run(deps, now)
    const did = done > 0 ? { last_done_at: now } : {}
    await insertRun(deps, job, { ran_at: now, done, ...did })
    return done
  } catch (error) {
    deps.log.error({ err: error, handler: job.name }, 'scheduled job failed')
    // If the database is unavailable, the failure cannot be recorded either.
    const failure = error instanceof Error ? error.name : 'unknown'
    await insertRun(deps, job, { ran_at: now, done: 0, failed_at: now, failure }).catch(() => {})
    return 0
  }
}

type Run = { ran_at: Date; done: number; last_done_at?: Date; failed_at?: Date; failure?: string }

async function insertRun({ db }: Deps, { name }: ScheduledJob, run: Run): Promise<void> {
  await db
    .insertInto('job_run')
    .values({ job: name, ...run })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(run))
    .execute()
}
