import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { NEW_KEY } from '../../test/change-key.ts'
import { createRunningClock } from '../../test/clock.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { connectTestClient, follow, openTestClient } from '../../test/test-client.ts'

let folder: string
let original: TestApp
let copy: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-hub-backup-'))
  original = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  copy = await createTestDatabase('unmigrated')
})
afterAll(async () => {
  await original.close()
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

const kidOf = (token = '') => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

async function signIn(portal: TestApp) {
  const browser = portal.openBrowser()
  await browser.signIn('ana', testPassword)
  return browser
}

/** Registers an application and lets a person allow it. */
async function allowApplication() {
  await insertTestAccount(original.db, { username: 'ana', grants: [{}] })
  const client = await openTestClient(original, { asksConsent: true })
  const browser = await signIn(original)
  const { url, checks } = await client.begin()
  const consent = new URL(await follow(browser, url.href))
  const answered = (await browser.post(`${consent.pathname}/consent`, { allow: true })).json()
  return { client, tokens: await client.finish(new URL(await follow(browser, answered.location)), checks) }
}

test('applications, consents and signing keys survive a backup and a change of the secret key', async () => {
  const { client, tokens } = await allowApplication()
  const file = join(folder, 'portico.backup')
  const portico = async (database: Pick<TestDatabase, 'config'>, line: string, env: object = {}) => {
    const settings = { ...commandEnv(database), PORTICO_DATA_DIR: folder, ...env }
    expect(await runCommand(line, settings), line).toMatchObject({ code: 0 })
  }
  await portico({ config: original.ownerLogin }, `backup ${file}`)
  await portico(copy, `restore ${file}`)
  await portico(copy, 'keys rotate', { PORTICO_SECRET_KEY: NEW_KEY, PORTICO_SECRET_KEY_FORMER: testSecretKey })

  const restored = await buildTestApp({
    database: 'itself',
    cluster: copy.config,
    clock: createRunningClock(),
    settings: { secretKey: NEW_KEY },
  })
  try {
    const { clientId, clientSecret } = client
    const again = await connectTestClient(restored, { clientId, clientSecret })
    const issued = await again.signIn(await signIn(restored))
    expect(kidOf(issued.id_token)).toBe(kidOf(tokens.id_token))
    expect(issued.claims()?.sub).toBe(tokens.claims()?.sub)
    expect((await again.introspect(issued.access_token)).active).toBe(true)
  } finally {
    await restored.close()
  }
})
