import type { AreaJobs } from '../../platform/operations/sweep.ts'
import { verificationExpired, verificationRetention } from '../store/verification/retention.ts'
import { refreshEndedJob } from './publishing/refresh-ended.ts'

export const providerDirectoryJobs = {
  jobs: [refreshEndedJob],
  expired: verificationExpired,
  retention: verificationRetention,
import { attestationRetention } from '../store/attestation/retention.ts'
import { checkDirectoryJob } from './attestation/check-directory.ts'
import { refreshEndedJob } from './publishing/refresh-ended.ts'

export const providerDirectoryJobs = {
  jobs: [refreshEndedJob, checkDirectoryJob],
  expired: [],
  retention: attestationRetention,
} satisfies AreaJobs
