import * as access from '@portico/core/access/calls'
import type { StaffRole } from '@portico/core/access/staff-roles'
import { ALL_CALLS, type NamedCall } from '@portico/core/all-calls'
import * as internal from '@portico/core/internal/calls'
import { exportClaims } from '@portico/core/plan-data/calls'
import * as signon from '@portico/core/signon/calls'
import { factorChoices, proveFactor } from '@portico/core/signon/factors/calls'
import { NOT_OFFERED } from '@portico/core/signon/factors/sentences'
import type { FactorChoices } from '@portico/core/signon/factors/shapes'
import { STEP_UP } from '@portico/core/signon/sentences'
import type { ContactBody } from '@portico/core/signon/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount, testPassword } from '../test/accounts.ts'
import type { TestBrowser } from '../test/browser.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { addApp, codeOf, proveByCode } from '../test/factors.ts'
import { insertSmallPlan, makeRequest, north } from '../test/small-plan.ts'
import { passRequestToStaff } from './access/access.ts'

/** The calls that always need a recent proof, written by hand: a call that loses its declaration is noticed. */
const ALWAYS = [
  'acceptChanges',
  'acceptTakeover',
  'addApplication',
  'addPasskey',
  'addStaff',
  'applyRoster',
  'changeApplication',
  'changePassword',
  'changeSecurityQuestions',
  'changeStaffRole',
  'confirmApp',
  'confirmEmailFactor',
  'confirmOwner',
  'decideFourEyesApproval',
  'decideTakeover',
  'decideUnmasking',
  'decidedFile',
  'disableApplication',
  'enableApplication',
  'exportAttestations',
  'exportChanges',
  'exportClaims',
  'exportFindings',
  'exportManyEligibility',
  'exportPeople',
  'exportRoster',
  'exportSample',
  'exportSampleFrame',
  'exportScoCases',
  'exportScoInvoices',
  'findManyEligibility',
  'handOver',
  'leaveAsSaa',
  'liftHold',
  'listAudit',
  'makeFeed',
  'nameSuccessor',
  'newRecoveryCodes',
  'openMail',
  'openView',
  'recordAttestation',
  'removeFactor',
  'removePasskey',
  'resetFactors',
  'restoreAccess',
  'returnChanges',
  'returnContract',
  'rotateApplicationSecret',
  'showProviderAgain',
  'startApp',
  'startPasskey',
  'suppressProvider',
  'suspendAccount',
  'unlockProvider',
  'validateContract',
  'verifyAudit',
  'withdrawAttestation',
]
const SOMETIMES = ['decideRequest', 'invite', 'updateContact', 'verifyDirectory']

