import type { AreaJobs } from '#platform/operations/sweep.ts'
import { signonExpired, signonRetention } from '../store/retention.ts'
import { sendDigests } from './bell/digest.ts'
import { resetDueFactors } from './factors/resets/reset.ts'

export const signonJobs = {
  jobs: [resetDueFactors, sendDigests],
  expired: signonExpired,
  retention: signonRetention,
} satisfies AreaJobs
