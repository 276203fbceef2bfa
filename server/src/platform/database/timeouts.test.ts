import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startStallingProxy } from '../../../test/stalling-proxy.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { describeDatabaseFailure, isDatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let proxy: Awaited<ReturnType<typeof startStallingProxy>>
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
})
afterAll(() => database.drop())
beforeEach(async () => {
  proxy = await startStallingProxy(database.app)
  connection = connectDatabase({ ...proxy.config, connectionTimeoutMillis: undefined }, { max: 2, timeoutMs: 500 })
})
afterEach(async () => {
  proxy.close()
  await connection.close()
})

const ask = () => sql`select 1`.execute(connection.db)
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: Error) => error,
  )
/** A busy machine may need several tries within the short timeout. */
const works = () => vi.waitFor(ask, { timeout: 200_000 })

describe('a database that stops answering', () => {
  it('fails a statement that gets no reply, and never uses its connection again', async () => {
    await works()
    proxy.stallOpen()
    const error = await failureOf(ask())
    expect(error?.message).toContain('no reply within 0.5 s')
    expect(isDatabaseUnavailable(error ?? {})).toBe(true)
    await works()
    expect(connection.pool.totalCount).toBe(1)
    await expect.poll(() => proxy.count().open).toBe(1)
  })

  it('fails a transaction whose statement gets no reply, and frees its connection', async () => {
    await works()
    const lost = connection.db.transaction().execute(async (db) => {
      await sql`select 1`.execute(db)
      proxy.stallOpen()
      await sql`select 2`.execute(db)
    })
    expect(isDatabaseUnavailable((await failureOf(lost)) ?? {})).toBe(true)
    await works()
    expect(connection.pool.totalCount).toBe(1)
  })

  it('hands no dead connection to the next in line', async () => {
    await works()
    proxy.stallOpen()
    proxy.stallAll()
    // Two connections at most: the others wait.
    const errors = await Promise.all(Array.from({ length: 5 }, () => failureOf(ask())))
    expect(errors.map((error) => isDatabaseUnavailable(error ?? {}))).toEqual(Array(5).fill(true))
    proxy.resume()
    await works()
  })

  it('fails a connection attempt that gets no reply', async () => {
    proxy.stallAll()
    const error = await failureOf(ask())
    expect(isDatabaseUnavailable(error ?? {})).toBe(true)
    proxy.resume()
    await works()
  })
})

it('explains in one sentence that the database does not offer the TLS of its address', async () => {
  const { host, port, user, database: name } = { ...database.app, ...proxy.config }
  const connectionString = `postgres://${user}@${host}:${port}/${name}?sslmode=verify-full`
  const { pool, close } = connectDatabase({ connectionString }, { max: 1 })
  const error = await failureOf(pool.query('select 1'))
  expect(describeDatabaseFailure(error ?? new Error())).toBe(
    'The database cannot be reached with TLS: The server does not support SSL connections. Check sslmode and sslrootcert in its address.',
  )
  await close()
})

it('sends keep-alive probes on idle connections', () => {
  expect(connection.pool.options.keepAlive).toBe(true)
})

it('lets statements of the owner take as long as they need', async () => {
  const { pool, close } = connectDatabase(database.config, { max: 1 })
  expect(pool.options.query_timeout).toBe(undefined)
  await close()
})
