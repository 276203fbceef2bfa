import * as calls from '@portico/core/access/calls'
import type { MyRequest, WaitingRequests } from '@portico/core/access/request-shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, makeRequest, north } from '../../test/small-plan.ts'
import { passRequestToStaff } from './access.ts'

/** Demo request that is pending for staff from the start. */
const DEMO_REQUEST = 'DEMO-0012'

let site: TestApp
let counter = 0

beforeAll(async () => {
  site = await buildTestApp({ settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(site.db)
})
beforeEach(() => site.reset())
afterAll(() => site?.close())

async function person(kind: 'provider' | 'internal', scopeId?: string) {
  counter += 1
  const username = `staff${counter}`
  const grants = scopeId ? [{ role: 'SAA' as const, scopeKind: 'NPI' as const, scopeId }] : []
  const account = await insertTestAccount(site.db, { username, kind, grants })
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { ...account, username, browser }
}

async function requestOnBehalf() {
  const requester = await person('provider')
  const { requestId, reference } = await makeRequest(site.db, site.deps.settings, {
    accountId: requester.id,
    path: 'BEHALF',
    validatedBy: 'claim',
    npi: north.solo,
    scopes: [{ kind: 'NPI', id: north.solo }],
    contactFirstName: 'Sam',
    contactLastName: 'Solo',
    signatoryEmail: 'sam.solo@example.org',
    now: site.clock.now(),
  })
  return { requester, requestId, reference }
}

const passToStaff = (requestId: string) =>
  site.db.transaction().execute((db) => passRequestToStaff({ ...systemContext(site.deps), db }, requestId))

test('staff accept or reject a request whose provider cannot take the quiz', async () => {
  const [staff, colleague] = [await person('internal'), await person('internal')]
  const waiting = async () => {
    const { entity } = await staff.browser.getCall<WaitingRequests>(calls.listRequests.path)
    return entity.rows.filter((request) => request.reference !== DEMO_REQUEST)
  }
  for (const decision of ['approve', 'deny']) {
    const { requester, requestId, reference } = await requestOnBehalf()
    const decide = () =>
      staff.browser.postCall(calls.decideRequest.path, { reference, decision, reason: 'Not known there.' })
    expect((await decide()).status, 'while the provider can still be asked').toBe(404)
    await passToStaff(requestId)
    expect(await waiting()).toMatchObject([
      { reference, path: 'BEHALF', contactName: 'Sam Solo', validatedBy: 'claim' },
    ])
    const [mine] = (await requester.browser.getCall<MyRequest[]>(calls.listMyRequests.path)).entity
    expect(mine).toMatchObject({ askedOf: 'Provider Services', canSendAgain: false, canCancel: true })
    expect((await decide()).entity).toMatchObject({ state: decision === 'approve' ? 'ACTIVE' : 'REJECTED' })
    expect((await decide()).entity, 'sent again').toMatchObject({
      state: decision === 'approve' ? 'ACTIVE' : 'REJECTED',
    })
    const decided = { reference, decision, reason: 'Not known there.' }
    expect((await colleague.browser.postCall(calls.decideRequest.path, decided)).entity).toMatchObject({
      messageCode: 'already-decided',
    })
    expect(await waiting()).toEqual([])
  }
})

test('an SAA neither sees nor decides a request that was passed to staff', async () => {
  const saa = await person('provider', north.npis.N1[0])
  const { requestId, reference } = await requestOnBehalf()
  await passToStaff(requestId)
  expect((await saa.browser.getCall<WaitingRequests>(calls.listRequests.path)).entity.rows).toEqual([])
  expect((await saa.browser.postCall(calls.decideRequest.path, { reference, decision: 'approve' })).status).toBe(404)
})

test('an account suspended by staff loses its sessions and cannot sign in until staff reopen it', async () => {
  const staff = await person('internal')
  const saa = await person('provider', north.npis.N1[1])
  const body = { accountId: saa.publicId, reason: 'Reported by the office' }
  expect((await saa.browser.postCall(calls.suspendAccount.path, body)).http).toBe(403)
  expect((await staff.browser.postCall(calls.suspendAccount.path, { accountId: saa.publicId })).status).toBe(407)
  expect((await staff.browser.postCall(calls.suspendAccount.path, { ...body, accountId: staff.publicId })).status).toBe(
    407,
  )
  expect((await staff.browser.postCall(calls.suspendAccount.path, body)).status).toBe(200)
  expect((await saa.browser.getCall(calls.listMyRequests.path)).http).toBe(401)
  const signedIn = async () => {
    const browser = site.openBrowser()
    await browser.signIn(saa.username, testPassword)
    return (await browser.getCall(calls.listMyRequests.path)).http === 200
  }
  expect(await signedIn()).toBe(false)
  expect((await staff.browser.postCall(calls.reopenAccount.path, { accountId: saa.publicId })).status).toBe(200)
  expect(await signedIn()).toBe(true)
})

test('staff can invite an SAA, and an SAA cannot', async () => {
  const staff = await person('internal')
  const saa = await person('provider', north.npis.N2[0])
  const invitation = {
    entity: `NPI:${north.npis.N2[0]}`,
    role: 'SAA',
    permissions: ['HOME', 'CLAIM'],
    firstName: 'New',
    lastName: 'Head',
    email: 'new.head@example.org',
  }
  expect((await saa.browser.postCall(calls.invite.path, invitation)).status).toBe(407)
  expect((await staff.browser.postCall(calls.invite.path, invitation)).status).toBe(200)
})
