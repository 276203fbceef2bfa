import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Context, Db } from './context.ts'
import { nameStatement } from './named-statements.ts'

export type Statement = { name: string; text: string; values: unknown[] }

/** Prepared by name, so that a connection plans it once; in a transaction on the transaction's own. */
export async function runPrepared<Row extends pg.QueryResultRow>(
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  { name, text, values }: Statement,
): Promise<Row[]> {
  if (!db.isTransaction) return (await pool.query<Row>({ name, text, values })).rows
  return runWritten<Row>(db, { name, text, values })
}

/** The same where there may be no pool. What is always written alike need not be put together each time. */
export async function runWritten<Row>(db: Db, { name, text, values }: Statement): Promise<Row[]> {
  nameStatement(text, name)
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
