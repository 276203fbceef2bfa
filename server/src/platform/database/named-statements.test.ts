import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Db } from '../context.ts'
import { connectDatabase } from './database.ts'
import { preparing } from './named-statements.ts'
import { runPrepared } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('migrated')
})
afterAll(() => database.drop())

/** On one connection; how many statements it holds by a name afterwards. */
async function countNamed(work: (db: Db, pool: pg.Pool) => Promise<unknown>, prepared = true): Promise<number> {
  const { db, pool, close } = connectDatabase(database.config, { max: 1, prepared })
  try {
    await work(db, pool)
    const { rows } = await pool.query('select count(*)::int as named from pg_prepared_statements')
    return rows[0].named
  } finally {
    await close()
  }
}

const findMails = (db: Db) => db.selectFrom('mail_message').select('kind').where('brand', '=', 'a').execute()
const countMails = (db: Db) => sql`select count(*) from mail_message where brand = ${'a'}`.execute(db)

test('a statement is prepared by name once, where that is asked for', async () => {
  const find = (db: Db) => db.selectFrom('mail_message').select('id').where('brand', '=', 'a').execute()
  expect(await countNamed(find)).toBe(0)
  expect(await countNamed((db) => find(preparing(db)))).toBe(1)
  const twice = async (db: Db) => [
    await find(preparing(db)),
    await find(preparing(db)),
    await countMails(preparing(db)),
  ]
  expect(await countNamed(twice)).toBe(2)
})

test('in a transaction too', async () => {
  const inside = (db: Db) => preparing(db).transaction().execute(findMails)
  expect(await countNamed(inside)).toBe(1)
})

test('a statement with a name of its own has it in a transaction as well', async () => {
  const statement = { name: 'kinds', text: 'select kind from mail_message where brand = $1', values: ['a'] }
  const both = async (db: Db, pool: pg.Pool) => {
    await runPrepared({ db, pool }, statement)
    await db.transaction().execute((trx) => runPrepared({ db: trx, pool }, statement))
  }
  const inside = (db: Db, pool: pg.Pool) => db.transaction().execute((trx) => runPrepared({ db: trx, pool }, statement))
  expect(await countNamed(inside)).toBe(1)
  expect(await countNamed(both)).toBe(1)
  expect(await countNamed(inside, false)).toBe(0)
})

test('nothing is named behind a pooler', async () => {
  expect(await countNamed((db) => findMails(preparing(db)), false)).toBe(0)
})

test('a list of many is not kept for its length', async () => {
  const many = Array.from({ length: 41 }, (_, index) => `brand ${index}`)
  const find = (db: Db) => db.selectFrom('mail_message').select('id').where('brand', 'in', many).execute()
  expect(await countNamed((db) => find(preparing(db)))).toBe(0)
})

test('what asks for all columns goes on when a migration adds one', async () => {
  const all = (db: Db) => preparing(db).selectFrom('flood_counter').selectAll().where('key', '=', 'a').execute()
  const one = (db: Db) => preparing(db).selectFrom('flood_counter').select('hits').where('key', '=', 'a').execute()
  const around = async (db: Db) => {
    await all(db)
    await one(db)
    await sql`alter table flood_counter add column another int`.execute(db)
    await all(db)
    await one(db)
  }
  expect(await countNamed(around)).toBe(1)
})
