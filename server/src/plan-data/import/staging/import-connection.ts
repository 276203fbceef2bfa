import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type pg from 'pg'
import { DurableClient } from '#platform/database/database.ts'
import type { Database } from '#platform/database/schema.ts'
import { ImportError } from '../reading/import-error.ts'
import { IMPORT_KINDS, type ImportKindName, type Trx } from './import-kind.ts'

/** Any number that no other lock of the product uses. */
const LOCK_SPACE = 7262

export type ImportConnection = {
  /** For COPY, which Kysely does not support. */
  client: pg.Client
  /** The same connection, so that both work in one transaction. */
  db: Kysely<Database>
  close(): Promise<void>
}

/** A separate connection, so that an import does not use the server's pool. */
export async function openImportConnection(config: pg.ClientConfig): Promise<ImportConnection> {
  const client = new DurableClient({ ...config, application_name: 'portico import' })
  // A broken connection also fails the running query, which reports it.
  client.on('error', () => {})
  await client.connect()
  // Kysely expects a pool; this one has a single connection.
  const onlyClient = Object.assign(client, { release() {} })
  const pool: PostgresPool = { connect: async () => onlyClient, end: () => client.end(), options: {} }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { client, db, close: () => client.end() }
}

/** Two imports of one kind would block each other row by row, so the second one fails at once. */
export async function lockImportKind(trx: Trx, kind: ImportKindName): Promise<void> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_SPACE}, ${IMPORT_KINDS.indexOf(kind)}) as locked`.execute(trx)
  if (!result.rows[0]?.locked)
    throw new ImportError(`Another import of ${kind} is running. Wait until it ends, then try again.`)
}

/**
 * Limits the processes that build an index to the number of processors; more would only compete. Not applied to a
 * database on another machine.
 */
export async function limitIndexBuilders(trx: Trx, processors: number): Promise<void> {
  await sql`
    select set_config(name, least(setting::int, ${processors - 1})::text, true)
    from pg_settings where name = 'max_parallel_maintenance_workers'
      and inet_server_addr() is not distinct from inet_client_addr()`.execute(trx)
}
