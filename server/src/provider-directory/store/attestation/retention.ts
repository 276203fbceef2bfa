import { sql } from 'kysely'
import { RETENTION_BATCH, type RetentionRule } from '#platform/operations/retention.ts'

/** No legal hold covers these rows: they are about no person's access. */
export const attestationRetention: readonly RetentionRule[] = [
  {
    setting: 'directoryAccuracy',
    end: (before) => sql`
      delete from directory_day where day in (
        select d.day from directory_day d where d.checked_at < ${before} order by d.day limit ${RETENTION_BATCH})`,
  },
  {
    setting: 'directoryAccuracy',
    end: (before) => sql`
      delete from directory_sample where id in (
        select s.id from directory_sample s where s.finished_at < ${before} order by s.id limit ${RETENTION_BATCH})`,
  },
]
