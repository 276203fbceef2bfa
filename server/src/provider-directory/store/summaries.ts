import { PLAN_ZONE } from '@portico/core/forms/calendar-day'
import { shownName } from '@portico/core/plan-data/shown-name'
import { type ChangeField, FIELD_LABELS } from '@portico/core/provider-directory/change-fields'
import { describeValue } from '@portico/core/provider-directory/describe-value'
import type { SummarizedChange } from '@portico/core/provider-directory/queue-shapes'
import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'

export type Recipient = {
  /** The address in lower case: an SAA whose address is on file gets one mail. */
  recipient: string
  email: string
  account_id: string | null
  brand: string | null
  name: string
  change_ids: string[]
}

const DAYS_BACK = 7

/**
 * Recipients of the accepted changes of the days before `today`, with those they were not mailed yet: the SAAs who cover
 * the provider, and the plan's address on file for the provider, its group or its organization. Leaves out recipients who
 * got a mail today.
 */
export async function findRecipients(db: Db, today: string): Promise<Recipient[]> {
  const midnight = sql`(${today}::date::timestamp at time zone ${sql.lit(PLAN_ZONE)})`
  const { rows } = await sql<Recipient>`
    with accepted as (
      select c.id, c.npi from practice_change c
      where c.state = 'ACCEPTED' and c.field <> 'other' and c.decided_at < ${midnight}
        and c.decided_at >= ${midnight} - make_interval(days => ${DAYS_BACK})),
    covered as (
      select w.npi, array(select e from covering_entities(w.npi) e) as entities,
        coalesce(n.provider_email,
          (select g.email from group_member m join provider_group g using (group_id)
            where m.npi = w.npi and g.email is not null order by g.group_id limit 1),
          (select o.email from organization o where o.org_id = n.org_id)) as on_file
      from (select distinct npi from accepted) w join network_provider n on n.npi = w.npi and n.left_at is null),
    reached as (
      select v.npi, a.id as account_id, a.email, a.brand, a.first_name || ' ' || a.last_name as name
      from covered v join access_grant g on g.entity = any(v.entities) and g.role = 'SAA' and g.state = 'ACTIVE'
      join account a on a.id = g.account_id and a.state = 'ACTIVE'
      union all
      select v.npi, null, v.on_file, null, coalesce(p.name, 'NPI ' || v.npi)
      from covered v left join provider p on p.npi = v.npi where v.on_file is not null),
    pending as (
      select distinct lower(r.email) as recipient, r.account_id, r.email, r.brand, r.name, c.id
      from reached r join accepted c on c.npi = r.npi
      where not exists (select from change_summary s join change_summary_entry e on e.summary_id = s.id
        where s.recipient = lower(r.email) and e.change_id = c.id))
    select p.recipient, min(p.email) as email, min(p.account_id) as account_id, min(p.brand) as brand,
      coalesce(min(p.name) filter (where p.account_id is not null), min(p.name)) as name,
      array_agg(distinct p.id order by p.id) as change_ids
    from pending p
    where not exists (select from change_summary s where s.recipient = p.recipient and s.day = ${today}::date)
    group by p.recipient order by p.recipient`.execute(db)
  return rows
}

/** Undefined if another process has mailed the recipient today. */
export async function insertSummary(
  { db, now }: InTransaction,
  today: string,
  { recipient, account_id, email, change_ids }: Recipient,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto('change_summary')
    .values({ day: today, recipient, account_id, email, sent_at: now })
    .onConflict((conflict) => conflict.columns(['recipient', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await db
    .insertInto('change_summary_entry')
    .values(change_ids.map((change_id) => ({ summary_id: inserted.id, change_id })))
    .execute()
  return inserted.id
}

export const findSummary = (db: Db, id: string) =>
  db
    .selectFrom('change_summary')
    .select(['id', 'account_id', 'email', sql<string>`day::text`.as('day')])
    .where('id', '=', id)
    .executeTakeFirst()

type EntryRow = {
  position: string
  change_id: string
  npi: string
  provider_name: string
  place: string
  field: ChangeField
  value_before: unknown
  value_after: unknown
  decided_at: Date
}

/** Entries that are still accepted. Positions stay the same, whatever became of the others. */
export async function findEntries(db: Db, summaryId: string): Promise<(SummarizedChange & { changeId: string })[]> {
  const { rows } = await sql<EntryRow>`
    select e.position, c.id as change_id, c.npi, coalesce(p.name, '') as provider_name, c.field, c.value_before,
      c.value_after, c.decided_at, coalesce((
        select concat_ws(', ', l.name, l.address_1, l.city, l.state) from practice_location l
        where l.location_id = coalesce(c.location_id, (select r.location_id from practice r where r.id = c.practice_id))),
        '') as place
    from (select change_id, row_number() over (order by change_id) as position from change_summary_entry
      where summary_id = ${summaryId}) e
    join practice_change c on c.id = e.change_id and c.state = 'ACCEPTED'
    left join provider p on p.npi = c.npi order by e.position`.execute(db)
  return rows.map((row) => ({
    id: row.position,
    changeId: row.change_id,
    providerName: shownName(row.provider_name),
    npi: row.npi,
    place: row.place,
    label: FIELD_LABELS[row.field],
    before: describeValue(row.field, row.value_before),
    after: describeValue(row.field, row.value_after),
    decidedAt: row.decided_at.toISOString(),
  }))
}

type Dispute = { ids: string[]; note: string; accountId: string | null; email: string; now: Date; dueAt: Date }

/** Sends accepted changes back to the queue. Returns those that were still accepted. */
export const updateChangesDisputed = (trx: Trx, { ids, note, accountId, email, now, dueAt }: Dispute) =>
  trx
    .updateTable('practice_change')
    .set({
      state: 'WAITING',
      disputed_at: now,
      disputed_by: accountId,
      disputed_email: accountId === null ? email : null,
      dispute_note: note || null,
      due_at: dueAt,
      taken_by: null,
      taken_at: null,
    })
    .where('id', 'in', ids)
    .where('state', '=', 'ACCEPTED')
    .returning(['id', 'npi', 'field'])
    .execute()
