import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connectDatabase } from './database.ts'
import { legacyHit, networkOf } from './limits.ts'
import type { Database } from './schema.ts'

let database: TestDatabase
let db: Kysely<Database>
let close: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  const connection = connectDatabase(database.config)
  db = connection.db
  close = connection.close
})
afterAll(async () => {
  await close()
  await database.drop()
})

describe('counting', () => {
  const now = new Date('2026-03-02T15:00:30Z')

  it('lets exactly the limit through, however many come at once', async () => {
    const allowed = await Promise.all(Array.from({ length: 50 }, () => legacyHit(db, 'parallel', 7, 60, now)))
    expect(allowed.filter(Boolean)).toHaveLength(7)
  })

  it('counts each key for itself and begins anew with the next window', async () => {
    expect(await legacyHit(db, 'one', 1, 60, now)).toBe(true)
    expect(await legacyHit(db, 'one', 1, 60, now)).toBe(false)
    expect(await legacyHit(db, 'two', 1, 60, now)).toBe(true)
    expect(await legacyHit(db, 'one', 1, 60, new Date('2026-03-02T15:00:59.999Z'))).toBe(false)
    expect(await legacyHit(db, 'one', 1, 60, new Date('2026-03-02T15:01:00Z'))).toBe(true)
  })

  it('lets nobody through where the limit is none', async () => {
    expect(await legacyHit(db, 'none', 0, 60, now)).toBe(false)
  })
})

describe('whom a limit counts as one', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
