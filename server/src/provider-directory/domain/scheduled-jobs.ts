import type { AreaJobs } from '../../platform/operations/sweep.ts'
import { attestationRetention } from '../store/attestation/retention.ts'
import { verificationExpired, verificationRetention } from '../store/verification/retention.ts'
import { checkDirectoryJob } from './attestation/check-directory.ts'
import { refreshEndedJob } from './publishing/refresh-ended.ts'
import { remindToVerify } from './verification/remind.ts'

export const providerDirectoryJobs = {
  jobs: [refreshEndedJob, checkDirectoryJob, remindToVerify],
  expired: verificationExpired,
  retention: [...verificationRetention, ...attestationRetention],
} satisfies AreaJobs
