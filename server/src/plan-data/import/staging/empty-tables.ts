import { sql } from 'kysely'
import type { Trx } from './import-kind.ts'

/** Keeps an ACCESS SHARE lock on the tables until the end of the transaction. */
export async function areEmpty(trx: Trx, tables: readonly string[]): Promise<boolean> {
  const some = tables.map((table) => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ some: boolean }>`select ${sql.join(some, sql` or `)} as some`.execute(trx)
  return rows[0]?.some === false
}

/** The same, but releases the locks, so that an exchange of tables is not blocked. */
export async function seemEmpty(trx: Trx, tables: readonly string[]): Promise<boolean> {
  await sql`savepoint look`.execute(trx)
  const are = await areEmpty(trx, tables)
  await sql`rollback to savepoint look`.execute(trx)
  await sql`release savepoint look`.execute(trx)
  return are
}
