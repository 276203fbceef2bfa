import { sql } from 'kysely'
import type { Trx } from '../import-kind.ts'

/** What is empty stays so while the import runs, where imports alone write: there is one of each kind. */
export async function areEmpty(trx: Trx, tables: readonly string[]): Promise<boolean> {
  const some = tables.map((table) => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ some: boolean }>`select ${sql.join(some, sql` or `)} as some`.execute(trx)
  return rows[0]?.some === false
}

/** The same at this moment alone: whoever wants to exchange the tables is not kept from it, as by all that is read. */
export async function seemEmpty(trx: Trx, tables: readonly string[]): Promise<boolean> {
  await sql`savepoint look`.execute(trx)
  const are = await areEmpty(trx, tables)
  await sql`rollback to savepoint look`.execute(trx)
  await sql`release savepoint look`.execute(trx)
  return are
}
