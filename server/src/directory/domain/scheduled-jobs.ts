import type { AreaJobs } from '../../platform/operations/sweep.ts'
import { directoryCounters } from '../store/counters.ts'
import { directoryRetention } from '../store/retention.ts'
import { updateRecentCohorts } from '../store/roster-changes.ts'

export const directoryJobs = {
  jobs: [{ name: 'refresh-cohorts', run: ({ db }) => updateRecentCohorts(db) }],
  retention: directoryRetention,
  counters: directoryCounters,
} satisfies AreaJobs
