import type { DueHandler } from '../../platform/operations/sweep.ts'
import { updateRecentCohorts } from '../store/roster-changes.ts'

export const directoryDueHandlers: readonly DueHandler[] = [
  { name: 'refresh-cohorts', run: ({ db }) => updateRecentCohorts(db) },
]
