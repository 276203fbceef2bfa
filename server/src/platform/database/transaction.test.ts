import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../context.ts'
import { refuse } from '../outcome.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { readTogether, transact } from './transaction.ts'

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

const window = new Date('2026-03-02T15:00:00Z')
const insert = (db: Db, key: string) =>
  sql`insert into flood_counter (key, window_start, hits) values (${key}, ${window}, 1)`.execute(db)
const find = (db: Db, key: string) => db.selectFrom('flood_counter').select('key').where('key', '=', key).execute()

test('commits the writes and returns the result, whether an outcome or any other value', async () => {
  const number = await transact(connection, async ({ db }) => {
    await insert(db, 'number')
    return 7
  })
  expect(number).toBe(7)
  expect(await transact(connection, async () => ({ entity: true }))).toEqual({ entity: true })
  expect(await find(connection.db, 'number')).toHaveLength(1)
})

test('rolls back and returns a refusal', async () => {
  const refused = await transact(connection, async ({ db }) => {
    await insert(db, 'refused')
    return refuse(407, 'No.')
  })
  expect(refused).toEqual(refuse(407, 'No.'))
  expect(await find(connection.db, 'refused')).toEqual([])
})

test('rolls back and throws the error of a failed statement', async () => {
  await insert(connection.db, 'taken')
  const failing = transact(connection, async ({ db }) => {
    await insert(db, 'undone')
    await insert(db, 'taken')
  })
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await find(connection.db, 'undone')).toEqual([])
})

test('never commits a transaction after a caught error aborted it', async () => {
  const swallowed = transact(connection, async ({ db }) => {
    await insert(db, 'aborted')
    await sql`select 1 / 0`.execute(db).catch(() => {})
  })
  await expect(swallowed).rejects.toThrow()
  expect(await find(connection.db, 'aborted')).toEqual([])
})

test('uses the requested isolation level', async () => {
  const level = async ({ db }: { db: Db }) => (await sql`show transaction_isolation`.execute(db)).rows[0]
  expect(await transact(connection, level)).toEqual({ transaction_isolation: 'read committed' })
  expect(await transact(connection, level, 'repeatable read')).toEqual({ transaction_isolation: 'repeatable read' })
})

test('readTogether returns the results in the order of the reads', async () => {
  const read = (db: Db) => (number: number) => sql<{ n: number }>`select ${number}::int as n`.execute(db)
  for (const db of [connection.db, undefined]) {
    const work = async (on: Db) => (await readTogether([1, 2, 3].map(read(on)))).map(({ rows }) => rows[0]?.n)
    expect(db ? await work(db) : await transact(connection, (inside) => work(inside.db))).toEqual([1, 2, 3])
  }
})

test('readTogether settles every read before it throws, so that none is in flight at the rollback', async () => {
  const slow = Promise.withResolvers<void>()
  const reads = readTogether([slow.promise, Promise.reject(new Error('failing'))])
  const settled = reads.catch(() => 'settled')
  expect(await Promise.race([settled, setImmediate('waiting')])).toBe('waiting')
  slow.resolve()
  await expect(reads).rejects.toThrow('failing')
})

test('a failing read in a transaction leaves its connection usable', async () => {
  const failing = transact(connection, ({ db }) =>
    readTogether(['select 1', 'select 1 / 0', 'select 2'].map((query) => sql.raw(query).execute(db))),
  )
  await expect(failing).rejects.toThrow('division by zero')
  const { rows } = await sql`select 1 as one`.execute(connection.db)
  expect(rows).toEqual([{ one: 1 }])
})
