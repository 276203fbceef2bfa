import { generateKeyPairSync } from 'node:crypto'
import { STAFF_ROLES } from '@portico/core/access/staff-roles'
import { APPLICATION_TEXTS } from '@portico/core/sign-on-hub/application-form'
import type {
  AddApplicationBody,
  Application,
  ApplicationRow,
  ApplicationSaved,
} from '@portico/core/sign-on-hub/application-shapes'
import * as calls from '@portico/core/sign-on-hub/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { png } from '../../test/png.ts'
import { connectTestClient, openTestClient, REDIRECT } from '../../test/test-client.ts'

let it: TestApp
let staff: TestBrowser
let office: TestBrowser
beforeAll(async () => {
  it = await buildTestApp({
    database: 'migrated',
    clock: createRunningClock(),
    settings: { limits: { signInsPerMinutePerAddress: 1000, signInsPerMinutePerUser: 1000 } },
  })
  await insertTestAccount(it.db, { username: 'ana', grants: [{ permissions: ['HOME', 'CLAIM'] }] })
  await insertTestAccount(it.db, { username: 'staff', kind: 'internal' })
  staff = await signIn('staff')
  office = await signIn('ana')
})
afterAll(() => it.close())

async function signIn(username: string) {
  const browser = it.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

const BODY: AddApplicationBody = {
  name: 'Claims tool',
  brand: 'harborview',
  redirectUris: [REDIRECT],
  logoutUri: 'https://tool.example.org/logout',
  postLogoutUris: [],
  tileUri: 'https://tool.example.org/',
  tilePermission: 'CLAIM',
  kinds: ['provider'],
  scopes: ['profile', 'email', 'access'],
  permissions: ['CLAIM'],
  asksConsent: false,
  allowsEmptyAccess: false,
  keySet: '',
}

const add = async (body: object = {}) =>
  staff.postCall<ApplicationSaved>(calls.addApplication.path, { ...BODY, ...body })
const open = async (clientId: string) =>
  (await staff.getCall<Application>(calls.openApplication.path, { clientId })).entity
const list = async () => (await staff.getCall<ApplicationRow[]>(calls.listApplications.path)).entity

/** Saves the application as the form does. */
async function change(clientId: string, body: object) {
  const { version, ...shown } = await open(clientId)
  const { brand: _, logo: _logo, ...rest } = BODY
  const fields = Object.fromEntries(Object.entries(shown).filter(([name]) => name in rest))
  return staff.postCall<ApplicationSaved>(calls.changeApplication.path, { clientId, version, ...fields, ...body })
}

const tiles = async () =>
  (await office.getCall<{ clientId: string }[]>(calls.applicationTiles.path)).entity.map(({ clientId }) => clientId)
const logouts = (clientId: string) =>
  it.db.selectFrom('hub_logout').selectAll().where('client_id', '=', clientId).execute()

test('an added application signs people in with the secret of the reply, and has a tile', async () => {
  const { status, entity } = await add()
  expect(status).toBe(200)
  const { clientId, clientSecret, waiting } = entity
  expect([clientSecret.length, waiting]).toEqual([43, false])
  expect(await tiles()).toContain(clientId)
  const client = await connectTestClient(it, { clientId, clientSecret })
  expect((await client.signIn(office)).access_token).toBeTruthy()
  expect(await open(clientId)).toMatchObject({ ...BODY, clientId, state: 'ACTIVE', version: 1, hasLogo: false })
  expect((await open(clientId)).signIns.at(-1)?.count).toBe(1)
  expect((await list()).find((row) => row.clientId === clientId)).toMatchObject({
    name: 'Claims tool',
    state: 'ACTIVE',
    failedSignIns: 0,
    failedLogouts: 0,
  })
})

test.each<[string, object, string]>([
  ['no name', { name: '  ' }, 'Give the application a name.'],
  ['an unknown brand', { brand: 'other' }, 'Unknown brand. Use one of:'],
  ['no redirect address', { redirectUris: [] }, 'Give at least one redirect address.'],
  ['nobody who can sign in', { kinds: [] }, 'Choose who can sign in.'],
  ['a redirect address without https', { redirectUris: ['http://tool.example.org/'] }, 'http://tool.example.org/ is'],
  ['a wildcard', { redirectUris: ['https://*.example.org/'] }, 'https://*.example.org/ is not an https address'],
  ['a script as the tile', { tileUri: 'javascript:alert(1)' }, 'javascript:alert(1) is not an https address'],
  ['a key set that is not JSON', { keySet: 'x' }, 'The key set must be a JSON Web Key Set'],
  ['a logo that is not a PNG', { logo: Buffer.from('<svg/>').toString('base64') }, 'The logo must be a PNG picture'],
])('an application is not added: %s', async (_title, body, message) => {
  const before = (await list()).length
  const { status, entity } = await add(body)
  expect([status, entity.message]).toEqual([400, expect.stringContaining(message)])
  expect(await list()).toHaveLength(before)
})

test.each<[string, object]>([
  ['an unknown scope', { scopes: ['openid', 'admin'] }],
  ['an unknown permission', { permissions: ['EVERYTHING'] }],
  ['an unknown kind', { kinds: ['system'] }],
  ['a long name', { name: 'x'.repeat(101) }],
  ['too many addresses', { redirectUris: Array(21).fill(REDIRECT) }],
])('a forged field is refused: %s', async (_title, body) => {
  expect((await add(body)).http).toBe(400)
})

test('fields that the form does not have change nothing', async () => {
  const forged = { clientId: 'chosen', clientSecret: 'chosen', secretHash: 'x', version: 9, disabledAt: 'x' }
  const { entity } = await add(forged)
  expect(entity.clientId).not.toBe('chosen')
  await change(entity.clientId, { name: 'Renamed', brand: 'bayside', subjectSalt: 'x', state: 'DISABLED' })
  expect(await open(entity.clientId)).toMatchObject({
    name: 'Renamed',
    brand: 'harborview',
    state: 'ACTIVE',
    version: 2,
  })
})

const changing: [string, string, object][] = [
  ['addApplication', calls.addApplication.path, BODY],
  ['changeApplication', calls.changeApplication.path, { ...BODY, clientId: 'x', version: 1 }],
  ['rotateApplicationSecret', calls.rotateApplicationSecret.path, { clientId: 'x' }],
  ['disableApplication', calls.disableApplication.path, { clientId: 'x' }],
  ['enableApplication', calls.enableApplication.path, { clientId: 'x' }],
]

test('only administrators see and change applications', async () => {
  for (const role of STAFF_ROLES.filter((each) => each !== 'ADMINISTRATOR')) {
    await insertTestAccount(it.db, { username: `as${role}`, kind: 'internal', staffRole: role })
    const browser = await signIn(`as${role}`)
    for (const [, path, body] of changing) expect((await browser.postCall(path, body)).http, role).toBe(403)
    expect((await browser.getCall(calls.listApplications.path)).http, role).toBe(403)
    expect((await browser.getCall(calls.openApplication.path, { clientId: 'x' })).http, role).toBe(403)
  }
  for (const [, path, body] of changing) {
    expect((await office.postCall(path, body)).http).toBe(403)
    expect((await it.openBrowser().postCall(path, body)).http).toBe(401)
  }
})

test.each(changing)('%s is refused to an emergency session and without a recent proof', async (name, path, body) => {
  const { id } = await insertTestAccount(it.db, { username: `door${name}`, kind: 'internal' })
  const browser = await signIn(`door${name}`)
  const session = it.db.updateTable('account_session').where('account_id', '=', id)
  await session.set({ proved_at: new Date(it.clock.now().getTime() - 86_400_000) }).execute()
  expect((await browser.postCall(path, body)).entity.messageCode).toBe('step-up')
  await session.set({ by_door: true, proved_at: it.clock.now() }).execute()
  const refused = await browser.postCall(path, body)
  expect([refused.http, refused.entity.messageCode]).toEqual([403, 'open-door'])
})

test('an unknown client ID is refused by every call', async () => {
  for (const [name, path, body] of changing.slice(1)) expect((await staff.postCall(path, body)).status, name).toBe(404)
  expect((await staff.getCall(calls.openApplication.path, { clientId: 'x' })).status).toBe(404)
})

test('a change based on an older version is refused', async () => {
  const { clientId } = (await add()).entity
  await change(clientId, { name: 'First' })
  const refused = await change(clientId, { name: 'Second', version: 1 })
  expect([refused.status, refused.entity.message]).toEqual([407, APPLICATION_TEXTS.changed])
  expect((await open(clientId)).name).toBe('First')
})

const SCOPE = { scope: 'openid profile access' }

/** An application where the office is signed in. */
async function signedIn(body: object = {}) {
  const { clientId, clientSecret } = (await add({ scopes: ['profile', 'access'], ...body })).entity
  const client = await connectTestClient(it, { clientId, clientSecret })
  const { access_token: token } = await client.signIn(office, SCOPE)
  const isLive = async () => (await client.introspect(token)).active
  expect(await isLive()).toBe(true)
  return { clientId, client, isLive }
}

test.each<[string, object]>([
  ['fewer scopes', { scopes: ['profile'] }],
  ['fewer permissions', { permissions: [] }],
  ['fewer kinds', { kinds: ['internal'] }],
  ['consent that was not asked for', { asksConsent: true }],
])('a narrower entitlement ends the tokens and queues logouts: %s', async (_title, body) => {
  const { clientId, isLive } = await signedIn()
  expect((await change(clientId, body)).status).toBe(200)
  expect(await isLive()).toBe(false)
  expect(await logouts(clientId)).toHaveLength(1)
})

test('no longer allowing waiting people ends the tokens', async () => {
  const { clientId, isLive } = await signedIn({ allowsEmptyAccess: true })
  await change(clientId, { allowsEmptyAccess: false })
  expect(await isLive()).toBe(false)
})

test('a wider entitlement, a new name or a logo ends nothing', async () => {
  const { clientId, isLive } = await signedIn()
  const wider = {
    scopes: ['profile', 'access', 'email'],
    permissions: ['CLAIM', 'ELIG'],
    kinds: ['provider', 'member'],
  }
  for (const body of [wider, { name: 'Other' }, { logo: png().toString('base64') }])
    expect((await change(clientId, body)).status).toBe(200)
  expect(await isLive()).toBe(true)
  expect(await logouts(clientId)).toEqual([])
  expect(await open(clientId)).toMatchObject({ ...wider, name: 'Other', hasLogo: true, version: 4 })
  await change(clientId, { logo: '' })
  expect(await open(clientId)).toMatchObject({ hasLogo: false, version: 5 })
})

test('a change is recorded with what changed', async () => {
  const { clientId } = (await add()).entity
  await change(clientId, { permissions: [], logoutUri: '' })
  await change(clientId, {})
  const rows = await it.db
    .selectFrom('audit_event')
    .select(['action', 'details'])
    .where(sql<boolean>`details->>'clientId' = ${clientId}`)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'application.added', details: { clientId, name: 'Claims tool', brand: 'harborview' } },
    {
      action: 'application.changed',
      details: {
        clientId,
        name: 'Claims tool',
        changes: ['Logout address: https://tool.example.org/logout → none', 'Permissions: Claim status → none'],
      },
    },
  ])
})

