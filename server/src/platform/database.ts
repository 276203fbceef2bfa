import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

const { Pool, types } = pg

/** A calendar day stays the text PostgreSQL sends: a Date would move it across time zones. */
types.setTypeParser(types.builtins.DATE, (value) => value)

export type DatabaseConnection = { pool: pg.Pool; db: Kysely<Database>; close(): Promise<void> }

/**
 * Prepares nothing by name. A pooler in transaction mode gives each transaction another connection, where the name
 * would stand for nothing, or for a statement somebody else prepared.
 */
class NamelessClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen overloads
  override query(statement: any, ...rest: any[]): any {
    if (statement && typeof statement === 'object' && 'name' in statement) {
      const { name: _, ...nameless } = statement
      return super.query(nameless, ...rest)
    }
    return super.query(statement, ...rest)
  }
}

/** Opens a pool for a login: the owner's for migrations and imports, the application's for everything else. */
export function connectDatabase(
  login: pg.PoolConfig,
  options: { max?: number; prepared?: boolean; onError?: (error: Error) => void } = {},
): DatabaseConnection {
  const { max = 10, prepared = true } = options
  const pool = new Pool({
    connectionTimeoutMillis: 3_000,
    ...login,
    max,
    ...(prepared ? {} : { Client: NamelessClient }),
  })
  // Without a listener a connection that dies while idle would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // And one that dies between two statements of a transaction, too: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
