import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { openTestClient, type TestClient } from '../../test/test-client.ts'

let it: TestApp
let client: TestClient
let browser: TestBrowser
let token: string
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  client = await openTestClient(it)
  browser = it.openBrowser()
  await browser.signIn('ana', testPassword)
  token = (await client.signIn(browser)).access_token
})
afterAll(() => it.close())

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

test('an introspection reads the client, both kinds of token and the grant', async () => {
  expect(await countStatements(() => client.introspect(token))).toBe(4)
})

test('a question to may after the first of the day runs six statements', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const ask = () => it.openBrowser().get('/oidc/may?npi=1100000011&permission=CLAIM', { headers })
  await ask()
  expect(await countStatements(ask)).toBe(6)
})

test('an authorization with a live session runs seven statements', async () => {
  const { url } = await client.begin()
  expect(await countStatements(() => browser.get(url.pathname + url.search))).toBe(7)
})
