import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import { inSpans, rangeRows } from './condition-sql.ts'
import type { SearchCondition, ValueTest } from './search-condition.ts'

/** Counting stops here: more is many. */
export const MANY = 1_000

const valuesOf = (type: string, { parameter, ranges }: ValueTest): RawBuilder<{ id: string; value: string }> => sql`
  select found.id, found.value from ${rangeRows(ranges)} r cross join lateral (
    select v.id, v.value from published_value v
    where v.type = ${type} and v.parameter = ${parameter} and v.value between r.f and r.t
    order by v.value, v.id limit ${MANY}) found
  limit ${MANY}`

function candidates(type: string, condition: SearchCondition): RawBuilder<unknown> | undefined {
  if (condition.kind === 'values') return valuesOf(type, condition)
  if (condition.kind === 'updated')
    return sql`select from published_resource p where p.type = ${type} and ${inSpans('p', condition.spans)} limit ${MANY}`
  return undefined
}

/** How many rows each condition would read as the driver, at most MANY. */
export async function countCandidates(db: Db, type: string, conditions: readonly SearchCondition[]): Promise<number[]> {
  const counts = conditions.map((condition) => {
    if (condition.kind === 'ids') return sql`${condition.ids.length}::int`
    const rows = candidates(type, condition)
    return rows ? sql`(select count(*)::int from (${rows}) c)` : sql`${MANY}::int`
  })
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/** Ids of the resources that pass a test, or undefined if there are many. */
export async function findFew(db: Db, type: string, test: ValueTest): Promise<string[] | undefined> {
  const { rows } = await valuesOf(type, test).execute(db)
  return rows.length < MANY ? [...new Set(rows.map(({ id }) => id))].sort() : undefined
}

/** What these resources refer to by a parameter. */
export async function findReferences(db: Db, type: string, parameter: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct v.value from published_value v
    where v.type = ${type} and v.id = any(${ids}::text[]) and v.parameter = ${parameter}`.execute(db)
  return rows.map(({ value }) => value)
}
