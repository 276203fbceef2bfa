import type { AreaJobs } from '#platform/operations/sweep.ts'
import { directoryCounters } from '../store/counters.ts'

export const directoryJobs = { counters: directoryCounters } satisfies AreaJobs
