import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { hashAtFullCost } from '../../test/hashing-cost.ts'

// Only watched: every hash is really made.
const asked = vi.spyOn(Worker.prototype, 'postMessage')

let app: TestApp
beforeAll(async () => {
  hashAtFullCost()
  app = await buildTestApp({ database: 'migrated' })
  await insertTestAccount(app.db, { username: 'costly01', grants: [{ role: 'SAA' }] })
  await insertTestAccount(app.db, { username: 'costly02', state: 'SUSPENDED' })
  // The hash that stands for nobody is made once.
  await app.openBrowser().signIn('nobody00', testPassword)
})
afterAll(async () => {
  asked.mockRestore()
  await app.close()
})
beforeEach(() => {
  asked.mockClear()
})

test('in a browser that is known the database is asked twice, and once for a wrong password', async () => {
  const browser = app.openBrowser()
  await browser.signIn('costly01', testPassword)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const statements = () => query.mock.calls.map(([asked]: unknown[]) => Object(asked).name)
  await browser.signIn('costly01', testPassword)
  expect(statements()).toEqual(['begin-sign-in', 'arrive'])
  query.mockClear()
  // And its audit row, by whatever name.
  await browser.signIn('costly01', 'Wrong2026')
  expect(statements()).toHaveLength(2)
  expect(statements()[0]).toBe('begin-sign-in')
  query.mockRestore()
})

test.each([
  ['the right password', 'costly01', testPassword],
  ['a wrong password', 'costly01', 'Wrong2026'],
  ['a suspended account', 'costly02', testPassword],
  ['an unknown user', 'nobody99', testPassword],
])('%s costs one password check, as any other', async (_what, user, password) => {
  await app.openBrowser().signIn(user, password)
  const checks = asked.mock.calls.map(([{ memory, passes, parallelism }]) => [memory, passes, parallelism])
  expect(checks).toEqual([[19_456, 2, 1]])
})
