import type { FindingKind } from '@portico/core/provider-directory/attestation/finding-kinds'
import type { Finding, FindingsFilter, FindingsQuery } from '@portico/core/provider-directory/attestation/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/context.ts'
import { containingWord, findPage, PAGE_SIZE } from '#platform/database/paged-list.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { isPublished } from '../published.ts'

/** `today` is a day in the plan's time zone; a verification before `cutoff` is overdue. */
export type CheckedAt = { today: string; cutoff: Date }
type Select = (at: CheckedAt) => RawBuilder<unknown>

const place = sql`concat_ws(', ', nullif(l.address_1, ''), nullif(l.city, ''), nullif(concat_ws(' ', l.state, l.zip), ''))`
const locationName = sql`coalesce(nullif(l.name, ''), l.location_id)`
const published = ({ today }: CheckedAt) => sql`select r.* from practice r where ${isPublished(today)}`

/** Selects (subject, npi, location_id, name, place, phone, entries, since, others). */
const providers = (at: CheckedAt, matching: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  select f.npi, f.npi, null, p.name, '', '', f.entries, f.since, ''
  from (select r.npi, count(*)::int as entries, min(${since})::date as since
    from (${published(at)}) r where ${matching} group by r.npi) f
  join provider p on p.npi = f.npi`

const locations = (at: CheckedAt, matching: RawBuilder<unknown>) => sql`
  select l.location_id, null, l.location_id, ${locationName}, ${place}, coalesce(l.phone, ''), f.entries, null::date, ''
  from (select r.location_id, count(*)::int as entries from (${published(at)}) r group by r.location_id) f
  join practice_location l on l.location_id = f.location_id where ${matching}`

const digits = sql`regexp_replace(regexp_replace(l.phone, '[^0-9]', '', 'g'), '^1', '')`

/** Rows whose location is gone are not published for that reason alone; providers without a row are not either. */
const withoutLocation: Select = ({ today }) => sql`
  select r.id::text, r.npi, r.location_id, p.name, ${place}, coalesce(l.phone, ''), 1, null::date, ''
  from practice r join provider p on p.npi = r.npi join practice_location l on l.location_id = r.location_id
  where r.published and r.left_at is null and (r.ends_on is null or r.ends_on > ${today}::date) and l.left_at is not null
    and exists (select from network_provider n where n.npi = r.npi and n.left_at is null)
  union all
  select 'NPI ' || n.npi, n.npi, null, p.name, '', '', 0, null::date, ''
  from network_provider n join provider p on p.npi = n.npi
  where n.left_at is null and not p.deactivated
    and not exists (select from practice r where r.npi = n.npi and r.left_at is null)`

const duplicateRoles: Select = (at) => sql`
  select concat_ws(' ', d.npi, d.location_id, d.network_id), d.npi, d.location_id, p.name, ${place},
    coalesce(l.phone, ''), d.entries, null::date, d.others
  from (select r.npi, r.location_id, r.network_id, count(*)::int as entries,
      string_agg(coalesce(r.group_id, 'no group'), ', ' order by r.group_id) as others
    from (${published(at)}) r group by r.npi, r.location_id, r.network_id having count(*) > 1) d
  join provider p on p.npi = d.npi join practice_location l on l.location_id = d.location_id`

/** Compares letters and digits of the street, and the first five digits of the ZIP code. */
const duplicateAddresses: Select = (at) => sql`
  select md5(a.street), null, a.ids[1], ${locationName}, ${place}, coalesce(l.phone, ''), cardinality(a.ids), null::date,
    array_to_string(a.ids[:${OTHERS_MAX}], ', ')
  from (select s.street, array_agg(s.location_id order by s.location_id) as ids
    from (select l.location_id,
        lower(regexp_replace(concat(l.address_1, l.address_2), '[^[:alnum:]]', '', 'g')) || ' ' || left(l.zip, 5) as street
      from practice_location l
      where l.location_id in (select r.location_id from (${published(at)}) r) and l.address_1 ~ '[[:alnum:]]') s
    group by s.street having count(*) > 1) a
  join practice_location l on l.location_id = a.ids[1]`

const OTHERS_MAX = 20

const isVerifiedBefore = ({ cutoff }: CheckedAt) => sql`r.verified_at < ${cutoff}::timestamptz`
const hasNoPlan = sql`not exists (
  select from health_plan h where h.network_id = r.network_id and h.left_at is null)`

const FOUND: Record<FindingKind, Select> = {
  OVERDUE: (at) => providers(at, isVerifiedBefore(at), sql`r.verified_at`),
  NEVER_VERIFIED: (at) => providers(at, sql`r.verified_at is null`, sql`r.loaded_at`),
  NO_NETWORK: (at) => sql`
    select r.id::text, r.npi, r.location_id, p.name, ${place}, coalesce(l.phone, ''), 1, null::date,
      coalesce(r.network_id, '')
    from (${published(at)}) r join provider p on p.npi = r.npi
    join practice_location l on l.location_id = r.location_id where ${hasNoPlan}`,
  NO_LOCATION: withoutLocation,
  NO_STREET: (at) => locations(at, sql`coalesce(l.address_1, '') !~ '[[:alnum:]]'`),
  NO_PHONE: (at) => locations(at, sql`coalesce(l.phone, '') !~ '[[:alnum:]]'`),
  BAD_PHONE: (at) => locations(at, sql`l.phone ~ '[[:alnum:]]' and ${digits} !~ '^[2-9][0-9]{2}[2-9][0-9]{6}$'`),
  DUPLICATE_ROLE: duplicateRoles,
  DUPLICATE_ADDRESS: duplicateAddresses,
}

/** Replaces the findings of one kind, and returns their number. */
export async function replaceFindings(trx: Trx, kind: FindingKind, at: CheckedAt): Promise<number> {
  await trx.deleteFrom('directory_finding').where('kind', '=', kind).execute()
  const { numAffectedRows } = await sql`
    insert into directory_finding (kind, subject, npi, location_id, name, place, phone, entries, since, others, search_text)
    select ${kind}, f.*, lower(' ' || concat_ws(' ', f.name, f.npi, f.location_id, f.place, f.phone, f.others))
    from (${FOUND[kind](at)}) f (subject, npi, location_id, name, place, phone, entries, since, others)`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

const matching = ({ kind, search = '' }: FindingsFilter) => {
  const words = search.split(/\s+/).filter(Boolean)
  const conditions = words.map((word) => sql`and f.search_text like ${containingWord(word)}`)
  return sql`from directory_finding f where f.kind = ${kind} ${sql.join(conditions, sql` `)}`
}

const columns = sql`f.subject, coalesce(f.npi, '') as npi, coalesce(f.location_id, '') as "locationId", f.name, f.place,
  f.phone, f.entries, coalesce(f.since::text, '') as since, f.others`

export async function findFindings(db: Db, query: FindingsQuery) {
  const list = await findPage<Finding>(db, query, {
    matching: matching(query),
    page: (limits) => sql<Finding>`select ${columns} ${matching(query)} order by f.name, f.subject ${limits}`,
  })
  return { ...list, rows: withShownNames(list.rows, 'name') }
}

/** Reads on after a row, in the order of the list. */
export const findingsAfter =
  (db: Db, filter: FindingsFilter) => async (last: (Finding & { stored: string }) | undefined, limit: number) => {
    const after = last ? sql`and (f.name, f.subject) > (${last.stored}, ${last.subject})` : sql``
    const { rows } = await sql<Finding & { stored: string }>`
      select ${columns}, f.name as stored ${matching(filter)} ${after} order by f.name, f.subject limit ${limit}`.execute(
      db,
    )
    return withShownNames(rows, 'name')
  }

export const FINDINGS_PAGE_SIZE = PAGE_SIZE
