import type { LoadedKind } from '@portico/core/plan-data/as-of'
import type { Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'

/** The time of the last completed import of this kind, as a part of a reply. Empty if there was none. */
export async function findAsOf(db: Db, kind: LoadedKind): Promise<{ asOf?: string }> {
  const values = [kind]
  const [row] = await runPrepared<{ imported_at: Date }>(db, asOfSql, values)
  return row ? { asOf: row.imported_at.toISOString() } : {}
}

export type LastImport = { kind: LoadedKind; file: string; rows: number; rejected: number; importedAt: Date }

/** The last import of each kind that was ever imported. */
export const findLastImports = (db: Db): Promise<LastImport[]> => runPrepared<LastImport>(db, lastImportsSql, [])

const lastImportsSql =
  'select kind, file, row_count as rows, rejected_count as rejected, imported_at as "importedAt" from last_import'
const asOfSql = 'select imported_at from last_import where kind = $1'
