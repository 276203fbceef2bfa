import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { hashAtFullCost } from '../../test/hashing-cost.ts'

// The spy only observes: the workers compute every hash.
const hashing = vi.spyOn(Worker.prototype, 'postMessage')

let app: TestApp
beforeAll(async () => {
  hashAtFullCost()
  app = await buildTestApp({ database: 'migrated' })
  await insertTestAccount(app.db, { username: 'costly01', grants: [{ role: 'SAA' }] })
  await insertTestAccount(app.db, { username: 'costly02', state: 'SUSPENDED' })
  // The first sign-in computes the hash for unknown users once.
  await app.openBrowser().signIn('nobody00', testPassword)
})
afterAll(async () => {
  hashing.mockRestore()
  await app.close()
})
beforeEach(() => {
  hashing.mockClear()
})

test('a sign-in from a known browser runs two statements, and so does a wrong password', async () => {
  const browser = app.openBrowser()
  await browser.signIn('costly01', testPassword)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statements = () => query.mock.calls.map(([asked]: unknown[]) => Object(asked).text)
  await browser.signIn('costly01', testPassword)
  const begins = expect.stringContaining('insert into flood_counter')
  expect(statements()).toEqual([begins, expect.stringContaining('insert into account_session')])
  query.mockClear()
  // The second statement writes the audit row.
  await browser.signIn('costly01', 'Wrong2026')
  expect(statements()).toEqual([begins, expect.stringContaining('insert into audit_event')])
  query.mockRestore()
})

test.each([
  ['the right password', 'costly01', testPassword],
  ['a wrong password', 'costly01', 'Wrong2026'],
  ['a suspended account', 'costly02', testPassword],
  ['an unknown user', 'nobody99', testPassword],
])('%s costs exactly one password check', async (_what, user, password) => {
  await app.openBrowser().signIn(user, password)
  const checks = hashing.mock.calls.map(([{ memory, passes, parallelism }]) => [memory, passes, parallelism])
  expect(checks).toEqual([[19_456, 2, 1]])
})
