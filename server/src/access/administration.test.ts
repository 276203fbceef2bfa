import * as calls from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { MyRequest, WaitingRequests } from '@portico/core/access/request-shapes'
import type {
  AdministeredScope,
  ControlledAccess,
  History,
  InviteManyResult,
  PeoplePage,
  PersonGrant,
} from '@portico/core/access/shapes'
import { INVITATION_OVER } from '@portico/core/forms/sentences'
import { me } from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wireIds } from '#platform/calls/wire-id.ts'
import { systemContext } from '#platform/context.ts'
import type { GrantState, Role, ScopeKind } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { findLink } from '#platform/identity/links.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testSecretKey } from '../../test/database.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'
import { activateAccount, isInvitationValid, prepareCredentials } from './access.ts'
import { LEFT_NETWORK, SUSPENDED_BY_STAFF } from './domain/sentences.ts'

let site: TestApp
let counter = 0
const ids = wireIds(testSecretKey)

beforeAll(async () => {
  site = await buildTestApp({
    settings: { limits: { signInsPerMinutePerAddress: 1000, signInsPerMinutePerUser: 1000 } },
  })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())

type TestGrant = { role: Role; scopeKind: ScopeKind; scopeId: string; state?: GrantState; permissions?: string[] }
type Person = { id: string; publicId: string; username: string; grantId: string; browser: TestBrowser }

/** Signs in a user with these grants. The test acts on the first grant. */
async function person(
  grants: TestGrant | TestGrant[] | undefined,
  kind: 'provider' | 'internal' | 'member' = 'provider',
): Promise<Person> {
  counter += 1
  const username = `user${counter}`
  const account = await insertTestAccount(site.db, { username, kind, grants: [grants ?? []].flat() })
  const row = await site.db
    .selectFrom('access_grant')
    .select('id')
    .where('account_id', '=', account.id)
    .orderBy('id')
    .executeTakeFirst()
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return { ...account, username, grantId: row ? ids.encode('grant', row.id) : '', browser }
}

const inGroup = (role: Role, scopeId: string, extra: Partial<TestGrant> = {}): TestGrant => ({
  role,
  scopeKind: 'PG',
  scopeId,
  ...extra,
})
const all = ['HOME', 'ELIG', 'CLAIM', 'ROSTER', 'SCOTRK', 'SCOINV']

async function grantOf(grantId: string) {
  const id = ids.decode('grant', grantId)
  return site.db.selectFrom('access_grant').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
async function people(who: Person, query: Record<string, string> = {}): Promise<PersonGrant[]> {
  return (await who.browser.getCall<PeoplePage>(calls.listPeople.path, query)).entity.people
}
const isSignedIn = async (who: Person) => (await who.browser.getCall(calls.listControlledAccess.path)).http === 200
const mailsOf = (accountId: string) =>
  site.db
    .selectFrom('mail_message')
    .select(['kind', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
const mailKinds = async (accountId: string) => (await mailsOf(accountId)).map((mail) => mail.kind)
const mailBodies = async (accountId: string) => (await mailsOf(accountId)).map((mail) => mail.body)

/** Creates a new team for group N1 and revokes the grants of earlier teams. */
async function team() {
  await site.db
    .updateTable('access_grant')
    .set({ state: 'REVOKED' })
    .where('state', 'in', ['ACTIVE', 'SUSPENDED', 'PENDING_APPROVAL'])
    .execute()
  await site.db
    .updateTable('access_request')
    .set({ state: 'REVOKED' })
    .where(sql<boolean>`state like 'PENDING%'`)
    .execute()
  const saa = await person(inGroup('SAA', 'N1', { permissions: all }))
  const aa = await person(inGroup('AA', 'N1', { permissions: ['HOME', 'CLAIM', 'ELIG'] }))
  const au = await person(inGroup('AU', 'N1', { permissions: ['HOME', 'CLAIM'] }))
  const stranger = await person(inGroup('SAA', south.group, { permissions: all }))
  return { saa, aa, au, stranger }
}

describe('list of people', () => {
  test('shows an SAA the role, permissions, state and actions of each user, and lets an AA act only on AUs', async () => {
    const { saa, aa, au } = await team()
    const bySaa = new Map((await people(saa)).map((row) => [row.accountId, row]))
    expect([...bySaa.keys()].sort()).toEqual([saa.publicId, aa.publicId, au.publicId].sort())
    expect(bySaa.get(saa.publicId)).toMatchObject({ isMe: true, actions: [] })
    expect(bySaa.get(aa.publicId)?.actions).toEqual(['changePermissions', 'makeAU', 'suspend', 'remove', 'handOver'])
    expect(bySaa.get(au.publicId)).toMatchObject({ role: 'AU', permissions: ['HOME', 'CLAIM'], state: 'ACTIVE' })
    expect(bySaa.get(au.publicId)?.lastSignIn).not.toBe('')
    const byAa = new Map((await people(aa)).map((row) => [row.accountId, row.actions]))
    expect(byAa.get(saa.publicId)).toEqual([])
    expect(byAa.get(au.publicId)).toEqual(['changePermissions', 'suspend', 'remove'])
    expect(await people(au)).toEqual([])
  })

  test('lists own scopes, searches by user name and hides users of a foreign entity', async () => {
    const { saa, stranger, au } = await team()
    const scopes = await saa.browser.getCall<AdministeredScope[]>(calls.listScopes.path)
    expect(scopes.entity).toMatchObject([
      { entity: 'GROUP:N1', name: 'North Family Practice', myRole: 'SAA', people: 3 },
    ])
    expect(await people(saa, { search: au.username })).toHaveLength(1)
    expect(await people(saa, { search: '%' })).toHaveLength(0)
    expect(await people(stranger, { entity: 'GROUP:N1' })).toHaveLength(0)
  })

  test('counts the users of each administered scope, also for nested scopes', async () => {
    await team()
    const many = await person([
      { role: 'SAA', scopeKind: 'PO', scopeId: north.org },
      inGroup('AA', 'N1'),
      inGroup('AA', south.group),
    ])
    const { entity } = await many.browser.getCall<AdministeredScope[]>(calls.listScopes.path)
    expect(Object.fromEntries(entity.map((scope) => [scope.entity, [scope.myRole, scope.people]]))).toEqual({
      [`PO:${north.org}`]: ['SAA', 5],
      'GROUP:N1': ['SAA', 4],
      [`GROUP:${south.group}`]: ['AA', 2],
    })
  })

  test('lists the administrators and their role for each grant', async () => {
    const { saa, aa, stranger } = await team()
    const mixed = await person([inGroup('AA', 'N1'), inGroup('SAA', 'N2')])
    const me = await person([inGroup('AU', 'N1'), inGroup('AA', south.group)])
    const { entity } = await me.browser.getCall<ControlledAccess>(calls.listControlledAccess.path)
    const shown = entity.map(({ scope, administrators }) => [
      scope.entity,
      administrators.map(({ email, role }) => `${email.split('@')[0]} ${role}`),
    ])
    expect(Object.fromEntries(shown)).toEqual({
      'GROUP:N1': [`${saa.username} SAA`, `${aa.username} AA`, `${mixed.username} AA`],
      [`GROUP:${south.group}`]: [`${stranger.username} SAA`],
    })
  })

  test('a group SAA reaches its NPIs and an organization SAA its groups, never the reverse', async () => {
    const { saa } = await team()
    const [npi] = north.npis.N1
    const npiAdmin = await person({ role: 'SAA', scopeKind: 'NPI', scopeId: npi })
    const orgAdmin = await person({ role: 'SAA', scopeKind: 'PO', scopeId: north.org })
    expect((await people(saa)).map((row) => row.accountId)).toContain(npiAdmin.publicId)
    expect((await people(orgAdmin)).map((row) => row.accountId)).toContain(saa.publicId)
    expect((await people(npiAdmin)).map((row) => row.accountId)).toEqual([npiAdmin.publicId])
  })
})

describe('administrator acts', () => {
  test('suspending a grant ends the sessions at once, and reactivating restores access', async () => {
    const { saa, au } = await team()
    expect(await isSignedIn(au)).toBe(true)
    const reply = await saa.browser.postCall(calls.suspendGrant.path, { grantId: au.grantId, reason: 'On leave' })
    expect(reply).toMatchObject({ status: 200, entity: true })
    expect(await isSignedIn(au)).toBe(false)
    expect(await grantOf(au.grantId)).toMatchObject({ state: 'SUSPENDED', suspended_reason: 'On leave' })
    expect((await saa.browser.postCall(calls.suspendGrant.path, { grantId: au.grantId })).status).toBe(407)
    expect((await saa.browser.postCall(calls.reactivateGrant.path, { grantId: au.grantId })).status).toBe(200)
    expect(await grantOf(au.grantId)).toMatchObject({ state: 'ACTIVE', suspended_reason: null })
    expect(await mailKinds(au.id)).toEqual(['grant.suspended', 'grant.reactivated'])
    const [suspended, reactivated] = await mailBodies(au.id)
    expect(suspended).toContain('Robin Sample suspended your access to')
    expect(suspended).not.toContain('/login')
    expect(reactivated).toContain('Robin Sample reactivated your access to')
    expect(reactivated).toContain('/thp/portal/providers/login')
  })

  test('a removed grant cannot be reactivated', async () => {
    const { saa, au } = await team()
    await saa.browser.postCall(calls.removeGrant.path, { grantId: au.grantId, reason: 'Left the office' })
    expect(await grantOf(au.grantId)).toMatchObject({ state: 'REVOKED' })
    expect(await isSignedIn(au)).toBe(false)
    expect((await saa.browser.postCall(calls.reactivateGrant.path, { grantId: au.grantId })).status).toBe(407)
    const history = await saa.browser.getCall<History>(calls.listHistory.path, { accountId: au.publicId })
    expect(history.entity[0]).toMatchObject({
      sentence: 'Access was removed (AU).',
      reason: 'Left the office',
      by: 'Robin Sample',
    })
  })

  test('an AA cannot give permissions the AA lacks, and read-only permissions stay', async () => {
    const { aa, au } = await team()
    const change = (permissions: string[]) =>
      aa.browser.postCall(calls.changeGrant.path, { grantId: au.grantId, permissions })
    expect((await change(['SCOINV'])).status).toBe(407)
    expect((await change(['ELIG'])).status).toBe(200)
    expect((await grantOf(au.grantId)).permissions).toEqual(['HOME', 'ELIG'])
    expect((await change([])).status).toBe(200)
    expect((await grantOf(au.grantId)).permissions).toEqual(['HOME'])
  })

  test('only an SAA can change a user between AU and AA', async () => {
    const { saa, aa, au } = await team()
    const change = (who: Person, role: string) =>
      who.browser.postCall(calls.changeGrant.path, { grantId: au.grantId, role })
    expect((await change(aa, 'AA')).status).toBe(407)
    expect((await change(saa, 'AA')).status).toBe(200)
    expect((await grantOf(au.grantId)).role).toBe('AA')
    expect((await change(aa, 'AU')).status).toBe(407)
    expect((await change(saa, 'AU')).status).toBe(200)
    expect((await change(saa, 'SAA')).http).toBe(400)
  })

  test('a handover swaps the roles of SAA and AA and mails both', async () => {
    const { saa, aa, au } = await team()
    expect((await saa.browser.postCall(calls.handOver.path, { grantId: au.grantId })).status).toBe(407)
    expect((await aa.browser.postCall(calls.handOver.path, { grantId: aa.grantId })).status).toBe(407)
    expect((await saa.browser.postCall(calls.handOver.path, { grantId: aa.grantId })).status).toBe(200)
    expect([(await grantOf(saa.grantId)).role, (await grantOf(aa.grantId)).role]).toEqual(['AA', 'SAA'])
    expect(await mailKinds(saa.id)).toEqual(['saa.replaced'])
    expect(await mailKinds(aa.id)).toEqual(['saa.handed-over'])
    const byAccount = new Map((await people(saa)).map((row) => [row.accountId, row.since]))
    expect([saa, aa].map(({ publicId }) => byAccount.get(publicId))).toEqual(
      Array(2).fill(site.clock.now().toISOString()),
    )
    const mine = await aa.browser.getCall<Me>(me.path)
    expect(mine.entity.grants).toMatchObject([{ role: 'SAA', since: site.clock.now().toISOString() }])
    expect(byAccount.get(au.publicId)).toBe('2026-01-05T12:00:00.000Z')
  })

  test('a handover at one NPI mails the provider, and the former SAA gets no link to object', async () => {
    await team()
    const atSolo = (role: Role): TestGrant => ({ role, scopeKind: 'NPI', scopeId: north.solo })
    const saa = await person(atSolo('SAA'))
    const aa = await person(atSolo('AA'))
    expect((await saa.browser.postCall(calls.handOver.path, { grantId: aa.grantId })).status).toBe(200)
    const mails = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('to_address', '=', north.soloEmail)
      .where('kind', '=', 'saa.provider-notice')
      .execute()
    expect(mails).toEqual([{ body: expect.stringMatching(/NPI 1000000046.*holdId=/s) }])
    const toFormer = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('account_id', '=', saa.id)
      .executeTakeFirstOrThrow()
    expect(toFormer.body).not.toContain('holdId=')
  })

  test('a role change resets the start date, and an unchanged role keeps it', async () => {
    const { saa, aa, au } = await team()
    const since = async () => new Map((await people(saa)).map((row) => [row.accountId, row.since]))
    await saa.browser.postCall(calls.changeGrant.path, { grantId: aa.grantId, permissions: ['HOME'] })
    await saa.browser.postCall(calls.changeGrant.path, { grantId: au.grantId, role: 'AA' })
    expect((await since()).get(aa.publicId)).toBe('2026-01-05T12:00:00.000Z')
    expect((await since()).get(au.publicId)).toBe(site.clock.now().toISOString())
    await saa.browser.postCall(calls.suspendGrant.path, { grantId: aa.grantId })
    await saa.browser.postCall(calls.reactivateGrant.path, { grantId: aa.grantId })
    expect((await since()).get(aa.publicId)).toBe('2026-01-05T12:00:00.000Z')
  })

  test('only staff reactivate a grant that staff suspended, and a provider that left the network gets none back', async () => {
    const { saa, au } = await team()
    const staff = await person(undefined, 'internal')
    expect((await staff.browser.postCall(calls.suspendGrant.path, { grantId: au.grantId })).status).toBe(200)
    expect(await mailBodies(au.id)).toEqual([expect.stringContaining('Provider Services suspended your access to')])
    expect((await saa.browser.postCall(calls.reactivateGrant.path, { grantId: au.grantId })).status).toBe(407)
    expect((await staff.browser.postCall(calls.reactivateGrant.path, { grantId: au.grantId })).status).toBe(200)
    const [, npi] = north.npis.N1
    const gone = await person({ role: 'AU', scopeKind: 'NPI', scopeId: npi, state: 'SUSPENDED' })
    await site.db.updateTable('network_provider').set({ left_at: site.clock.now() }).where('npi', '=', npi).execute()
    expect((await saa.browser.postCall(calls.reactivateGrant.path, { grantId: gone.grantId })).status).toBe(407)
    await site.db.updateTable('network_provider').set({ left_at: null }).where('npi', '=', npi).execute()
    expect((await saa.browser.postCall(calls.reactivateGrant.path, { grantId: gone.grantId })).status).toBe(200)
  })
})

/** All acts of an attacker with the ids of another tenant's users. */
function attempts(victim: Person, reference: string): [call: string, body: object][] {
  return [
    [calls.changeGrant.path, { grantId: victim.grantId, permissions: ['HOME'] }],
    [calls.changeGrant.path, { grantId: victim.grantId, role: 'AU' }],
    [calls.suspendGrant.path, { grantId: victim.grantId }],
    [calls.reactivateGrant.path, { grantId: victim.grantId }],
    [calls.removeGrant.path, { grantId: victim.grantId }],
    [calls.handOver.path, { grantId: victim.grantId }],
    [calls.confirmPeople.path, { grantIds: [victim.grantId] }],
    [calls.resendInvitation.path, { accountId: victim.publicId }],
    [calls.decideRequest.path, { reference, decision: 'approve' }],
    [calls.decideRequest.path, { reference, decision: 'deny', reason: 'x' }],
    [calls.cancelRequest.path, { reference }],
    [calls.sendRequestAgain.path, { reference }],
    [
      calls.invite.path,
      { entity: 'GROUP:N1', role: 'AU', permissions: ['HOME'], firstName: 'A', lastName: 'B', email: 'a@example.org' },
    ],
    [calls.inviteMany.path, { entity: 'GROUP:N1', csv: 'first_name,last_name,email,role\nA,B,a@example.org,AU' }],
  ]
}

test('every call with the ids of another tenant changes nothing and gets the reply for unknown ids', async () => {
  const { saa, aa, au, stranger } = await team()
  const { reference } = await createRequest('AU')
  const snapshot = async () => ({
    grants: await site.db.selectFrom('access_grant').selectAll().orderBy('id').execute(),
    requests: await site.db.selectFrom('access_request').selectAll().orderBy('id').execute(),
    accounts: (await site.db.selectFrom('account').select('id').execute()).length,
    links: await site.db.selectFrom('link').selectAll().orderBy('id').execute(),
  })
  const before = await snapshot()
  for (const outsider of [stranger, au])
    for (const victim of [saa, aa])
      for (const [call, body] of attempts(victim, reference)) {
        const reply = await outsider.browser.postCall(call, body)
        expect([404, 407], `${call} by ${outsider === au ? 'AU' : 'stranger'}`).toContain(reply.status)
      }
  for (const [call, body] of attempts(saa, reference)) {
    const real = await stranger.browser.postCall(call, body)
    for (const noGrant of ['999999', ids.decode('grant', saa.grantId), ids.encode('contract', '1'), 'x'.repeat(22)]) {
      const made = JSON.stringify(body).replaceAll(saa.grantId, noGrant).replaceAll(saa.publicId, 'nobody')
      const nonsense = JSON.parse(made.replaceAll(reference, 'AAAAA-AAAAA').replaceAll('GROUP:N1', 'GROUP:NONE'))
      expect(await stranger.browser.postCall(call, nonsense), call).toEqual(real)
    }
  }
  expect(await snapshot()).toEqual(before)
  expect((await people(stranger)).map((row) => row.accountId)).toEqual([stranger.publicId])
  expect((await stranger.browser.getCall<WaitingRequests>(calls.listRequests.path)).entity.rows).toEqual([])
  expect((await stranger.browser.getCall(calls.listHistory.path, { accountId: saa.publicId })).status).toBe(404)
})

test.each(['member', 'visitor'] as const)('refuses every access call for a caller of kind %s', async (kind) => {
  const who = kind === 'member' ? await person(undefined, 'member') : { browser: site.openBrowser() }
  const paths = Object.values(calls).flatMap((call) =>
    typeof call === 'object' && 'path' in call && call.access !== 'public' ? [call.path] : [],
  )
  for (const call of [...paths, '/rest/sec/access/uploadContract']) {
    const get = await who.browser.getCall(call)
    const post = await who.browser.postCall(call, {})
    // One of the two methods does not exist for the call. The other is refused because of the caller.
    const codes = [get.http, post.http].filter((code) => code !== 404 && code !== 405)
    expect([401, 403], call).toContain(codes[0])
    expect(codes, call).toHaveLength(1)
  }
})

/** A new user requests access to group N1. */
async function createRequest(role: 'AA' | 'AU', permissions = ['HOME', 'CLAIM', 'ELIG']) {
  const requester = await person(undefined)
  const scopes = [{ kind: 'PG' as const, id: 'N1' }]
  const now = site.clock.now()
  const made = await makeRequest(site.db, site.deps.settings, {
    accountId: requester.id,
    role,
    scopes,
    permissions,
    now,
  })
  return { requester, ...made }
}

describe('approval', () => {
  test('an AU gets only the permissions that the SAA approved', async () => {
    const { saa, aa } = await team()
    const { requester, reference } = await createRequest('AU')
    expect(await mailKinds(aa.id)).toEqual(['request.approval-needed'])
    const waiting = await saa.browser.getCall<WaitingRequests>(calls.listRequests.path)
    expect(waiting.entity.rows).toMatchObject([{ reference, role: 'AU', permissions: ['HOME', 'CLAIM', 'ELIG'] }])
    const approve = { reference, decision: 'approve', permissions: ['CLAIM'] }
    expect((await saa.browser.postCall(calls.decideRequest.path, approve)).entity).toMatchObject({ state: 'ACTIVE' })
    expect(await mailKinds(requester.id)).toEqual(['request.made', 'request.activated'])
    const mine = await requester.browser.getCall<ControlledAccess>(calls.listControlledAccess.path)
    expect(mine.entity).toMatchObject([{ role: 'AU', permissions: ['HOME', 'CLAIM'] }])
    expect(mine.entity[0]?.administrators.map((admin) => admin.role).sort()).toEqual(['AA', 'SAA'])
  })

  test.each([
    ['harborview', 'http://localhost'],
    ['bayside', 'http://partner.localhost'],
  ])('the approval mail links to the request at the public URL of %s', async (brand, publicUrl) => {
    const { saa } = await team()
    await site.db.updateTable('account').set({ brand }).where('id', '=', saa.id).execute()
    const { reference } = await createRequest('AU')
    const { body } = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('account_id', '=', saa.id)
      .where('kind', '=', 'request.approval-needed')
      .executeTakeFirstOrThrow()
    expect(body.split(/\s+/)).toContain(`${publicUrl}${ACCESS_PAGES.request(reference)}`)
  })

  test('a repeated decision by the same user returns the stored result, and any other is refused', async () => {
    for (const decision of [
      { decision: 'approve', permissions: ['CLAIM'] },
      { decision: 'approve' },
      { decision: 'deny', reason: 'Not known here.' },
    ]) {
      const { saa, aa } = await team()
      const { requester, reference } = await createRequest('AU')
      const decide = (who: Person, change: object = {}) =>
        who.browser.postCall(calls.decideRequest.path, { reference, ...decision, ...change })
      const first = await decide(saa)
      expect(first.status).toBe(200)
      const mailed = await mailKinds(requester.id)
      expect(await decide(saa)).toEqual(first)
      const others = [
        decide(aa),
        decide(saa, { permissions: ['ELIG'], reason: 'Another reason.' }),
        decide(saa, decision.decision === 'deny' ? { decision: 'approve' } : { decision: 'deny', reason: 'No.' }),
      ]
      for (const other of await Promise.all(others))
        expect(other).toMatchObject({ status: 407, entity: { messageCode: 'already-decided' } })
      expect(await mailKinds(requester.id)).toEqual(mailed)
    }
  })

  test('cancelling a request twice has the effect of cancelling once', async () => {
    await team()
    const { requester, reference } = await createRequest('AU')
    const cancel = () => requester.browser.postCall(calls.cancelRequest.path, { reference })
    const first = await cancel()
    expect(first).toMatchObject({ status: 200, entity: { state: 'REVOKED' } })
    expect(await cancel()).toEqual(first)
    expect(await mailKinds(requester.id)).toEqual(['request.made', 'request.cancelled'])
  })

  test('no approval by an administrator restores a grant that staff suspended', async () => {
    const { saa, au } = await team()
    const staff = await person(undefined, 'internal')
    const again = () =>
      makeRequest(site.db, site.deps.settings, {
        accountId: au.id,
        role: 'AU',
        scopes: [{ kind: 'PG', id: 'N1' }],
        permissions: ['HOME', 'ELIG'],
        now: site.clock.now(),
      })
    const { reference } = await again()
    expect((await staff.browser.postCall(calls.suspendGrant.path, { grantId: au.grantId })).status).toBe(200)
    await expect(again()).rejects.toThrow(SUSPENDED_BY_STAFF)
    const approve = { reference, decision: 'approve' }
    const refused = { status: 407, entity: { message: SUSPENDED_BY_STAFF } }
    expect(await saa.browser.postCall(calls.decideRequest.path, approve)).toMatchObject(refused)
    expect(await saa.browser.postCall(calls.removeGrant.path, { grantId: au.grantId })).toMatchObject(refused)
    expect((await people(saa)).find((row) => row.grantId === au.grantId)?.actions).toEqual(['changePermissions'])
    expect(await grantOf(au.grantId)).toMatchObject({ state: 'SUSPENDED' })
    expect((await staff.browser.postCall(calls.reactivateGrant.path, { grantId: au.grantId })).status).toBe(200)
    expect((await saa.browser.postCall(calls.decideRequest.path, approve)).status).toBe(200)
  })

  test('refuses to approve a request after the provider left the network', async () => {
    await team()
    const [, npi] = north.npis.N1
    const saa = await person({ role: 'SAA', scopeKind: 'NPI', scopeId: npi, permissions: all })
    const requester = await person(undefined)
    const { reference } = await makeRequest(site.db, site.deps.settings, {
      accountId: requester.id,
      role: 'AU',
      npi,
      scopes: [{ kind: 'NPI', id: npi }],
      now: site.clock.now(),
    })
    const approve = () => saa.browser.postCall(calls.decideRequest.path, { reference, decision: 'approve' })
    const leave = (left_at: Date | null) =>
      site.db.updateTable('network_provider').set({ left_at }).where('npi', '=', npi).execute()
    await leave(site.clock.now())
    expect(await approve()).toMatchObject({ status: 407, entity: { message: LEFT_NETWORK } })
    await leave(null)
    expect((await approve()).status).toBe(200)
  })

  test('an AA decides AU requests only, and only within the AA’s own permissions', async () => {
    const { aa } = await team()
    const forAa = await createRequest('AA')
    const forAu = await createRequest('AU', all)
    const waiting = await aa.browser.getCall<WaitingRequests>(calls.listRequests.path)
    expect(waiting.entity.rows.map((request) => request.reference)).toEqual([forAu.reference])
    const approve = (reference: string) =>
      aa.browser.postCall(calls.decideRequest.path, { reference, decision: 'approve' })
    expect((await approve(forAa.reference)).status).toBe(404)
    expect((await approve(forAu.reference)).status).toBe(200)
    const [grant] = await site.db
      .selectFrom('access_grant')
      .selectAll()
      .where('request_id', '=', forAu.requestId)
      .execute()
    expect(grant?.permissions).toEqual(['HOME', 'ELIG', 'CLAIM'])
  })

  test('a denial requires a reason, and the requester sees it', async () => {
    const { saa } = await team()
    const { requester, reference } = await createRequest('AU')
    const deny = { reference, decision: 'deny' }
    expect((await saa.browser.postCall(calls.decideRequest.path, deny)).status).toBe(407)
    const reason = 'Please ask with your work address.'
    expect((await saa.browser.postCall(calls.decideRequest.path, { ...deny, reason })).status).toBe(200)
    const mine = await requester.browser.getCall<MyRequest[]>(calls.listMyRequests.path)
    expect(mine.entity).toMatchObject([{ state: 'REJECTED', reason, canCancel: false }])
  })

  test('a pending request names its current deciders, and a decided one names its decider', async () => {
    const { saa, aa } = await team()
    const names = { [saa.id]: 'Sasha', [aa.id]: 'Alex' }
    for (const [id, name] of Object.entries(names))
      await site.db.updateTable('account').set({ first_name: name }).where('id', '=', id).execute()
    const decided = await createRequest('AA')
    const mine = async ({ requester }: { requester: Person }) =>
      (await requester.browser.getCall<MyRequest[]>(calls.listMyRequests.path)).entity
    expect(await mine(decided)).toMatchObject([{ askedOf: 'Sasha Sample', decidedBy: '' }])
    await saa.browser.postCall(calls.decideRequest.path, { reference: decided.reference, decision: 'approve' })
    const waiting = await createRequest('AA')
    await saa.browser.postCall(calls.handOver.path, { grantId: aa.grantId })
    expect(await mine(waiting)).toMatchObject([{ askedOf: 'Alex Sample', decidedBy: '' }])
    expect(await mine(decided)).toMatchObject([{ askedOf: '', decidedBy: 'Sasha Sample' }])
  })

  test('an accepted request says whether its access is still active, and one group is enough', async () => {
    await team()
    const { requester, reference, requestId } = await createRequest('AU')
    const mine = async () => {
      const { entity } = await requester.browser.getCall<MyRequest[]>(calls.listMyRequests.path)
      const found = entity.find((request) => request.reference === reference)
      return [found?.access, found?.next]
    }
    expect((await mine())[0]).toBe('')
    const grants = site.db.updateTable('access_grant').where('request_id', '=', requestId)
    await site.db.updateTable('access_request').set({ state: 'ACTIVE' }).where('id', '=', requestId).execute()
    await grants.set({ state: 'SUSPENDED' }).execute()
    expect(await mine()).toEqual([
      'SUSPENDED',
      'Your access is suspended. Please ask your administrator or Provider Services.',
    ])
    await grants.set({ state: 'ACTIVE' }).execute()
    expect(await mine()).toEqual(['ACTIVE', 'Your access is active.'])
    await grants.set({ state: 'REVOKED', ended_at: site.clock.now() }).execute()
    expect(await mine()).toEqual(['REVOKED', 'Your access has ended. You can make a new request.'])
  })

  test('staff can decide a request only if no active SAA covers it', async () => {
    const { saa } = await team()
    const staff = await person(undefined, 'internal')
    const { reference } = await createRequest('AU')
    const approve = () => staff.browser.postCall(calls.decideRequest.path, { reference, decision: 'approve' })
    expect((await approve()).status).toBe(404)
    await site.db.updateTable('account').set({ state: 'SUSPENDED' }).where('id', '=', saa.id).execute()
    expect(
      (await staff.browser.getCall<WaitingRequests>(calls.listRequests.path)).entity.rows.map((one) => one.reference),
    ).toContain(reference)
    expect((await approve()).status).toBe(200)
  })
})

describe('own requests', () => {
  test('a pending account sees the masked address of its decider, can cancel and can call nothing else', async () => {
    await team()
    const requester = await person(undefined)
    const { reference } = await makeRequest(site.db, site.deps.settings, {
      accountId: requester.id,
      path: 'BEHALF',
      npi: north.solo,
      scopes: [{ kind: 'NPI', id: north.solo }],
      contactFirstName: 'Sam',
      contactLastName: 'Solo',
      signatoryEmail: 'sam.solo@example.org',
      now: site.clock.now(),
    })
    const { entity } = await requester.browser.getCall<MyRequest[]>(calls.listMyRequests.path)
    expect(entity).toMatchObject([{ reference, askedOf: 's••••@example.org', canCancel: true, canSendAgain: true }])
    expect((await requester.browser.getCall(calls.listPeople.path)).http).toBe(403)
    expect((await requester.browser.postCall(calls.sendRequestAgain.path, { reference })).status).toBe(200)
    expect((await requester.browser.postCall(calls.cancelRequest.path, { reference })).entity).toMatchObject({
      state: 'REVOKED',
    })
    expect((await requester.browser.postCall(calls.sendRequestAgain.path, { reference })).status).toBe(407)
  })
})

describe('invitations', () => {
  const invitation = {
    role: 'AU',
    permissions: ['HOME', 'CLAIM'],
    firstName: 'Casey',
    lastName: 'Newcomer',
    phone: '(512) 555-0177',
  }
  const invite = (who: Person, change: object = {}) =>
    who.browser.postCall<{ accountId: string }>(calls.invite.path, {
      entity: 'GROUP:N1',
      email: `casey${++counter}@example.org`,
      ...invitation,
      ...change,
    })

  async function activate(publicId: string, username: string) {
    const account = await site.db
      .selectFrom('account')
      .selectAll()
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow()
    const { body } = await site.db
      .selectFrom('mail_message')
      .select('body')
      .where('account_id', '=', account.id)
      .where('kind', '=', 'account.invited')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const token = /activateId=([\w-]+)/.exec(body)?.[1] ?? ''
    const { state, link } = await findLink(systemContext(site.deps), 'ACTIVATION', token)
    const questions = ['One?', 'Two?', 'Three?'].map((question) => ({ question, answer: 'answer' }))
    const credentials = await prepareCredentials({ userName: username, password: 'Voyage4711x', questions })
    if (!('entity' in credentials) || !link) return { state, outcome: undefined }
    const activation = { linkId: link.id, accountId: account.id, credentials: credentials.entity }
    return { state, outcome: await transact(systemContext(site.deps), (inside) => activateAccount(inside, activation)) }
  }

  test('an AA invited by an SAA can activate the account and invite an AU', async () => {
    const { saa } = await team()
    const invitedAa = await invite(saa, { role: 'AA', permissions: all })
    expect(invitedAa.status).toBe(200)
    const listed = (await people(saa)).find((row) => row.accountId === invitedAa.entity.accountId)
    expect(listed).toMatchObject({ accountState: 'INVITED', state: 'PENDING_APPROVAL' })
    expect(listed?.actions).toContain('resendInvitation')
    const { outcome } = await activate(invitedAa.entity.accountId, 'caseyadmin')
    expect(outcome).toMatchObject({ entity: { publicId: invitedAa.entity.accountId } })
    const browser = site.openBrowser()
    await browser.signIn('caseyadmin', 'Voyage4711x')
    const aa = { ...saa, browser }
    expect((await invite(aa, { role: 'AA' })).status).toBe(407)
    expect((await invite(aa)).status).toBe(200)
  })

  test('refuses invitations with permissions the inviter lacks, duplicates, and invalid names or addresses', async () => {
    const { saa, aa } = await team()
    expect((await invite(aa, { permissions: ['SCOINV'] })).status).toBe(407)
    expect((await invite(saa, { permissions: ['NONSENSE'] })).status).toBe(407)
    expect((await invite(saa, { email: 'not an address' })).status).toBe(407)
    expect((await invite(saa, { firstName: 'Casey\r\nBcc: all@example.org' })).status).not.toBe(200)
    expect((await invite(saa, { email: 'twice@example.org' })).status).toBe(200)
    expect((await invite(saa, { email: 'Twice@example.org' })).status).toBe(407)
    const atOnce = Array.from({ length: 5 }, () => invite(saa, { email: 'atonce@example.org' }))
    expect((await Promise.all(atOnce)).map((reply) => reply.status).sort()).toEqual([200, 407, 407, 407, 407])
  })

  test('resending an invitation ends the older link, and revoking ends all links', async () => {
    const { saa } = await team()
    const { entity } = await invite(saa)
    const tokens = async () =>
      (
        await site.db
          .selectFrom('mail_message')
          .select('body')
          .where('kind', '=', 'account.invited')
          .orderBy('id')
          .execute()
      )
        .map(({ body }) => /activateId=([\w-]+)/.exec(body)?.[1] ?? '')
        .slice(-2)
    await saa.browser.postCall(calls.resendInvitation.path, { accountId: entity.accountId })
    const states = async () =>
      Promise.all(
        (await tokens()).map(async (token) => (await findLink(systemContext(site.deps), 'ACTIVATION', token)).state),
      )
    expect(await states()).toEqual(['ended', 'open'])
    const row = (await people(saa)).find((one) => one.accountId === entity.accountId)
    await saa.browser.postCall(calls.removeGrant.path, { grantId: row?.grantId })
    expect(await states()).toEqual(['ended', 'ended'])
    expect((await saa.browser.postCall(calls.resendInvitation.path, { accountId: entity.accountId })).status).toBe(404)
  })

  test('limits invitations by inviter and by address, also if each is removed before the next', async () => {
    const { saa, aa } = await team()
    const { limits } = site.deps.settings
    const email = `often.${saa.publicId}@example.org`
    for (let count = 1; count <= limits.invitationsPerDayPerTarget; count += 1) {
      const { status, entity } = await invite(saa, { email })
      expect(status).toBe(200)
      const row = (await people(saa)).find((one) => one.accountId === entity.accountId)
      await saa.browser.postCall(calls.removeGrant.path, { grantId: row?.grantId })
    }
    expect(await invite(aa, { email: email.toUpperCase() })).toMatchObject({
      status: 407,
      entity: { message: 'Many invitations were sent today. Please try again tomorrow.' },
    })
    expect((await invite(saa)).status).toBe(200)
    const all = `invitation:by:${saa.id}`
    await site.db
      .updateTable('flood_counter')
      .set({ hits: limits.invitationsPerDayPerAccount })
      .where('key', '=', all)
      .execute()
    expect((await invite(saa)).status).toBe(407)
    expect((await invite(aa)).status).toBe(200)
  })

  describe('validity of an invitation', () => {
    const opens = async (publicId: string) => {
      const account = site.db.selectFrom('account').select('id').where('public_id', '=', publicId)
      return isInvitationValid(site.db, (await account.executeTakeFirstOrThrow()).id)
    }
    const setGrant = (who: Person, change: { state?: GrantState; role?: Role; permissions?: string[] }) =>
      site.db.updateTable('access_grant').set(change).where('account_id', '=', who.id).execute()
    const resend = async (who: Person, accountId: string) =>
      (await who.browser.postCall(calls.resendInvitation.path, { accountId })).status

    test.each<[string, Parameters<typeof setGrant>[1]]>([
      ['removed', { state: 'REVOKED' }],
      ['suspended', { state: 'SUSPENDED' }],
      ['demoted', { role: 'AU' }],
      ['left with less than it gives', { permissions: ['HOME', 'CLAIM'] }],
    ])('an invitation is invalid once its inviter is %s', async (_what, change) => {
      const { aa } = await team()
      const { entity } = await invite(aa, { permissions: ['CLAIM', 'ELIG'] })
      expect(await opens(entity.accountId)).toBe(true)
      await setGrant(aa, change)
      expect(await opens(entity.accountId)).toBe(false)
      const { outcome } = await activate(entity.accountId, `over${++counter}`)
      expect(outcome).toMatchObject({ refusal: { status: 406, message: INVITATION_OVER } })
    })

    test('an invitation is invalid once the inviter’s account is suspended', async () => {
      const { saa } = await team()
      const { entity } = await invite(saa)
      await site.db.updateTable('account').set({ state: 'SUSPENDED' }).where('id', '=', saa.id).execute()
      expect(await opens(entity.accountId)).toBe(false)
    })

    test('an invitation is invalid once its request is rejected', async () => {
      const { saa } = await team()
      const { entity } = await invite(saa)
      const account = site.db.selectFrom('account').select('id').where('public_id', '=', entity.accountId)
      const ended = site.db.updateTable('access_request').set({ state: 'REJECTED' }).where('account_id', '=', account)
      await ended.execute()
      const { outcome } = await activate(entity.accountId, `decided${++counter}`)
      expect(outcome).toMatchObject({ refusal: { status: 406, message: INVITATION_OVER } })
    })

    test('an authorized administrator who resends an invitation becomes its inviter', async () => {
      const { saa, aa } = await team()
      const { entity } = await invite(aa, { permissions: ['CLAIM'] })
      await setGrant(aa, { state: 'REVOKED' })
      expect(await resend(saa, entity.accountId)).toBe(200)
      expect(await opens(entity.accountId)).toBe(true)
      expect((await activate(entity.accountId, `again${++counter}`)).outcome).toHaveProperty('entity')
    })

    test('an authorized administrator who changes an invitation becomes its inviter', async () => {
      const { saa, aa } = await team()
      const { entity } = await invite(aa, { permissions: ['CLAIM'] })
      const row = (await people(saa)).find((one) => one.accountId === entity.accountId)
      const change = { grantId: row?.grantId, role: 'AA', permissions: all }
      expect((await saa.browser.postCall(calls.changeGrant.path, change)).status).toBe(200)
      expect(await opens(entity.accountId)).toBe(true)
      await setGrant(aa, { state: 'REVOKED' })
      expect(await opens(entity.accountId)).toBe(true)
      await setGrant(saa, { state: 'SUSPENDED' })
      expect(await opens(entity.accountId)).toBe(false)
    })

    test('resending by an AA who could not have made the invitation does not keep it valid', async () => {
      const { saa, aa } = await team()
      const { entity } = await invite(saa, { permissions: all })
      expect(await resend(aa, entity.accountId)).toBe(200)
      await setGrant(saa, { state: 'SUSPENDED' })
      expect(await resend(aa, entity.accountId)).toBe(407)
      expect(await opens(entity.accountId)).toBe(false)
    })
  })

  test('activation refuses a taken user name and keeps the link open', async () => {
    const { saa } = await team()
    const { entity } = await invite(saa)
    expect((await activate(entity.accountId, saa.username.padEnd(6, '0'))).outcome).toBeDefined()
    const second = await invite(saa)
    const taken = await activate(second.entity.accountId, saa.username.padEnd(6, '0').toUpperCase())
    expect(taken.outcome).toMatchObject({ refusal: { status: 405 } })
    expect((await activate(second.entity.accountId, `free${counter}x`)).outcome).toHaveProperty('entity')
  })

  test('a CSV import invites the valid rows and reports each invalid row with its line', async () => {
    const { saa } = await team()
    const csv = [
      'Email,First_Name,Last_Name,Role,Permissions',
      'one@example.org,Ann,"O""Brien, Jr",AU,claim|elig',
      '',
      'two@example.org,Bo,Li,SAA,',
      'three,Cy,Na,AU,',
      'four@example.org,Di,Vo,AA,FLY',
      'five@example.org,,Vo,AA,',
      'six@example.org,Ed,Vo,AA,',
      'seven,,Vo,Boss,FLY|SWIM',
    ].join('\r\n')
    const { entity } = await saa.browser.postCall<InviteManyResult>(calls.inviteMany.path, { entity: 'GROUP:N1', csv })
    expect(entity.invited).toBe(2)
    expect(entity.rows.map((row) => [row.line, row.invited, row.message])).toEqual([
      [2, true, 'Invited.'],
      [4, false, 'Role must be AA or AU.'],
      [5, false, 'Email: Invalid Email'],
      [6, false, 'There is no permission FLY.'],
      [7, false, 'First name: Required.'],
      [8, true, 'Invited.'],
      [
        9,
        false,
        'Role must be AA or AU; There is no permission FLY; There is no permission SWIM; First name: Required; Email: Invalid Email',
      ],
    ])
    // A row without permissions gets the minimum, never everything that could be given.
    expect(entity.rows.at(-2)).toMatchObject({ name: 'Ed Vo', role: 'AA', permissions: ['HOME'] })
    expect(await people(saa, { search: 'six@example.org' })).toMatchObject([{ permissions: ['HOME'] }])
    const again = await saa.browser.postCall<InviteManyResult>(calls.inviteMany.path, { entity: 'GROUP:N1', csv })
    expect(again.entity.invited).toBe(0)
    const headless = await saa.browser.postCall(calls.inviteMany.path, { entity: 'GROUP:N1', csv: 'Ann,Bo' })
    expect(headless.status).toBe(407)
  })
})
