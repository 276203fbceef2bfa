import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { writeForOne, writeOnce } from './prepared.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

type Hit = { key: string; at: Date; hits: number }

test('a statement is built once, and sent with the values of each call', async () => {
  let built = 0
  const insert = writeOnce('test-insert-hit', (db, { key, at, hits }: Hit) => {
    built += 1
    return db
      .insertInto('flood_counter')
      .values({ key, window_start: at, hits })
      .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ hits }))
      .returning(['key', 'hits'])
  })
  const at = new Date('2026-03-02T15:00:00Z')
  expect(await insert(connection.db, { key: 'a', at, hits: 3 })).toEqual([{ key: 'a', hits: 3 }])
  expect(await insert(connection.db, { key: 'b', at, hits: 4 })).toEqual([{ key: 'b', hits: 4 }])
  const inside = await connection.db.transaction().execute((trx) => insert(trx, { key: 'a', at, hits: 5 }))
  expect(inside).toEqual([{ key: 'a', hits: 5 }])
  expect(built).toBe(1)
})

test('so is one that is written as text; what is no value of a call stays', async () => {
  const add = writeOnce(
    'test-add',
    (_, { one, many }: { one: number | null; many: number[] }) =>
      sql<{ sum: number | null }>`select ${one}::int + cardinality(${many}::int[]) + ${10} as sum`,
  )
  expect(await add(connection.db, { one: 1, many: [1, 1] })).toEqual([{ sum: 13 }])
  expect(await add(connection.db, { one: null, many: [] })).toEqual([{ sum: null }])
})

test('of one of a list it is built once, of more for as many', async () => {
  const lengths: number[] = []
  const findHits = writeForOne('test-hits-of', (db, keys, { atMost }: { atMost: number }) => {
    lengths.push(keys.length)
    return db
      .selectFrom('flood_counter')
      .select('key')
      .where('key', 'in', keys)
      .where('hits', '<=', atMost)
      .orderBy('key')
  })
  const find = async (...keys: string[]) => (await findHits(connection.db, keys, { atMost: 5 })).map(({ key }) => key)
  expect([await find('a'), await find('b'), await find('a', 'b')]).toEqual([['a'], ['b'], ['a', 'b']])
  expect(lengths).toEqual([1, 2])
})
