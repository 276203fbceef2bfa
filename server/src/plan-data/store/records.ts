import type { PermissionId } from '@portico/core/access/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '#platform/context.ts'
import { withShownNames } from '#platform/database/shown-names.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { PAGE_SIZE } from './page-sizes.ts'
import { findReach, isReached, type Reach } from './reach.ts'

type Sql = RawBuilder<unknown>

/** A table of the plan's records about providers; its rows are aliased `r`. */
export type Records<Row, Sort extends string, Sum extends string = never> = {
  permission: PermissionId
  table: string
  /** All columns of a row except the provider's name. */
  columns: RawBuilder<Row>
  /** Sort keys of the list and their columns. */
  sorts: Readonly<Record<Sort, string>>
  /** The list starts with the newest, and so do each provider's rows in an export. */
  newest: Sort
  /** Rows of one day are sorted by number. */
  number: Sort
  lastNumberFirst?: true
  /** Totals over the whole list. */
  sums: Readonly<Record<Sum, string>>
}

type RecordsQuery<Sort> = { npi?: string; sort?: Sort; descending?: boolean; page?: number }

/** The reply of a row, joined with the provider `p`. */
export const shownOf = ({ columns }: { columns: Sql }) => sql`${columns}, coalesce(p.name, '') as "providerName"`

/** Up to here, pages of the newest are read from the index; beyond, all rows within reach are sorted. */
const NEWEST_MAX = 2000

/** All rows within reach. */
const within = (table: Sql, { cohorts, npis }: Reach): Sql => sql`
  select r.* from ${table} r where r.cohort_id = any(${cohorts}::int[])
  union all select r.* from ${table} r where r.npi = any(${npis}::text[])`

/** As many rows of each cohort, and of each directly granted NPI, as could be among the first. */
const firstWithin = (table: Sql, { cohorts, npis }: Reach, end: Sql): Sql => sql`
  select f.* from unnest(${cohorts}::int[]) c (id) cross join lateral (
    select * from ${table} r where r.cohort_id = c.id ${end}) f
  union all select f.* from unnest(${npis}::text[]) c (npi) cross join lateral (
    select * from ${table} r where r.npi = c.npi ${end}) f`

/** A page of the list, with the totals of the whole list. */
export async function findRecords<Row extends { providerName: string }, Sort extends string, Sum extends string>(
  context: SignedIn,
  records: Records<Row, Sort, Sum>,
  query: RecordsQuery<Sort>,
): Promise<{ rows: Row[]; total: number; pageSize: number } & Record<Sum, string>> {
  const table = sql.table(records.table)
  const reach = await findReach(context, records.permission, query.npi || undefined)
  const { db } = context
  const offset = (query.page ?? 0) * PAGE_SIZE
  const order = orderOf(records, query)
  const isNewest = (query.sort ?? records.newest) === records.newest && (query.descending ?? true)
  const listed =
    isNewest && offset < NEWEST_MAX
      ? firstWithin(table, reach, sql`order by ${order} limit ${offset + PAGE_SIZE}`)
      : within(table, reach)
  const added = Object.entries<string>(records.sums).map(
    ([name, column]) => sql`, coalesce(sum(${sql.ref(`r.${column}`)}), 0)::text as ${sql.ref(name)}`,
  )
  const [list, totals] = await readTogether([
    sql<Row>`
      select ${shownOf(records)} from (
        select r.* from (${listed}) r order by ${order} limit ${PAGE_SIZE} offset ${offset}
      ) r left join provider p on p.npi = r.npi order by ${order}`.execute(db),
    sql<{ total: number } & Record<Sum, string>>`
      select count(*)::int as total${sql.join(added, sql``)} from (${within(table, reach)}) r`.execute(db),
  ])
  const [all] = totals.rows
  if (!all) throw new Error('Expected exactly one row')
  return { ...all, rows: withShownNames(list.rows, 'providerName'), pageSize: PAGE_SIZE }
}

/** Nulls come last in both directions. Newest first is the index order, whose column is never null. */
function orderOf<Sort extends string>(records: Records<unknown, Sort, string>, query: RecordsQuery<Sort>): Sql {
  const { sorts, newest } = records
  const sort = query.sort ?? newest
  const direction = (query.descending ?? true) ? sql`desc` : sql`asc`
  const number = sql`${sql.ref(`r.${sorts[records.number]}`)} ${records.lastNumberFirst ? sql`desc` : sql`asc`}`
  return sql`${sql.ref(`r.${sorts[sort]}`)} ${direction} ${sort === newest ? sql`` : sql`nulls last`}, ${number}`
}

/**
 * The next rows of a list, read provider by provider in index order: a thousand rows cost the same at the end of a
 * hundred thousand as at the start. Coverage is checked each time, so access that ends during an export ends the file.
 */
export const recordsAfter =
  <Row extends { npi: string; providerName: string } & Record<Sort, string>, Sort extends string>(
    context: SignedIn,
    { permission, table, columns, sorts, ...by }: Omit<Records<Row, Sort>, 'sums'>,
    npi: string | undefined,
    conditions: Sql[] = [],
  ) =>
  async (last: Row | undefined, limit: number): Promise<Row[]> => {
    const newest = sql.ref(`r.${sorts[by.newest]}`)
    const number = sql.ref(`r.${sorts[by.number]}`)
    const order = sql`${newest} desc, ${number}`
    const ofNpi = [sql`r.npi = n.npi`, ...conditions]
    if (last)
      ofNpi.push(sql`(n.npi > ${last.npi} or ${newest} < ${last[by.newest]}
        or (${newest} = ${last[by.newest]} and ${number} > ${last[by.number]}))`)
    const reach = await findReach(context, permission, npi || undefined)
    const from = last ? sql`and n.npi >= ${last.npi}` : sql``
    const { rows } = await sql<Row>`
      select ${columns}, coalesce((select p.name from provider p where p.npi = n.npi), '') as "providerName"
      from (
        select n.npi from network_provider n where ${isReached(reach)} ${from} order by n.npi
      ) n cross join lateral (
        select * from ${sql.table(table)} r where ${sql.join(ofNpi, sql` and `)} order by ${order} limit ${limit}
      ) r
      order by n.npi, ${order} limit ${limit}`.execute(context.db)
    return withShownNames(rows, 'providerName')
  }
