import type { AreaJobs } from '#platform/operations/sweep.ts'
import { planDataCounters } from '../store/counters.ts'

export const planDataJobs = { counters: planDataCounters } satisfies AreaJobs
