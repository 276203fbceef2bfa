import type { LoadedKind } from '@portico/core/plan-data/as-of'
import { sql } from 'kysely'
import type { Trx } from './import-kind.ts'

type LastImport = { kind: LoadedKind; file: string; rows: number; changed: number; rejected: number; at: Date }

/** Stores in the import's transaction from when the data of this kind is. */
export async function updateLastImport(trx: Trx, last: LastImport): Promise<void> {
  const { kind, file, rows, changed, rejected, at } = last
  await sql`
    insert into last_import (kind, file, row_count, changed_count, rejected_count, imported_at)
    values (${kind}, ${file}, ${rows}, ${changed}, ${rejected}, ${at})
    on conflict (kind) do update set file = excluded.file, row_count = excluded.row_count,
      changed_count = excluded.changed_count, rejected_count = excluded.rejected_count,
      imported_at = excluded.imported_at`.execute(trx)
}
