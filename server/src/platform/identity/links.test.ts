import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount } from '../../../test/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { createLink, findLink, useLink } from './links.ts'

let database: TestDatabase
let connection: DatabaseConnection
let accountId: string
const now = new Date('2026-03-02T15:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  accountId = (await insertTestAccount(connection.db, { username: 'linkowner' })).id
})

afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const create = (keepOlder = false) =>
  connection.db
    .transaction()
    .execute((trx) =>
      createLink({ db: trx, now }, { purpose: 'PASSWORD_RESET', accountId, lifetimeSeconds: 60, keepOlder }),
    )
const find = (token: string, at = now) => findLink({ db: connection.db, now: at }, 'PASSWORD_RESET', token)

test('opens a link until it expires, and only for its purpose', async () => {
  const token = await create()
  expect((await find(token)).state).toBe('open')
  expect((await find(token, later(59))).state).toBe('open')
  expect((await find(token, later(60))).state).toBe('expired')
  expect(await findLink({ db: connection.db, now }, 'ACTIVATION', token)).toEqual({ state: 'unknown' })
})

test('makes a token of 128 bits and stores only its hash', async () => {
  const token = await create()
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  const rows = await connection.db.selectFrom('link').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('answers near misses of a real token exactly like nonsense', async () => {
  const token = await create()
  const neighbours = [...token].map((letter, index) => {
    const other = letter === 'A' ? 'B' : 'A'
    return token.slice(0, index) + other + token.slice(index + 1)
  })
  for (const wrong of [
    ...neighbours,
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    ` ${token}`,
    '',
    'nonsense',
  ])
    if (wrong !== token) expect(await find(wrong)).toEqual({ state: 'unknown' })
})

test('ends the older link when a new one is made, unless both are to work', async () => {
  const first = await create()
  const second = await create()
  expect((await find(first)).state).toBe('ended')
  const third = await create(true)
  expect((await find(second)).state).toBe('open')
  expect((await find(third)).state).toBe('open')
})

test('lets one of fifty parallel uses succeed, and never consumes a link by looking it up', async () => {
  const token = await create()
  for (let index = 0; index < 100; index += 1) await find(token)
  const { link } = await find(token)
  const uses = await Promise.all(
    Array.from({ length: 50 }, () =>
      connection.db.transaction().execute((trx) => useLink({ db: trx, now }, link?.id ?? '')),
    ),
  )
  expect(uses.filter(Boolean)).toHaveLength(1)
  expect((await find(token)).state).toBe('used')
})

test('rejects an expired link', async () => {
  const { link } = await find(await create())
  expect(await connection.db.transaction().execute((trx) => useLink({ db: trx, now: later(60) }, link?.id ?? ''))).toBe(
    false,
  )
})
