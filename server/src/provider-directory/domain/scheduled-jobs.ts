import type { AreaJobs } from '../../platform/operations/sweep.ts'
import { refreshEndedJob } from './publishing/refresh-ended.ts'

export const providerDirectoryJobs = { jobs: [refreshEndedJob], expired: [], retention: [] } satisfies AreaJobs
