import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '#platform/database/database.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testSecretKey } from '../../test/database.ts'
import { insertSmallPlan, makeRequest } from '../../test/small-plan.ts'
import { addTestClient } from '../../test/test-client.ts'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(it.db)
})
afterAll(() => it.close())

const processFile = fileURLToPath(new URL('../../test/added-field-process.ts', import.meta.url))

test('a new field of a person is seen by staff, deciders and applications, and not in the file of people', async () => {
  const staff = await insertTestAccount(it.db, { username: 'staff', kind: 'internal' })
  const { id: accountId, publicId } = await insertTestAccount(it.db, { username: 'ana' })
  await makeRequest(it.db, it.deps.settings, {
    accountId,
    now: it.clock.now(),
    path: 'APPROVAL',
    role: 'AU',
    scopes: [{ kind: 'PG', id: 'N1' }],
  })
  const { clientId } = await addTestClient(it, { allowsEmptyAccess: true })
  const owner = connectDatabase(it.ownerLogin, { max: 1 })
  await sql`alter table account add column shoe_size text default 'Nine'`.execute(owner.db)
  await owner.close()
  const child = spawn(process.execPath, [processFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const task = { config: it.ownerLogin, secretKey: testSecretKey, publicId, staffId: staff.id, clientId }
  child.stdin.end(JSON.stringify(task))
  const seen = JSON.parse(await text(child.stdout))
  const row = { field: 'shoeSize', term: 'Shoe size', value: 'Nine' }
  expect(seen.page).toContainEqual(row)
  expect(seen.pageShape).toContain('shoeSize')
  expect(seen.waiting).toEqual([expect.arrayContaining([row])])
  expect(seen.waitingShape).toContain('shoeSize')
  expect(seen.claims).toMatchObject({ shoe_size: 'Nine', given_name: 'Robin' })
  expect(seen.claimNames).toEqual(['given_name', 'family_name', 'shoe_size'])
  expect(seen.csv).toContain('First name')
  expect(seen.csv).not.toMatch(/shoe/i)
})
