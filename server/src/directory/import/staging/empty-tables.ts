import { sql } from 'kysely'
import type { Trx } from '../import-kind.ts'

/** Checks and locks: tables that only imports write stay empty during the import. */
export async function areEmpty(trx: Trx, tables: readonly string[]): Promise<boolean> {
  const some = tables.map((table) => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ some: boolean }>`select ${sql.join(some, sql` or `)} as some`.execute(trx)
  return rows[0]?.some === false
}

/** Checks without a lock, so that an exchange of tables is not blocked. */
export async function seemEmpty(trx: Trx, tables: readonly string[]): Promise<boolean> {
  await sql`savepoint look`.execute(trx)
  const are = await areEmpty(trx, tables)
  await sql`rollback to savepoint look`.execute(trx)
  await sql`release savepoint look`.execute(trx)
  return are
}
