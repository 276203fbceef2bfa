import { DAY_MS, planDayOf } from '@portico/core/forms/calendar-day'
import { toSearchName } from '@portico/core/plan-data/search-name'
import type { Address } from '@portico/core/provider-directory/change-fields'
import type {
  VerifyFilter,
  VerifyList,
  VerifyQuery,
  VerifyReference,
  VerifyRow,
  VerifyView,
} from '@portico/core/provider-directory/verify-shapes'
import { VERIFY_ITEMS_MAX } from '@portico/core/provider-directory/verify-shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { coveredNpis, dueAt, isOfScope, isToVerify } from './covered.ts'
import { DUE_SOON_DAYS } from './scopes.ts'

type Sql = RawBuilder<unknown>
type Reading = Pick<Context, 'db' | 'now' | 'settings'>

export const VERIFY_PAGE_SIZE = 25

/** The state of a row that the office saw: its version, its location's version, and its last verification. */
const SEEN = sql`r.version || '.' || l.version || '.'
  || coalesce(floor(extract(epoch from r.verified_at) * 1000)::bigint, 0)`

const digits = (column: Sql) => sql`right(regexp_replace(${column}, '\D', '', 'g'), 10)`
const compared = (column: Sql) => sql`lower(regexp_replace(coalesce(${column}, ''), '[^[:alnum:]]+', ' ', 'g'))`

/** Fields in which both the directory and the national file have a value, but another one. */
const DIFFERENT = sql`array_remove(array[
  case when l.address_1 <> '' and p.address <> ''
    and (trim(${compared(sql`concat_ws(' ', l.address_1, l.address_2)`)}), lower(l.city), l.state, left(l.zip, 5))
      is distinct from (trim(${compared(sql`p.address`)}), lower(p.city), p.state, left(p.postal_code, 5))
    then 'address' end,
  case when l.phone <> '' and p.phone <> '' and ${digits(sql`l.phone`)} <> ${digits(sql`p.phone`)} then 'phone' end,
  case when r.specialty <> '' and p.taxonomy_code <> ''
    and p.taxonomy_code <> all(regexp_split_to_array(r.specialty, '\s*;\s*')) then 'specialty' end], null)`

/** Fields that members need to reach the provider. */
const MISSING = sql`case when r.id is null then '{newLocation}'::text[] else array_remove(array[
  case when coalesce(l.address_1, '') = '' or coalesce(l.city, '') = '' or coalesce(l.state, '') = ''
    or coalesce(l.zip, '') = '' then 'address' end,
  case when coalesce(l.phone, '') = '' then 'phone' end], null) end`

const PENDING = sql`(select coalesce(jsonb_agg(jsonb_build_object('field', w.field, 'value', w.value_after) order by w.id), '[]')
  from practice_change w where w.state = 'WAITING' and w.field <> 'other' and (w.practice_id = v.id
    or w.location_id = v.location_id or (w.npi = v.npi and w.practice_id is null and w.location_id is null)))`

const HAS_PENDING = sql`(exists (select from practice_change w where w.state = 'WAITING' and w.practice_id = v.id)
  or exists (select from practice_change w where w.state = 'WAITING' and w.location_id = v.location_id)
  or exists (select from practice_change w where w.state = 'WAITING' and w.npi = v.npi and w.practice_id is null
    and w.location_id is null and w.field <> 'other'))`

