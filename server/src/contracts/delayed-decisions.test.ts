import * as access from '@portico/core/access/calls'
import type { DelayedDecision, WaitingRequests } from '@portico/core/access/request-shapes'
import * as calls from '@portico/core/contracts/calls'
import { RETURN_REASON_NEEDED } from '@portico/core/contracts/limits'
import * as signon from '@portico/core/signon/calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, makeRequest, north, receiveContract, south } from '../../test/small-plan.ts'
import { carryOutDecisions, requestHandlers } from '../access/access.ts'
import * as sentence from '../access/domain/sentences.ts'
import { changeHandlers } from '../provider-directory/provider-directory.ts'
import { contractHandlers } from './domain/decide-contract.ts'
import { CONTRACT_DECIDED } from './domain/texts.ts'

const DELAY_SECONDS = 10
let app: TestApp
let staff: TestBrowser
let colleague: TestBrowser
let people = 0
beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated', settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  staff = await openStaff()
  colleague = await openStaff()
})

const carryOut = () => carryOutDecisions(app.deps, { ...requestHandlers, ...contractHandlers, ...changeHandlers })

async function openStaff(): Promise<TestBrowser & { accountId?: string }> {
  people += 1
  const username = `reviewer${people}`
  const { id } = await insertTestAccount(app.db, { username, kind: 'internal', staffRole: 'REVIEWER' })
  const browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  return Object.assign(browser, { accountId: id })
}

/** Creates a person whose signed contract awaits review. */
async function awaitValidation() {
  people += 1
  const account = await insertTestAccount(app.db, { username: `person${people}`, lastName: 'Waiting' })
  const request = await makeRequest(app.db, app.deps.settings, {
    accountId: account.id,
    scopes: [{ kind: 'NPI', id: south.npis[0] }],
    now: app.clock.now(),
  })
  const contractId = await receive(request.requestId)
  return { ...request, accountId: account.id, username: `person${people}`, decision: { ...pick(request), contractId } }
}
const pick = ({ reference }: { reference: string }) => ({ reference })

const receive = (requestId: string) => receiveContract(app.db, requestId, app.clock.now())

type Waiting = Awaited<ReturnType<typeof awaitValidation>>

/** State of the request, of its newest contract, and the mail sent to the person. */
async function stateOf({ requestId, accountId }: Pick<Waiting, 'requestId' | 'accountId'>): Promise<string> {
  const request = await app.db
    .selectFrom('access_request')
    .select('state')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  const contract = await app.db
    .selectFrom('signed_contract')
    .select('state')
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const mails = await app.db
    .selectFrom('mail_message')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['request.activated', 'request.rejected', 'contract.returned'])
    .execute()
  return [request.state, contract?.state ?? '-', ...mails.map(({ kind }) => kind)].join(' ')
}

const delayedOf = async (browser: TestBrowser) =>
  (await browser.getCall<DelayedDecision[]>(access.listDelayedDecisions.path)).entity

const validate = (browser: TestBrowser, waiting: Waiting, more: object = { holdSeconds: DELAY_SECONDS }) =>
  browser.postCall(calls.validateContract.path, { ...waiting.decision, ...more })

const WAITS = 'PENDING_CONTRACT RECEIVED'
const VALIDATED = 'ACTIVE VALIDATED request.activated'

test('a delayed validation changes nothing until it is due, and then runs once', async () => {
  const waiting = await awaitValidation()
  expect(await validate(staff, waiting)).toMatchObject({ status: 200, entity: true })
  expect(await stateOf(waiting)).toBe(WAITS)
  const delayed = { reference: waiting.reference, act: 'VALIDATE', name: 'Robin Waiting', message: '' }
  expect(await delayedOf(staff)).toEqual([{ ...delayed, state: 'HELD', secondsLeft: DELAY_SECONDS }])
  expect(await delayedOf(colleague)).toEqual([])
  app.clock.advance(DELAY_SECONDS - 1)
  expect(await carryOut()).toBe(0)
  expect(await delayedOf(staff)).toMatchObject([{ secondsLeft: 1 }])
  expect(await stateOf(waiting)).toBe(WAITS)
  app.clock.advance(1)
  const runs = await Promise.all(Array.from({ length: 5 }, carryOut))
  expect(runs.reduce((sum, done) => sum + done)).toBe(1)
  expect(await stateOf(waiting)).toBe(VALIDATED)
  expect(await delayedOf(staff)).toEqual([{ ...delayed, state: 'DONE', secondsLeft: 0 }])
  // A retry after a timeout gets the stored result and delays nothing again.
  expect(await validate(staff, waiting)).toMatchObject({ status: 200, entity: true })
  expect(await carryOut()).toBe(0)
  expect(await stateOf(waiting)).toBe(VALIDATED)
  const record = await app.db
    .selectFrom('audit_event')
    .select(['action', 'actor_account_id', 'address'])
    .where('request_id', '=', waiting.requestId)
    .where('action', 'in', ['decision.held', 'contract.validated'])
    .orderBy('id')
    .execute()
  expect(record.map(({ action }) => action)).toEqual(['decision.held', 'contract.validated'])
  expect(record[1]).toMatchObject({ actor_account_id: record[0]?.actor_account_id, address: record[0]?.address })
  app.clock.advance(60)
  expect(await delayedOf(staff)).toEqual([])
})

