import { type DeleteResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '../context.ts'
import { transact } from '../database/transaction.ts'
import { deleteOldResults } from '../identity/session-results.ts'
import { hit } from '../limits/limits.ts'
import type { RetentionDays } from '../settings/numbers.ts'
import type { Settings } from '../settings/settings.ts'
import { isAccountOnLegalHold, isMessageOnLegalHold, isRequestOnLegalHold, lockLegalHolds } from './legal-holds.ts'
import { clearColumns, hasPersonalData } from './personal-data.ts'
import { daysBefore, type ScheduledJob } from './scheduled-job.ts'

export const RETENTION_BATCH = 500
/** Batches per run; the rest waits for the next run. */
const BATCHES = 20

/** Names the setting with the retention period and the statement that ends one batch of rows finished before a date. */
export type RetentionRule = { setting: keyof RetentionDays; end: (before: Date) => RawBuilder<unknown> }

/** Deletes whole rows of a table, aliased `t`, that are finished and not under any of these legal holds. */
export const deleteRows = (table: string, finished: RawBuilder<unknown>, holds: RawBuilder<boolean>[]) => sql`
  delete from ${sql.table(table)} where id in (
    select t.id from ${sql.table(table)} t where ${finished} and not (${sql.join(holds, sql` or `)})
    order by t.id limit ${RETENTION_BATCH})`

/**
 * Ends records that are past their retention period and not under a legal hold. Runs once an hour across all processes.
 */
export const retentionJob = (rules: readonly RetentionRule[]): ScheduledJob => ({
  name: 'retention',
  async run({ db, settings }, now) {
    if (!(await hit({ db, now }, { key: 'job:retention', limit: 1, windowSeconds: 3600 }))) return 0
    let done = 0
    for (const { setting, end } of rules)
      done += await inBatches(db, end(daysBefore(now, settings.retentionDays[setting])))
    return done
  },
})

async function inBatches(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  let done = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const ended = await transact({ db }, async ({ db: trx }) => {
      await lockLegalHolds(trx)
      const { numAffectedRows } = await statement.execute(trx)
      return Number(numAffectedRows ?? 0)
    })
    done += ended
    if (ended < RETENTION_BATCH) break
  }
  return done
}

const isFree = (account: RawBuilder<unknown>, request: RawBuilder<unknown>) =>
  sql`not ${isAccountOnLegalHold(account)} and not ${isRequestOnLegalHold(request)}`

const isMailFree = sql`${isFree(sql`m.account_id`, sql`m.request_id`)}
  and not ${isMessageOnLegalHold(sql`m.subject || ' ' || m.body`, sql`m.to_address`)}`

/** The platform's own tables. */
export const platformRetention: readonly RetentionRule[] = [
  {
    setting: 'mailText',
    end: (before) => sql`
      update mail_message set ${clearColumns('mail_message')} where id in (
        select m.id from mail_message m
        where ${hasPersonalData('mail_message', 'm')} and coalesce(m.sent_at, m.gave_up_at) < ${before}
          and ${isMailFree}
        order by m.id limit ${RETENTION_BATCH})`,
  },
  {
    setting: 'mail',
    end: (before) => sql`
      delete from mail_message where id in (
        select m.id from mail_message m
        where coalesce(m.sent_at, m.gave_up_at) < ${before} and ${isMailFree}
        order by m.id limit ${RETENTION_BATCH})`,
  },
  {
    setting: 'links',
    end: (before) => sql`
      delete from link where id in (
        select l.id from link l
        where l.expires_at < ${before} and ${isFree(sql`l.account_id`, sql`l.request_id`)}
          and not exists (select from registration r where r.link_id = l.id)
        order by l.id limit ${RETENTION_BATCH})`,
  },
  {
    setting: 'sessions',
    end: (before) => sql`
      delete from account_session where id_hash in (
        select s.id_hash from account_session s
        where least(s.ends_at, coalesce(s.ended_at, s.ends_at)) < ${before} and not ${isAccountOnLegalHold(sql`s.account_id`)}
        limit ${RETENTION_BATCH})`,
  },
]

/** Deletes rows that have no further use: expired codes, ended sessions, old counters. */
export type ExpiredRows = (context: { db: Db; settings: Settings; now: Date }) => Promise<DeleteResult>

export const cleanUpJob = (expired: readonly ExpiredRows[]): ScheduledJob => ({
  name: 'clean-up',
  async run({ db, settings }, now) {
    let deleted = 0
    for (const deleteExpired of expired) deleted += Number((await deleteExpired({ db, settings, now })).numDeletedRows)
    return deleted
  },
})

export const platformExpired: readonly ExpiredRows[] = [
  ({ db, now }) => db.deleteFrom('flood_counter').where('window_start', '<', daysBefore(now, 1)).executeTakeFirst(),
  deleteOldResults,
]
