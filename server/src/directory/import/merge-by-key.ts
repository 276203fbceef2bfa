import { sql } from 'kysely'
import type { Trx } from './import-kind.ts'
import { STAGING } from './staged-rows.ts'

export type KeyedMerge = {
  table: string
  key: string
  /** The other columns, only those the file has. */
  columns: readonly string[]
  /** For tables whose rows can leave: a row that comes back loses its `left_at`. */
  canLeave?: boolean
  /** A column that keeps when the file last said something new of a row. */
  stamp?: { column: string; at: Date }
  /** A column that new rows take from another table, by a column of theirs. */
  taken?: { column: string; from: string; by: string }
}

/** Brings staged rows into a table: new ones are inserted, different ones updated, equal ones not touched at all. */
export async function mergeByKey(
  trx: Trx,
  { table, key, columns, canLeave = false, stamp, taken }: KeyedMerge,
): Promise<{ inserted: number; updated: number }> {
  const written = [key, ...columns, ...(stamp ? [stamp.column] : []), ...(taken ? [taken.column] : [])]
  const staged = sql.join([
    ...[key, ...columns].map((column) => sql.ref(`s.${column}`)),
    ...(stamp ? [sql`${stamp.at}::timestamptz`] : []),
    ...(taken ? [sql.ref(`o.${taken.column}`)] : []),
  ])
  const other = taken
    ? sql`left join ${sql.table(taken.from)} o on o.${sql.ref(taken.by)} = s.${sql.ref(taken.by)}`
    : sql``
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
      insert into ${sql.table(table)} (${sql.join(written.map((column) => sql.ref(column)))})
      select ${staged} from ${sql.table(STAGING)} s
      left join ${sql.table(table)} t on t.${sql.ref(key)} = s.${sql.ref(key)} ${other}
      where not s.rejected and (t.${sql.ref(key)} is null or ${returned} row(${mine}) is distinct from row(${theirs}))
      on conflict (${sql.ref(key)}) do update set ${sql.join(assignments)}
      returning (xmax = 0) as inserted
    )
    select count(*) filter (where inserted)::int as inserted, count(*) filter (where not inserted)::int as updated
    from changed`.execute(trx)
  return result.rows[0] ?? { inserted: 0, updated: 0 }
}

export async function countStaged(trx: Trx): Promise<number> {
  const result = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(STAGING)} where not rejected`.execute(trx)
  return result.rows[0]?.rows ?? 0
}