test('only the reviewer who made a delayed decision can undo it, and only until it runs', async () => {
  const waiting = await awaitValidation()
  await validate(staff, waiting)
  const undo = (browser: TestBrowser) => browser.postCall(access.undoDecision.path, pick(waiting))
  expect(await undo(colleague)).toMatchObject({ status: 404, entity: { message: sentence.NOTHING_DELAYED } })
  expect(await undo(staff)).toMatchObject({ status: 200, entity: true })
  expect(await undo(staff)).toMatchObject({ status: 404 })
  expect(await delayedOf(staff)).toEqual([])
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(0)
  expect(await stateOf(waiting)).toBe(WAITS)

  await staff.postCall(calls.returnContract.path, {
    ...waiting.decision,
    reason: 'Not signed.',
    holdSeconds: DELAY_SECONDS,
  })
  app.clock.advance(DELAY_SECONDS)
  const [, undone] = await Promise.all([carryOut(), undo(staff)])
  const isUndone = undone.status === 200
  expect(await stateOf(waiting)).toBe(isUndone ? WAITS : 'PENDING_CONTRACT RETURNED contract.returned')
  if (isUndone) return
  expect(undone).toMatchObject({ status: 407, entity: { message: sentence.TOO_LATE } })
})

test('rejects a second decision, immediate or delayed, while one is pending', async () => {
  const waiting = await awaitValidation()
  await validate(staff, waiting)
  expect(await validate(staff, waiting)).toMatchObject({ status: 200, entity: true })
  const back = { ...waiting.decision, reason: 'Not signed.' }
  for (const more of [{}, { holdSeconds: DELAY_SECONDS }]) {
    const own = await staff.postCall(calls.returnContract.path, { ...back, ...more })
    expect(own).toMatchObject({ status: 407, entity: { message: sentence.DELAYED_ALREADY, messageCode: 'delayed' } })
    const other = await validate(colleague, waiting, more)
    expect(other).toMatchObject({ status: 407, entity: { message: sentence.DELAYED_BY_OTHER, messageCode: 'delayed' } })
  }
  expect(await validate(staff, waiting, {})).toMatchObject({ status: 407 })
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(1)
  expect(await stateOf(waiting)).toBe(VALIDATED)
})

test('accepts only one of two concurrent delayed decisions', async () => {
  const waiting = await awaitValidation()
  const replies = await Promise.all([validate(staff, waiting), validate(colleague, waiting)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 407])
  expect([...(await delayedOf(staff)), ...(await delayedOf(colleague))]).toHaveLength(1)
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(1)
})

test('refuses an invalid decision immediately instead of delaying it', async () => {
  const waiting = await awaitValidation()
  const silent = await staff.postCall(calls.returnContract.path, {
    ...waiting.decision,
    reason: ' ',
    holdSeconds: DELAY_SECONDS,
  })
  expect(silent.entity.message).toBe(RETURN_REASON_NEEDED)
  const unknown = { ...waiting.decision, reference: 'NOSUCH', holdSeconds: DELAY_SECONDS }
  expect((await staff.postCall(calls.validateContract.path, unknown)).status).toBe(404)
  await app.db
    .updateTable('signed_contract')
    .set({ state: 'SUPERSEDED' })
    .where('request_id', '=', waiting.requestId)
    .execute()
  expect((await validate(staff, waiting)).entity.message).toBe(CONTRACT_DECIDED)
  for (const holdSeconds of [0, 61, 1.5, 'soon', -1])
    expect((await validate(staff, waiting, { holdSeconds })).http, String(holdSeconds)).toBe(400)
  expect(await delayedOf(staff)).toEqual([])
})

test('shows the reviewer why a delayed decision was refused until they dismiss it', async () => {
  const waiting = await awaitValidation()
  await validate(staff, waiting)
  await app.db
    .updateTable('signed_contract')
    .set({ state: 'SUPERSEDED' })
    .where('request_id', '=', waiting.requestId)
    .execute()
  await receive(waiting.requestId)
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(1)
  expect(await stateOf(waiting)).toBe(WAITS)
  app.clock.advance(3600)
  expect(await carryOut()).toBe(0)
  const again = app.openBrowser()
  await again.signIn(`reviewer${people - 2}`, testPassword)
  expect(await delayedOf(again)).toMatchObject([{ state: 'REFUSED', message: CONTRACT_DECIDED }])
  expect(await again.postCall(access.forgetDecision.path, pick(waiting))).toMatchObject({ status: 200 })
  expect(await delayedOf(again)).toEqual([])
})

