import { randomBytes } from 'node:crypto'
import * as access from '@portico/core/access/calls'
import type { DelayedDecision, WaitingRequests } from '@portico/core/access/request-shapes'
import type { PeoplePage } from '@portico/core/access/shapes'
import * as calls from '@portico/core/contracts/calls'
import type { ContractList, ContractReview } from '@portico/core/contracts/shapes'
import { liftHold } from '@portico/core/internal/calls'
import { ON_HOLD } from '@portico/core/registration/texts/sentences'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, type MadeRequest, makeRequest, north, receiveContract, south } from '../../test/small-plan.ts'
import { approveRequest, carryOutDecisions, type RequestDecision, requestHandlers } from '../access/access.ts'
import { changeHandlers } from '../provider-directory/provider-directory.ts'
import { contractHandlers } from './domain/decide-contract.ts'

const HOLD_SECONDS = 10
const NPI = south.npis[0]
const REFUSED = { status: 400, entity: { message: ON_HOLD, messageCode: 'on-hold' } }
let app: TestApp
let people = 0
beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated', settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(app.db)
})
afterEach(async () => {
  await app.db.deleteFrom('registration_hold').execute()
  await app.db.updateTable('access_grant').set({ state: 'REVOKED' }).execute()
})
afterAll(() => app.close())

type Grants = NonNullable<Parameters<typeof insertTestAccount>[1]['grants']>

async function person(more: { grants?: Grants; staffRole?: 'ADMINISTRATOR' | 'REVIEWER'; lastName?: string } = {}) {
  people += 1
  const username = `person${people}`
  const kind = more.staffRole ? 'internal' : 'provider'
  const account = await insertTestAccount(app.db, { username, kind, ...more })
  const browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  return { ...account, browser }
}

async function createRequest(more: Partial<MadeRequest> = {}) {
  const account = await person()
  const scopes = [{ kind: 'NPI' as const, id: NPI }]
  const made = { accountId: account.id, npi: NPI, scopes, now: app.clock.now(), ...more }
  return { ...(await makeRequest(app.db, app.deps.settings, made)), account }
}

/** Creates a person whose signed contract awaits review. */
async function createContractRequest(more: Partial<MadeRequest> = {}) {
  const request = await createRequest(more)
  const contractId = await receiveContract(app.db, request.requestId, app.clock.now())
  return { ...request, decision: { reference: request.reference, contractId } }
}

async function createBehalfRequest() {
  const request = await createRequest({ path: 'BEHALF', signatoryEmail: `dr${people}@example.org` })
  await app.db.updateTable('access_request').set({ needs_staff: true }).where('id', '=', request.requestId).execute()
  return request
}

type Said = { npi?: string; objection?: { account_id: string; request_id: string } }

/** Reports 'This was not me', or an SAA's objection. */
const say = ({ npi = NPI, objection }: Said = {}) => {
  const now = app.clock.now()
  const times = { event_at: now, created_at: now, expires_at: now, held_at: now }
  const kind: 'OBJECTION' | 'HOLD' = objection ? 'OBJECTION' : 'HOLD'
  const values = { npi, token_hash: randomBytes(32), kind, ...times, ...objection }
  return app.db.insertInto('registration_hold').values(values).execute()
}

async function lift() {
  const { browser } = await person({ staffRole: 'ADMINISTRATOR' })
  expect(await browser.postCall(liftHold.path, { npi: NPI })).toMatchObject({ status: 200 })
}

const carryOut = () => carryOutDecisions(app.deps, { ...requestHandlers, ...contractHandlers, ...changeHandlers })

/** States of the request, its grants and its newest contract. */
async function stateOf({ requestId }: { requestId: string }): Promise<string> {
  const of = (table: 'access_grant' | 'signed_contract') =>
    app.db.selectFrom(table).select('state').where('request_id', '=', requestId).orderBy('id', 'desc').execute()
  const request = app.db.selectFrom('access_request').select('state').where('id', '=', requestId)
  const { state } = await request.executeTakeFirstOrThrow()
  return [state, ...[...(await of('access_grant')), ...(await of('signed_contract'))].map((row) => row.state)].join(' ')
}

