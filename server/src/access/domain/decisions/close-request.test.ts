import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { transact } from '#platform/database/transaction.ts'
import { findLink } from '#platform/identity/links.ts'
import type { Outcome } from '#platform/outcome.ts'
import { insertTestAccount } from '../../../../test/accounts.ts'
import { testSettings } from '../../../../test/build-test-app.ts'
import { testContext } from '../../../../test/context.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../../../test/database.ts'
import { insertSmallPlan, type MadeRequest, makeRequest, north, south } from '../../../../test/small-plan.ts'
import { findRequest } from '../../store/decisions/requests.ts'
import type { RequestedScope } from '../../store/people/scopes.ts'
import { approveRequest, cancelRequest, denyRequest, type RequestDecision } from './close-request.ts'
import { ALREADY_DECIDED } from './requests.ts'

const settings = testSettings({ limits: { strangerMailsPerDayPerAddress: 3, noticesPerDay: 3 } })
const now = new Date('2026-03-02T15:00:00Z')
let database: TestDatabase
let connection: DatabaseConnection
let people = 0

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  await insertSmallPlan(connection.db)
})

afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

beforeEach(async () => {
  const { db } = connection
  for (const table of [
    'flood_counter',
    'mail_message',
    'link',
    'access_grant',
    'access_request',
    'security_answer',
    'account',
  ] as const)
    await db.deleteFrom(table).execute()
})

const groupN1: RequestedScope = { kind: 'PG', id: 'N1' }
const soloNpi: RequestedScope = { kind: 'NPI', id: north.solo }

async function person(): Promise<string> {
  people += 1
  return (await insertTestAccount(connection.db, { username: `person${people}` })).id
}

async function createRequest(scopes: RequestedScope[], made: Partial<MadeRequest> = {}) {
  const accountId = made.accountId ?? (await person())
  const request = await makeRequest(connection.db, settings, { now, ...made, accountId, scopes })
  return { accountId, ...request }
}

const decision = (requestId: string, change: Partial<RequestDecision> = {}): RequestDecision => ({
  requestId,
  decidedAs: 'STAFF',
  ...change,
})
const context = (actor?: Context['actor']) => testContext(connection.db, settings, { now, ...(actor ? { actor } : {}) })
const activate = (requestId: string, change: Partial<RequestDecision> & { trimPermissions?: string[] } = {}) =>
  transact(context(), (inside) => approveRequest(inside, { ...decision(requestId), ...change }))
const reject = (requestId: string, change: Partial<RequestDecision> = {}) =>
  transact(context(), (inside) => denyRequest(inside, decision(requestId, change)))

