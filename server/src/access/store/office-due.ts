import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { countByDay, type DueDay } from '#platform/database/count-by-day.ts'
import { isWithin } from './people/scopes.ts'

export type DueWithin = { accountId: string; saaOf: string[]; now: Date; until: Date }

/** People whose access the SAA must confirm. */
export const findConfirmationsDue = (db: Db, { accountId, saaOf, now, until }: DueWithin): Promise<DueDay[]> =>
  countByDay(
    db,
    now,
    sql`select g.confirm_due_at as at, g.account_id as key from access_grant g
      where ${isWithin(saaOf)} and g.state = 'ACTIVE' and g.role <> 'SAA' and g.confirm_due_at <= ${until}
        and g.account_id <> ${accountId}`,
  )

/** Invited people whose link expires. */
export const findInvitationsDue = (db: Db, { saaOf, now, until }: DueWithin): Promise<DueDay[]> =>
  countByDay(
    db,
    now,
    sql`select l.expires_at as at, a.id as key
      from access_grant g join account a on a.id = g.account_id join access_request r on r.id = g.request_id
      join link l on l.account_id = a.id
      where ${isWithin(saaOf)} and g.state = 'PENDING_APPROVAL' and g.role <> 'SAA' and r.path = 'INVITATION'
        and a.state = 'INVITED' and l.purpose = 'ACTIVATION' and l.used_at is null and l.ended_at is null
        and l.expires_at > ${now} and l.expires_at <= ${until}`,
  )

/** Requests of the person that expire unless they go on. */
export const findOwnRequestsDue = (db: Db, { accountId, now, until }: DueWithin): Promise<DueDay[]> =>
  countByDay(
    db,
    now,
    sql`select r.expires_at as at, r.id as key from access_request r
      where r.account_id = ${accountId} and r.state like 'PENDING%' and r.expires_at > ${now}
        and r.expires_at <= ${until}`,
  )
