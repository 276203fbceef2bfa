import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../context.ts'
import { refuse } from '../outcome.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { runWritten } from './prepared.ts'
import { openTransaction, transact, writeUnread } from './transaction.ts'

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

const window = new Date('2026-03-02T15:00:00Z')
const count = (db: Db, key: string) =>
  sql`insert into flood_counter (key, window_start, hits) values (${key}, ${window}, 1)`.execute(db)
async function find(db: Db, key: string): Promise<number> {
  return (await db.selectFrom('flood_counter').select('hits').where('key', '=', key).execute()).length
}

let seen: string[] = []
/** Without the beginning of the transaction. */
const handedOver = () => seen.filter((step) => step.endsWith('?')).length - 1

/** Each statement as it is handed over, and as it is answered. */
async function watch(work: () => Promise<unknown>): Promise<string[]> {
  seen = []
  const client = await connection.pool.connect()
  const { query } = client
  const watched = async (statement: string | { text: string }, ...rest: unknown[]) => {
    const [verb = ''] = (typeof statement === 'string' ? statement : statement.text).trim().split(' ')
    seen.push(`${verb}?`)
    const result = await Reflect.apply(query, client, [statement, ...rest])
    seen.push(`${verb}!`)
    return result
  }
  Object.assign(client, { query: watched })
  client.release()
  await work()
  Object.assign(client, { query })
  return seen
}

test('what is asked together goes out together and is done in that order', async () => {
  const steps = await watch(() =>
    openTransaction(connection.db, async (db) => {
      const [, found] = await Promise.all([count(db, 'together'), find(db, 'together')])
      expect(found).toBe(1)
    }),
  )
  expect(steps).toEqual(['begin?', 'begin!', 'insert?', 'select?', 'insert!', 'select!', 'commit?', 'commit!'])
})

test('whatever way it is asked for a statement is on its way at once: none, and no commit, overtakes it', async () => {
  const steps = await watch(() =>
    openTransaction(connection.db, async (db) => {
      const raw = sql`select 1`.execute(db)
      const built = db.selectFrom('flood_counter').select('hits').limit(0).executeTakeFirst()
      const written = runWritten(db, { name: 'seen-at-once', text: 'values (1)', values: [] })
      expect(handedOver()).toBe(3)
      await Promise.all([raw, built, written])
    }),
  )
  expect(steps.filter((step) => step.endsWith('?'))).toEqual(['begin?', 'select?', 'select?', 'values?', 'commit?'])
})

test('what nobody reads is not waited for, and kept with the rest', async () => {
  const steps = await watch(() => openTransaction(connection.db, (db) => writeUnread(db, count(db, 'unread'))))
  expect(steps).toEqual(['begin?', 'begin!', 'insert?', 'commit?', 'insert!', 'commit!'])
  expect(await find(connection.db, 'unread')).toBe(1)
})

test('a write that nobody waited for and that fails undoes all, and is what is told', async () => {
  await count(connection.db, 'taken')
  const fails = async (db: Db) => {
    await count(db, 'undone')
    await writeUnread(db, count(db, 'taken'))
  }
  const last = openTransaction(connection.db, fails)
  await expect(last).rejects.toThrow('duplicate key')
  const beforeOthers = openTransaction(connection.db, async (db) => {
    await fails(db)
    await find(db, 'undone')
  })
  await expect(beforeOthers).rejects.toThrow('duplicate key')
  expect(await find(connection.db, 'undone')).toBe(0)
})

test('a refusal undoes what nobody waited for', async () => {
  const refused = await transact<{ db: Db }, true>(connection, async ({ db }) => {
    await writeUnread(db, count(db, 'refused'))
    return refuse(407, 'No.')
  })
  expect(refused).toMatchObject({ refusal: { status: 407 } })
  expect(await find(connection.db, 'refused')).toBe(0)
})

test('outside such a transaction a write is waited for', async () => {
  await expect(writeUnread(connection.db, count(connection.db, 'taken'))).rejects.toThrow('duplicate key')
})

test('what a transaction asks for in one moment goes out in one piece, what stands for itself at once', async () => {
  const client = await connection.pool.connect()
  const { stream } = (client as unknown as pg.Client).connection
  client.release()
  const alone = find(connection.db, 'alone')
  await Promise.resolve()
  expect(stream.writableCorked).toBe(0)
  await alone
  await openTransaction(connection.db, async (db) => {
    expect(stream.writableCorked).toBe(1)
    await find(db, 'first')
    const asked = [count(db, 'piece'), find(db, 'piece')] as const
    expect(stream.writableCorked).toBe(1)
    expect(await asked[1]).toBe(1)
    expect(stream.writableCorked).toBe(0)
  })
})
