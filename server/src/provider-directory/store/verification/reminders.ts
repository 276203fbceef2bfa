import { planDayOf } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import type { Context, Db, Trx } from '#platform/context.ts'
import { countByDay, type DueDay } from '#platform/database/count-by-day.ts'
import { coveredNpis, dueAt, isOfScope, isToVerify, scopesOf } from './covered.ts'

const BATCH = 500

/** Accounts with an active ROSTER grant, page by page. */
export async function* findRosterAccounts(db: Db): AsyncGenerator<string> {
  let after: string | undefined = '0'
  while (after !== undefined) {
    const found: { rows: { id: string }[] } = await sql<{ id: string }>`
      select distinct g.account_id as id from access_grant g join account a on a.id = g.account_id
      where g.account_id > ${after} and g.state = 'ACTIVE' and 'ROSTER' = any(g.permissions)
        and a.state = 'ACTIVE' and a.kind = 'provider'
      order by g.account_id limit ${BATCH}`.execute(db)
    for (const { id } of found.rows) yield id
    after = found.rows.length < BATCH ? undefined : found.rows.at(-1)?.id
  }
}

export type DueRows = { nextDue: Date | null; due: number; overdue: number }

/**
 * Rows `r` that are due by a time, in the scopes for which the person is reminded: as their SAA, as a person who
 * verified them before, or if there is no SAA. `offset 0` makes PostgreSQL read them scope by scope, by indexes.
 */
function remindedRows({ now, settings }: Pick<Context, 'now' | 'settings'>, accountId: string, until: Date) {
  const scope = { kind: sql`s.kind`, id: sql`s.id` }
  return sql`
    from (${scopesOf(sql`${accountId}`)}) s
    cross join lateral (
      select r.id, due_at from (${coveredNpis(scope)}) c join practice r on r.npi = c.npi
        join practice_location l on l.location_id = r.location_id
        cross join lateral (select ${dueAt(settings.directoryVerifyDays)} as due_at) due
      where due_at <= ${until} and ${isToVerify(planDayOf(now))} and ${isOfScope(scope)} offset 0) r
    where (
      exists (select from access_grant g where g.account_id = ${accountId} and ${isGrantOf} and g.role = 'SAA')
      or exists (select from verification v
        where v.account_id = ${accountId} and v.scope_kind = s.kind and v.scope_id = s.id)
      or not exists (select from access_grant g where ${isGrantOf} and g.role = 'SAA'))`
}

/** Rows due by a time, of which the person is reminded. */
export async function findDueRows(
  { db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>,
  accountId: string,
  until: Date,
): Promise<DueRows> {
  const { rows } = await sql<DueRows>`
    select min(due_at) filter (where due_at > ${now}) as "nextDue",
      count(distinct r.id) filter (where due_at > ${now})::int as due,
      count(distinct r.id) filter (where due_at <= ${now})::int as overdue
    ${remindedRows({ now, settings }, accountId, until)}`.execute(db)
  return rows[0] ?? { nextDue: null, due: 0, overdue: 0 }
}

/** The same rows by day. */
export const findVerificationsDue = (
  { db, now, settings }: Pick<Context, 'db' | 'now' | 'settings'>,
  accountId: string,
  until: Date,
): Promise<DueDay[]> =>
  countByDay(db, now, sql`select due_at as at, r.id as key ${remindedRows({ now, settings }, accountId, until)}`)

/** True if `access_grant g` allows its person to verify scope `s`. */
const isGrantOf = sql`g.state = 'ACTIVE' and 'ROSTER' = any(g.permissions) and g.entity = case s.kind
  when 'NPI' then 'NPI:' || s.id when 'PO' then 'PO:' || s.id else 'GROUP:' || s.id end`

/** Serializes the reminders of one person. Undefined if the account is no longer active. */
export async function lockReminded(trx: Trx, accountId: string): Promise<Reminded | undefined> {
  const { rows } = await sql<Omit<Reminded, 'sent'>>`
    select a.id, a.email, a.brand, a.first_name, a.last_name from account a
    where a.id = ${accountId} and a.state = 'ACTIVE' for no key update`.execute(trx)
  const [account] = rows
  if (!account) return undefined
  const sent = await trx
    .selectFrom('verification_reminder')
    .select(['stage', 'due_on', 'sent_at'])
    .where('account_id', '=', accountId)
    .execute()
  return { ...account, sent }
}

export type SentReminder = { stage: number; due_on: string; sent_at: Date }
export type Reminded = {
  id: string
  email: string
  brand: string
  first_name: string
  last_name: string
  sent: SentReminder[]
}

export async function upsertReminder(
  trx: Trx,
  accountId: string,
  { stage, due_on, sent_at }: SentReminder,
): Promise<void> {
  await trx
    .insertInto('verification_reminder')
    .values({ account_id: accountId, stage, due_on, sent_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'stage']).doUpdateSet({ due_on, sent_at }))
    .execute()
}
