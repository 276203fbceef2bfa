import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { scheduledJobs } from '../src/scheduled-jobs.ts'

/** Finds a scheduled job by name. */
export function jobNamed(name: string): ScheduledJob {
  const job = scheduledJobs.find((one) => one.name === name)
  if (!job) throw new Error(`No scheduled job is called ${name}.`)
  return job
}

/** Deletes expired rows and drafts. */
export const cleanUp = [jobNamed('expire-drafts'), jobNamed('clean-up')]
