import { daysBefore, type ScheduledJob } from '#platform/operations/scheduled-job.ts'
import type { AreaJobs } from '#platform/operations/sweep.ts'
import { sortSigningKeys } from './domain/keys.ts'
import { deleteOldStatistics } from './store/applications.ts'
import { deleteHubKeys, findHubKeys } from './store/hub-keys.ts'
import { deleteExpiredRecords } from './store/records.ts'
import { hubRetention } from './store/retention.ts'

const AT_ONCE = 5000

/** Codes, tokens and interactions that have expired. */
const deleteExpired: ScheduledJob = {
  name: 'expire-hub-records',
  run: ({ db }, now) => deleteExpiredRecords(db, now, AT_ONCE),
}

/** Signing keys whose ID tokens have all expired. */
const deleteOldKeys: ScheduledJob = {
  name: 'expire-signing-keys',
  async run({ db }, now) {
    const keys = (await findHubKeys(db)).filter(({ purpose }) => purpose === 'sign')
    return deleteHubKeys(
      db,
      sortSigningKeys(keys, now).over.map(({ id }) => id),
    )
  },
}

const STATISTICS_DAYS = 90

/** Failed sign-ins, and sign-ins per day. */
const deleteStatistics: ScheduledJob = {
  name: 'expire-application-statistics',
  run: ({ db }, now) => deleteOldStatistics(db, daysBefore(now, STATISTICS_DAYS)),
}

export const hubJobs: AreaJobs = { jobs: [deleteExpired, deleteOldKeys, deleteStatistics], retention: hubRetention }
