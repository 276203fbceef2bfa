import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { inSpans, isMatch, isSingleValue, meetsAll, rangeRows } from './condition-sql.ts'
import type { SearchCondition } from './search-condition.ts'

/**
 * One condition, the driver, is read by its index and gives the order; the others filter. The driver is -1 if the
 * resources are read by their ids.
 */
export type Position = { driver: number; key: string; id: string }

export type PageQuery = {
  type: string
  conditions: readonly SearchCondition[]
  driver: number
  /** The page begins after this one. */
  after: Position | undefined
  limit: number
}

/** A resource that was found. Pages are sorted by `key`, then by id. */
export type Match = { key: string; id: string }

/** Reads a page of matches, each resource once. */
export async function findPage(db: Db, query: PageQuery): Promise<Match[]> {
  const { rows } = await pageSql(query).execute(db)
  return rows
}

/** How many resources match, at most `query.limit`. */
export async function countMatches(db: Db, query: PageQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${pageSql(query)}) m`.execute(db)
  return rows[0]?.count ?? 0
}

function pageSql(query: PageQuery): RawBuilder<Match> {
  const driver = query.conditions[query.driver]
  const others = query.conditions.filter((_, index) => index !== query.driver)
  if (driver?.kind === 'values' || driver?.kind === 'refersTo') return byValue(query, driver, others)
  if (driver?.kind === 'updated') return byUpdate(query, driver, others)
  if (driver?.kind === 'ids') return byId(query, others, sql`d.id = any(${driver.ids}::text[])`)
  return byId(query, query.conditions, sql`true`)
}

type Driver<Kind> = Extract<SearchCondition, { kind: Kind }>

const none = sql<Match>`select ''::text as key, ''::text as id where false`

/** A resource with several matching values is found by the first one. */
function byValue(
  { type, after, limit }: PageQuery,
  driver: Driver<'values' | 'refersTo'>,
  others: readonly SearchCondition[],
): RawBuilder<Match> {
  const { ranges, parameter } = driver
  if (ranges.length === 0) return none
  const alone = driver.kind === 'values' ? sql`` : sql`and ${isMatch('d', driver)}`
  // A count, because the planner would turn 'not exists' into a join that reads all matches.
  const isFirst = isSingleValue(ranges)
    ? sql`true`
    : sql`(
        select count(*) from published_value e where e.type = ${type} and e.id = d.id and e.value < d.value
          and ${isMatch('e', driver)}) = 0`
  return sql<Match>`
    select found.value as key, found.id from ${rangeRows(ranges)} r cross join lateral (
      select d.value, d.id from published_value d
      where d.type = ${type} and d.parameter = ${parameter} and d.value between r.f and r.t ${alone}
        and ${after ? sql`(d.value, d.id) > (${after.key}, ${after.id})` : sql`true`}
        and ${isFirst} and ${meetsAll(type, others)}
      order by d.value, d.id limit ${limit}) found
    order by r.n, found.value, found.id limit ${limit}`
}

function byUpdate(
  { type, after, limit }: PageQuery,
  { spans }: Driver<'updated'>,
  others: readonly SearchCondition[],
): RawBuilder<Match> {
  return sql<Match>`
    select d.last_updated::text as key, d.id from published_resource d
    where d.type = ${type} and ${inSpans('d', spans)} and ${meetsAll(type, others)}
      and ${after ? sql`(d.last_updated, d.id) > (${after.key}::timestamptz, ${after.id})` : sql`true`}
    order by d.last_updated, d.id limit ${limit}`
}

const byId = (
  { type, after, limit }: PageQuery,
  others: readonly SearchCondition[],
  driving: RawBuilder<unknown>,
): RawBuilder<Match> => sql<Match>`
  select '' as key, d.id from published_resource d
  where d.type = ${type} and ${driving} and ${meetsAll(type, others)} and ${after ? sql`d.id > ${after.id}` : sql`true`}
  order by d.id limit ${limit}`