test('refuses immediate and delayed validation while the NPI is on hold, allows returning, and validates after the hold', async () => {
  const { browser } = await person({ staffRole: 'REVIEWER' })
  const validate = (decision: object) => browser.postCall(calls.validateContract.path, decision)
  const [single, group, returned, other] = [
    await createContractRequest(),
    await createContractRequest({ scopes: [{ kind: 'PG', id: south.group }] }),
    await createContractRequest(),
    await createContractRequest({ npi: south.npis[1], scopes: [{ kind: 'NPI', id: south.npis[1] }] }),
  ]
  await say()
  for (const { decision } of [single, group])
    for (const more of [{}, { holdSeconds: HOLD_SECONDS }])
      expect(await validate({ ...decision, ...more })).toMatchObject(REFUSED)
  for (const waiting of [single, group])
    expect(await stateOf(waiting)).toBe('PENDING_CONTRACT PENDING_CONTRACT RECEIVED')
  const back = { ...returned.decision, reason: 'The provider does not know you.' }
  expect((await browser.postCall(calls.returnContract.path, back)).status).toBe(200)
  expect((await validate(other.decision)).status, 'another NPI').toBe(200)
  await lift()
  for (const { decision } of [single, group]) expect((await validate(decision)).status).toBe(200)
  expect(await stateOf(single)).toBe('ACTIVE ACTIVE VALIDATED')
})

test('refuses a delayed validation if a hold began meanwhile and notifies the reviewer, but still runs a denial', async () => {
  const { browser } = await person({ staffRole: 'REVIEWER' })
  const [contract, behalf] = [await createContractRequest(), await createBehalfRequest()]
  const decisions = [
    browser.postCall(calls.validateContract.path, { ...contract.decision, holdSeconds: HOLD_SECONDS }),
    browser.postCall(access.decideRequest.path, {
      reference: behalf.reference,
      decision: 'deny',
      reason: 'Not known there.',
      holdSeconds: HOLD_SECONDS,
    }),
  ]
  for (const reply of await Promise.all(decisions)) expect(reply.status).toBe(200)
  await say()
  app.clock.advance(HOLD_SECONDS)
  expect(await carryOut()).toBe(2)
  expect(await stateOf(contract)).toBe('PENDING_CONTRACT PENDING_CONTRACT RECEIVED')
  expect(await stateOf(behalf), 'a no needs no lifting').toBe('REJECTED REJECTED')
  const delayed = (await browser.getCall<DelayedDecision[]>(access.listDelayedDecisions.path)).entity
  expect(delayed).toContainEqual(
    expect.objectContaining({ reference: contract.reference, state: 'REFUSED', message: ON_HOLD }),
  )
  const mails = app.db.selectFrom('mail_message').select('id').where('kind', '=', 'request.activated')
  expect(await mails.where('account_id', '=', contract.account.id).execute()).toEqual([])
})

test('plan staff cannot approve a request of any role for an NPI on hold until the hold is lifted', async () => {
  const { browser } = await person({ staffRole: 'REVIEWER' })
  const decide = ({ reference }: { reference: string }) =>
    browser.postCall(access.decideRequest.path, { reference, decision: 'approve' })
  const requests = [
    await createRequest({ role: 'AU' }),
    await createRequest({ role: 'AA' }),
    await createBehalfRequest(),
  ]
  await say()
  for (const request of requests) expect(await decide(request)).toMatchObject(REFUSED)
  await lift()
  for (const request of requests) expect((await decide(request)).status).toBe(200)
})

test('an SAA can neither approve nor hand over during a hold, and sees neither hold nor objections', async () => {
  const grants = (role: 'SAA' | 'AA') => [{ role, scopeKind: 'NPI' as const, scopeId: NPI }]
  const saa = await person({ grants: grants('SAA') })
  const successor = await person({ grants: grants('AA') })
  const request = await createRequest({ role: 'AU' })
  await say()
  await say({ objection: { account_id: saa.id, request_id: request.requestId } })
  const listed = await saa.browser.getCall<WaitingRequests>(access.listRequests.path)
  expect(listed.entity.rows).toMatchObject([{ reference: request.reference, onHoldSince: '', objections: [] }])
  const approval = { reference: request.reference, decision: 'approve' }
  const approve = () => saa.browser.postCall(access.decideRequest.path, approval)
  expect(await approve()).toMatchObject(REFUSED)
  const page = await saa.browser.getCall<PeoplePage>(access.listPeople.path)
  const { grantId } = page.entity.people.find(({ accountId }) => accountId === successor.publicId) ?? {}
  const handOver = () => saa.browser.postCall(access.handOver.path, { grantId })
  expect(await handOver()).toMatchObject(REFUSED)
  await lift()
  expect((await approve()).status).toBe(200)
  expect((await handOver()).status).toBe(200)
})

