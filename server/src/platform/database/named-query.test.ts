import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'

let database: TestDatabase
let connection: DatabaseConnection
let toldColumns: number

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config, { max: 1 })
  connection.pool.on('connect', (client) => {
    const { connection: wire } = client as unknown as { connection: pg.Connection }
    wire.on('rowDescription', () => {
      toldColumns += 1
    })
  })
})
beforeEach(() => {
  toldColumns = 0
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const facts = {
  name: 'facts',
  text: `select n as number, date '2026-01-31' as day, null as nothing, array['a', 'b'] as texts, '{"one": 1}'::json as json
    from generate_series(1, $1::int) n`,
}
const factsOf = (number: number) => ({ number, day: '2026-01-31', nothing: null, texts: ['a', 'b'], json: { one: 1 } })

test('a connection tells the columns of a statement once, and every answer is read by them', async () => {
  const ask = async (count: number) => (await connection.pool.query({ ...facts, values: [count] })).rows
  expect(await ask(1)).toEqual([factsOf(1)])
  expect(await ask(2)).toEqual([factsOf(1), factsOf(2)])
  expect(await ask(0)).toEqual([])
  expect(toldColumns).toBe(1)
})

test('also where it is asked for again before it was answered', async () => {
  const client = await connection.pool.connect()
  const ask = (number: number) => client.query({ name: 'twice', text: 'select $1::int as number', values: [number] })
  const answers = await Promise.all([ask(1), ask(2)])
  expect(answers.map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 2 }]])
  const known = toldColumns
  expect((await ask(3)).rows).toEqual([{ number: 3 }])
  expect(toldColumns).toBe(known)
  client.release()
})

test('what gives no rows tells how many it changed', async () => {
  const text = `insert into flood_counter (key, window_start, hits) select key, now(), 1 from unnest($1::text[]) key`
  const write = async (...keys: string[]) => connection.pool.query({ name: 'count-keys', text, values: [keys] })
  for (const keys of [['a'], ['b', 'c'], []]) {
    expect(await write(...keys)).toMatchObject({ rows: [], rowCount: keys.length, command: 'INSERT' })
  }
  expect(toldColumns).toBe(0)
})

test('one that failed is asked again as before, and its stack leads to who asked', async () => {
  const share = async (by: number) =>
    (await connection.pool.query({ name: 'share', text: 'select 6 / $1::int as part', values: [by] })).rows
  expect(await share(2)).toEqual([{ part: 3 }])
  const failure = await share(0).catch((error: Error) => error)
  expect(failure).toMatchObject({ code: '22012' })
  expect((failure as Error).stack).toContain('share')
  expect(await share(3)).toEqual([{ part: 2 }])
})

test('columns that became others are never read as those before', async () => {
  const ask = async () => (await connection.pool.query({ name: 'changing', text: 'select value from changing' })).rows
  await connection.pool.query('create table changing (value int)')
  await connection.pool.query('insert into changing values (1)')
  expect(await ask()).toEqual([{ value: 1 }])
  await connection.pool.query('alter table changing alter column value type text')
  await expect(ask()).rejects.toThrow('cached plan must not change result type')
})
