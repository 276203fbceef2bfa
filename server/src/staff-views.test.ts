import * as access from '@portico/core/access/calls'
import type { ControlledAccess, History, PeoplePage } from '@portico/core/access/shapes'
import { STAFF_ROLES } from '@portico/core/access/staff-roles'
import { ALL_CALLS, type NamedCall } from '@portico/core/all-calls'
import * as bell from '@portico/core/bell/calls'
import type { BellPage } from '@portico/core/bell/shapes'
import * as content from '@portico/core/content/calls'
import * as directory from '@portico/core/plan-data/calls'
import type { ClaimList } from '@portico/core/plan-data/shapes'
import * as signon from '@portico/core/signon/calls'
import { STEP_UP } from '@portico/core/signon/sentences'
import type { Me } from '@portico/core/signon/shapes'
import * as views from '@portico/core/staff-views/calls'
import * as sentence from '@portico/core/staff-views/sentences'
import type { PeopleToView, StaffView, UnmaskRequest, ViewOfMe } from '@portico/core/staff-views/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerView } from '#platform/calls/answer-view.ts'
import { visitOf } from '#platform/calls/mount.ts'
import { insertTestAccount, testPassword } from '../test/accounts.ts'
import type { TestBrowser } from '../test/browser.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { jobNamed } from '../test/jobs.ts'
import { DEMO_PASSWORD } from './demo/seed/demo-access.ts'

/** Views by support agents (behaviour 23.20), on the demo: 'demosupport' views 'demosaa', whose SAA role sees all. */
const MINUTE = 60
const REASON = 'Called about a missing claim'
let site: TestApp
let agent: TestBrowser
let count = 0

beforeAll(async () => {
  site = await buildTestApp({
    settings: { limits: { signInsPerMinutePerAddress: 1000, signInsPerMinutePerUser: 1000 } },
  })
})
afterAll(() => site?.close())
beforeEach(async () => {
  site.clock.advance(30 * MINUTE)
  agent = await signIn('demosupport')
})

async function signIn(userName: string, password = DEMO_PASSWORD): Promise<TestBrowser> {
  const browser = site.openBrowser()
  await browser.signIn(userName, password)
  return browser
}

async function newStaff(staffRole: (typeof STAFF_ROLES)[number] = 'SUPPORT') {
  count += 1
  const username = `seeas${count}`
  const { id } = await insertTestAccount(site.db, { username, kind: 'internal', staffRole })
  return { id, username, browser: await signIn(username, testPassword) }
}

const idOf = async (userName: string) =>
  (await site.db.selectFrom('account').selectAll().where('username_key', '=', userName).executeTakeFirstOrThrow()).id

/** Demo accounts have their user name as public id. */
const open = (browser = agent, accountId = 'demosaa', reason = REASON) =>
  browser.postCall<StaffView>(views.openView.path, { accountId, reason })
async function openId(browser = agent, accountId = 'demosaa'): Promise<string> {
  const { status, entity } = await open(browser, accountId)
  expect(status).toBe(200)
  return entity.viewId
}

const inView = (viewId: string) => ({ headers: { 'x-portico-view': viewId } })
const me = (browser: TestBrowser, viewId: string) => browser.getCall<Me>(signon.me.path, {}, inView(viewId))
const send = ({ call }: Pick<NamedCall, 'call'>, browser: TestBrowser, viewId: string, input: object = {}) =>
  call.method === 'GET'
    ? browser.get(`/Provider${call.path}?${new URLSearchParams(input as Record<string, string>)}`, inView(viewId))
    : browser.post(`/Provider${call.path}`, input, inView(viewId))

const isSeeAs = ({ call: { access: who } }: NamedCall) => who !== 'public' && who.seeAs === true
const nameOf = ({ area, name }: NamedCall) => `${area}: ${name}`

/** Written by hand: a call that gets or loses the declaration is noticed. */
const SEEN = [
  'applicationTiles',
  'bellEntries',
  'claimStatuses',
  'getAllProviders',
  'getCapeCodNpis',
  'getClaimNpis',
  'getIPAs',
  'getNPIs',
  'getSGs',
  'getScoInvoiceNpis',
  'getScoTrakkerNpis',
  'isProviderUser',
  'keepAliveProvider',
  'listControlledAccess',
  'listDelayedDecisions',
  'listHistory',
  'listMyChanges',
  'listMyRequests',
  'listPeople',
  'listReceipts',
  'listRequests',
  'listRoster',
  'listRosterGroups',
  'listScoCases',
  'listScoInvoices',
  'listScopes',
  'listToVerify',
  'listVerificationScopes',
  'me',
  'officeHome',
  'openClaim',
  'openReceipt',
  'openVerificationDraft',
  'providerlist',
  'searchClaims',
  'trackUser',
]