const MINUTE = 60
let site: TestApp
let counter = 0
beforeAll(async () => {
  site = await buildTestApp({ settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())
// Resets counted sign-ins and attempts between tests.
beforeEach(() => site.clock.advance(60 * MINUTE))

async function person(kind: 'provider' | 'internal' = 'internal', staffRole: StaffRole = 'ADMINISTRATOR') {
  counter += 1
  const username = `stepup${counter}`
  const permissions = ['HOME', 'ELIG', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV']
  const grants = kind === 'provider' ? [{ scopeId: north.solo, role: 'AU' as const, permissions }] : []
  const account = await insertTestAccount(site.db, { username, kind, grants, staffRole })
  const open = async () => {
    const browser = site.openBrowser()
    await browser.signIn(username, testPassword)
    return browser
  }
  return { ...account, open, browser: await open() }
}

const named = (name: string) => ALL_CALLS.filter((call) => call.name === name)
const needing = (always: boolean) =>
  ALL_CALLS.filter(({ call: { access: who } }) => who !== 'public' && who.stepUp && (who.stepUp === true) === always)
const make = ({ call }: Pick<NamedCall, 'call'>, browser: TestBrowser) =>
  call.method === 'GET' ? browser.getCall(call.path) : browser.postCall(call.path)
const audit = (browser: TestBrowser) => browser.getCall(internal.listAudit.path)
const prove = (browser: TestBrowser, password = testPassword) =>
  browser.postCall(proveFactor.path, { kind: 'password', password })

test('requires a recent proof for exactly the listed calls', () => {
  expect(
    needing(true)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(ALWAYS)
  expect(
    needing(false)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(SOMETIMES)
})

test('refuses each of them before reading the body, with 401 and step-up, and keeps the session', async () => {
  const [staff, agent, office] = [await person(), await person('internal', 'SUPPORT'), await person('provider')]
  site.clock.advance(10 * MINUTE)
  for (const call of needing(true)) {
    const { access: who } = call.call
    const isForStaff = who !== 'public' && who.kinds?.includes('provider') !== true
    const isForAgents = who !== 'public' && who.staff?.join() === 'SUPPORT'
    const { browser } = isForAgents ? agent : isForStaff ? staff : office
    const reply = await make(call, browser)
    expect(reply, call.name).toMatchObject({ http: 401, entity: { messageCode: 'step-up', message: STEP_UP } })
  }
  expect((await staff.browser.getCall(signon.me.path)).http).toBe(200)
  expect(named('exportClaims')).toHaveLength(1)
})

test('accepts a sign-in as proof for ten minutes, renewed by each call that needs it, for an hour at most', async () => {
  const { browser } = await person()
  for (let minutes = 0; minutes < 54; minutes += 9) {
    expect((await audit(browser)).status, `after ${minutes} minutes`).toBe(200)
    site.clock.advance(9 * MINUTE)
  }
  expect((await audit(browser)).status, 'after 54 minutes').toBe(200)
  site.clock.advance(6 * MINUTE)
  expect((await audit(browser)).http, 'after an hour').toBe(401)
  expect((await prove(browser)).status).toBe(200)
  expect((await audit(browser)).status, 'proved anew').toBe(200)
})

test('does not renew the proof in a call that needs none', async () => {
  const { browser } = await person()
  site.clock.advance(9 * MINUTE)
  expect((await browser.getCall(signon.me.path)).status).toBe(200)
  site.clock.advance(2 * MINUTE)
  expect((await audit(browser)).http).toBe(401)
})

test('accepts no proof of another session of the same person, and none after signing out', async () => {
  const { browser, open } = await person()
  const other = await open()
  site.clock.advance(11 * MINUTE)
  expect((await prove(browser)).status).toBe(200)
  expect((await audit(browser)).status).toBe(200)
  expect((await audit(other)).http).toBe(401)
  await browser.postCall(signon.logout.path)
  expect((await audit(browser)).entity.messageCode).toBe('no-session')
})

test('rejects a wrong password as proof, records it, and delays the next attempt', async () => {
  const { id, browser } = await person()
  site.clock.advance(11 * MINUTE)
  const most = site.deps.settings.limits.factorFailuresUntilWait
  for (let tries = 0; tries < most; tries += 1) expect((await prove(browser, 'Wrong2026')).status).toBe(406)
  expect((await prove(browser)).entity.messageCode, 'the right one, too soon after').toBe('wait')
  expect((await audit(browser)).http).toBe(401)
  const failed = await site.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'account.password-check-failed')
    .where('subject_account_id', '=', id)
    .execute()
  expect(failed).toHaveLength(most)
  site.clock.advance(MINUTE)
  expect((await prove(browser)).status).toBe(200)
  expect((await audit(browser)).status).toBe(200)
})

test('requires the second factor of an account that has one, and never accepts the password instead', async () => {
  const { browser } = await person()
  const { key, recoveryCodes } = await addApp(browser, site.clock)
  site.clock.advance(11 * MINUTE)
  const choices = await browser.getCall<FactorChoices>(factorChoices.path)
  expect(choices.entity.kinds).toEqual(['app', 'recovery'])
  expect((await prove(browser)).entity.message).toBe(NOT_OFFERED)
  expect((await audit(browser)).http).toBe(401)
  expect((await proveByCode(browser, 'app', codeOf(key, site.clock))).status).toBe(200)
  expect((await audit(browser)).status).toBe(200)
  site.clock.advance(11 * MINUTE)
  expect((await audit(browser)).http).toBe(401)
  expect((await proveByCode(browser, 'recovery', recoveryCodes[0] ?? '')).status).toBe(200)
  expect((await audit(browser)).status).toBe(200)
})

test('requires a proof for contact details only if the email address changes', async () => {
  const { browser } = await person()
  const contact: ContactBody = {
    firstName: 'Robin',
    lastName: 'Sample',
    email: `stepup${counter}@example.org`,
    confirmEmail: `stepup${counter}@example.org`,
    phone: '5125550188',
    phoneExt: '',
  }
  const moved = { ...contact, email: 'moved@example.org', confirmEmail: 'moved@example.org' }
  site.clock.advance(11 * MINUTE)
  expect((await browser.postCall(signon.updateContact.path, contact)).status).toBe(200)
  const change = () => browser.postCall(signon.updateContact.path, { ...moved, currentPassword: testPassword })
  expect(await change()).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
  expect((await browser.getCall<{ email: string }>(signon.me.path)).entity.email).toBe(contact.email)
  await prove(browser)
  expect((await change()).status).toBe(200)
})

test('records a repeated password as such, not as a second factor', async () => {
  const { browser } = await person()
  site.clock.advance(11 * MINUTE)
  expect((await prove(browser)).status).toBe(200)
  const newest = site.db.selectFrom('audit_event').select(['action', 'details']).orderBy('id', 'desc').limit(1)
  expect(await newest.executeTakeFirst()).toEqual({ action: 'session.proved', details: {} })
})

test('requires a proof to invite an SAA, but not an AA', async () => {
  const { browser } = await person()
  const invite = (role: string) =>
    browser.postCall(access.invite.path, {
      entity: `NPI:${north.npis.N1[0]}`,
      role,
      permissions: ['HOME'],
      firstName: 'Ina',
      lastName: 'Vite',
      email: `ina.${role.toLowerCase()}@example.org`,
    })
  site.clock.advance(11 * MINUTE)
  expect((await invite('AA')).status).toBe(200)
  expect((await invite('SAA')).http).toBe(401)
  await prove(browser)
  expect((await invite('SAA')).status).toBe(200)
})

test('requires a proof to accept an SAA, and a refused call changes nothing', async () => {
  const [staff, requester] = [await person(), await person('provider')]
  const { requestId, reference } = await makeRequest(site.db, site.deps.settings, {
    accountId: requester.id,
    path: 'BEHALF',
    validatedBy: 'claim',
    npi: north.npis.N2[0],
    scopes: [{ kind: 'NPI', id: north.npis.N2[0] ?? '' }],
    contactFirstName: 'Sam',
    contactLastName: 'Solo',
    signatoryEmail: 'sam.solo@example.org',
    now: site.clock.now(),
  })
  await site.db.transaction().execute((db) => passRequestToStaff({ ...systemContext(site.deps), db }, requestId))
  const decide = () => staff.browser.postCall(access.decideRequest.path, { reference, decision: 'approve' })
  site.clock.advance(11 * MINUTE)
  expect((await decide()).http).toBe(401)
  const state = () =>
    site.db.selectFrom('access_request').select('state').where('id', '=', requestId).executeTakeFirstOrThrow()
  expect((await state()).state).toMatch(/^PENDING/)
  await prove(staff.browser)
  expect((await decide()).status).toBe(200)
  expect((await state()).state).toBe('ACTIVE')
})

test('asks for no proof without a session or without permission for the call', async () => {
  const office = await person('provider')
  site.clock.advance(11 * MINUTE)
  expect((await site.openBrowser().postCall(exportClaims.path)).entity.messageCode).toBe('no-session')
  expect((await audit(office.browser)).entity.messageCode).toBe('user-kind')
})
