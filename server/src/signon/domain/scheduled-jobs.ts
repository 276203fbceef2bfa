import type { AreaJobs } from '../../platform/operations/sweep.ts'
import { signonExpired, signonRetention } from '../store/retention.ts'
import { resetDueFactors } from './factors/resets/reset.ts'

export const signonJobs = {
  jobs: [resetDueFactors],
  expired: signonExpired,
  retention: signonRetention,
} satisfies AreaJobs
