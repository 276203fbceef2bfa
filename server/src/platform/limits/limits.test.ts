import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import { type CounterKey, hit, hitAll, networkOf } from './limits.ts'

let database: TestDatabase
let db: Kysely<Database>
let close: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  const connection = connectDatabase(database.app)
  db = connection.db
  close = connection.close
})
afterAll(async () => {
  await close()
  await database.drop()
})

describe('counting against a limit', () => {
  const now = new Date('2026-03-02T15:00:30Z')
  const count = (key: CounterKey, limit: number, at = now) => hit({ db, now: at }, { key, limit, windowSeconds: 60 })

  it('lets exactly the limit through, however many acts run in parallel', async () => {
    const allowed = await Promise.all(Array.from({ length: 50 }, () => count('npi:parallel', 7)))
    expect(allowed.filter(Boolean)).toHaveLength(7)
  })

  it('counts each key separately and starts over with the next window', async () => {
    expect(await count('npi:one', 1)).toBe(true)
    expect(await count('npi:one', 1)).toBe(false)
    expect(await count('npi:two', 1)).toBe(true)
    expect(await count('npi:one', 1, new Date('2026-03-02T15:00:59.999Z'))).toBe(false)
    expect(await count('npi:one', 1, new Date('2026-03-02T15:01:00Z'))).toBe(true)
  })

  it('counts several keys at once, even if one of them is used up', async () => {
    const both = (limit: number) => [
      { key: 'npi:many' as const, limit: 9 },
      { key: 'npi:few' as const, limit },
    ]
    const within = (limit: number) => hitAll({ db, now }, both(limit), 60)
    expect(await within(1)).toBe(true)
    expect(await within(1)).toBe(false)
    expect(await within(3)).toBe(true)
    expect(await hitAll({ db, now }, [{ key: 'npi:many', limit: 3 }], 60)).toBe(false)
  })

  it('lets nothing through with a limit of zero', async () => {
    expect(await count('npi:none', 0)).toBe(false)
  })
})

describe('the client that limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