/** Every row of the scope, and one without an id for each provider without a location. */
function rowsOf({ now, settings }: Reading, { scopeKind, scopeId }: VerifyFilter): Sql {
  const scope = { kind: sql`${scopeKind}::text`, id: sql`${scopeId}::text` }
  return sql`
    select c.npi, r.id, r.location_id, r.group_id, r.network_id, r.specialty, r.accepting_new_patients, r.telehealth,
      r.languages, r.ends_on, r.verified_at, r.verified_by, l.name as location_name, l.address_1, l.address_2, l.city,
      l.state as address_state, l.zip, l.phone, l.fax, l.hours, l.accessibility, coalesce(p.name, 'NPI ' || c.npi) as name,
      p.search_name, p.address as national_address, p.city as national_city, p.state as national_state,
      p.postal_code as national_zip, p.phone as national_phone, p.taxonomy_code as national_specialty,
      ${dueAt(settings.directoryVerifyDays)} as due_at, ${DIFFERENT} as different, ${MISSING} as missing,
      coalesce(${SEEN}, '') as seen
    from (${coveredNpis(scope)}) c
    left join (practice r join practice_location l on l.location_id = r.location_id and ${isToVerify(planDayOf(now))})
      on r.npi = c.npi and ${isOfScope(scope)}
    left join provider p on p.npi = c.npi`
}

function isInView({ now }: Reading, view: VerifyView): Sql {
  const soon = sql`${now}::timestamptz + make_interval(hours => ${DUE_SOON_DAYS * 24})`
  switch (view) {
    case 'ALL':
      return sql`true`
    case 'TO_VERIFY':
      return sql`(v.id is null or v.due_at <= ${soon})`
    case 'OVERDUE':
      return sql`v.due_at <= ${now}`
    case 'MISSING':
      return sql`v.missing <> '{}'`
    case 'DIFFERENT':
      return sql`v.different <> '{}'`
    case 'PENDING':
      return HAS_PENDING
    case 'VERIFIED':
      return sql`(v.verified_at is not null and v.due_at > ${soon})`
  }
}

function fits(reading: Reading, { view = 'ALL', search = '' }: VerifyFilter): Sql {
  const starts = toSearchName(search)
    .split(' ')
    .filter(Boolean)
    .map((start) => sql`(' ' || coalesce(v.search_name, '') || ' ' || v.npi) like ${`% ${start}%`}`)
  return sql.join([isInView(reading, view), ...starts], sql` and `)
}

const SORTS = {
  name: sql`v.name`,
  location: sql`concat_ws(' ', v.address_state, v.city, v.address_1)`,
  due: sql`v.due_at`,
} as const

type Row = Omit<VerifyRow, 'address' | 'national' | 'dueOn' | 'verifiedAt' | 'specialty' | 'state' | 'id'> & {
  id: string | null
  address: Address
  nationalAddress: Address
  nationalPhone: string
  nationalSpecialty: string
  specialty: string | null
  due_at: Date | null
  verified_at: Date | null
}

const addressOf = (line1: Sql, [line2, city, state, zip]: readonly [Sql, Sql, Sql, Sql]) => sql`jsonb_build_object(
  'line1', coalesce(${line1}, ''), 'line2', coalesce(${line2}, ''), 'city', coalesce(${city}, ''),
  'state', coalesce(${state}, ''), 'zip', coalesce(${zip}, ''))`

const COLUMNS = sql`v.id, v.npi, v.name as "providerName", coalesce(v.location_id, '') as "locationId",
  coalesce(v.location_name, '') as name, coalesce(v.phone, '') as phone, coalesce(v.fax, '') as fax,
  coalesce(v.hours, '') as hours, coalesce(v.accessibility, '') as accessibility, coalesce(v.ends_on::text, '') as leaving,
  ${addressOf(sql`v.address_1`, [sql`v.address_2`, sql`v.city`, sql`v.address_state`, sql`v.zip`])} as address,
  v.specialty, v.accepting_new_patients as "acceptingNewPatients", v.telehealth,
  coalesce(v.languages, '{}') as languages,
  coalesce((select g.name from provider_group g where g.group_id = v.group_id), '') as "groupName",
  coalesce((select min(h.network_name) from health_plan h where h.network_id = v.network_id), v.network_id, '')
    as "networkName",
  ${addressOf(sql`v.national_address`, [sql`null`, sql`v.national_city`, sql`v.national_state`, sql`v.national_zip`])}
    as "nationalAddress", coalesce(v.national_phone, '') as "nationalPhone",
  coalesce(v.national_specialty, '') as "nationalSpecialty", v.different, v.missing, ${PENDING} as pending,
  v.due_at, v.verified_at, coalesce((select concat_ws(' ', a.first_name, a.last_name) from account a where a.id = v.verified_by), '')
    as "verifiedBy", v.seen`