test('exactly the listed calls may be used in a view, and none of them returns a file or needs a proof', () => {
  const seen = ALL_CALLS.filter(isSeeAs)
  expect(seen.map(({ name }) => name).sort()).toEqual(SEEN)
  for (const named of seen) expect(named.call.described.file, nameOf(named)).toBeUndefined()
})

test('answers the calls that declare it to the agent of the open view, and refuses every other call', async () => {
  const viewId = await openId()
  for (const named of ALL_CALLS) {
    const reply = await send(named, agent, viewId)
    if (isSeeAs(named)) {
      // Without its input, a call may be malformed; it is neither refused nor broken.
      expect([200, 400], nameOf(named)).toContain(reply.statusCode)
    } else {
      expect(reply.statusCode, nameOf(named)).toBe(403)
      expect(reply.json().entity.messageCode, nameOf(named)).toBe('see-as')
    }
  }
  expect((await me(agent, viewId)).entity.userName).toBe('demosaa')
})

test.each([...STAFF_ROLES.filter((role) => role !== 'SUPPORT'), 'another agent', 'demosaa', 'demomember'] as const)(
  'refuses every call of the view to %s',
  async (who) => {
    const viewId = await openId()
    const role = STAFF_ROLES.find((known) => known === who)
    const isNamed = who === 'demosaa' || who === 'demomember'
    const browser = isNamed ? await signIn(who) : (await newStaff(role)).browser
    for (const named of ALL_CALLS) {
      const reply = await send(named, browser, viewId)
      expect(reply.statusCode, nameOf(named)).toBe(403)
    }
  },
)

test('refuses every call with the header to a visitor, as without a view', async () => {
  const viewId = await openId()
  for (const named of ALL_CALLS) {
    const { statusCode } = await send(named, site.openBrowser(), viewId)
    expect(statusCode, nameOf(named)).toBe(named.call.access === 'public' ? 403 : 401)
  }
})

test('shows what the person sees, and does not change who the agent is elsewhere', async () => {
  const viewId = await openId()
  const person = await signIn('demosaa')
  for (const { path } of [access.listControlledAccess, access.listScopes, directory.getNPIs, directory.listRoster]) {
    const seen = await agent.getCall<ControlledAccess>(path, {}, inView(viewId))
    expect(seen.status, path).toBe(200)
    expect(seen, path).toEqual(await person.getCall(path))
  }
  const own = await agent.getCall<Me>(signon.me.path)
  expect(own.entity).toMatchObject({ userName: 'demosupport', kind: 'internal' })
})

const countViews = async () => (await site.db.selectFrom('staff_view').select('id').execute()).length

test('needs a reason, a recent proof and the anti-forgery token', async () => {
  const before = await countViews()
  expect((await open(agent, 'demosaa', '  ')).entity.message).toBe(sentence.VIEW_REASON_NEEDED)
  const body = { accountId: 'demosaa', reason: REASON }
  const forged = await agent.post(`/Provider${views.openView.path}`, body, {
    headers: { 'x-xsrf-token': 'x'.repeat(66) },
  })
  expect(forged.json().entity.messageCode).toBe('anti-forgery')
  site.clock.advance(11 * MINUTE)
  expect(await open()).toMatchObject({ http: 401, entity: { message: STEP_UP } })
  expect(await countViews()).toBe(before)
})

test('needs the anti-forgery token for a call of the view that is a POST', async () => {
  const viewId = await openId()
  const headers = { ...inView(viewId).headers, 'x-xsrf-token': 'x'.repeat(66) }
  const reply = await agent.post(`/Provider${directory.searchClaims.path}`, {}, { headers })
  expect(reply.json().entity.messageCode).toBe('anti-forgery')
})

test.each(['demomember', 'demostaff', 'demoinvited', 'nobody', ''])('cannot view the account %s', async (accountId) => {
  const reply = await open(agent, accountId)
  expect(reply.http === 400 || reply.status === 404, accountId).toBe(true)
})

