import { Worker } from 'node:worker_threads'
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
