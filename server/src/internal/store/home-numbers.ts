import type { Home } from '@portico/core/internal/shapes'
import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { countMatching, isoTime } from '#platform/database/paged-list.ts'

export async function countMail(db: Db): Promise<NonNullable<Home['mail']>> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from mail_message where sent_at is null and gave_up_at is null`.execute(db)
  const givenUp = await countMatching(db, sql`from mail_message where gave_up_at is not null and sent_at is null`, 0)
  return { waiting: rows[0]?.waiting ?? 0, givenUp }
}

const OWNER_CHECKS_SHOWN = 10

export async function findOwnerChecks(db: Db): Promise<NonNullable<Home['ownerChecks']>> {
  const { rows } = await sql<{ accountId: string; name: string; since: Date; waiting: number }>`
    select public_id as "accountId", first_name || ' ' || last_name as name, owner_check_since as since,
      count(*) over ()::int as waiting
    from account where owner_check_since is not null order by owner_check_since, id
    limit ${OWNER_CHECKS_SHOWN}`.execute(db)
  const oldest = rows.map(({ accountId, name, since }) => ({ accountId, name, since: isoTime(since) }))
  return { waiting: rows[0]?.waiting ?? 0, oldest }
}

export async function countStaffDecisions(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_request
    where decided_as = 'STAFF' and decided_at >= ${since} and path in ('BEHALF', 'APPROVAL')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Adds the daily tallies, because finished registrations are deleted. An index-only scan counts the requests. */
export async function countFunnel(db: Db, since: Date): Promise<Omit<Home['funnel'], 'days'>> {
  const { rows } = await sql<Omit<Home['funnel'], 'days'>>`
    with current as (
      select count(*)::int as opened,
        count(*) filter (where coalesce(step1_at, quiz_at, captcha_at) is not null)::int as proved
      from registration where created_at >= ${since} and npi is not null and link_id is null),
    tallied as (
      select coalesce(sum(opened), 0)::int as opened, coalesce(sum(proved), 0)::int as proved
      from registration_tally where day >= (${since}::timestamptz at time zone 'UTC')::date),
    requested as (
      select count(*)::int as submitted, count(*) filter (where state = 'ACTIVE')::int as active
      from access_request where created_at >= ${since} and path <> 'INVITATION')
    select current.opened + tallied.opened as opened, current.proved + tallied.proved as proved, submitted, active
    from current, tallied, requested`.execute(db)
  return rows[0] ?? { opened: 0, proved: 0, submitted: 0, active: 0 }
}
