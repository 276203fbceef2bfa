import { sql } from 'kysely'
import { isAccountOnLegalHold, isNpiOnLegalHold, isRequestOnLegalHold } from '#platform/operations/legal-holds.ts'
import { clearColumns, hasPersonalData } from '#platform/operations/personal-data.ts'
import type { ExpiredRows } from '#platform/operations/retention.ts'
import { deleteRows, RETENTION_BATCH, type RetentionRule } from '#platform/operations/retention.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'

const OVER = sql`r.state in ('REJECTED', 'EXPIRED', 'REVOKED')`

export const accessExpired: readonly ExpiredRows[] = [
  ({ db, now }) => db.deleteFrom('delayed_decision').where('ended_at', '<', daysBefore(now, 30)).executeTakeFirst(),
]

export const accessRetention: readonly RetentionRule[] = [
  {
    setting: 'requests',
    end: (before) => sql`
      update access_request set ${clearColumns('access_request')} where id in (
        select r.id from access_request r
        where ${OVER} and r.decided_at < ${before}
          and ${hasPersonalData('access_request', 'r')}
          and not ${isRequestOnLegalHold(sql`r.id`)}
        order by r.id limit ${RETENTION_BATCH})`,
  },
  {
    // Staff notes are deleted with the content of their request.
    setting: 'requests',
    end: (before) =>
      deleteRows(
        'staff_note',
        sql`t.written_at < ${before} and exists (
          select from access_request r where r.id = t.request_id and ${OVER} and r.decided_at < ${before})`,
        [isRequestOnLegalHold(sql`t.request_id`)],
      ),
  },
  {
    setting: 'staffViews',
    end: (before) => deleteRows('staff_view', sql`t.opened_at < ${before}`, [isAccountOnLegalHold(sql`t.account_id`)]),
  },
  {
    // As long as the requests that gave the access behind them.
    setting: 'requests',
    end: (before) =>
      deleteRows('saa_successor', sql`t.ended_at < ${before}`, [
        sql`exists (select from access_grant g where g.id in (t.saa_grant_id, t.successor_grant_id)
          and ${isAccountOnLegalHold(sql`g.account_id`)})`,
      ]),
  },
  {
    setting: 'fourEyesApprovals',
    end: (before) =>
      deleteRows('four_eyes_approval', sql`t.decided_at < ${before}`, [
        isAccountOnLegalHold(sql`t.requested_by`),
        isNpiOnLegalHold(sql`t.npi`),
      ]),
  },
  {
    // Lifted holds, and expired links that were never used. An active hold stays, however old.
    setting: 'registrationHolds',
    end: (before) =>
      deleteRows(
        'registration_hold',
        sql`(t.lifted_at < ${before} or t.held_at is null and t.expires_at < ${before})`,
        [
          isNpiOnLegalHold(sql`t.npi`),
          isAccountOnLegalHold(sql`t.account_id`),
          isRequestOnLegalHold(sql`t.request_id`),
        ],
      ),
  },
]
