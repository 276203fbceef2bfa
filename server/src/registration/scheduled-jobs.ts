import type { AreaJobs } from '#platform/operations/sweep.ts'
import { registrationExpired, updateExpiredDrafts } from './store/expired.ts'

export const registrationJobs = {
  jobs: [
    {
      name: 'expire-drafts',
      run: async ({ db, settings }, now) => Number((await updateExpiredDrafts(db, settings, now)).numUpdatedRows),
    },
  ],
  expired: registrationExpired,
} satisfies AreaJobs
