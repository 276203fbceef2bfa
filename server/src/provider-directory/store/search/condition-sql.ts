import { type RawBuilder, sql } from 'kysely'
import type { SearchCondition, Span, ValueRange, ValueTest } from './search-condition.ts'

type Condition = RawBuilder<unknown>
type Alias = 'd' | 'e' | 't'

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

const fromOf = (ranges: readonly ValueRange[]) => sql`${ranges.map(({ from }) => from)}::text[]`
const toOf = (ranges: readonly ValueRange[]) => sql`${ranges.map(({ to }) => to)}::text[]`

/** The ranges as rows, in order. */
export const rangeRows = (ranges: readonly ValueRange[]): Condition =>
  sql`(select f, t, n from unnest(${fromOf(ranges)}, ${toOf(ranges)}) with ordinality as u (f, t, n) order by n)`

export const isSingleValue = ([range, ...more]: readonly ValueRange[]): boolean =>
  more.length === 0 && range?.from === range?.to

/** True if the row of `published_value` passes the test, apart from its resource. */
function passes(alias: Alias, { parameter, ranges }: ValueTest): Condition {
  const value = column(alias, 'value')
  const [only, ...more] = ranges
  if (!only) return sql`false`
  const own = sql`${column(alias, 'parameter')} = ${parameter}`
  if (isSingleValue(ranges)) return sql`${own} and ${value} = ${only.from}`
  if (more.length === 0) return sql`${own} and ${value} between ${only.from} and ${only.to}`
  return sql`${own} and exists (select from ${rangeRows(ranges)} x where ${value} between x.f and x.t)`
}

/** True if the resource that the row refers to passes the test. */
const refersToOne = (alias: Alias, target: string, test: ValueTest): Condition => sql`exists (
  select from published_value t where t.type = ${target} and t.id = split_part(${column(alias, 'value')}, '/', 2)
    and ${passes('t', test)})`

type OfValues = Extract<SearchCondition, { kind: 'values' | 'refersTo' }>

/** True if the row of `published_value` is a reason to find its resource. */
export const isMatch = (alias: Alias, condition: OfValues): Condition =>
  condition.kind === 'values'
    ? passes(alias, condition)
    : sql`${passes(alias, condition)} and ${refersToOne(alias, condition.target, condition.test)}`

export const inSpans = (alias: string, spans: readonly Span[]): Condition =>
  spans.length === 0
    ? sql`false`
    : sql`(${sql.join(
        spans.map(
          ({ from, to }) =>
            sql`(${column(alias, 'last_updated')} >= ${new Date(from)} and ${column(alias, 'last_updated')} < ${new Date(to)})`,
        ),
        sql` or `,
      )})`

/** True if the resource `d` meets the condition. */
function meets(type: string, condition: SearchCondition): Condition {
  switch (condition.kind) {
    case 'values':
    case 'refersTo':
      return sql`exists (
        select from published_value e where e.type = ${type} and e.id = d.id and ${isMatch('e', condition)})`
    case 'referredBy':
      return sql`exists (
        select from published_value e where e.type = ${condition.source} and e.parameter = ${condition.reference}
          and e.value = ${`${type}/`} || d.id and exists (
            select from published_value t where t.type = e.type and t.id = e.id and ${passes('t', condition.test)}))`
    case 'ids':
      return sql`d.id = any(${condition.ids}::text[])`
    case 'updated':
      return sql`exists (
        select from published_resource p where p.type = ${type} and p.id = d.id and ${inSpans('p', condition.spans)})`
  }
}

/** True if the resource `d` meets all of the conditions. */
export const meetsAll = (type: string, conditions: readonly SearchCondition[]): Condition =>
  conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((condition) => meets(type, condition)),
        sql` and `,
      )
