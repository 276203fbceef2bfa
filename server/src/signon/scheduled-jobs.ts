import type { AreaJobs } from '#platform/operations/sweep.ts'
import { sendDigests } from './domain/bell/digest.ts'
import { resetDueFactors } from './domain/recovery/factor-reset.ts'
import { signonExpired, signonRetention } from './store/retention.ts'

export const signonJobs = {
  jobs: [resetDueFactors, sendDigests],
  expired: signonExpired,
  retention: signonRetention,
} satisfies AreaJobs
