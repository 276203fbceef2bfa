import * as calls from '@portico/core/access/calls'
import type { MyRequest, WaitingRequests } from '@portico/core/access/request-shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wireIds } from '#platform/calls/wire-id.ts'
import { systemContext } from '#platform/context.ts'
import type { Role } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { findLink } from '#platform/identity/links.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testSecretKey } from '../../test/database.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'
import { activateAccount, approveRequest, prepareCredentials } from './access.ts'

/**
 * Changing one grant leaves others unchanged: an administrator of one scope cannot reach another scope through a shared
 * request.
 */

let site: TestApp
let counter = 0
const ids = wireIds(testSecretKey)

beforeAll(async () => {
  site = await buildTestApp({
    settings: { limits: { signInsPerMinutePerAddress: 10_000, signInsPerMinutePerUser: 1000 } },
  })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())

beforeEach(async () => {
  await site.db.updateTable('access_grant').set({ state: 'REVOKED' }).execute()
  await site.db
    .updateTable('access_request')
    .set({ state: 'REVOKED' })
    .where(sql<boolean>`state like 'PENDING%'`)
    .execute()
})

type Person = { id: string; browser: TestBrowser }
const all = ['HOME', 'ELIG', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV']
const A = north.groups[0]
const B = south.group

async function person(roles: Record<string, Role>, kind: 'provider' | 'internal' = 'provider'): Promise<Person> {
  const username = `one${++counter}`
  const grants = Object.entries(roles).map(([scopeId, role]) => ({
    role,
    scopeKind: 'PG' as const,
    scopeId,
    permissions: all,
  }))
  const { id } = await insertTestAccount(site.db, { username, kind, grants })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { id, browser }
}

async function createRequest(role: Role, scopeIds: string[] = [A, B], permissions = ['HOME', 'CLAIM'], by?: Person) {
  const requester = by ?? (await person({}))
  const made = await makeRequest(site.db, site.deps.settings, {
    accountId: requester.id,
    role,
    permissions,
    scopes: scopeIds.map((id) => ({ kind: 'PG', id })),
    now: site.clock.now(),
  })
  return { requester, ...made }
}

const grantsOf = (who: Person) =>
  site.db.selectFrom('access_grant').selectAll().where('account_id', '=', who.id).orderBy('id').execute()
const grantAt = async (who: Person, scopeId: string) => {
  const found = (await grantsOf(who)).find((grant) => grant.scope_id === scopeId)
  if (!found) throw new Error(`no grant at ${scopeId}`)
  return found
}
const grantStates = async (who: Person) =>
  (await grantsOf(who)).map((grant) => `${grant.scope_id} ${grant.role} ${grant.state}`)
const requestOf = (id: string) =>
  site.db.selectFrom('access_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const act = async (by: Person, call: { path: string }, target: { id: string }, change: object = {}) =>
  by.browser.postCall(call.path, { grantId: ids.encode('grant', target.id), ...change })
const approve = (by: Person, reference: string) =>
  by.browser.postCall(calls.decideRequest.path, { reference, decision: 'approve' })
const mailsAbout = async (requestId: string) => {
  const mails = await site.db.selectFrom('mail_message').select('kind').where('request_id', '=', requestId).execute()
  return mails.map(({ kind }) => kind).filter((kind) => kind !== 'request.made')
}
const waitingFor = async (who: Person) =>
  (await who.browser.getCall<WaitingRequests>(calls.listRequests.path)).entity.rows.map((one) => one.reference)

describe('a pending request', () => {
  test('an SAA of one scope and AA of another cannot approve an AA request for both', async () => {
    const mallory = await person({ [A]: 'SAA', [B]: 'AA' })
    const { requester, requestId, reference } = await createRequest('AA')
    const before = await grantsOf(requester)
    expect(await waitingFor(mallory)).toEqual([])
    expect((await approve(mallory, reference)).status).toBe(404)
    expect((await act(mallory, calls.changeGrant, await grantAt(requester, A), { role: 'AU' })).status).toBe(407)
    expect((await requestOf(requestId)).role).toBe('AA')
    expect((await approve(mallory, reference)).status).toBe(404)
    expect(await grantsOf(requester)).toEqual(before)
  })

  test('a pending request cannot be trimmed, widened or split through one of its grants', async () => {
    const mallory = await person({ [A]: 'SAA' })
    const { requester, requestId } = await createRequest('AU')
    const before = await grantsOf(requester)
    const grant = await grantAt(requester, A)
    for (const permissions of [['HOME'], all])
      expect((await act(mallory, calls.changeGrant, grant, { permissions })).status).toBe(407)
    for (const call of [calls.removeGrant, calls.suspendGrant, calls.reactivateGrant])
      expect((await act(mallory, call, grant)).status, call.path).toBe(407)
    expect(await grantsOf(requester)).toEqual(before)
    expect((await requestOf(requestId)).state).toBe('PENDING_APPROVAL')
  })

  test('only a caller who can give each grant decides a request, whatever role the request states', async () => {
    const mallory = await person({ [A]: 'SAA', [B]: 'AA' })
    const { requester, requestId, reference } = await createRequest('AU')
    // An earlier version could rewrite the role like this.
    await site.db.updateTable('access_grant').set({ role: 'AA' }).where('request_id', '=', requestId).execute()
    expect(await waitingFor(mallory)).toEqual([])
    expect((await approve(mallory, reference)).status).toBe(404)
    expect(await grantStates(requester)).toEqual([`${A} AA PENDING_APPROVAL`, `${B} AA PENDING_APPROVAL`])
  })

  test.each([
    [[A, B], false],
    [[A, 'N2'], false],
    [[A], true],
  ])('an SAA of one scope cannot decide a request for %j unless the SAA covers all of it', async (scopeIds, may) => {
    const saa = await person({ [A]: 'SAA' })
    const { reference } = await createRequest('AA', scopeIds)
    expect(await waitingFor(saa)).toEqual(may ? [reference] : [])
    expect((await approve(saa, reference)).status).toBe(may ? 200 : 404)
  })

  test.each([
    [[{ [A]: 'SAA', [B]: 'SAA' }], 404],
    [[{ [A]: 'SAA', [B]: 'AA' }], 200],
    [[{ [A]: 'SAA' }], 200],
    [[{ [A]: 'SAA' }, { [B]: 'SAA' }], 200],
  ] as const)('staff decide the whole request only if no single SAA covers all of it: %j', async (roles, status) => {
    const saas: Person[] = []
    for (const one of roles) saas.push(await person(one))
    const staff = await person({}, 'internal')
    const { requester, requestId, reference } = await createRequest('AA')
    for (const saa of saas) expect(await waitingFor(saa)).toEqual(status === 200 ? [] : [reference])
    expect(await waitingFor(staff)).toEqual(status === 200 ? [reference] : [])
    // Administrators who cannot decide get no mail and are not named to the requester.
    expect(await mailsAbout(requestId)).toEqual(status === 200 ? [] : ['request.approval-needed'])
    const { entity } = await requester.browser.getCall<MyRequest[]>(calls.listMyRequests.path)
    const [shown] = entity
    expect(shown?.askedOf === 'Provider Services').toBe(status === 200)
    expect(shown?.byStaff).toBe(status === 200)
    const who = status === 200 ? /^Provider Services will decide/ : /^An access administrator will decide/
    expect(shown?.next).toMatch(who)
    const { body } = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('request_id', '=', requestId)
      .where('kind', '=', 'request.made')
      .executeTakeFirstOrThrow()
    expect(body).toContain(
      status === 200 ? 'Provider Services will decide' : 'An access administrator for the provider',
    )
    expect((await approve(staff, reference)).status).toBe(status)
    const state = status === 200 ? 'ACTIVE' : 'PENDING_APPROVAL'
    expect(await grantStates(requester)).toEqual([`${A} AA ${state}`, `${B} AA ${state}`])
  })

  test('a requester cannot decide their own request, even as SAA of every scope', async () => {
    const staff = await person({}, 'internal')
    const requester = await person({ [A]: 'SAA', [B]: 'SAA' })
    const { reference } = await createRequest('AU', [A, B], ['HOME'], requester)
    expect(await waitingFor(requester)).toEqual([])
    expect(await waitingFor(staff)).toEqual([reference])
  })

  test('a concurrent approval and grant change leave the other scope as approved', async () => {
    const saa = await person({ [A]: 'SAA', [B]: 'SAA' })
    const { requester, reference } = await createRequest('AA')
    const grant = await grantAt(requester, A)
    const [decided, changed] = await Promise.all([
      approve(saa, reference),
      act(saa, calls.changeGrant, grant, { role: 'AU' }),
    ])
    expect(decided.status).toBe(200)
    expect([200, 407]).toContain(changed.status)
    expect(await grantStates(requester)).toEqual([
      `${A} ${changed.status === 200 ? 'AU' : 'AA'} ACTIVE`,
      `${B} AA ACTIVE`,
    ])
  })
})

describe('grants of one request', () => {
  test('grants of one request are changed, suspended, reactivated and removed independently', async () => {
    const saa = await person({ [A]: 'SAA', [B]: 'SAA' })
    const { requester, requestId, reference } = await createRequest('AA')
    expect((await approve(saa, reference)).status).toBe(200)
    const other = await grantAt(requester, B)
    const before = await requestOf(requestId)
    const grant = await grantAt(requester, A)
    for (const [call, change] of [
      [calls.changeGrant, { role: 'AU', permissions: ['HOME'] }],
      [calls.suspendGrant, { reason: 'On leave' }],
      [calls.changeGrant, { permissions: ['HOME', 'ELIG'] }],
      [calls.reactivateGrant, {}],
      [calls.removeGrant, {}],
    ] as const)
      expect((await act(saa, call, grant, change)).status, call.path).toBe(200)
    expect(await grantAt(requester, A)).toMatchObject({ role: 'AU', permissions: ['HOME', 'ELIG'], state: 'REVOKED' })
    expect(await grantAt(requester, B)).toEqual(other)
    expect(await requestOf(requestId)).toEqual(before)
  })

  test('an SAA who is replaced or hands over in one scope stays SAA in the other', async () => {
    const first = await createRequest('SAA', [A, 'N2'], all)
    const staff = await person({}, 'internal')
    const activate = (requestId: string) =>
      transact({ ...systemContext(site.deps), actor: { kind: 'internal' as const, accountId: staff.id } }, (inside) =>
        approveRequest(inside, { requestId, decidedAs: 'STAFF' }),
      )
    expect(await activate(first.requestId)).toHaveProperty('entity')
    const aa = await person({ [A]: 'AA' })
    expect((await act(first.requester, calls.handOver, await grantAt(aa, A))).status).toBe(200)
    expect(await grantStates(first.requester)).toEqual([`${A} AA ACTIVE`, 'N2 SAA ACTIVE'])
    const next = await createRequest('SAA', ['N2'], all)
    expect(await activate(next.requestId)).toHaveProperty('entity')
    expect(await grantStates(first.requester)).toEqual([`${A} AA ACTIVE`, 'N2 AA ACTIVE'])
    expect(await grantStates(aa)).toEqual([`${A} SAA ACTIVE`])
  })
})

describe('an invitation', () => {
  async function invite(by: Person, role: Role): Promise<Person & { email: string }> {
    const email = `invited${++counter}@example.org`
    const body = { entity: `GROUP:${A}`, role, permissions: ['HOME'], firstName: 'Casey', lastName: 'New', email }
    const { entity } = await by.browser.postCall<{ accountId: string }>(calls.invite.path, body)
    const { id } = await site.db
      .selectFrom('account')
      .select('id')
      .where('public_id', '=', entity.accountId)
      .executeTakeFirstOrThrow()
    return { id, email, browser: site.openBrowser() }
  }

  async function accept(invited: Person) {
    const { body } = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('account_id', '=', invited.id)
      .where('kind', '=', 'account.invited')
      .executeTakeFirstOrThrow()
    const token = /activateId=([\w-]+)/.exec(body)?.[1] ?? ''
    const profile = await invited.browser.getCall<{ regRoleSel: string }>('/rest/nonsec/reg/profileByActivationId', {
      activationId: token,
    })
    const { link } = await findLink(systemContext(site.deps), 'ACTIVATION', token)
    const questions = ['One?', 'Two?', 'Three?'].map((question) => ({ question, answer: 'answer' }))
    const userName = `casey${++counter}x`
    const credentials = await prepareCredentials({ userName, password: 'Voyage4711x', questions })
    if (!('entity' in credentials) || !link) throw new Error('the invitation does not open')
    const activation = { linkId: link.id, accountId: invited.id, credentials: credentials.entity }
    const outcome = await transact(systemContext(site.deps), (inside) => activateAccount(inside, activation))
    expect(outcome).toHaveProperty('entity')
    return profile.entity.regRoleSel
  }

  test('a changed invitation gives and shows the changed role and permissions', async () => {
    const saa = await person({ [A]: 'SAA' })
    const invited = await invite(saa, 'AA')
    const grant = await grantAt(invited, A)
    expect((await act(saa, calls.changeGrant, grant, { role: 'AU', permissions: ['HOME', 'ELIG'] })).status).toBe(200)
    expect((await requestOf(grant.request_id)).role).toBe('AA')
    expect(await accept(invited)).toBe('AU')
    expect(await grantAt(invited, A)).toMatchObject({ role: 'AU', permissions: ['HOME', 'ELIG'], state: 'ACTIVE' })
    const { body } = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('account_id', '=', invited.id)
      .where('kind', '=', 'request.activated')
      .executeTakeFirstOrThrow()
    expect(body).toContain('You now have access as Access User')
  })

  test('an SAA invitation changed to AA neither replaces an SAA nor competes with SAA requests', async () => {
    const staff = await person({}, 'internal')
    const invited = await invite(staff, 'SAA')
    expect((await act(staff, calls.changeGrant, await grantAt(invited, A), { role: 'AA' })).status).toBe(200)
    const next = await createRequest('SAA', [A], all)
    const activated = await transact(systemContext(site.deps), (inside) =>
      approveRequest(inside, { requestId: next.requestId, decidedAs: 'STAFF' }),
    )
    expect(activated).toHaveProperty('entity')
    expect(await accept(invited)).toBe('AA')
    expect(await grantStates(invited)).toEqual([`${A} AA ACTIVE`])
    expect(await grantStates(next.requester)).toEqual([`${A} SAA ACTIVE`])
  })
})
