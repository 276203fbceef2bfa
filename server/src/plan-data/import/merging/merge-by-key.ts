import { sql } from 'kysely'
import { createNextIndexes, createNextTable, createNextTriggers } from '../staging/exchange-table.ts'
import type { ImportContext, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'

export type KeyedMerge = {
  table: string
  key: string
  /** The other columns, only those the file has. */
  columns: readonly string[]
  /** For tables with departed rows: a row that comes back gets its `left_at` cleared. */
  canLeave?: boolean
  /** A column that stores when the file last changed a row. */
  stamp?: { column: string; at: Date }
  /** A column that new rows copy from another table, by one of their own columns. */
  taken?: { column: string; from: string; by: string }
}

/** Merges staged rows into a table: inserts new ones, updates different ones, does not touch equal ones. */
export async function mergeByKey(trx: Trx, merge: KeyedMerge): Promise<{ inserted: number; updated: number }> {
  const { table, key, columns, canLeave = false, stamp } = merge
  const { written, values, other } = describeRows(merge)
  const mine = sql.join(columns.map((column) => sql.ref(`t.${column}`)))
  const theirs = sql.join(columns.map((column) => sql.ref(`s.${column}`)))
  const assignments = [
    ...columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
    ...(canLeave ? [sql`left_at = null`] : []),
    ...(stamp ? [sql`${sql.ref(stamp.column)} = excluded.${sql.ref(stamp.column)}`] : []),
  ]
  const returned = canLeave ? sql`t.left_at is not null or` : sql``
  const result = await sql<{ inserted: number; updated: number }>`
    with changed as (
      insert into ${sql.table(table)} (${written})
      select ${values} from ${sql.table(STAGING)} s
      left join ${sql.table(table)} t on t.${sql.ref(key)} = s.${sql.ref(key)} ${other}
      where not s.rejected and (t.${sql.ref(key)} is null or ${returned} row(${mine}) is distinct from row(${theirs}))
      on conflict (${sql.ref(key)}) do update set ${sql.join(assignments)}
      returning (xmax = 0) as inserted
    )
    select count(*) filter (where inserted)::int as inserted, count(*) filter (where not inserted)::int as updated
    from changed`.execute(trx)
  return result.rows[0] ?? { inserted: 0, updated: 0 }
}

/** Writes all staged rows into a new table beside an empty one. */
export async function fillByKey(trx: Trx, { step, writePages }: ImportContext, merge: KeyedMerge): Promise<void> {
  const { table } = merge
  const { written, values, other } = describeRows(merge)
  await createNextTable(trx, table)
  await sql`
    insert into ${sql.table(`${table}_next`)} (${written})
    select ${values} from ${sql.table(STAGING)} s ${other} where not s.rejected`.execute(trx)
  writePages()
  step('building the indexes')
  await createNextIndexes(trx, table)
  await createNextTriggers(trx, table)
}

/** The written columns, their expressions over a staged row `s`, and the joins these need. */
function describeRows({ key, columns, stamp, taken }: KeyedMerge) {
  const names = [key, ...columns, ...(stamp ? [stamp.column] : []), ...(taken ? [taken.column] : [])]
  return {
    written: sql.join(names.map((column) => sql.ref(column))),
    values: sql.join([
      ...[key, ...columns].map((column) => sql.ref(`s.${column}`)),
      ...(stamp ? [sql`${stamp.at}::timestamptz`] : []),
      ...(taken ? [sql.ref(`o.${taken.column}`)] : []),
    ]),
    other: taken ? sql`left join ${sql.table(taken.from)} o on o.${sql.ref(taken.by)} = s.${sql.ref(taken.by)}` : sql``,
  }
}

export async function countStaged(trx: Trx): Promise<number> {
  const result = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(STAGING)} where not rejected`.execute(trx)
  return result.rows[0]?.rows ?? 0
}
