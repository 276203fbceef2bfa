import { logout } from '@portico/core/signon/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { follow, openTestClient } from '../../test/test-client.ts'
import { openHubKeys, rotateSecret } from './sign-on-hub.ts'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
})
afterAll(() => it.close())

/** Every row of every table, as text; binary columns as hexadecimal digits. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(it.db)
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
      it.db,
    )
    parts.push(...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** The ways in which a value could be stored. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret, 'base64url').toString('hex'),
]

test('no row and no log line holds a secret, code, token, session or interaction id', async () => {
  const secrets: Record<string, string> = {}
  const client = await openTestClient(it, { logoutUri: 'https://tool.example.org/logout' })
  secrets.clientSecret = client.clientSecret
  const rotated = await transact(systemContext(it.deps), (inside) => rotateSecret(inside, client.clientId))
  if ('entity' in rotated) secrets.rotatedSecret = rotated.entity.clientSecret

  const browser = it.openBrowser()
  const { url, checks } = await client.begin()
  const login = new URL(await follow(browser, url.href))
  const target = login.searchParams.get('TARGET') ?? ''
  secrets.interaction = browser.cookies.get('portico_hub_interaction') ?? ''
  secrets.resume = browser.cookies.get('portico_hub_resume') ?? ''
  secrets.state = checks.expectedState
  secrets.nonce = checks.expectedNonce
  expect(login.href).not.toContain(secrets.interaction)
  const stages = [await dump()]

  await browser.signIn('ana', testPassword, target)
  const callback = new URL(await follow(browser, `http://localhost${target}`))
  secrets.code = callback.searchParams.get('code') ?? ''
  secrets.librarySession = browser.cookies.get('portico_hub') ?? ''
  secrets.portalSession = browser.cookies.get('portico_session') ?? ''
  stages.push(await dump())

  const tokens = await client.finish(callback, checks)
  const next = await client.refresh(tokens.refresh_token ?? '')
  for (const [at, { access_token, refresh_token = '', id_token = '' }] of [tokens, next].entries())
    Object.assign(secrets, { [`access${at}`]: access_token, [`refresh${at}`]: refresh_token, [`id${at}`]: id_token })
  secrets.sid = String(tokens.claims()?.sid ?? 'no sid in the token')
  await it
    .openBrowser()
    .get('/oidc/may?npi=1100000011&permission=CLAIM', { headers: { authorization: `Bearer ${next.access_token}` } })
  stages.push(await dump())
  await browser.postCall(logout.path)
  stages.push(await dump())

  const { signing } = await openHubKeys(systemContext(it.deps))
  secrets.signingKey = String((signing[0] as { d?: string }).d)
  const texts = [...stages, it.logLines.join('\n')]
  expect(stages[2]).toContain('RefreshToken')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(15)
    for (const form of formsOf(secret)) for (const text of texts) expect(text.includes(form), name).toBe(false)
  }
})
