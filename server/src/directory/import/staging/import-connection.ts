import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type pg from 'pg'
import { DurableClient } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { IMPORT_KINDS, ImportError, type ImportKindName, type Trx } from '../import-kind.ts'

/** Any fixed number will do, as long as nothing else in the product locks with it. */
const LOCK_SPACE = 7262

export type ImportConnection = {
  /** For COPY, which Kysely does not speak. */
  client: pg.Client
  /** The same connection, so that both work in one transaction. */
  db: Kysely<Database>
  close(): Promise<void>
}

/** One connection of its own: an import neither waits for the server's pool nor takes from it. */
export async function openImportConnection(config: pg.ClientConfig): Promise<ImportConnection> {
  const client = new DurableClient({ ...config, application_name: 'portico import' })
  // A connection that breaks also fails the query under way, which is where it is reported.
  client.on('error', () => {})
  await client.connect()
  // Kysely asks a pool for a connection and gives it back; this pool has the one.
  const onlyClient = Object.assign(client, { release() {} })
  const pool: PostgresPool = { connect: async () => onlyClient, end: () => client.end(), options: {} }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { client, db, close: () => client.end() }
}

/** Two imports of one kind would wait for each other row by row; the second is told at once instead. */
export async function lockImportKind(trx: Trx, kind: ImportKindName): Promise<void> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_SPACE}, ${IMPORT_KINDS.indexOf(kind)}) as locked`.execute(trx)
  if (!result.rows[0]?.locked)
    throw new ImportError(`Another import of ${kind} is running. Wait until it has ended, then start this one again.`)
}

/**
 * Has no more processes of the database build an index, the connection's own among them, than there are processors:
 * more would take turns, and what each has sorted is merged afterwards. Of another machine's processors nothing is known.
 */
export async function limitIndexBuilders(trx: Trx, processors: number): Promise<void> {
  await sql`
    select set_config(name, least(setting::int, ${processors - 1})::text, true)
    from pg_settings where name = 'max_parallel_maintenance_workers'
      and inet_server_addr() is not distinct from inet_client_addr()`.execute(trx)
}