test('both secrets are valid for a day after a rotation', async () => {
  const { clientId, clientSecret: old } = (await add()).entity
  const { status, entity } = await staff.postCall<ApplicationSaved>(calls.rotateApplicationSecret.path, { clientId })
  expect([status, entity.clientSecret === old]).toEqual([200, false])
  expect((await open(clientId)).oldSecretUntil).not.toBe('')
  for (const clientSecret of [old, entity.clientSecret])
    expect((await (await connectTestClient(it, { clientId, clientSecret })).signIn(office)).access_token).toBeTruthy()
})

test('a key set replaces the secret, and leaving it makes a new one', async () => {
  const { clientId, clientSecret } = (await add()).entity
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const keySet = JSON.stringify({ keys: [key] })
  expect((await change(clientId, { keySet })).entity.clientSecret).toBe('')
  await expect((await connectTestClient(it, { clientId, clientSecret })).signIn(office)).rejects.toThrow()
  const rotated = await staff.postCall(calls.rotateApplicationSecret.path, { clientId })
  expect([rotated.status, rotated.entity.message]).toEqual([400, 'This application has a key set, not a secret.'])
  expect((await open(clientId)).keySet).toContain(key.x)
  const { entity } = await change(clientId, { keySet: '' })
  const client = await connectTestClient(it, { clientId, clientSecret: entity.clientSecret })
  expect((await client.signIn(office)).access_token).toBeTruthy()
})