test('refuses a delayed decision if the reviewer lost the role, the account was suspended or the request was cancelled', async () => {
  const losses: ((waiting: Waiting, accountId: string) => Promise<unknown>)[] = [
    (_, id) => app.db.updateTable('account').set({ staff_role: 'AUDITOR' }).where('id', '=', id).execute(),
    (_, id) => app.db.updateTable('account').set({ state: 'SUSPENDED' }).where('id', '=', id).execute(),
  ]
  for (const lose of losses) {
    const waiting = await awaitValidation()
    const reviewer = await openStaff()
    await validate(reviewer, waiting)
    await lose(waiting, reviewer.accountId ?? '')
    app.clock.advance(DELAY_SECONDS)
    expect(await carryOut()).toBe(1)
    expect(await stateOf(waiting)).toBe(WAITS)
  }
  const waiting = await awaitValidation()
  await validate(staff, waiting)
  const person = app.openBrowser()
  await person.signIn(waiting.username, testPassword)
  expect(await person.postCall(access.cancelRequest.path, pick(waiting))).toMatchObject({ status: 200 })
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(1)
  expect(await stateOf(waiting)).toBe('REVOKED CLOSED')
  expect(await delayedOf(staff)).toMatchObject([{ state: 'REFUSED', message: expect.stringContaining('already') }])
})

test('signing out does not undo a delayed decision', async () => {
  const waiting = await awaitValidation()
  await validate(staff, waiting)
  await staff.postCall(signon.logout.path, {})
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(1)
  expect(await stateOf(waiting)).toBe(VALIDATED)
})

test('decideRequest can be delayed, with fewer permissions or as a denial, and for an SAA only with a recent proof', async () => {
  const createRequest = async (made: Parameters<typeof makeRequest>[2]) => makeRequest(app.db, app.deps.settings, made)
  const newPerson = async () => {
    people += 1
    return (await insertTestAccount(app.db, { username: `asker${people}` })).id
  }
  const scopes = [{ kind: 'NPI' as const, id: north.solo }]
  const now = app.clock.now()
  const [first, second] = [await newPerson(), await newPerson()]
  const trimmed = await createRequest({ accountId: first, role: 'AU', scopes, now })
  const denied = await createRequest({ accountId: second, role: 'AA', scopes, now })
  const approval = { ...pick(trimmed), decision: 'approve', permissions: ['ELIG'], holdSeconds: DELAY_SECONDS }
  const approved = await staff.postCall(access.decideRequest.path, approval)
  expect(approved).toMatchObject({ status: 200, entity: { ...pick(trimmed), state: 'PENDING_APPROVAL' } })
  expect(await staff.postCall(access.decideRequest.path, approval)).toMatchObject({ status: 200 })
  const silent = { ...pick(denied), decision: 'deny', holdSeconds: DELAY_SECONDS }
  expect((await staff.postCall(access.decideRequest.path, silent)).status).toBe(407)
  const refusal = { ...silent, reason: 'Nobody there knows them.' }
  expect((await staff.postCall(access.decideRequest.path, refusal)).status).toBe(200)
  expect((await delayedOf(staff)).map(({ act }) => act)).toEqual(['DENY', 'APPROVE'])
  const listed = await staff.getCall<WaitingRequests>(access.listRequests.path)
  const delayed = listed.entity.rows.filter((row) => row.delayed).map(({ reference }) => reference)
  expect(delayed).toEqual([trimmed.reference, denied.reference])
  app.clock.advance(DELAY_SECONDS)
  expect(await carryOut()).toBe(2)
  expect(await stateOf({ ...trimmed, accountId: first })).toBe('ACTIVE - request.activated')
  expect(await stateOf({ ...denied, accountId: second })).toBe('REJECTED - request.rejected')
  const grant = await app.db
    .selectFrom('access_grant')
    .select('permissions')
    .where('request_id', '=', trimmed.requestId)
    .executeTakeFirstOrThrow()
  expect([...grant.permissions].sort()).toEqual(['ELIG', 'HOME'])

  const accountId = await newPerson()
  const behalf = await createRequest({ accountId, scopes, now, path: 'BEHALF', signatoryEmail: 'dr@example.org' })
  await app.db.updateTable('access_request').set({ needs_staff: true }).where('id', '=', behalf.requestId).execute()
  app.clock.advance(11 * 60)
  const stale = await staff.postCall(access.decideRequest.path, {
    ...pick(behalf),
    decision: 'approve',
    holdSeconds: 5,
  })
  expect(stale).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
  expect(await delayedOf(staff)).toEqual([])
})

test('only users who can decide can delay, undo or see delayed decisions', async () => {
  const waiting = await awaitValidation()
  const person = app.openBrowser()
  await person.signIn(waiting.username, testPassword)
  expect((await validate(person, waiting)).http).toBe(403)
  for (const call of [access.undoDecision, access.forgetDecision])
    expect((await person.postCall(call.path, pick(waiting))).http).toBe(403)
  expect((await app.openBrowser().getCall(access.listDelayedDecisions.path)).http).toBe(401)
})
