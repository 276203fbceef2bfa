import { invite } from '@portico/core/access/calls'
import { planDayOf } from '@portico/core/forms/calendar-day'
import * as calls from '@portico/core/signon/calendar/calls'
import type { DueDates, FeedMade } from '@portico/core/signon/calendar/shapes'
import { resetPassword, resetQuestions } from '@portico/core/signon/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { createLink } from '#platform/identity/links.ts'
import { insertTestAccount, testAnswers, testPassword, testQuestions } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, makeRequest, north, south } from '../../test/small-plan.ts'

let site: TestApp
const START = new Date('2026-03-10T15:00:00Z')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(START.getTime() + days * DAY_MS)
const limits = {
  calendarReadsPerMinutePerFeed: 5,
  calendarReadsPerMinutePerAddress: 30,
  calendarWrongPerMinutePerAddress: 4,
}

beforeAll(async () => {
  site = await buildTestApp({ clock: createTestClock(START), database: 'migrated', settings: { limits } })
  await insertSmallPlan(site.db)
})
beforeEach(() => site.reset())
afterAll(() => site?.close())

const PERMISSIONS = ['HOME', 'ELIG', 'CLAIM', 'ROSTER']
const join = (username: string, role: Role, scopeId = 'N1', more = {}) =>
  insertTestAccount(site.db, {
    username,
    grants: [{ role, scopeKind: 'PG', scopeId, permissions: PERMISSIONS }],
    ...more,
  })
async function signIn(username: string): Promise<TestBrowser> {
  const browser = site.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}
async function saa(username = 'saa') {
  const account = await join(username, 'SAA')
  return { ...account, browser: await signIn(username) }
}
const dueOf = async (browser: TestBrowser) => (await browser.getCall<DueDates>(calls.dueDates.path)).entity
const make = async (browser: TestBrowser) =>
  new URL((await browser.postCall<FeedMade>(calls.makeFeed.path)).entity.address).pathname
const fetchFeed = (path: string, headers: Record<string, string> = {}, address = '198.51.100.7') =>
  site.openBrowser({ address }).get(path, { headers })
const confirmBy = (accountId: string, at: Date) =>
  sql`update access_grant set confirm_due_at = ${at} where account_id = ${accountId}`.execute(site.db)
