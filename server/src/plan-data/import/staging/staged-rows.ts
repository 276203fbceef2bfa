import { sql } from 'kysely'
import { ImportError } from '../reading/import-error.ts'
import type { RejectsFile } from '../reading/rejects-file.ts'
import type { ImportContext, Merged, Staging, Trx } from './import-kind.ts'

/** The staging table, dropped at the end of the import's transaction. */
export const STAGING = 'import_staging'

type StagedKind = Pick<Staging, 'onProvider' | 'meanwhile'> & {
  /** Columns after `line` and `rejected`, with their types. */
  columns: readonly [name: string, type: string][]
  /** Of rows with the same key in one file, the last one counts; earlier ones are rejected. */
  key: readonly string[]
  /** True if the reader found a repeated first key column, if it can tell. */
  hasRepeated?(): boolean
  merge(trx: Trx, context: ImportContext): Promise<Merged>
}

/** Staging for the plan's own files: every row has its line, so that SQL checks can also report by line. */
export async function stageRows(trx: Trx, kind: StagedKind): Promise<Staging> {
  const { columns, key, hasRepeated, merge, ...asTheyCome } = kind
  await createStagingTable(trx, [['line', 'bigint'], ['rejected', 'boolean'], ...columns])
  return {
    copyTarget: STAGING,
    tracksLines: true,
    ...asTheyCome,
    async merge(trx, context, rejects) {
      context.step('finding duplicate rows')
      await analyzeStaged(trx, ['rejected', ...key])
      if (hasRepeated?.() ?? true) await rejectRepeatedRows(trx, key, rejects)
      if (context.snapshot) await refuseEmptySnapshot(trx)
      context.step('comparing with stored rows, and writing new and changed rows')
      return merge(trx, context)
    },
  }
}

/** Samples a few thousand rows; enough for the planner, because they are joined and counted whole. */
async function analyzeStaged(trx: Trx, columns: readonly string[]): Promise<void> {
  await sql`set local default_statistics_target = 10`.execute(trx)
  await sql`analyze ${sql.table(STAGING)} (${sql.join(columns.map((column) => sql.ref(column)))})`.execute(trx)
  await sql`set local default_statistics_target to default`.execute(trx)
}

export async function createStagingTable(
  trx: Trx,
  columns: readonly (readonly [name: string, type: string])[],
): Promise<void> {
  const list = columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  await sql`create temporary table ${sql.table(STAGING)} (${sql.join(list)}) on commit drop`.execute(trx)
}

/**
 * Of rows with the same key the last one counts; the others are reported. Repeated keys are rare, so only those are
 * sorted.
 */
async function rejectRepeatedRows(trx: Trx, columns: readonly string[], rejects: RejectsFile): Promise<void> {
  const key = sql.join(columns.map((column) => sql.ref(column)))
  const repeated = await sql<{ line: string; later: string }>`
    with twice as materialized (
      select ${key} from ${sql.table(STAGING)} where not rejected group by ${key} having count(*) > 1
    ), repeated as (
      select line, later from (
        select line, lead(line) over (partition by ${key} order by line) as later
        from ${sql.table(STAGING)} s where not rejected and exists (
          select from twice t where ${sameKey(columns)})
      ) ordered where later is not null
    ), removed as (
      delete from ${sql.table(STAGING)} s using repeated r where r.line = s.line
    )
    select line, later from repeated order by line`.execute(trx)
  for (const { line, later } of repeated.rows)
    rejects.add(Number(line), `The same ${columns.join(' and ')} is repeated on line ${later}; that line is used.`)
}

/** Two rows without a group are duplicates: nulls compare as equal. */
function sameKey([first, ...others]: readonly string[]) {
  const rest = others.map((column) => sql`t.${sql.ref(column)} is not distinct from s.${sql.ref(column)}`)
  return sql.join([sql`t.${sql.ref(first ?? '')} = s.${sql.ref(first ?? '')}`, ...rest], sql` and `)
}

async function refuseEmptySnapshot(trx: Trx): Promise<void> {
  const result = await sql<{ some: boolean }>`
    select exists (select from ${sql.table(STAGING)} where not rejected) as some`.execute(trx)
  if (!result.rows[0]?.some)
    throw new ImportError(
      'No row of the file is valid. As a snapshot, it would delete everything. Nothing was changed.',
    )
}