test('disabling ends the tokens, queues logouts and removes the tile; enabling brings back only the tile', async () => {
  const { clientId, client, isLive } = await signedIn()
  for (const _twice of [1, 2])
    expect((await staff.postCall(calls.disableApplication.path, { clientId })).entity).toBe(true)
  await expect(isLive()).rejects.toMatchObject({ status: 401 })
  expect(await logouts(clientId)).toHaveLength(1)
  expect(await tiles()).not.toContain(clientId)
  expect((await open(clientId)).state).toBe('DISABLED')
  expect((await staff.postCall(calls.enableApplication.path, { clientId })).status).toBe(200)
  expect(await isLive()).toBe(false)
  expect(await tiles()).toContain(clientId)
  expect((await client.signIn(office, SCOPE)).access_token).toBeTruthy()
})

test('no reply but that of the addition, no row, no audit record and no log line holds a secret', async () => {
  const { clientId, clientSecret } = (await add()).entity
  const rotated = await staff.postCall<ApplicationSaved>(calls.rotateApplicationSecret.path, { clientId })
  const secrets = [clientSecret, rotated.entity.clientSecret]
  const shown = JSON.stringify([await list(), await open(clientId)])
  for (const table of ['hub_client', 'audit_event', 'four_eyes_approval', 'hub_failure'] as const) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(it.db)
    const stored = rows.map(({ text }) => text).join('\n')
    for (const secret of secrets) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  }
  const logged = it.logLines.join('\n')
  for (const secret of secrets) {
    expect(shown).not.toContain(secret)
    expect(logged).not.toContain(secret)
  }
  const { secretHash, subjectSalt } = await it.db
    .selectFrom('hub_client')
    .select(['secret_hash as secretHash', 'subject_salt as subjectSalt'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  for (const hidden of [secretHash, subjectSalt])
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(shown).not.toContain(hidden?.toString(encoding))
})

test('logouts that the application did not accept are listed with their error', async () => {
  const client = await openTestClient(it, { logoutUri: 'https://tool.example.org/logout' })
  const { id } = await insertTestAccount(it.db, { username: 'left' })
  const now = it.clock.now()
  const row = { client_id: client.clientId, account_id: id, queued_at: now, due_at: now, attempts: 3 }
  await it.db
    .insertInto('hub_logout')
    .values([
      { ...row, error: 'HTTP 500' },
      { ...row, error: 'ECONNREFUSED', gave_up_at: now, queued_at: new Date(now.getTime() - 1000) },
      { ...row, sent_at: now },
    ])
    .execute()
  expect((await open(client.clientId)).logouts).toEqual([
    { queuedOn: now.toISOString(), error: 'HTTP 500', attempts: 3, nextAttempt: now.toISOString() },
    { queuedOn: expect.any(String), error: 'ECONNREFUSED', attempts: 3, nextAttempt: '' },
  ])
  expect((await list()).find(({ clientId }) => clientId === client.clientId)?.failedLogouts).toBe(2)
})
