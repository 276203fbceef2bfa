import type { FindingKind } from '@portico/core/provider-directory/attestation/finding-kinds'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import { isPublished } from '../published.ts'
import type { CheckedAt } from './findings.ts'

export type DayRow = {
  day: string
  checkedAt: Date
  isAsked: boolean
  providers: number
  publishedRows: number
  verifiedRows: number
  findings: Partial<Record<FindingKind, number>>
}

const columns = sql`d.day::text, d.checked_at as "checkedAt", d.recheck_asked_at is not null as "isAsked",
  d.providers, d.published_rows as "publishedRows", d.verified_rows as "verifiedRows", d.findings`

export async function findLatestDay(db: Db): Promise<DayRow | undefined> {
  const { rows } = await sql<DayRow>`select ${columns} from directory_day d order by d.day desc limit 1`.execute(db)
  return rows[0]
}

/** Oldest first. */
export async function findDaysSince(db: Db, from: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select ${columns} from directory_day d where d.day >= ${from}::date order by d.day`.execute(db)
  return rows
}

/** False for a plan that loads no directory. */
export async function hasPractices(db: Db): Promise<boolean> {
  const { rows } = await sql`select from practice limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Starts the check of a day, and locks it against another process. Returns false if another process has just done it.
 */
export async function lockDueDay(trx: Trx, day: string, now: Date): Promise<boolean> {
  const inserted = await sql`
    insert into directory_day (day, checked_at, published_rows, verified_rows, providers, findings)
    values (${day}, ${now}, 0, 0, 0, '{}') on conflict (day) do nothing returning day`.execute(trx)
  if (inserted.rows.length > 0) return true
  const due = await sql`
    select from directory_day where day = ${day} and recheck_asked_at is not null for update`.execute(trx)
  return due.rows.length > 0
}

type Counts = { publishedRows: number; verifiedRows: number; providers: number }

/** Published rows, those verified since the cutoff, and their providers. */
export async function countPublished(db: Db, { today, cutoff }: CheckedAt): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as "publishedRows", (count(*) filter (where r.verified_at >= ${cutoff}))::int as "verifiedRows",
      count(distinct r.npi)::int as providers
    from practice r where ${isPublished(today)}`.execute(db)
  return rows[0] ?? { publishedRows: 0, verifiedRows: 0, providers: 0 }
}

export async function updateDay(
  trx: Trx,
  day: string,
  { publishedRows, verifiedRows, providers, ...found }: Counts & { findings: DayRow['findings']; checkedAt: Date },
): Promise<void> {
  await trx
    .updateTable('directory_day')
    .set({
      checked_at: found.checkedAt,
      recheck_asked_at: null,
      published_rows: publishedRows,
      verified_rows: verifiedRows,
      providers,
      findings: JSON.stringify(found.findings),
    })
    .where('day', '=', day)
    .execute()
}

/** Asks for another check of the newest day. Returns false while one is already asked for, or before the first check. */
export async function updateRecheckAsked(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update directory_day set recheck_asked_at = ${now}
    where day = (select max(day) from directory_day) and recheck_asked_at is null returning day`.execute(db)
  return rows.length > 0
}
