import type { AreaJobs } from '../../platform/operations/sweep.ts'

export const providerDirectoryJobs = { jobs: [], expired: [], retention: [] } satisfies AreaJobs
