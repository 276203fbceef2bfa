import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../context.ts'
import { leavesNothing } from './beginning-driver.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { openTransaction } from './transaction.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app, { max: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const count = (db: Db, key: string) =>
  sql`insert into flood_counter (key, window_start, hits) values (${key}, now(), 1)`.execute(db)
const find = (db: Db, key: string) => db.selectFrom('flood_counter').select('hits').where('key', '=', key).execute()

type Query = (...statement: unknown[]) => Promise<pg.QueryResult>

/** Stands between the transaction and its connection. */
async function between(stand: (query: Query, statement: unknown[]) => Promise<pg.QueryResult>): Promise<() => void> {
  const client = await connection.pool.connect()
  const { query } = client
  const ask: Query = (...statement) => Reflect.apply(query, client, statement)
  Object.assign(client, { query: (...statement: unknown[]) => stand(ask, statement) })
  client.release()
  return () => Object.assign(client, { query })
}

test('what is read first goes out beside the beginning, what writes when that is answered, and all in its order', async () => {
  const seen: string[] = []
  const leave = await between(async (query, statement) => {
    const [verb = ''] = String(statement[0]).trim().split(' ')
    seen.push(`${verb}?`)
    const result = await query(...statement)
    seen.push(`${verb}!`)
    return result
  })
  await openTransaction(connection.db, async (db) => {
    const asked = [find(db, 'first'), count(db, 'second'), find(db, 'second')] as const
    expect(seen).toEqual(['begin?', 'select?'])
    expect(await asked[2]).toHaveLength(1)
  })
  leave()
  expect(seen.filter((step) => step.endsWith('?'))).toEqual(['begin?', 'select?', 'insert?', 'select?', 'commit?'])
  expect(seen.indexOf('insert?')).toBeGreaterThan(seen.indexOf('begin!'))
})

test('nothing is written beside a beginning that fails; that is told, and the connection given up', async () => {
  const asked: unknown[] = []
  await between((query, [text, ...values]) => {
    asked.push(text)
    return query(text === 'begin' ? 'begin nonsense' : text, ...values)
  })
  const failing = openTransaction(connection.db, async (db) => {
    await Promise.all([find(db, 'first'), count(db, 'never')])
  })
  await expect(failing).rejects.toThrow('syntax error')
  const going = asked.length
  expect(await find(connection.db, 'never')).toEqual([])
  expect(asked).toHaveLength(going)
})

test.each([
  ['select 1', true],
  [' with a as (select 1) select * from a', true],
  ['select id from quiz where id = $1 for no key update', true],
  ['select updated_at from job', true],
  ['insert into job values (1)', false],
  ['with a as (delete from job returning id) select id from a', false],
  ["select set_config('a.b', 'c', true)", false],
  ['commit', false],
  ['savepoint attempt', false],
])('%s leaves nothing: %s', (text, expected) => {
  expect(leavesNothing(text)).toBe(expected)
})

test('no function of the database that may write is taken for one that reads', async () => {
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(connection.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map(({ name }) => name).filter((name) => leavesNothing(`select ${name}(array['1'])`))).toEqual([])
})
