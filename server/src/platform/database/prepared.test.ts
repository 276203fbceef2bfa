import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../context.ts'
import { connectDatabase } from './database.ts'
import { nameOfStatement, runPrepared } from './prepared.ts'
import { transact } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('migrated')
})
afterAll(() => database.drop())

/** Runs the work on one connection and returns the names of the statements that the connection prepared. */
async function namesAfter(work: (db: Db) => Promise<unknown>, prepared = true): Promise<string[]> {
  const { db, pool, close } = connectDatabase(database.config, { max: 1, prepared })
  try {
    await work(db)
    return (await pool.query('select name from pg_prepared_statements order by name')).rows.map(({ name }) => name)
  } finally {
    await close()
  }
}

const SUM = 'select $1::int + $2::int as sum'
const sum = (db: Db, values: [number, number]) => runPrepared<{ sum: number }>(db, SUM, values)

test('prepares a statement once per connection and runs it with the values of each call', async () => {
  const twice = async (db: Db) => {
    expect(await sum(db, [1, 2])).toEqual([{ sum: 3 }])
    expect(await sum(db, [3, 4])).toEqual([{ sum: 7 }])
  }
  expect(await namesAfter(twice)).toEqual([nameOfStatement(SUM)])
})

test('uses the same prepared statement on the pool and in a transaction', async () => {
  const both = async (db: Db) => {
    await sum(db, [1, 2])
    expect(await transact({ db }, (inside) => sum(inside.db, [3, 4]))).toEqual([{ sum: 7 }])
  }
  expect(await namesAfter(both)).toEqual([nameOfStatement(SUM)])
  expect(await namesAfter((db) => transact({ db }, (inside) => sum(inside.db, [3, 4])))).toEqual([nameOfStatement(SUM)])
})

test('prepares no statement by name if prepared statements are off', async () => {
  const run = async (db: Db) => expect(await sum(db, [1, 2])).toEqual([{ sum: 3 }])
  expect(await namesAfter(run, false)).toEqual([])
})

test("runs a statement again after it failed, and names the caller in the error's stack", async () => {
  async function divideSix(db: Db, by: number) {
    return runPrepared(db, 'select 6 / $1::int as part', [by])
  }
  await namesAfter(async (db) => {
    expect(await divideSix(db, 2)).toEqual([{ part: 3 }])
    const failure = await divideSix(db, 0).catch((error: Error) => error)
    expect(failure).toMatchObject({ code: '22012' })
    expect((failure as Error).stack).toContain('prepared.test.ts')
    expect(await divideSix(db, 3)).toEqual([{ part: 2 }])
  })
})