/** One page of a scope. */
export async function findToVerify(reading: Reading, query: VerifyQuery): Promise<VerifyList> {
  const { sort = 'name', descending = false, page = 0 } = query
  const rows = rowsOf(reading, query)
  const [list, counts] = await readTogether([
    sql<Row>`
      select ${COLUMNS} from (${rows}) v where ${fits(reading, query)}
      order by ${SORTS[sort]} ${descending ? sql`desc` : sql`asc`} nulls last, v.name, v.npi, v.id
      limit ${VERIFY_PAGE_SIZE} offset ${page * VERIFY_PAGE_SIZE}`.execute(reading.db),
    sql<{ total: number; all: number }>`
      select count(*) filter (where ${fits(reading, query)})::int as total, count(*)::int as all
      from (${rows}) v`.execute(reading.db),
  ])
  const shown = withShownNames(list.rows, 'providerName', 'groupName').map((row) => describe(reading, row))
  return { rows: shown, pageSize: VERIFY_PAGE_SIZE, ...(counts.rows[0] ?? { total: 0, all: 0 }) }
}

/** All rows of the given providers in a scope. */
export async function findRowsOf(reading: Reading, scope: VerifyFilter, npis: string[]): Promise<VerifyRow[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from (${rowsOf(reading, scope)}) v where v.npi = any(${npis}::text[])
    order by v.npi, v.location_id, v.id`.execute(reading.db)
  return withShownNames(rows, 'providerName', 'groupName').map((row) => describe(reading, row))
}

function describe({ now }: Reading, row: Row): VerifyRow {
  const { id, specialty, due_at, verified_at, nationalAddress, nationalPhone, nationalSpecialty, ...rest } = row
  return {
    ...rest,
    ...(id === null ? {} : { id }),
    specialty: specialty ? specialty.split(/\s*;\s*/) : [],
    national: { address: nationalAddress, phone: nationalPhone, specialty: nationalSpecialty },
    state: stateOf(now, due_at, verified_at),
    dueOn: due_at ? planDayOf(due_at) : '',
    verifiedAt: verified_at?.toISOString() ?? '',
  }
}

function stateOf(now: Date, dueAt: Date | null, verifiedAt: Date | null): VerifyRow['state'] {
  if (dueAt === null) return 'NOT_VERIFIED'
  if (dueAt <= now) return 'OVERDUE'
  if (dueAt.getTime() <= now.getTime() + DUE_SOON_DAYS * DAY_MS) return 'DUE_SOON'
  return verifiedAt === null ? 'NOT_VERIFIED' : 'VERIFIED'
}

/** All complete rows of a filter, at most as many as one verification takes. */
export async function findReferences(
  reading: Reading,
  filter: VerifyFilter,
): Promise<{ rows: VerifyReference[]; incomplete: number }> {
  const { rows } = await sql<VerifyReference & { isComplete: boolean }>`
    select v.id, v.npi, v.seen, v.missing = '{}' as "isComplete" from (${rowsOf(reading, filter)}) v
    where ${fits(reading, filter)} order by v.name, v.npi, v.id`.execute(reading.db)
  const complete = rows.filter((row) => row.isComplete).map(({ id, npi, seen }) => ({ id, npi, seen }))
  return { rows: complete.slice(0, VERIFY_ITEMS_MAX), incomplete: rows.length - complete.length }
}

/** How many rows the scope has. */
export async function countToVerify(reading: Reading, scope: VerifyFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(v.id)::int as count from (${rowsOf(reading, scope)}) v`.execute(reading.db)
  return rows[0]?.count ?? 0
}
