import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

const { Pool, types } = pg

/** A calendar day stays the text PostgreSQL sends: a Date would move it across time zones. */
types.setTypeParser(types.builtins.DATE, (value) => value)

/** The role the running server works as: it can append to the audit trail and never change it. */
export const APP_ROLE = 'portico_app'

export type DatabaseConnection = { pool: pg.Pool; db: Kysely<Database>; close(): Promise<void> }

/** Opens the pool of the running server. `role: 'owner'` is for migrations and imports, which need more rights. */
export function connectDatabase(
  config: pg.PoolConfig,
  options: { role?: 'app' | 'owner'; max?: number; onError?: (error: Error) => void } = {},
): DatabaseConnection {
  const pool = new Pool({
    connectionTimeoutMillis: 3_000,
    statement_timeout: options.role === 'owner' ? 0 : 15_000,
    idle_in_transaction_session_timeout: options.role === 'owner' ? 0 : 30_000,
    ...config,
    max: options.max ?? 10,
    ...(options.role === 'owner' ? {} : { options: `-c role=${APP_ROLE}` }),
  })
  // Without a listener a connection that dies while idle would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // And one that dies between two statements of a transaction, too: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
