import * as access from '@portico/core/access/calls'
import type { MyRequest, WaitingRequests } from '@portico/core/access/request-shapes'
import * as calls from '@portico/core/contracts/calls'
import type { ContractCounts, ContractList, ContractReview } from '@portico/core/contracts/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, makeRequest, north, receiveContract } from '../../test/small-plan.ts'
import { CONTRACT_NOT_AWAITED } from './domain/texts.ts'

let app: TestApp
let staff: TestBrowser
let people = 0
beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(app.db)
})
beforeEach(async () => {
  await app.reset()
  await insertTestAccount(app.db, { username: 'reviewer1', kind: 'internal', staffRole: 'REVIEWER' })
  staff = app.openBrowser()
  await staff.signIn('reviewer1', testPassword)
})
afterAll(() => app.close())

/** Creates a request to be SAA of groups, with its signed contract received. */
async function createRequest(lastName: string, groups: string[], more: { path?: 'BEHALF' } = {}) {
  people += 1
  const account = await insertTestAccount(app.db, { username: `competitor${people}`, firstName: 'Robin', lastName })
  const request = await makeRequest(app.db, app.deps.settings, {
    accountId: account.id,
    scopes: groups.map((id) => ({ kind: 'PG', id })),
    now: app.clock.now(),
    ...(more.path ? { path: more.path, signatoryEmail: 'dr@example.org' } : {}),
  })
  if (more.path)
    return { ...request, accountId: account.id, decision: { reference: request.reference, contractId: '' } }
  const contractId = await receiveContract(app.db, request.requestId, app.clock.now())
  return { ...request, accountId: account.id, decision: { reference: request.reference, contractId } }
}

const review = async (reference: string) =>
  (await staff.getCall<ContractReview>(calls.reviewContract.path, { reference })).entity
const waiting = async () => (await staff.getCall<ContractCounts>(calls.countContracts.path)).entity.waiting
const listed = async (stage: string) =>
  (await staff.getCall<ContractList>(calls.listContracts.path, { stage })).entity.rows

test('shows competing requests before the decision, and rejects them when one is validated', async () => {
  const winner = await createRequest('Winter', [north.groups[0]])
  const both = await createRequest('Both', [...north.groups])
  const behalf = await createRequest('Behalf', [north.groups[0]], { path: 'BEHALF' })
  const other = await createRequest('Other', [north.groups[1]])
  await app.db.updateTable('access_request').set({ needs_staff: true }).where('id', '=', behalf.requestId).execute()

  const competing = [
    { reference: both.reference, name: 'Robin Both', byContract: true },
    { reference: behalf.reference, name: 'Robin Behalf', byContract: false },
  ]
  expect((await review(winner.reference)).competing).toEqual(competing)
  const row = (await listed('RECEIVED')).find(({ reference }) => reference === winner.reference)
  expect(row?.competing).toEqual(competing)
  expect((await review(other.reference)).competing).toMatchObject([{ name: 'Robin Both' }])
  const requests = await staff.getCall<WaitingRequests>(access.listRequests.path)
  expect(requests.entity.rows.find(({ reference }) => reference === behalf.reference)?.competing).toMatchObject([
    { name: 'Robin Winter', byContract: true },
    { name: 'Robin Both', byContract: true },
  ])

  expect(await waiting()).toBe(3)
  expect(await staff.postCall(calls.validateContract.path, winner.decision)).toMatchObject({ status: 200 })
  // The request for both groups lost one group and is rejected entirely; the one for the other group remains open.
  expect(await waiting()).toBe(1)
  expect(await review(both.reference)).toMatchObject({
    stage: 'CLOSED',
    state: 'REJECTED',
    competing: [],
    contracts: [{ state: 'CLOSED', reason: 'Another request for the same provider was completed first.' }],
  })
  expect((await listed('CLOSED')).map(({ reference }) => reference)).toEqual([both.reference])
  expect((await review(other.reference)).competing).toEqual([])
  const late = await staff.postCall(calls.returnContract.path, { ...both.decision, reason: 'Page 2 is missing.' })
  expect(late).toMatchObject({ status: 407, entity: { message: CONTRACT_NOT_AWAITED } })
  expect((await staff.postCall(calls.validateContract.path, both.decision)).status).toBe(407)
})

