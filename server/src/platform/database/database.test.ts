import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTransactionPooler } from '../../../test/transaction-pooler.ts'
import { isDatabaseAway } from '../http/errors.ts'
import { connectDatabase, type DatabaseConnection, NamedStatementRefused, refusesNames } from './database.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app, { max: 3 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

describe('a connection that is lost', () => {
  it('in the pause between two statements of a transaction fails that transaction, and nothing else', async () => {
    const owner = connectDatabase(database.config, { max: 1 })
    const lost = connection.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(owner.db)
      await sleep(200)
      await sql`select 1`.execute(trx)
    })
    const error = await lost.catch((reason: Error) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isDatabaseAway(error as Error)).toBe(true)
    expect((await sql<{ one: number }>`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
    await owner.close()
  })

  it('while it is idle is replaced by the next call', async () => {
    const owner = connectDatabase(database.config, { max: 1 })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.db)
    await sleep(100)
    expect((await sql<{ one: number }>`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }])
    await owner.close()
  })
})

it('without prepared statements nothing is left behind in a connection', async () => {
  for (const prepared of [true, false]) {
    const { pool, close } = connectDatabase(database.app, { max: 1, prepared })
    const ask = () => pool.query({ name: 'kept', text: 'select $1::int as one', values: [1] })
    await ask()
    expect((await ask()).rows).toEqual([{ one: 1 }])
    const { rows } = await pool.query('select name from pg_prepared_statements')
    expect(rows).toEqual(prepared ? [{ name: 'kept' }] : [])
    await close()
  }
})

describe('a pooler in transaction mode', () => {
  const ask = { name: 'kept', text: 'select $1::int as one', values: [1] }

  async function through(prepared: boolean, work: (pool: DatabaseConnection['pool']) => Promise<void>): Promise<void> {
    const pooler = await startTransactionPooler(database.app)
    const { pool, close } = connectDatabase(pooler.config, { max: 2, prepared })
    try {
      await work(pool)
    } finally {
      await close()
      pooler.close()
    }
  }

  it('is found out at once, and a database without one is not taken for it', async () => {
    await through(true, async (pool) => expect(await refusesNames(pool)).toBe(true))
    expect(await refusesNames(connection.pool)).toBe(false)
  })

  it('that mixes up names is told by the name of the setting', async () => {
    await through(true, async (pool) => {
      const one = await pool.connect()
      const other = await pool.connect()
      try {
        await one.query(ask)
        // There is a statement of this name already.
        await expect(other.query(ask)).rejects.toThrow('set PORTICO_PREPARED=0')
        await other.query('begin')
        // There is none where the next transaction goes.
        await expect(one.query(ask)).rejects.toBeInstanceOf(NamedStatementRefused)
      } finally {
        one.release(true)
        other.release(true)
      }
    })
  })

  it('has nothing to mix up where nothing has a name', async () => {
    await through(false, async (pool) => {
      const answers = await Promise.all([pool.query(ask), pool.query(ask)])
      expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]])
      expect(await refusesNames(pool)).toBe(false)
    })
  })
})
