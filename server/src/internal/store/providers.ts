import type { Home, Provider, ProviderRow } from '@portico/core/internal/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { isoTime } from '#platform/database/paged-list.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { CONTRACT_STATE } from '../../access/access.ts'
import { IS_DEACTIVATED } from '../../plan-data/plan-data.ts'

type Row = Omit<ProviderRow, 'locks'>

const shown = sql`p.npi, p.name, concat_ws(', ', p.city, p.state) as place,
  case when ${sql.raw(IS_DEACTIVATED)} then 'DEACTIVATED'
       when n.npi is null then 'OUT' when n.left_at is not null then 'LEFT' else 'IN' end as network,
  exists (select from access_grant x where x.role = 'SAA' and x.state = 'ACTIVE'
          and x.entity in (select e from covering_entities(p.npi) e)) as registered`

const source = sql`from provider p left join network_provider n on n.npi = p.npi`

/** Returns rows in the order of `npis`. */
export async function findProviderRows(db: Db, npis: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${shown} ${source} where p.npi = any(${npis}::text[])
    order by array_position(${npis}::text[], p.npi)`.execute(db)
  return withShownNames(rows, 'name')
}

type Among = RawBuilder<unknown>

const holds = (among: Among = sql``) => sql`
  from registration_hold where held_at is not null and lifted_at is null ${among}`

/** Counts providers that are locked. `lockedNpis` are SELECTs that return NPIs. */
export async function countLocked(db: Db, lockedNpis: RawBuilder<unknown>[]): Promise<number> {
  const all = sql.join(lockedNpis, sql` union `)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${all}) locked`.execute(db)
  return rows[0]?.count ?? 0
}

/** Providers who reported fraud, and SAAs who object to a request, both without an answer. */
export async function countReports(db: Db): Promise<Pick<Home, 'fraudReports' | 'objections'>> {
  const { rows } = await sql<{ kind: string; count: number; oldest: Date }>`
    select kind, count(distinct npi)::int as count, min(held_at) as oldest ${holds()} group by kind`.execute(db)
  const [fraud, objection] = ['HOLD', 'OBJECTION'].map((kind) => rows.find((row) => row.kind === kind))
  return {
    fraudReports: { waiting: fraud?.count ?? 0, oldest: isoTime(fraud?.oldest ?? null) },
    objections: objection?.count ?? 0,
  }
}

export async function findHolds(db: Db, npis?: string[]): Promise<{ npi: string; kind: 'HOLD' | 'OBJECTION' }[]> {
  const among = npis ? sql`and npi = any(${npis}::text[])` : sql``
  const { rows } = await sql<{ npi: string; kind: 'HOLD' | 'OBJECTION' }>`
    select npi, kind ${holds(among)} group by npi, kind order by kind = 'HOLD' desc, max(held_at) desc limit 200`.execute(
    db,
  )
  return rows
}

export async function findObjections(db: Db, npi: string): Promise<Provider['objections']> {
  const { rows } = await sql<{ reference: string; name: string; since: Date }>`
    select r.reference, a.first_name || ' ' || a.last_name as name, h.held_at as since
    from registration_hold h join access_request r on r.id = h.request_id join account a on a.id = h.account_id
    where h.npi = ${npi} and h.kind = 'OBJECTION' and h.held_at is not null and h.lifted_at is null
    order by h.held_at limit 50`.execute(db)
  return rows.map((row) => ({ ...row, since: isoTime(row.since) }))
}

type Facts = Pick<
  Provider,
  'person' | 'region' | 'contractDate' | 'changeDate' | 'changeReasons' | 'email' | 'hasSsn' | 'hasTin'
> &
  Row

export async function findProviderFacts(db: Db, npi: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select ${shown}, coalesce(p.entity_type, 1) = 1 as person, coalesce(n.region, '') as region,
      coalesce(to_char(n.contract_date, 'YYYY-MM-DD'), '') as "contractDate", coalesce(n.provider_email, '') as email,
      coalesce(to_char(p.activation_change_date, 'YYYY-MM-DD'), '') as "changeDate",
      coalesce(replace(p.activation_change_reasons, '|', ', '), '') as "changeReasons",
      n.ssn_hash is not null as "hasSsn", n.tin_hash is not null as "hasTin"
    ${source} where p.npi = ${npi}`.execute(db)
  return withShownNames(rows, 'name')[0]
}

/** Scopes that can have an SAA for this NPI, with the current SAA. */
export async function findProviderScopes(db: Db, npi: string): Promise<Provider['scopes']> {
  const { rows } = await sql<Provider['scopes'][number]>`
    with wanted as (select distinct entity, split_part(entity, ':', 1) as level,
      substr(entity, strpos(entity, ':') + 1) as id from covering_entities(${npi}) c (entity))
    select w.entity, coalesce(g.kind, w.level) as kind, coalesce(p.name, g.name, o.name, w.id) as name,
      coalesce(a.first_name || ' ' || a.last_name, '') as "saaName", coalesce(a.public_id, '') as "saaAccountId"
    from wanted w
    left join provider p on w.level = 'NPI' and p.npi = w.id
    -- Each by its key: how few are wanted is not known beforehand, and all there are would be read.
    left join lateral (select kind, name from provider_group
      where w.level = 'GROUP' and group_id = w.id offset 0) g on true
    left join lateral (select name from organization where w.level = 'PO' and org_id = w.id offset 0) o on true
    left join access_grant x on x.entity = w.entity and x.role = 'SAA' and x.state = 'ACTIVE'
    left join account a on a.id = x.account_id
    order by array_position(array['NPI', 'GROUP', 'PO'], w.level), 3`.execute(db)
  return withShownNames(rows, 'name')
}

export async function findWaitingRequests(db: Db, npi: string): Promise<Provider['waiting']> {
  const { rows } = await sql<Omit<Provider['waiting'][number], 'since'> & { since: Date }>`
    select r.reference, a.first_name || ' ' || a.last_name as name, a.public_id as "accountId", r.role,
      case r.path when 'INVITATION' then 'INVITED' else r.state end as state,
      ${CONTRACT_STATE} as contract, r.created_at as since
    from access_request r join account a on a.id = r.account_id
    where r.npi = ${npi} and r.state like 'PENDING%'
    order by r.created_at limit 50`.execute(db)
  return rows.map((row) => ({ ...row, since: isoTime(row.since) }))
}