test('rejects a delayed validation while one of a competing request is pending', async () => {
  const first = await createRequest('First', [north.groups[0]])
  const second = await createRequest('Second', [...north.groups])
  const delay = (waiting: typeof first, call = calls.validateContract) =>
    staff.postCall(call.path, { ...waiting.decision, holdSeconds: 10 })
  // Two reviewers decide concurrently: the entity is locked, and one of them waits for it.
  const replies = await Promise.all([delay(first), delay(second)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 407])
  const [winner, loser] = replies[0]?.status === 200 ? [first, second] : [second, first]
  const name = winner === first ? 'First' : 'Second'
  const refused = {
    status: 407,
    entity: { messageCode: 'competing-delayed', message: expect.stringContaining(`Robin ${name}`) },
  }
  expect(await delay(loser)).toMatchObject(refused)
  // Returning a contract replaces no SAA, so it does not conflict.
  const back = { ...loser.decision, reason: 'Not signed.', holdSeconds: 10 }
  expect(await staff.postCall(calls.returnContract.path, back)).toMatchObject({ status: 200 })
  for (const { reference } of [loser, winner])
    expect(await staff.postCall(access.undoDecision.path, { reference })).toMatchObject({ status: 200 })
  expect(await delay(loser)).toMatchObject({ status: 200 })
  expect(await staff.postCall(access.undoDecision.path, { reference: loser.reference })).toMatchObject({ status: 200 })
  for (const { requestId } of [first, second])
    await app.db.updateTable('signed_contract').set({ state: 'CLOSED' }).where('request_id', '=', requestId).execute()
})

test('cancelling a request removes its signed contract from the queue, and the requester still sees it as received', async () => {
  const request = await createRequest('Leaver', [north.groups[0]])
  const before = await waiting()
  const person = app.openBrowser()
  await person.signIn(`competitor${people}`, testPassword)
  const { reference } = request
  expect(await person.postCall(access.cancelRequest.path, { reference })).toMatchObject({ status: 200 })
  expect(await waiting()).toBe(before - 1)
  expect(await review(reference)).toMatchObject({ stage: 'CLOSED', contracts: [{ state: 'CLOSED' }] })
  const mine = await person.getCall<{ contract: { state: string } }[]>(access.listMyRequests.path)
  expect(mine.entity[0]?.contract.state).toBe('RECEIVED')
})

test('shows the current SAA that a pending request would replace, and none for a decided request', async () => {
  const [group] = north.groups
  const current = { username: 'current', firstName: 'Robin', lastName: 'Winter' }
  await insertTestAccount(app.db, { ...current, grants: [{ scopeKind: 'PG', scopeId: group }] })
  await insertTestAccount(app.db, { username: 'wholeorg', grants: [{ scopeKind: 'PO', scopeId: north.org }] })
  const { reference } = await createRequest('Late', [group])
  const person = app.openBrowser()
  await person.signIn(`competitor${people}`, testPassword)
  const findWarnings = async () => {
    const [scope] = (await review(reference)).scopes
    const [mine] = (await person.getCall<MyRequest[]>(access.listMyRequests.path)).entity
    const row = (await listed(mine?.state === 'PENDING_CONTRACT' ? 'RECEIVED' : 'CLOSED')).find(
      (one) => one.reference === reference,
    )
    return { row: row?.replacesSaa, review: scope?.currentSaa, status: mine?.replaceSaa }
  }
  const none = { row: false, review: '', status: false }
  const turnSaa = (from: 'ACTIVE' | 'SUSPENDED', state: 'ACTIVE' | 'SUSPENDED') =>
    app.db
      .updateTable('access_grant')
      .set({ state })
      .where('entity', '=', `GROUP:${group}`)
      .where('state', '=', from)
      .execute()
  expect(await findWarnings()).toEqual({ row: true, review: 'Robin Winter', status: true })
  await turnSaa('ACTIVE', 'SUSPENDED')
  // The request would not replace the SAA of the organization.
  expect(await findWarnings()).toEqual(none)
  await turnSaa('SUSPENDED', 'ACTIVE')
  await person.postCall(access.cancelRequest.path, { reference })
  expect(await findWarnings()).toEqual(none)
})
