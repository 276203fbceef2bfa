import type { FourEyesApproval, FourEyesDecided } from '@portico/core/access/account-shapes'
import { decideFourEyesApproval, listFourEyesApprovals } from '@portico/core/access/calls'
import { APPLICATION_TEXTS } from '@portico/core/sign-on-hub/application-form'
import type { Application, ApplicationRow, ApplicationSaved } from '@portico/core/sign-on-hub/application-shapes'
import * as calls from '@portico/core/sign-on-hub/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { addTestClient, connectTestClient, REDIRECT } from '../../test/test-client.ts'
import { ALREADY_ASKED } from './domain/applications/change-applications.ts'

let it: TestApp
let requester: TestBrowser
let approver: TestBrowser
let office: TestBrowser
beforeAll(async () => {
  it = await buildTestApp({
    database: 'migrated',
    clock: createRunningClock(),
    settings: { fourEyes: true, limits: { signInsPerMinutePerAddress: 1000 } },
  })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
  for (const username of ['requester', 'approver']) await insertTestAccount(it.db, { username, kind: 'internal' })
  requester = await signIn('requester')
  approver = await signIn('approver')
  office = await signIn('ana')
})
afterAll(() => it.close())
beforeEach(() => it.db.deleteFrom('four_eyes_approval').execute())

async function signIn(username: string) {
  const browser = it.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

const BODY = {
  name: 'Claims tool',
  redirectUris: [REDIRECT],
  logoutUri: '',
  postLogoutUris: [],
  tileUri: '',
  tilePermission: '',
  kinds: ['provider'],
  scopes: ['profile', 'email', 'access'],
  permissions: [],
  asksConsent: false,
  allowsEmptyAccess: false,
  keySet: '',
}
const WAITING = { clientId: '', clientSecret: '', waiting: true }

const send = (path: string, body: object) => requester.postCall<ApplicationSaved>(path, body)
const pending = async () => (await approver.getCall<FourEyesApproval[]>(listFourEyesApprovals.path)).entity
async function decide(agree: boolean, browser = approver) {
  const [row] = await pending()
  return browser.postCall<FourEyesDecided>(decideFourEyesApproval.path, { askId: row?.askId ?? '', agree })
}
const list = async () => (await approver.getCall<ApplicationRow[]>(calls.listApplications.path)).entity
const open = async (clientId: string) =>
  (await approver.getCall<Application>(calls.openApplication.path, { clientId })).entity

test('an application is added after approval, and only the approver gets the secret', async () => {
  const before = (await list()).length
  expect((await send(calls.addApplication.path, { ...BODY, brand: 'harborview' })).entity).toEqual(WAITING)
  expect(await list()).toHaveLength(before)
  expect(await pending()).toMatchObject([
    {
      kind: 'ADD_APPLICATION',
      name: 'Claims tool',
      changes: expect.arrayContaining(['Brand: harborview', `Redirect addresses: ${REDIRECT}`]),
    },
  ])
  expect((await decide(true, requester)).status).toBe(407)
  const { status, entity } = await decide(true)
  expect(status).toBe(200)
  const secret = entity as unknown as { clientId: string; clientSecret: string }
  const client = await connectTestClient(it, secret)
  expect((await client.signIn(office)).access_token).toBeTruthy()
  const { rows } = await sql<{ text: string }>`select f::text as text from four_eyes_approval f`.execute(it.db)
  expect(rows.map(({ text }) => text).join()).not.toContain(secret.clientSecret)
})

test('a change waits, names what changes, and is carried out with the approval', async () => {
  const { clientId } = await addTestClient(it, { kinds: ['provider'], scopes: ['profile', 'email', 'access'] })
  const body = { ...BODY, clientId, version: 1, scopes: ['profile'], permissions: ['CLAIM', 'HOME'] }
  expect((await send(calls.changeApplication.path, body)).entity).toEqual(WAITING)
  const again = await send(calls.changeApplication.path, { ...body, name: 'Other' })
  expect([again.status, again.entity.message]).toEqual([407, ALREADY_ASKED])
  expect((await pending()).map(({ kind, changes }) => ({ kind, changes }))).toEqual([
    { kind: 'CHANGE_APPLICATION', changes: ['Scopes: profile, email, access → profile'] },
  ])
  expect((await open(clientId)).version).toBe(1)
  expect((await decide(true)).entity).toBe(true)
  expect(await open(clientId)).toMatchObject({ scopes: ['profile'], version: 2 })
})

test('an approved change is refused if the application was changed meanwhile', async () => {
  const { clientId } = await addTestClient(it)
  await send(calls.changeApplication.path, { ...BODY, clientId, version: 1, name: 'Mine' })
  await it.db.updateTable('hub_client').set({ version: 2 }).where('client_id', '=', clientId).execute()
  const refused = await decide(true)
  expect([refused.status, refused.entity]).toMatchObject([407, { message: APPLICATION_TEXTS.changed }])
  expect((await open(clientId)).name).not.toBe('Mine')
  expect(await pending()).toHaveLength(1)
})

test('a declined request changes nothing', async () => {
  const { clientId } = await addTestClient(it)
  await send(calls.rotateApplicationSecret.path, { clientId })
  expect((await decide(false)).entity).toBe(true)
  expect((await open(clientId)).oldSecretUntil).toBe('')
})

test('a new secret is made with the approval and shown to the approver', async () => {
  const { clientId, clientSecret: old } = await addTestClient(it)
  expect((await send(calls.rotateApplicationSecret.path, { clientId })).entity).toEqual(WAITING)
  expect((await decide(true)).entity).toEqual({ clientId, clientSecret: expect.not.stringMatching(old) })
  expect((await open(clientId)).oldSecretUntil).not.toBe('')
})

test('disabling does not wait, and enabling does', async () => {
  const { clientId } = await addTestClient(it)
  expect((await send(calls.disableApplication.path, { clientId })).entity).toBe(true)
  expect((await open(clientId)).state).toBe('DISABLED')
  expect((await send(calls.enableApplication.path, { clientId })).entity).toEqual(WAITING)
  expect((await open(clientId)).state).toBe('DISABLED')
  expect((await decide(true)).entity).toBe(true)
  expect((await open(clientId)).state).toBe('ACTIVE')
})

test('a mistake is refused before anybody is asked', async () => {
  const bad = await send(calls.addApplication.path, {
    ...BODY,
    brand: 'harborview',
    redirectUris: ['http://x.example/'],
  })
  expect(bad.status).toBe(400)
  expect((await send(calls.changeApplication.path, { ...BODY, clientId: 'x', version: 1 })).status).toBe(404)
  expect(await pending()).toEqual([])
})
