import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { testContext } from '../../test/context.ts'
import { jobNamed } from '../../test/jobs.ts'
import { connectTestClient, openTestClient } from '../../test/test-client.ts'
import { sortSigningKeys } from './domain/keys.ts'
import { addSigningKey, openHubKeys } from './sign-on-hub.ts'

const MINUTE = 60
const DAY = 86_400

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
})
beforeEach(() => it.reset())
afterAll(() => it.close())

const context = () => testContext(it.db, it.deps.settings, { now: it.clock.now() })
const publishedKids = async (): Promise<string[]> => {
  const { keys } = (await it.openBrowser().get('/oidc/jwks')).json()
  return keys.map(({ kid }: { kid: string }) => kid)
}

test('processes that start together use the same keys', async () => {
  const opened = await Promise.all([1, 2, 3].map(() => openHubKeys(context())))
  expect(new Set(opened.map(({ signing }) => signing[0]?.kid)).size).toBe(1)
  expect(new Set(opened.map(({ records }) => records.hash('x').toString('hex'))).size).toBe(1)
  expect(await it.db.selectFrom('hub_key').select('id').execute()).toHaveLength(2)
})

test('a new key is published first, then signs, and replaces the former one after a day', async () => {
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  const registered = await openTestClient(it)
  const kidOf = async () => {
    const browser = it.openBrowser()
    await browser.signIn('ana', testPassword)
    // A client that knows no keys yet.
    const client = await connectTestClient(it, registered)
    const { id_token: token = '' } = await client.signIn(browser)
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
  }
  const [former] = await publishedKids()
  const { kid } = await transact(context(), addSigningKey)
  it.clock.advance(2 * MINUTE)
  expect(await publishedKids()).toEqual([former, kid])
  expect(await kidOf()).toBe(former)
  it.clock.advance(9 * MINUTE)
  expect(await publishedKids()).toEqual([kid, former])
  expect(await kidOf()).toBe(kid)
  const expire = jobNamed('expire-signing-keys')
  expect(await expire.run(it.deps, it.clock.now())).toBe(0)
  it.clock.advance(DAY + 2 * MINUTE)
  expect(await publishedKids()).toEqual([kid])
  expect(await expire.run(it.deps, it.clock.now())).toBe(1)
  expect(await publishedKids()).toEqual([kid])
})

test('there is a signing key at every moment, however often it is rotated', () => {
  const at = (minutes: number) => new Date(minutes * 60_000)
  const keys = [40, 35, 20, 0].map((minutes) => ({ id: String(minutes), createdAt: at(minutes) }))
  const idsAt = (minutes: number, known = keys) => {
    const { published, over } = sortSigningKeys(known, at(minutes))
    return [published, over].map((list) => list.map(({ id }) => id).join(' '))
  }
  expect(idsAt(0, keys.slice(3))).toEqual(['0', ''])
  expect(idsAt(31, keys.slice(2))).toEqual(['20 0', ''])
  expect(idsAt(41)).toEqual(['20 40 35 0', ''])
  expect(idsAt(46)).toEqual(['35 40 20 0', ''])
  expect(idsAt(51)).toEqual(['40 35 20 0', ''])
  expect(idsAt(50 + 24 * 60)).toEqual(['40', '35 20 0'])
  expect(sortSigningKeys([], at(0))).toEqual({ published: [], over: [] })
})

test('expired records are deleted by the scheduled job, current ones stay', async () => {
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  const client = await openTestClient(it)
  const browser = it.openBrowser()
  await browser.signIn('ana', testPassword)
  await client.signIn(browser)
  const count = async () => (await it.db.selectFrom('hub_record').select('model').execute()).length
  const before = await count()
  const expire = jobNamed('expire-hub-records')
  expect(await expire.run(it.deps, it.clock.now())).toBe(0)
  it.clock.advance(6 * MINUTE)
  expect(await expire.run(it.deps, it.clock.now())).toBe(2)
  it.clock.advance(DAY)
  expect(await expire.run(it.deps, it.clock.now())).toBe(before - 2)
  expect(await count()).toBe(0)
})
