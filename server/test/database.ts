import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { inject, vi } from 'vitest'
import { APP_ROLE, appPassword } from '#platform/database/logins.ts'
import type { Database } from '#platform/database/schema.ts'
import { createRowRestorer } from './restore-rows.ts'

/** The template databases. */
export const templates = {
  /** Migrated, no rows. */
  migrated: 'portico_migrated',
  /** Migrated, with the demo data loaded. */
  demo: 'portico_template',
} as const

/** Source of a test database: a template, no tables (`unmigrated`), or the given database without a copy (`itself`). */
export type Template = keyof typeof templates | 'unmigrated' | 'itself'

/** Every hash in the templates was made with this key. */
export const testSecretKey = 'a-secret-key-for-tests-only-000000000000'

export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
  options?: string
  connectionTimeoutMillis?: number
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: Connection
  }
}

/** `config` is the owner's login, `app` the one the server works under. */
export type TestDatabase = {
  config: Connection
  app: Connection
  /** Before each test of a file: restores all rows to what they were at the first call. */
  restore(): Promise<void>
  drop(): Promise<void>
}

/** Creates a PostgreSQL database for one test. */
export async function createTestDatabase(
  from: Template = 'demo',
  server: Connection = inject('testDatabase'),
): Promise<TestDatabase> {
  if (from === 'itself') {
    const rows = createRowRestorer(server)
    return { config: server, app: appLogin(server), restore: rows.restore, drop: rows.close }
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = from === 'unmigrated' ? 'template1' : templates[from]
  const cluster = administratorOf(server)
  // Copies files: copying through the write-ahead log takes ten times as long.
  await cluster.query(`create database ${name} template ${template} strategy file_copy`)
  // The product's own limit of a few seconds is too short for a very busy machine.
  const config = { ...server, database: name, connectionTimeoutMillis: 60_000 }
  const rows = createRowRestorer(config)
  return {
    config,
    app: appLogin(config),
    restore: rows.restore,
    // Not awaited: PostgreSQL polls only ten times a second for closed connections. The end of the run removes the rest.
    drop: async () => {
      await rows.close()
      cluster.query(`drop database ${name} with (force)`).catch(() => {})
    },
  }
}

const administrators = new Map<string, pg.Pool>()

/** Reuses connections to the cluster, because each new one starts a PostgreSQL process. */
function administratorOf(server: Connection): pg.Pool {
  const address = `${server.host}:${server.port}`
  const known = administrators.get(address)
  if (known) return known
  // The file system clones the files.
  const options = '-c file_copy_method=clone'
  const pool = new pg.Pool({ ...server, database: 'postgres', options, max: 3, allowExitOnIdle: true })
  // The cluster may end before this process does.
  pool.on('error', () => {})
  administrators.set(address, pool)
  return pool
}

export const appLogin = (owner: Connection): Connection => ({
  ...owner,
  user: APP_ROLE,
  password: appPassword(testSecretKey),
})

/** Ends all other sessions of the database, and waits until the pool has discarded its connections. */
export async function endOtherSessions(owner: Kysely<Database>, pool: pg.Pool): Promise<void> {
  await sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(owner)
  await vi.waitUntil(() => pool.totalCount === 0, { timeout: 200_000, interval: 5 })
}

/** Runs one statement in the administrative database, or in the named one. */
export async function administer(server: Connection, sql: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...server, database })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