test('finds active provider accounts only', async () => {
  const find = async (search: string) =>
    (await agent.getCall<PeopleToView>(views.findPeopleToView.path, { search })).entity.rows
  expect((await find('Ashgrove')).map(({ accountId }) => accountId)).toEqual(['demosaa'])
  for (const search of ['Kingsley', 'Jellicoe', 'demomember']) expect(await find(search), search).toEqual([])
})

test('lasts 15 minutes, and neither calls nor a keep-alive prolong it', async () => {
  const viewId = await openId()
  site.clock.advance(14 * MINUTE)
  expect((await me(agent, viewId)).status).toBe(200)
  await agent.getCall(signon.keepAliveProvider.path, {}, inView(viewId))
  site.clock.advance(MINUTE)
  expect((await me(agent, viewId)).entity.messageCode).toBe('view-ended')
  const { entity } = await agent.getCall<StaffView>(views.describeView.path, { viewId })
  expect(entity.secondsLeft).toBe(0)
})

test('ends when the agent ends it, and when the agent opens another one', async () => {
  const first = await openId()
  expect((await agent.postCall(views.endView.path, { viewId: first })).status).toBe(200)
  expect((await agent.postCall(views.endView.path, { viewId: first })).status).toBe(404)
  const second = await openId()
  const third = await openId(agent, 'demoaa')
  for (const ended of [first, second]) expect((await me(agent, ended)).entity.messageCode).toBe('view-ended')
  expect((await me(agent, third)).entity.userName).toBe('demoaa')
})

test('belongs to the session that opened it, and ends with it', async () => {
  const viewId = await openId()
  const otherSession = await signIn('demosupport')
  expect((await me(otherSession, viewId)).entity.messageCode).toBe('view-ended')
  const cookies = new Map(agent.cookies)
  await agent.postCall(signon.logout.path)
  for (const [name, value] of cookies) agent.cookies.set(name, value)
  expect((await me(agent, viewId)).http).toBe(401)
  const { ended_at } = await site.db
    .selectFrom('staff_view')
    .select('ended_at')
    .where('public_id', '=', viewId)
    .executeTakeFirstOrThrow()
  expect(ended_at).not.toBeNull()
})

test('ends when the agent loses the role, and does not come back with it', async () => {
  const { id, browser } = await newStaff()
  const viewId = await openId(browser)
  const chief = await signIn('demostaff')
  const { public_id: accountId } = await site.db
    .selectFrom('account')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const role of ['REVIEWER', 'SUPPORT']) {
    expect((await chief.postCall(access.changeStaffRole.path, { accountId, role })).status).toBe(200)
    expect((await me(browser, viewId)).entity.messageCode, role).toBe('view-ended')
  }
})

test('ends when the viewed account is suspended, and does not come back when it is reopened', async () => {
  const viewId = await openId(agent, 'demosolo')
  const chief = await signIn('demostaff')
  const suspended = await chief.postCall(access.suspendAccount.path, { accountId: 'demosolo', reason: 'Test' })
  expect(suspended.status).toBe(200)
  expect((await me(agent, viewId)).entity.messageCode).toBe('view-ended')
  expect((await chief.postCall(access.reopenAccount.path, { accountId: 'demosolo' })).status).toBe(200)
  expect((await me(agent, viewId)).entity.messageCode).toBe('view-ended')
})

test.each(['', 'none', '%00', 'A'.repeat(22), "' or true --"])('refuses the forged view id %j', async (forged) => {
  await openId()
  expect((await me(agent, forged)).entity.messageCode).toBe('view-ended')
})

test('is no session of the person: no visit is recorded, and nothing is marked as read', async () => {
  const id = await idOf('demosaa')
  const facts = () =>
    Promise.all([
      site.db.selectFrom('account').selectAll().where('id', '=', id).execute(),
      site.db.selectFrom('account_session').selectAll().where('account_id', '=', id).orderBy('public_id').execute(),
      site.db.selectFrom('account_device').selectAll().where('account_id', '=', id).orderBy('public_id').execute(),
      site.db.selectFrom('bell_entry').selectAll().where('account_id', '=', id).orderBy('id').execute(),
    ])
  const entry = { account_id: id, kind: 'NEWS', event: 'content.news', delivery: 'BELL' } as const
  await site.db
    .insertInto('bell_entry')
    .values({ ...entry, created_at: site.clock.now() })
    .execute()
  const before = await facts()
  expect(before[3].filter(({ read_at }) => read_at === null).length).toBeGreaterThan(0)
  const viewId = await openId()
  for (const named of ALL_CALLS) await send(named, agent, viewId)
  const unread = (await me(agent, viewId)).entity.unread
  expect(unread).toBe(before[3].filter(({ read_at }) => read_at === null).length)
  expect((await agent.postCall(bell.readAllBellEntries.path, {}, inView(viewId))).entity.messageCode).toBe('see-as')
  expect(await facts()).toEqual(before)
})