test('a hold blocks self-registration, the provider’s link and automatic validation', async () => {
  const ways: [Partial<MadeRequest>, RequestDecision['decidedAs']][] = [
    [{ path: 'SELF' }, 'PROVIDER'],
    [{ path: 'BEHALF', signatoryEmail: 'dr@example.org' }, 'PROVIDER'],
    [{ path: 'CONTRACT', scopes: [{ kind: 'PG', id: south.group }] }, 'SYSTEM'],
  ]
  const requests = await Promise.all(
    ways.map(async ([more, decidedAs]) => ({ ...(await createRequest(more)), decidedAs })),
  )
  const activate = ({ requestId, decidedAs }: (typeof requests)[number]) =>
    transact(systemContext(app.deps), (inside) => approveRequest(inside, { requestId, decidedAs }))
  await say()
  for (const request of requests) {
    expect(await activate(request)).toMatchObject({ refusal: { status: 400, message: ON_HOLD } })
    expect(await stateOf(request)).toMatch(/^PENDING_(\w+) PENDING_\1$/)
  }
  await lift()
  const [, behalf, contract] = requests
  for (const request of [behalf, contract]) expect(request && (await activate(request))).toHaveProperty('entity')
})

test('an invitation by plan staff can be accepted while the NPI is on hold', async () => {
  const staff = await person({ staffRole: 'ADMINISTRATOR' })
  await say()
  const email = `invited${people}@example.org`
  const invitation = { role: 'SAA', permissions: ['HOME'], firstName: 'New', lastName: 'Head', email }
  const sent = await staff.browser.postCall(access.invite.path, { entity: `NPI:${NPI}`, ...invitation })
  expect(sent.status).toBe(200)
  const request = await app.db
    .selectFrom('access_request')
    .select('id')
    .where('path', '=', 'INVITATION')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const decision = { requestId: request.id, decidedAs: 'REQUESTER' } as const
  const opened = await transact(systemContext(app.deps), (inside) => approveRequest(inside, decision))
  expect(opened).toMatchObject({ entity: { state: 'ACTIVE' } })
})

test('shows plan staff the hold and the objections in the review and the list until the hold is lifted', async () => {
  const { browser } = await person({ staffRole: 'REVIEWER' })
  const saa = await person({ lastName: 'Objecting' })
  const [contract, other, behalf] = [
    await createContractRequest(),
    await createContractRequest(),
    await createBehalfRequest(),
  ]
  const seen = async () => {
    const { reference } = contract
    const review = await browser.getCall<ContractReview>(calls.reviewContract.path, { reference })
    const queue = await browser.getCall<ContractList>(calls.listContracts.path, { stage: 'RECEIVED' })
    const requests = await browser.getCall<WaitingRequests>(access.listRequests.path)
    const rows = [...queue.entity.rows, ...requests.entity.rows]
    return [
      review.entity,
      ...[contract, other, behalf].map((one) => rows.find((row) => row.reference === one.reference)),
    ]
  }
  const none = { onHoldSince: '', objections: [] }
  expect(await seen()).toMatchObject([none, none, none, none])
  const since = app.clock.now().toISOString()
  const objections = [{ name: 'Robin Objecting', since }]
  await say({ objection: { account_id: saa.id, request_id: contract.requestId } })
  const objected = { onHoldSince: '', objections }
  expect(await seen()).toMatchObject([objected, objected, none, none])
  await say({ npi: north.solo })
  await say()
  app.clock.advance(60)
  await say()
  const onHold = { onHoldSince: since, objections: [] }
  const both = { onHoldSince: since, objections }
  expect(await seen()).toMatchObject([both, both, onHold, onHold])
  await lift()
  expect(await seen()).toMatchObject([none, none, none, none])
})
