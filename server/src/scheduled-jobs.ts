import type { MaintainedCounter } from '#platform/operations/counters.ts'
import { platformExpired, platformRetention } from '#platform/operations/retention.ts'
import type { ScheduledJob } from '#platform/operations/scheduled-job.ts'
import { type AreaJobs, collectCounters, collectJobs } from '#platform/operations/sweep.ts'
import { accessJobs } from './access/scheduled-jobs.ts'
import { announceNews } from './content/domain/announce-news.ts'
import { contractJobs } from './contracts/scheduled-jobs.ts'
import { memberExpired } from './members/store/expired.ts'
import { planDataJobs } from './plan-data/domain/scheduled-jobs.ts'
import { providerDirectoryJobs } from './provider-directory/scheduled-jobs.ts'
import { registrationJobs } from './registration/scheduled-jobs.ts'
import { hubJobs } from './sign-on-hub/scheduled-jobs.ts'
import { signonJobs } from './signon/scheduled-jobs.ts'
import { staffSignInJobs } from './staff-sign-in/staff-sign-in.ts'

const AREAS: readonly AreaJobs[] = [
  accessJobs,
  contractJobs,
  planDataJobs,
  providerDirectoryJobs,
  registrationJobs,
  signonJobs,
  hubJobs,
  { jobs: [announceNews] },
  staffSignInJobs,
  { expired: memberExpired },
  { expired: platformExpired, retention: platformRetention },
]

export const scheduledJobs: readonly ScheduledJob[] = collectJobs(AREAS)

export const maintainedCounters: readonly MaintainedCounter[] = collectCounters(AREAS)