test('PostgreSQL itself refuses a write in a view', async () => {
  const session = {
    idHash: Buffer.alloc(32),
    publicId: 'x',
    accountId: await idOf('demosaa'),
    kind: 'provider' as const,
    active: true,
    permissions: [],
    proof: { by: 'PASSWORD' as const, at: new Date(0), usedAt: null },
    factorDue: null,
    staffRole: null,
    byDoor: false,
    view: { publicId: 'x', agentId: await idOf('demosupport'), unmasked: true },
  }
  const request = { ip: '192.0.2.1', headers: {}, hostname: 'localhost', host: 'localhost' } as never
  const context = { ...visitOf(site.deps, request, session), session }
  expect(context.actor).toEqual({ kind: 'internal', accountId: session.view.agentId })
  const writing = answerView(context, content.getFAQs.described, {}, async ({ db }) => {
    await db.updateTable('account').set({ phone: '1' }).where('id', '=', session.accountId).execute()
    return { entity: true }
  })
  await expect(writing).rejects.toThrow('read-only transaction')
})

/** Texts of the person's own replies that a view must not tell. */
async function findCanaries(): Promise<string[]> {
  const person = await signIn('demosaa')
  const claims = await person.postCall<ClaimList>(directory.searchClaims.path, {})
  const cases = await person.getCall<{ rows: { memberId: string; caseId: string }[] }>(directory.listScoCases.path)
  const found = [
    ...claims.entity.rows.flatMap(({ claimNumber, memberId }) => [claimNumber, memberId]),
    ...cases.entity.rows.flatMap(({ memberId, caseId }) => [memberId, caseId]),
  ]
  expect(claims.entity.rows.length).toBeGreaterThan(5)
  return [...new Set(found)].filter((text) => text.length > 5)
}

test('hides claims and members’ data in every reply, also as an input', async () => {
  const viewId = await openId()
  const canaries = await findCanaries()
  const [claimNumber = '', memberId = ''] = canaries
  for (const named of ALL_CALLS.filter(isSeeAs)) {
    const { body } = await send(named, agent, viewId)
    expect(
      canaries.filter((canary) => body.includes(canary)),
      nameOf(named),
    ).toEqual([])
  }
  const list = await agent.postCall<ClaimList>(directory.searchClaims.path, {}, inView(viewId))
  expect(list.entity.rows[0]).toMatchObject({ claimNumber: '•••', memberId: '•••', serviceDate: '•••', billed: '•••' })
  const shown = list.entity.rows.map(({ npi, providerName, ...hidden }) => Object.values(hidden))
  expect(new Set(shown.flat()), 'also what is empty').toEqual(new Set(['•••']))
  const asked = [
    await agent.postCall(directory.searchClaims.path, { memberId }, inView(viewId)),
    await agent.postCall(directory.searchClaims.path, { claimNumber }, inView(viewId)),
    await agent.getCall(directory.openClaim.path, { claimNumber }, inView(viewId)),
  ]
  for (const reply of asked) expect(reply).toMatchObject({ http: 403, entity: { message: sentence.VIEW_HIDDEN } })
})

const TELLING =
  /^(memberId|memberName|claimNumber|billed|paid|totalBilled|totalPaid|memberOwes|denialReason|birthDate|claims)$/
/** `me` returns the member ID of a member's own account; a view is never of a member. */
const TOLD = ['me.memberId']

test('every call of a view declares its fields of claims and members as hidden, and only fields that it has', () => {
  const fieldsOf = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties } = schema as { properties?: object }
    return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)]
  }
  for (const { name, call } of ALL_CALLS.filter(isSeeAs)) {
    const { masks = [], query, body, entity } = call.described
    const fields = new Set([...fieldsOf(entity), ...fieldsOf(query), ...fieldsOf(body)])
    const telling = fieldsOf(entity).filter((field) => TELLING.test(field) && !TOLD.includes(`${name}.${field}`))
    expect(
      telling.filter((field) => !masks.includes(field)),
      name,
    ).toEqual([])
    expect(
      masks.filter((field) => !fields.has(field)),
      name,
    ).toEqual([])
  }
})

