import { sql } from 'kysely'
import type { Trx } from '#platform/context.ts'

/** A public search may not keep the database busy for long. Milliseconds. */
const STATEMENT_TIMEOUT = 5_000

export const limitStatements = (db: Trx) =>
  sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT)}, true)`.execute(db)
