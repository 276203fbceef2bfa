import type { AreaJobs } from '#platform/operations/sweep.ts'
import { checkDirectoryJob } from './domain/attestation/check-directory.ts'
import { refreshEndedJob } from './domain/publishing/refresh-ended.ts'
import { sendSummaries } from './domain/summaries/send-summaries.ts'
import { remindToVerify } from './domain/verification/remind.ts'
import { attestationRetention } from './store/attestation/retention.ts'
import { updateRecentCohorts } from './store/queue/list-changes.ts'
import { changeRetention } from './store/retention.ts'
import { verificationExpired, verificationRetention } from './store/verification/retention.ts'

export const providerDirectoryJobs = {
  jobs: [
    refreshEndedJob,
    checkDirectoryJob,
    remindToVerify,
    { name: 'refresh-cohorts', run: ({ db }) => updateRecentCohorts(db) },
    sendSummaries,
  ],
  expired: verificationExpired,
  retention: [...verificationRetention, ...attestationRetention, ...changeRetention],
} satisfies AreaJobs