const ask = (viewId: string, reason = 'The claim itself is in question') =>
  agent.postCall(views.askToUnmask.path, { viewId, reason })
const decide = (browser: TestBrowser, viewId: string, approve = true) =>
  browser.postCall(views.decideUnmasking.path, { viewId, approve })

test('another person shows claims and members’ data, for this one view', async () => {
  const viewId = await openId()
  const [claimNumber = ''] = await findCanaries()
  const reviewer = await signIn('demoreview')
  expect((await decide(reviewer, viewId)).status, 'before it was asked').toBe(404)
  expect((await ask(viewId, ' ')).entity.message).toBe(sentence.UNMASK_REASON_NEEDED)
  expect((await ask(viewId)).status).toBe(200)
  expect((await ask(viewId)).entity.message).toBe(sentence.UNMASK_ASKED)
  const { entity: waiting } = await reviewer.getCall<UnmaskRequest[]>(views.listUnmaskRequests.path)
  expect(waiting).toMatchObject([{ viewId, agent: 'Sylvia Quimby', userName: 'demosaa', viewReason: REASON }])
  expect((await decide(reviewer, viewId)).status).toBe(200)
  expect((await decide(reviewer, viewId, false)).status).toBe(404)
  const shown = await agent.getCall<{ claimNumber: string }>(directory.openClaim.path, { claimNumber }, inView(viewId))
  expect(shown.entity.claimNumber).toBe(claimNumber)
  const next = await openId()
  expect((await agent.getCall(directory.openClaim.path, { claimNumber }, inView(next))).http).toBe(403)
})

test('reviewers and administrators find the question for hidden data under their bell until it is answered', async () => {
  const viewId = await openId()
  await site.db.deleteFrom('bell_entry').execute()
  await ask(viewId)
  const reviewer = await signIn('demoreview')
  const isListed = async () => {
    await jobNamed('end-unmasking-entries').run(site.deps, site.clock.now())
    const { entity } = await reviewer.getCall<BellPage>(bell.bellEntries.path)
    return entity.entries.some(({ says, page }) => says.includes('hidden data') && page.endsWith('/unmasking'))
  }
  expect(await isListed()).toBe(true)
  await decide(await signIn('demostaff'), viewId, false)
  expect(await isListed()).toBe(false)
  await ask(viewId)
  expect(await isListed()).toBe(true)
  await agent.postCall(views.endView.path, { viewId })
  expect(await isListed()).toBe(false)
})

test('a declined request leaves the view as it is, and can be made again', async () => {
  const viewId = await openId()
  await ask(viewId)
  expect((await decide(await signIn('demostaff'), viewId, false)).status).toBe(200)
  const { entity } = await agent.getCall<StaffView>(views.describeView.path, { viewId })
  expect(entity.unmasking).toBe('DECLINED')
  expect((await ask(viewId)).status).toBe(200)
})

test('nobody shows themselves claims and members’ data, and no support agent shows them to another one', async () => {
  const { id, browser } = await newStaff()
  const viewId = await openId(browser)
  expect((await browser.postCall(views.askToUnmask.path, { viewId, reason: 'Needed' })).status).toBe(200)
  for (const each of [browser, agent]) expect((await decide(each, viewId)).entity.messageCode).toBe('staff-role')
  const row = site.db.updateTable('staff_view').where('public_id', '=', viewId)
  await site.db.updateTable('account').set({ staff_role: 'REVIEWER' }).where('id', '=', id).execute()
  // Even if the view had not ended with the role.
  await row.set({ ended_at: null }).execute()
  expect((await decide(browser, viewId)).entity.message).toBe(sentence.UNMASK_NOT_OWN)
  await expect(
    row.set({ unmask_decided_by: id, unmasked: true, unmask_decided_at: new Date() }).execute(),
  ).rejects.toThrow('check')
})