const codeOf = <Entity>(outcome: Outcome<Entity>) => ('refusal' in outcome ? outcome.refusal.messageCode : 'done')
const grantsOf = (accountId: string) =>
  connection.db
    .selectFrom('access_grant')
    .select(['entity', 'role', 'state', 'permissions'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
const mailsTo = async (accountId: string) =>
  (
    await connection.db
      .selectFrom('mail_message')
      .select('kind')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map((mail) => mail.kind)
const stateOf = async (requestId: string) => (await findRequest(connection.db, requestId))?.state

test('the new SAA of a group replaces the former SAA, who becomes AA with the same permissions', async () => {
  const former = await createRequest([groupN1])
  await activate(former.requestId)
  const [before] = await grantsOf(former.accountId)
  const next = await createRequest([groupN1])
  expect(codeOf(await activate(next.requestId))).toBe('done')
  expect(await grantsOf(former.accountId)).toEqual([{ ...before, role: 'AA' }])
  expect(await grantsOf(next.accountId)).toMatchObject([{ entity: 'GROUP:N1', role: 'SAA', state: 'ACTIVE' }])
  expect(await mailsTo(former.accountId)).toContain('saa.replaced')
  expect(await mailsTo(next.accountId)).toEqual(['request.made', 'request.activated'])
})

test('a request through the organization replaces the SAA of the group but not of its NPIs', async () => {
  const [insideNpi] = north.npis.N1
  const inside = await createRequest([{ kind: 'NPI', id: insideNpi }])
  await activate(inside.requestId)
  const viaGroup = await createRequest([groupN1])
  await activate(viaGroup.requestId)
  const viaOrg = await createRequest(north.groups.map((groupId) => ({ kind: 'PO' as const, id: north.org, groupId })))
  expect(codeOf(await activate(viaOrg.requestId))).toBe('done')
  expect(await grantsOf(viaGroup.accountId)).toMatchObject([{ role: 'AA', state: 'ACTIVE' }])
  expect(await grantsOf(viaOrg.accountId)).toMatchObject([{ entity: 'GROUP:N1' }, { entity: 'GROUP:N2' }])
  expect(await grantsOf(inside.accountId)).toMatchObject([{ role: 'SAA', state: 'ACTIVE' }])
})

test('the first of several competing requests wins, and the others are rejected completely and notified', async () => {
  const both = await createRequest([groupN1, { kind: 'IPA', id: 'N2' }])
  const winner = await createRequest([groupN1])
  const unrelated = await createRequest([{ kind: 'PG', id: south.group }], { npi: south.npis[0] })
  await activate(winner.requestId)
  expect(await stateOf(both.requestId)).toBe('REJECTED')
  expect(await grantsOf(both.accountId)).toMatchObject([{ state: 'REJECTED' }, { state: 'REJECTED' }])
  expect(await mailsTo(both.accountId)).toEqual(['request.made', 'request.rejected'])
  expect(await stateOf(unrelated.requestId)).toBe('PENDING_CONTRACT')
  expect(codeOf(await activate(both.requestId))).toBe(ALREADY_DECIDED)
})

test('refuses a second decision about the same request', async () => {
  for (const first of [activate, reject]) {
    const { requestId, accountId } = await createRequest([soloNpi])
    expect(codeOf(await first(requestId))).toBe('done')
    const mails = await mailsTo(accountId)
    for (const again of [activate, reject]) expect(codeOf(await again(requestId))).toBe(ALREADY_DECIDED)
    expect(await mailsTo(accountId)).toEqual(mails)
  }
})

test('a provider on path SELF replaces an SAA only after a confirmation', async () => {
  const former = await createRequest([soloNpi])
  await activate(former.requestId)
  const unconfirmed = await createRequest([soloNpi], { path: 'SELF', replaceSaa: false, npi: north.solo })
  expect(codeOf(await activate(unconfirmed.requestId))).toBe('saa-exists')
  expect(await grantsOf(former.accountId)).toMatchObject([{ role: 'SAA' }])
  const confirmed = await createRequest([soloNpi], { path: 'SELF', replaceSaa: true, npi: north.solo })
  expect(codeOf(await activate(confirmed.requestId))).toBe('done')
  expect(await grantsOf(former.accountId)).toMatchObject([{ role: 'AA' }])
})

test('an approval can remove permissions, but neither read-only ones nor add any', async () => {
  const { requestId, accountId } = await createRequest([groupN1], {
    role: 'AU',
    permissions: ['HOME', 'CLAIM', 'ELIG'],
  })
  await activate(requestId, { decidedAs: 'ADMINISTRATOR', trimPermissions: ['CLAIM', 'ROSTER'] })
  expect(await grantsOf(accountId)).toMatchObject([{ permissions: ['HOME', 'CLAIM'], role: 'AU', state: 'ACTIVE' }])
})

test('a new grant includes the active permissions of the older grant', async () => {
  const first = await createRequest([groupN1], { role: 'AU', permissions: ['HOME', 'CLAIM'] })
  await activate(first.requestId)
  const more = await createRequest([groupN1], { role: 'AA', permissions: ['HOME', 'ELIG'], accountId: first.accountId })
  await activate(more.requestId)
  expect(await grantsOf(first.accountId)).toMatchObject([
    { role: 'AU', state: 'REVOKED' },
    { role: 'AA', state: 'ACTIVE', permissions: ['HOME', 'ELIG', 'CLAIM'] },
  ])
})

test('an SAA who requests the SAA role again gets only the newly requested permissions', async () => {
  const first = await createRequest([groupN1], { permissions: ['HOME', 'CLAIM'] })
  await activate(first.requestId)
  const anew = await createRequest([groupN1], { permissions: ['HOME', 'ELIG'], accountId: first.accountId })
  expect(codeOf(await activate(anew.requestId))).toBe('done')
  expect(await grantsOf(first.accountId)).toMatchObject([
    { role: 'SAA', state: 'REVOKED' },
    { role: 'SAA', state: 'ACTIVE', permissions: ['HOME', 'ELIG'] },
  ])
})

test('a stronger role stays active when a weaker role is granted', async () => {
  const first = await createRequest([groupN1], { role: 'AA', permissions: ['HOME', 'CLAIM'] })
  await activate(first.requestId)
  const more = await createRequest([groupN1], { role: 'AU', permissions: ['HOME', 'ELIG'], accountId: first.accountId })
  await activate(more.requestId)
  expect(await grantsOf(first.accountId)).toMatchObject([
    { role: 'AA', state: 'ACTIVE', permissions: ['HOME', 'CLAIM'] },
    { role: 'AU', state: 'ACTIVE', permissions: ['HOME', 'ELIG'] },
  ])
})

test('a new request does not restore suspended permissions', async () => {
  const first = await createRequest([groupN1], { role: 'AU', permissions: ['HOME', 'CLAIM', 'ROSTER'] })
  await activate(first.requestId)
  const suspended = { state: 'SUSPENDED', suspended_as: 'ADMINISTRATOR' } as const
  await connection.db.updateTable('access_grant').set(suspended).where('account_id', '=', first.accountId).execute()
  const again = await createRequest([groupN1], {
    role: 'AU',
    permissions: ['HOME', 'ELIG'],
    accountId: first.accountId,
  })
  await activate(again.requestId, { decidedAs: 'ADMINISTRATOR', trimPermissions: ['ELIG'] })
  expect(await grantsOf(first.accountId)).toMatchObject([
    { state: 'REVOKED' },
    { state: 'ACTIVE', permissions: ['HOME', 'ELIG'] },
  ])
})

test('only a staff decision restores access that staff suspended, whatever its role', async () => {
  const first = await createRequest([groupN1])
  await activate(first.requestId)
  const waiting = await createRequest([groupN1], { role: 'AU', permissions: ['HOME'], accountId: first.accountId })
  const suspended = { state: 'SUSPENDED', suspended_as: 'STAFF' } as const
  await connection.db.updateTable('access_grant').set(suspended).where('request_id', '=', first.requestId).execute()
  for (const decidedAs of ['ADMINISTRATOR', 'PROVIDER', 'REQUESTER'] as const)
    expect(codeOf(await activate(waiting.requestId, { decidedAs }))).toBe('suspended')
  await expect(createRequest([groupN1], { accountId: first.accountId })).rejects.toThrow('Provider Services suspended')
  expect(codeOf(await activate(waiting.requestId))).toBe('done')
})

test.each([
  ['PROVIDER', 'The provider accepted your request,'],
  ['STAFF', 'Provider Services accepted your request,'],
] as const)('the acceptance mail names the decider: %s', async (decidedAs, sentence) => {
  const behalf = { path: 'BEHALF', npi: north.solo, signatoryEmail: 'signatory@example.org' } as const
  const { requestId, accountId } = await createRequest([soloNpi], behalf)
  await activate(requestId, { decidedAs })
  const { body } = await connection.db
    .selectFrom('mail_message')
    .select('body')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'request.activated')
    .executeTakeFirstOrThrow()
  expect(body).toContain(sentence)
})

test('only the requester can cancel a request, and a repeated cancel has no effect', async () => {
  const { requestId, accountId } = await createRequest([soloNpi])
  const cancel = (by: string) =>
    transact(context({ kind: 'provider', accountId: by }), (inside) => cancelRequest(inside, requestId))
  expect(await cancel(await person())).toMatchObject({ refusal: { status: 404 } })
  expect(codeOf(await cancel(accountId))).toBe('done')
  const mails = await mailsTo(accountId)
  expect(await cancel(accountId)).toMatchObject({ entity: { state: 'REVOKED', repeated: true } })
  expect(await mailsTo(accountId)).toEqual(mails)
  expect(codeOf(await activate(requestId))).toBe(ALREADY_DECIDED)
  expect(await stateOf(requestId)).toBe('REVOKED')
})

const behalf: Partial<MadeRequest> = {
  path: 'BEHALF',
  npi: north.solo,
  contactFirstName: 'Sam',
  contactLastName: 'Solo',
  signatoryEmail: 'signatory@example.org',
}

async function mailedToken(requestId: string): Promise<string> {
  const { body } = await connection.db
    .selectFrom('mail_message')
    .select('body')
    .where('request_id', '=', requestId)
    .where('kind', 'in', ['request.asked', 'request.reminder'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return /reqId=([\w-]+)/.exec(body)?.[1] ?? ''
}

test('a request on behalf mails the requester, the link to the provider, and a notice to the address on file', async () => {
  const { requestId } = await createRequest([soloNpi], behalf)
  const mails = await connection.db.selectFrom('mail_message').select(['kind', 'to_address']).orderBy('id').execute()
  expect(mails.map((mail) => mail.kind)).toEqual(['request.made', 'request.asked', 'request.provider-notice'])
  expect(mails[1]?.to_address).toBe('signatory@example.org')
  expect(mails[2]?.to_address).toBe(north.soloEmail)
  expect((await findLink(context(), 'REQUEST', await mailedToken(requestId))).state).toBe('open')
})

const mailsAt = async (address: string) =>
  (
    await connection.db
      .selectFrom('mail_message')
      .select(['kind', 'body'])
      .where('to_address', '=', address)
      .orderBy('id')
      .execute()
  ).map(({ kind, body }) => (body.includes('holdId=') ? kind : `${kind} without a link`))

test.each([
  ['SELF', []],
  ['INVITATION', []],
  ['BEHALF', ['request.provider-notice']],
  ['CONTRACT', ['request.provider-notice']],
] as const)('path %s mails the address on file once when the new SAA becomes active', async (path, before) => {
  const { requestId } = await createRequest([soloNpi], { ...behalf, path })
  expect(await mailsAt(north.soloEmail)).toEqual(before)
  expect(codeOf(await activate(requestId))).toBe('done')
  expect(await mailsAt(north.soloEmail)).toEqual([...before, 'saa.provider-notice'])
  await activate(requestId)
  expect(await mailsAt(north.soloEmail)).toHaveLength(before.length + 1)
})

test('many requests do not hide a new SAA from the provider', async () => {
  for (let count = 0; count <= settings.limits.noticesPerDay; count += 1)
    await createRequest([soloNpi], { npi: north.solo })
  expect((await mailsAt(north.soloEmail)).at(-1)).toBe('request.more-for-provider')
  await activate((await createRequest([soloNpi], { ...behalf, path: 'SELF' })).requestId)
  expect((await mailsAt(north.soloEmail)).at(-1)).toBe('saa.provider-notice')
})

test('new SAAs are mailed one by one up to the daily limit, then as one summary', async () => {
  for (let count = 0; count < settings.limits.noticesPerDay + 2; count += 1)
    await activate((await createRequest([soloNpi], { ...behalf, path: 'SELF' })).requestId)
  const mails = await mailsAt(north.soloEmail)
  expect(mails.filter((kind) => kind === 'saa.provider-notice')).toHaveLength(settings.limits.noticesPerDay)
  expect(mails.slice(settings.limits.noticesPerDay)).toEqual(['saa.more-for-provider'])
})

const [insideN1] = north.npis.N1
const insideScope: RequestedScope = { kind: 'NPI', id: insideN1 }

async function saaOf(scope: RequestedScope, accountId?: string) {
  const made = await createRequest([scope], accountId ? { accountId } : {})
  await activate(made.requestId)
  await connection.db.deleteFrom('mail_message').execute()
  return made
}

test('SAAs of a group or organization get a notice of an SAA request for an NPI in it', async () => {
  const ofGroup = await saaOf(groupN1)
  const ofOrg = await saaOf({ kind: 'PO', id: north.org })
  const unrelated = await saaOf({ kind: 'IPA', id: 'N2' })
  const { requestId } = await createRequest([insideScope], { npi: insideN1 })
  for (const { accountId } of [ofGroup, ofOrg]) expect(await mailsTo(accountId)).toEqual(['request.saa-notice'])
  await activate(requestId)
  for (const { accountId } of [ofGroup, ofOrg]) expect(await mailsTo(accountId)).toEqual(['request.saa-notice'])
  expect(await mailsTo(unrelated.accountId)).toEqual([])
})

test.each(['SELF', 'INVITATION'] as const)(
  'path %s notifies covering SAAs of the new SAA, and a replaced SAA only of the replacement',
  async (path) => {
    const ofOrg = await saaOf({ kind: 'PO', id: north.org })
    const ofBoth = await saaOf(groupN1)
    await saaOf(insideScope, ofBoth.accountId)
    await activate((await createRequest([insideScope], { npi: insideN1, path })).requestId)
    expect(await mailsTo(ofOrg.accountId)).toEqual(['saa.covering-notice'])
    expect(await mailsTo(ofBoth.accountId)).toEqual(['saa.replaced'])
    const bodies = await connection.db
      .selectFrom('mail_message')
      .select('body')
      .where('kind', 'in', ['saa.covering-notice', 'saa.replaced'])
      .execute()
    for (const { body } of bodies) expect(body).toContain('I object')
  },
)

test('fifty parallel accepts of one link create one SAA and one mail', async () => {
  const { requestId, accountId } = await createRequest([soloNpi], behalf)
  const token = await mailedToken(requestId)
  const { link } = await findLink(context(), 'REQUEST', token)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => activate(requestId, { decidedAs: 'PROVIDER', linkId: link?.id })),
  )
  expect(outcomes.filter((outcome) => 'entity' in outcome)).toHaveLength(1)
  expect((await mailsTo(accountId)).filter((kind) => kind === 'request.activated')).toHaveLength(1)
  expect((await findLink(context(), 'REQUEST', token)).state).toBe('used')
})

test('the link of a losing request ends with the request', async () => {
  const loser = await createRequest([soloNpi], behalf)
  const token = await mailedToken(loser.requestId)
  const { link } = await findLink(context(), 'REQUEST', token)
  const winner = await createRequest([soloNpi], { npi: north.solo })
  await activate(winner.requestId)
  expect((await findLink(context(), 'REQUEST', token)).state).toBe('ended')
  expect(codeOf(await activate(loser.requestId, { linkId: link?.id }))).toBe(ALREADY_DECIDED)
})

test('refuses the fourth request of a stranger to the same provider in a day and stores nothing', async () => {
  for (let index = 0; index < 3; index += 1) await createRequest([soloNpi], { ...behalf, signedIn: false })
  await expect(createRequest([soloNpi], { ...behalf, signedIn: false })).rejects.toThrow('already sent several emails')
  const count = await connection.db.selectFrom('access_request').select('id').execute()
  expect(count).toHaveLength(3)
})

const processFile = fileURLToPath(new URL('../../../../test/activate-process.ts', import.meta.url))

test('two processes that activate competing requests create one SAA per scope and notify every requester', async () => {
  const scopes = Array.from(
    { length: 10 },
    (_, index): RequestedScope => ({ kind: 'NPI', id: `30000000${10 + index}` }),
  )
  await connection.db
    .insertInto('network_provider')
    .values(scopes.map(({ id }) => ({ npi: id })))
    .execute()
  const formers = await Promise.all(scopes.map((scope) => createRequest([scope], { npi: scope.id })))
  for (const former of formers) await activate(former.requestId)
  // Runs no more at once than there are connections, because waiting for a connection times out soon.
  const competing: Awaited<ReturnType<typeof createRequest>>[] = []
  for (const scope of scopes)
    competing.push(...(await Promise.all(Array.from({ length: 10 }, () => createRequest([scope], { npi: scope.id })))))
  const requestIds = competing.map((request) => request.requestId)
  const activateAll = async (ids: string[]) => {
    const child = spawn(process.execPath, [processFile], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify({ config: database.config, secretKey: testSecretKey, requestIds: ids, now }))
    return JSON.parse(await text(child.stdout))
  }
  const counts = await Promise.all([requestIds, [...requestIds].reverse()].map(activateAll))
  expect(counts.reduce((sum, count) => sum + count.activated, 0)).toBe(10)
  for (const count of counts) expect(Object.keys(count.codes)).toEqual([ALREADY_DECIDED])

  const saas = await connection.db
    .selectFrom('access_grant')
    .select(['entity', 'account_id'])
    .where('role', '=', 'SAA')
    .where('state', '=', 'ACTIVE')
    .execute()
  expect(new Set(saas.map((grant) => grant.entity)).size).toBe(10)
  expect(saas).toHaveLength(10)
  const winners = new Set(saas.map((grant) => grant.account_id))
  for (const former of formers) {
    expect(await grantsOf(former.accountId)).toMatchObject([{ role: 'AA', state: 'ACTIVE' }])
    expect((await mailsTo(former.accountId)).filter((kind) => kind === 'saa.replaced')).toHaveLength(1)
  }
  for (const request of competing) {
    const outcome = winners.has(request.accountId) ? 'request.activated' : 'request.rejected'
    expect(await mailsTo(request.accountId)).toEqual(['request.made', outcome])
  }
})
