import type { AreaJobs } from '../../platform/operations/sweep.ts'
import { verificationExpired, verificationRetention } from '../store/verification/retention.ts'
import { refreshEndedJob } from './publishing/refresh-ended.ts'

export const providerDirectoryJobs = {
  jobs: [refreshEndedJob],
  expired: verificationExpired,
  retention: verificationRetention,
} satisfies AreaJobs
