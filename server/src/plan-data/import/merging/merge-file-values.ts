import { type RawBuilder, sql } from 'kysely'
import type { ImportContext, MergeCounts, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'
import { countStaged } from './merge-by-key.ts'
import { checkRemovals, type Removals } from './removals.ts'

/** A table whose rows offices change too: `file_values` holds what the last file said. */
export type FileValuesMerge = {
  table: 'practice_location' | 'practice'
  what: Removals['what']
  /** The first column is never null. */
  key: readonly string[]
  columns: readonly string[]
  /** Rows are locked in this order, as changes by offices lock them. */
  lockOrder: string
  /** Stored values of columns that cannot be null. */
  whenEmpty?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Columns that hold when a row was first loaded. */
  stampedWhenNew?: readonly string[]
  clearedOnReturn?: readonly string[]
}

/**
 * Merges staged rows. A value changes only if the file's value differs from the last file's, so that an accepted change
 * of an office stays until the plan's own value changes (behaviour 22.1).
 */
export async function mergeFileValues(trx: Trx, context: ImportContext, merge: FileValuesMerge): Promise<MergeCounts> {
  const before = context.snapshot ? await countPresent(trx, merge) : 0
  const columns = merge.columns.filter((column) => context.present.has(column))
  const updated = await updateKnown(trx, context, { ...merge, columns })
  const inserted = await insertNew(trx, context, { ...merge, columns })
  const left = context.snapshot ? await removeMissing(trx, context, merge, before) : 0
  return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, left }
}

const sameKey = (key: readonly string[]) =>
  sql.join(
    key.map((column, at) =>
      at < 1
        ? sql`t.${sql.ref(column)} = s.${sql.ref(column)}`
        : sql`t.${sql.ref(column)} is not distinct from s.${sql.ref(column)}`,
    ),
    sql` and `,
  )

/** What the file says of the columns it has; empty values are left out. */
const fileValues = (columns: readonly string[]) => {
  const pairs = columns.flatMap((column) => [sql.lit(column), sql.ref(`s.${column}`)])
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)}))`
}

async function updateKnown(trx: Trx, context: ImportContext, merge: FileValuesMerge): Promise<number> {
  const { table, key, columns, lockOrder, whenEmpty = {}, clearedOnReturn = [] } = merge
  const staged = (name: string) =>
    whenEmpty[name] ? sql`coalesce(s.${sql.ref(name)}, ${whenEmpty[name]})` : sql.ref(`s.${name}`)
  const next = (name: string) => sql`
    case when to_jsonb(s.${sql.ref(name)}) is distinct from t.file_values -> ${sql.lit(name)}
      then ${staged(name)} else t.${sql.ref(name)} end`
  const nextFile = sql`(coalesce(t.file_values, '{}') - ${columns}::text[]) || ${fileValues(columns)}`
  const isDifferent = sql`t.left_at is not null or t.file_values is distinct from ${nextFile}`
  const isChanged = columns.length
    ? sql`(t.left_at is not null or row(${sql.join(columns.map((name) => sql.ref(`t.${name}`)))})
        is distinct from row(${sql.join(columns.map(next))}))`
    : sql`(t.left_at is not null)`
  const join = sql`${sameKey(key)} and not s.rejected and (${isDifferent})`
  const { rows } = await sql<{ updated: number }>`
    select count(*) filter (where is_changed)::int as updated from (
      select ${isChanged} as is_changed from ${sql.table(table)} t join ${sql.table(STAGING)} s on ${join}
      order by t.${sql.ref(lockOrder)} for no key update of t) locked`.execute(trx)
  const assignments = [
    ...columns.map((name) => sql`${sql.ref(name)} = ${next(name)}`),
    ...clearedOnReturn.map((name) => sql`${sql.ref(name)} = case when t.left_at is null then t.${sql.ref(name)} end`),
    sql`version = t.version + ${isChanged}::int`,
    sql`changed_at = case when ${isChanged} then ${context.now}::timestamptz else t.changed_at end`,
    sql`file_values = ${nextFile}`,
    sql`left_at = null`,
  ]
  await sql`
    update ${sql.table(table)} t set ${sql.join(assignments)} from ${sql.table(STAGING)} s where ${join}`.execute(trx)
  return rows[0]?.updated ?? 0
}

async function insertNew(trx: Trx, context: ImportContext, merge: FileValuesMerge): Promise<number> {
  const { table, key, columns, whenEmpty = {}, stampedWhenNew = [] } = merge
  const stamps = [...stampedWhenNew, 'changed_at']
  const values = [...key, ...columns].map((name) =>
    whenEmpty[name] ? sql`coalesce(s.${sql.ref(name)}, ${whenEmpty[name]})` : sql.ref(`s.${name}`),
  )
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join([...key, ...columns, ...stamps, 'file_values'].map((name) => sql.ref(name)))})
    select ${sql.join([...values, ...stamps.map(() => sql`${context.now}::timestamptz`), fileValues(columns)])}
    from ${sql.table(STAGING)} s
    where not s.rejected and not exists (select from ${sql.table(table)} t where ${sameKey(key)})
    order by s.line`.execute(trx)
  return Number(numAffectedRows)
}

async function countPresent(trx: Trx, { table }: FileValuesMerge): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where left_at is null and file_values is not null`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Rows that an office added stay: no file ever had them. Any row of a rejected line's subject stays too. */
async function removeMissing(
  trx: Trx,
  context: ImportContext,
  { table, what, key, lockOrder }: FileValuesMerge,
  before: number,
): Promise<number> {
  const first = sql.ref(key[0] ?? '')
  const { numAffectedRows } = await sql`
    with missing as (
      select t.${sql.ref(lockOrder)} as id from ${sql.table(table)} t
      where t.left_at is null and t.file_values is not null
        and not exists (select from ${sql.table(STAGING)} s where ${sameKey(key)})
        and not exists (select from ${sql.table(STAGING)} s where s.rejected and s.${first} = t.${first})
      order by 1 for no key update)
    update ${sql.table(table)} t set left_at = ${context.now}, changed_at = ${context.now}, version = t.version + 1
    from missing m where m.id = t.${sql.ref(lockOrder)}`.execute(trx)
  const missing = Number(numAffectedRows)
  checkRemovals(context, { what, missing, of: before, suspended: 0, saas: [] })
  return missing
}