const feeds = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from calendar_feed`.execute(site.db)).rows[0]?.n)

/** One of each kind in the office of the SAA, and the same in another office. */
async function insertDue() {
  await insertSmallDirectory(site.db, inDays(-80))
  for (const [index, scopeId] of ['N1', south.group].entries()) {
    const [one, other] = [await join(`one${index}`, 'AU', scopeId), await join(`other${index}`, 'AA', scopeId)]
    for (const { id } of [one, other]) await confirmBy(id, inDays(12))
    const late = await join(`late${index}`, 'AU', scopeId)
    await confirmBy(late.id, inDays(-2))
    const far = await join(`far${index}`, 'AU', scopeId)
    await confirmBy(far.id, inDays(31))
    const asking = await insertTestAccount(site.db, { username: `asking${index}` })
    const request = { role: 'AU' as const, scopes: [{ kind: 'PG' as const, id: scopeId }], now: inDays(-10) }
    await makeRequest(site.db, testSettings(), { ...request, accountId: asking.id })
  }
}

describe('due dates', () => {
  it('are those of the SAA’s own scopes within 30 days, by date, overdue entries first', async () => {
    const { id, browser } = await saa()
    await insertDue()
    await makeRequest(site.db, testSettings(), {
      accountId: id,
      scopes: [{ kind: 'NPI', id: north.solo }],
      now: inDays(-5),
      path: 'BEHALF',
      signatoryEmail: 'dr@practice.example',
    })
    await browser.postCall(invite.path, {
      entity: 'GROUP:N1',
      role: 'AU',
      permissions: ['HOME'],
      firstName: 'Ina',
      lastName: 'Vited',
      email: 'ina@example.org',
      phone: '5125550188',
    })
    const { today, due, feed } = await dueOf(browser)
    expect(today).toBe('2026-03-10')
    expect(feed).toEqual({ madeOn: '', readOn: '' })
    expect(due).toEqual([
      { kind: 'CONFIRM', day: planDayOf(inDays(-2)), overdue: true, count: 1 },
      { kind: 'INVITATIONS', day: planDayOf(inDays(7)), overdue: false, count: 1 },
      { kind: 'VERIFY', day: planDayOf(inDays(10)), overdue: false, count: 2 },
      { kind: 'CONFIRM', day: planDayOf(inDays(12)), overdue: false, count: 2 },
      { kind: 'REQUESTS', day: planDayOf(inDays(20)), overdue: false, count: 1 },
      { kind: 'OWN_REQUESTS', day: planDayOf(inDays(25)), overdue: false, count: 1 },
    ])
  })

  it('disappear when they are done: confirmed, verified, decided and accepted', async () => {
    const { browser } = await saa()
    await insertDue()
    await sql`update access_grant set confirm_due_at = ${inDays(180)}`.execute(site.db)
    await sql`update practice set verified_at = ${START}`.execute(site.db)
    await sql`update access_request set state = 'REJECTED' where state like 'PENDING%'`.execute(site.db)
    await sql`update access_grant set state = 'REJECTED' where state like 'PENDING%'`.execute(site.db)
    expect((await dueOf(browser)).due).toEqual([])
  })

  it('name the day in the plan’s time zone', async () => {
    const { browser } = await saa()
    const { id } = await join('evening', 'AU')
    await confirmBy(id, new Date('2026-03-16T03:30:00Z'))
    expect((await dueOf(browser)).due).toMatchObject([{ day: '2026-03-15' }])
  })

  it('show from when a second factor is required, until it is set up', async () => {
    const required = { kind: 'required', days: 14 } as const
    const { settings } = site.deps
    settings.factorPolicies = { ...settings.factorPolicies, SAA: required }
    const { id, browser } = await saa()
    expect((await dueOf(browser)).due).toEqual([
      { kind: 'FACTOR', day: planDayOf(inDays(14)), overdue: false, count: 1 },
    ])
    const path = await make(browser)
    expect((await fetchFeed(path)).body).toContain('SUMMARY:Set up a second step')
    await site.db
      .insertInto('authenticator_key')
      .values({ account_id: id, sealed: Buffer.alloc(1), sealed_by: 'key', created_at: START, confirmed_at: START })
      .execute()
    expect((await fetchFeed(path)).body).not.toContain('SUMMARY')
  })

  it.each(['AA', 'AU'] as const)('are refused to an %s, who gets no feed either', async (role) => {
    await join('worker', role)
    const browser = await signIn('worker')
    for (const reply of [await browser.getCall(calls.dueDates.path), await browser.postCall(calls.makeFeed.path)])
      expect(reply).toMatchObject({ status: 404 })
    expect(await feeds()).toBe(0)
  })

  it.each(['member', 'internal'] as const)('are refused to %s accounts', async (kind) => {
    await insertTestAccount(site.db, { username: 'stranger', kind })
    const browser = await signIn('stranger')
    for (const reply of [
      await browser.getCall(calls.dueDates.path),
      await browser.postCall(calls.makeFeed.path),
      await browser.postCall(calls.withdrawFeed.path),
    ])
      expect(reply.http).toBe(403)
  })
})

describe('the address of a feed', () => {
  it('is 256 random bits, shown once and stored as a hash', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    const { rows } = await sql<{ text: string }>`select f::text as text from calendar_feed f`.execute(site.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(token)
    expect(JSON.stringify(await dueOf(browser))).not.toContain(token)
    expect((await dueOf(browser)).feed).toEqual({ madeOn: START.toISOString(), readOn: '' })
    await fetchFeed(path)
    expect(site.logLines.join('\n')).not.toContain(token)
  })

  it('needs a recent proof of identity', async () => {
    const { browser } = await saa()
    site.clock.advance(11 * 60)
    expect(await browser.postCall(calls.makeFeed.path)).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
    expect(await feeds()).toBe(0)
  })

  it('replaces the former one, which stops', async () => {
    const { browser } = await saa()
    const former = await make(browser)
    const current = await make(browser)
    expect((await fetchFeed(former)).statusCode).toBe(404)
    expect((await fetchFeed(current)).statusCode).toBe(200)
    expect(await feeds()).toBe(1)
  })

  it('stops when it is withdrawn, and another person’s stays', async () => {
    const [one, other] = [await saa(), await saaOf('N2')]
    const [ended, kept] = [await make(one.browser), await make(other.browser)]
    expect((await one.browser.postCall(calls.withdrawFeed.path)).status).toBe(200)
    expect((await fetchFeed(ended)).statusCode).toBe(404)
    expect((await fetchFeed(kept)).statusCode).toBe(200)
    expect((await dueOf(one.browser)).feed).toEqual({ madeOn: '', readOn: '' })
  })

  it('is audited when it is made and withdrawn, once each and without the address', async () => {
    const { id, browser } = await saa()
    await make(browser)
    await browser.postCall(calls.withdrawFeed.path)
    await browser.postCall(calls.withdrawFeed.path)
    const { rows } = await sql<{ action: string; details: object }>`
      select action, details from audit_event where subject_account_id = ${id} and action like 'account.calendar%'
      order by id`.execute(site.db)
    expect(rows).toEqual([
      { action: 'account.calendar-made', details: {} },
      { action: 'account.calendar-withdrawn', details: {} },
    ])
  })

  const saaOf = async (scopeId: string) => {
    const account = await join(`saa${scopeId}`, 'SAA', scopeId)
    return { ...account, browser: await signIn(`saa${scopeId}`) }
  }

  it.each([
    ['the account is suspended', (id: string) => sql`update account set state = 'SUSPENDED' where id = ${id}`],
    [
      'the password is reset',
      (id: string) => sql`update account set password_changed_at = ${inDays(1)} where id = ${id}`,
    ],
    [
      'the grant is suspended',
      (id: string) => sql`update access_grant set state = 'SUSPENDED' where account_id = ${id}`,
    ],
    ['the grant is removed', (id: string) => sql`update access_grant set state = 'REVOKED' where account_id = ${id}`],
    [
      'another person becomes the SAA',
      (id: string) => sql`update access_grant set role = 'AA' where account_id = ${id}`,
    ],
  ])('stops for good when %s', async (_what, narrow) => {
    const { id, browser } = await saa()
    const path = await make(browser)
    await narrow(id).execute(site.db)
    expect((await fetchFeed(path)).statusCode).toBe(404)
    await sql`update account set state = 'ACTIVE' where id = ${id}`.execute(site.db)
    await sql`update access_grant set state = 'ACTIVE', role = 'SAA' where account_id = ${id}`.execute(site.db)
    expect((await fetchFeed(path)).statusCode).toBe(404)
  })

  it('stays while the person is the SAA of another scope', async () => {
    const { id } = await insertTestAccount(site.db, {
      username: 'both',
      grants: ['N1', 'N2'].map((scopeId) => ({ role: 'SAA', scopeKind: 'PG', scopeId, permissions: PERMISSIONS })),
    })
    const path = await make(await signIn('both'))
    await sql`update access_grant set role = 'AA' where account_id = ${id} and scope_id = 'N1'`.execute(site.db)
    expect((await fetchFeed(path)).statusCode).toBe(200)
  })

  it('stops with a reset of the password by mailed link', async () => {
    const { id, browser } = await saa()
    const path = await make(browser)
    const resetId = await transact({ db: site.db }, (inside) =>
      createLink({ db: inside.db, now: START }, { purpose: 'PASSWORD_RESET', accountId: id, lifetimeSeconds: 600 }),
    )
    const asked = await browser.getCall<{ questions: string[] }>(resetQuestions.path, { resetId })
    const answers = asked.entity.questions.map((question) => ({
      question,
      answer: testAnswers[testQuestions.indexOf(question)],
    }))
    const reply = await browser.postCall(resetPassword.path, {
      resetId,
      answers,
      password: 'Lantern4417',
      confirmPassword: 'Lantern4417',
    })
    expect(reply.status).toBe(200)
    expect((await fetchFeed(path)).statusCode).toBe(404)
  })
})

describe('a feed', () => {
  const linesOf = (body: string) => body.replace(/\r\n /g, '').split('\r\n')

  it('has the kind, the number and the link of each date, and no name, NPI, address or member', async () => {
    const { browser } = await saa()
    await insertDue()
    const reply = await fetchFeed(await make(browser))
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const lines = linesOf(reply.body)
    expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual([
      'SUMMARY:Overdue: Confirm the access of 1 person',
      'SUMMARY:Verify 2 directory entries',
      'SUMMARY:Confirm the access of 2 people',
      'SUMMARY:Decide 1 access request',
    ])
    expect(lines.filter((line) => line.startsWith('DTSTART;'))).toEqual([
      'DTSTART;VALUE=DATE:20260310',
      'DTSTART;VALUE=DATE:20260320',
      'DTSTART;VALUE=DATE:20260322',
      'DTSTART;VALUE=DATE:20260330',
    ])
    expect(lines.filter((line) => line.startsWith('URL'))).toEqual(
      ['access/confirm', 'verify', 'access/confirm', 'access'].map(
        (page) => `URL:http://localhost/thp/portal/providers/${page}`,
      ),
    )
    for (const secret of ['Robin', 'Sample', 'example.org', 'North', 'N1', ...north.npis.N1])
      expect(reply.body).not.toContain(secret)
    // The random part of an event's id can have ten digits in a row.
    expect(reply.body.replaceAll(/@[\da-f-]{36}/g, '')).not.toMatch(/\d{10}/)
  })

  it('opens no session and sets no cookie', async () => {
    const { browser } = await saa()
    const reply = await fetchFeed(await make(browser))
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['cache-control']).toBe('private, no-cache')
  })

  it('is unchanged for a calendar that has it, until something changes', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    const { etag } = (await fetchFeed(path)).headers
    site.clock.advance(3600)
    const again = await fetchFeed(path, { 'if-none-match': `"other", W/${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await insertDue()
    site.clock.advance(60)
    expect((await fetchFeed(path, { 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  it('shows on the page when a calendar last read it', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    await fetchFeed(path)
    expect((await dueOf(browser)).feed.readOn).toBe(START.toISOString())
    site.clock.advance(60)
    await fetchFeed(path)
    expect((await dueOf(browser)).feed.readOn).toBe(START.toISOString())
    site.clock.advance(3600)
    await fetchFeed(path)
    expect((await dueOf(await signIn('saa'))).feed.readOn).toBe(new Date(START.getTime() + 3_660_000).toISOString())
  })

  it('keeps the id of a date while its number changes', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    const uids = async () => linesOf((await fetchFeed(path)).body).filter((line) => line.startsWith('UID'))
    await confirmBy((await join('first', 'AU')).id, inDays(12))
    const before = await uids()
    await confirmBy((await join('second', 'AU')).id, inDays(12))
    expect(before).toHaveLength(1)
    expect(await uids()).toEqual(before)
  })
})

describe('limits of a feed', () => {
  const statusesOf = async (count: number, read: () => Promise<{ statusCode: number }>) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n += 1) statuses.push((await read()).statusCode)
    return statuses
  }

  it('are of the feed, over all networks', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    let network = 0
    const read = () => {
      network += 1
      return fetchFeed(path, {}, `198.51.100.${network}`)
    }
    expect(await statusesOf(6, read)).toEqual([200, 200, 200, 200, 200, 429])
    expect((await read()).headers['retry-after']).toBe('60')
    site.clock.advance(60)
    expect((await read()).statusCode).toBe(200)
  })

  it('are of wrong addresses from one network, which still reads right ones', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    const wrong = () => fetchFeed(`/calendar/${'A'.repeat(43)}.ics`)
    expect(await statusesOf(6, wrong)).toEqual([404, 404, 404, 404, 429, 429])
    expect((await fetchFeed(path)).statusCode).toBe(200)
    expect((await fetchFeed(`/calendar/${'B'.repeat(43)}.ics`, {}, '198.51.100.8')).statusCode).toBe(404)
  })

  it('are of one network, over all feeds', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    await sql`insert into flood_counter (key, window_start, hits)
      values ('calendar-client:198.51.100.7', ${START}, 30)`.execute(site.db)
    expect((await fetchFeed(path)).statusCode).toBe(429)
    expect((await fetchFeed(path, {}, '198.51.100.8')).statusCode).toBe(200)
  })

  it('answer every address without a feed alike', async () => {
    const { browser } = await saa()
    const withdrawn = await make(browser)
    await browser.postCall(calls.withdrawFeed.path)
    const replies = []
    for (const path of [
      withdrawn,
      `/calendar/${'A'.repeat(43)}.ics`,
      '/calendar/short.ics',
      `${withdrawn}x`,
      withdrawn.replace('.ics', ''),
      '/calendar/',
    ]) {
      const { statusCode, body, headers } = await fetchFeed(path)
      replies.push({ statusCode, body, type: headers['content-type'], cache: headers['cache-control'] })
      site.clock.advance(60)
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]).toMatchObject({ statusCode: 404 })
  })

  it('accept GET and HEAD only', async () => {
    const { browser } = await saa()
    const path = await make(browser)
    const ask = (method: 'HEAD' | 'POST' | 'PUT' | 'DELETE') =>
      site.app.inject({ method, url: path, headers: { host: 'localhost' } })
    expect((await ask('HEAD')).statusCode).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE'] as const) expect((await ask(method)).statusCode).toBeGreaterThan(402)
    expect((await fetchFeed(path)).statusCode).toBe(200)
  })
})
