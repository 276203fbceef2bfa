import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

/** SQL with $1, $2, … and its values. */
export type Statement = { text: string; values: unknown[] }

/** Names of statements by SQL text. The driver prepares these statements once per connection (database.ts). */
const names = new Map<string, string>()

export const nameOfStatement = (text: string): string | undefined => names.get(text)

/**
 * Runs SQL as a prepared statement, on the pool or in a transaction. Use it for statements of frequent calls. Each text
 * stays prepared on its connection, so a text never contains a value that a caller chooses.
 */
export async function runPrepared<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  if (!names.has(text)) names.set(text, hash('sha256', text, 'base64url').slice(0, 16))
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