test('nobody ends, reads or asks about the view of another agent', async () => {
  const viewId = await openId()
  const { browser } = await newStaff()
  expect((await browser.getCall(views.describeView.path, { viewId })).status).toBe(404)
  expect((await browser.postCall(views.endView.path, { viewId })).status).toBe(404)
  expect((await browser.postCall(views.askToUnmask.path, { viewId, reason: 'Needed' })).status).toBe(404)
  expect((await me(agent, viewId)).status).toBe(200)
})

test('no application signs anybody in through a view, nor the agent while it is open', async () => {
  const viewId = await openId()
  const authorize = '/oidc/auth?client_id=none&response_type=code&scope=openid'
  expect((await agent.get(authorize, inView(viewId))).statusCode).toBe(403)
  expect((await agent.get(authorize)).statusCode).toBe(403)
  await agent.postCall(views.endView.path, { viewId })
  expect((await agent.get(authorize)).statusCode).not.toBe(403)
})

test('every call of a view is in the audit trail with its page, also a refused one', async () => {
  const viewId = await openId(agent, 'demoau')
  const headers = { ...inView(viewId).headers, referer: 'http://localhost/thp/portal/providers/claims?member=secret' }
  await agent.getCall(signon.me.path, {}, { headers })
  await agent.postCall(signon.changePassword.path, {}, inView(viewId))
  const events = await site.db
    .selectFrom('audit_event')
    .select(['action', 'actor_account_id', 'details'])
    .where('subject_account_id', '=', await idOf('demoau'))
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const agentId = await idOf('demosupport')
  expect(events.map(({ actor_account_id }) => actor_account_id)).toEqual([agentId, agentId, agentId])
  expect(events.reverse()).toMatchObject([
    { action: 'account.viewed', details: { view: viewId, reason: REASON } },
    { action: 'view.called', details: { view: viewId, call: signon.me.path, page: '/thp/portal/providers/claims' } },
    { action: 'view.refused', details: { view: viewId, call: signon.changePassword.path } },
  ])
})

async function expectMailed(act: () => Promise<unknown>, ...texts: string[]): Promise<void> {
  const lastMail = await site.db.selectFrom('mail_message').select('id').orderBy('id', 'desc').limit(1).execute()
  await act()
  const mails = await site.db
    .selectFrom('mail_message')
    .select(['kind', 'account_id', 'subject', 'body'])
    .where('id', '>', lastMail[0]?.id ?? '0')
    .orderBy('id')
    .execute()
  expect(mails).toMatchObject([
    { kind: 'account.viewed', account_id: await idOf('demoau') },
    { kind: 'account.viewed-saa', account_id: await idOf('demosaa') },
  ])
  for (const mail of mails) for (const text of texts) expect(JSON.stringify(mail)).toContain(text)
}

test('the person and their SAA are mailed when hidden data is shown, not when that is declined', async () => {
  const viewId = await openId(agent, 'demoau')
  const reviewer = await signIn('demoreview')
  await ask(viewId)
  const before = await site.db
    .selectFrom('mail_message')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirst()
  await decide(reviewer, viewId, false)
  expect(
    await site.db
      .selectFrom('mail_message')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirst(),
  ).toEqual(before)
  await ask(viewId, 'The amount is in question')
  await expectMailed(() => decide(reviewer, viewId), 'The amount is in question', 'now sees claims and members’ data')
})

test('the person and their SAA find the view in their history and are mailed', async () => {
  await expectMailed(() => openId(agent, 'demoau'), REASON, 'opened a view')
  const own = await (await signIn('demoau')).getCall<ViewOfMe[]>(views.listViewsOfMe.path)
  expect(own.entity[0]).toMatchObject({ reason: REASON, unmasked: false })
  const saa = await signIn('demosaa')
  const people = await saa.getCall<PeoplePage>(access.listPeople.path, { accountId: 'demoau' })
  expect(people.entity.people.length).toBeGreaterThan(0)
  const history = await saa.getCall<History>(access.listHistory.path, { accountId: 'demoau' })
  expect(history.entity[0]).toMatchObject({ action: 'account.viewed', by: 'Provider Services', reason: REASON })
})

test('an agent opens a limited number of views a day', async () => {
  const { browser } = await newStaff()
  const { limits } = site.deps.settings
  const most = limits.staffViewsPerDayPerAccount
  limits.staffViewsPerDayPerAccount = 1
  expect((await open(browser)).status).toBe(200)
  expect((await open(browser)).entity.message).toBe(sentence.VIEWS_TOO_MANY)
  limits.staffViewsPerDayPerAccount = most
})
