import { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

export type Statement = { name: string; text: string; values: unknown[] }

/** Statement names by SQL text. The driver prepares these statements once per connection (database.ts). */
const names = new Map<string, string>()

export const nameOfStatement = (text: string): string | undefined => names.get(text)

/** Runs SQL as a prepared statement, on the pool or in a transaction. Use it for statements of frequent calls. */
export async function runPrepared<Row>(db: Db, { name, text, values }: Statement): Promise<Row[]> {
  names.set(text, name)
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
