import { PROVIDER_PATHS } from '@portico/core/constants'
import { captchaChallenge } from '@portico/core/registration/calls'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limitHashing } from '#platform/identity/argon2-threads.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { jobNamed } from '../../test/jobs.ts'
import { solveForTests } from '../../test/solve-captcha.ts'
import { penaltyAfter } from './domain/sessions/guessing.ts'

let app: TestApp
let people = 0
let addresses = 0

beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated', settings: { captcha: { provider: 'altcha', cost: 2 } } })
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(2 * 86_400))

async function newPerson() {
  people += 1
  const username = `guessed${people}`
  const { id } = await insertTestAccount(app.db, { username, grants: [{ role: 'AU' }] })
  return { id, username, email: `${username}@example.org` }
}

/** A browser at a previously unused address. */
function stranger(): TestBrowser {
  addresses += 1
  return app.openBrowser({ address: `198.51.${addresses >> 8}.${addresses & 255}` })
}

async function solve(): Promise<string> {
  const reply = await stranger().get(`/Provider${captchaChallenge.path}`)
  return solveForTests(reply.json())
}

/** Returns the query string of the redirect; '' after a success. */
async function tryAt(browser: TestBrowser, USER: string, PASSWORD: string, captchaRes = ''): Promise<string> {
  const fields = { USER, PASSWORD, captchaRes, TARGET: PROVIDER_PATHS.home }
  const reply = await browser.postForm(SIGN_ON_PATH, fields)
  if (reply.statusCode !== 302) return `HTTP ${reply.statusCode}`
  return String(reply.headers.location).split('?')[1] ?? ''
}

const WRONG = 'error=1'
const WRONG_NEXT_CAPTCHA = 'error=1&captcha=altcha'
const CAPTCHA = 'error=1&reason=captcha&captcha=altcha'
const waits = (seconds: number) => `error=1&reason=wait&seconds=${seconds}&captcha=altcha`

/** Fails `times` times, each from a new address and after the required wait. */
async function fail(username: string, times: number): Promise<string[]> {
  const said: string[] = []
  for (let i = 0; i < times; i += 1) {
    const captcha = said.at(-1)?.includes('captcha') ? await solve() : ''
    said.push(await tryAt(stranger(), username, 'Wrong2026', captcha))
    if (said.length >= 10) app.clock.advance(60)
  }
  return said
}

async function countedTries(): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select coalesce(sum(cardinality(failed_at)), 0)::int as tries from sign_in_tally
    where touched_at = ${app.clock.now()}`.execute(app.db)
  return rows[0]?.tries ?? 0
}

const mailsTo = (to: string) =>
  app.db.selectFrom('mail_message').select(['kind', 'body']).where('to_address', '=', to).execute()

describe('failures of a user name over all addresses', () => {
  it('counts no failure for a right password if the session could not be stored', async () => {
    const { username } = await newPerson()
    const owner = new pg.Client(app.ownerLogin)
    await owner.connect()
    await owner.query(`create function is_full() returns trigger language plpgsql as
      $$ begin raise exception 'No space left' using errcode = '53100'; end $$`)
    await owner.query('create trigger is_full before insert on account_session execute function is_full()')
    for (let i = 0; i < 6; i += 1) {
      expect(await tryAt(stranger(), username, testPassword)).toBe('HTTP 503')
      await expect.poll(countedTries).toBe(0)
    }
    await owner.query('drop trigger is_full on account_session')
    await owner.end()
    expect(await tryAt(stranger(), username, testPassword)).toBe('')
  })

  it('requires a Captcha after five failures and a wait after ten', async () => {
    const { username } = await newPerson()
    expect(await fail(username, 5)).toEqual([...Array(4).fill(WRONG), WRONG_NEXT_CAPTCHA])
    expect(await tryAt(stranger(), username, testPassword)).toBe(CAPTCHA)
    expect(await tryAt(stranger(), username, testPassword, 'nonsense')).toBe(CAPTCHA)
    for (let i = 0; i < 5; i += 1)
      expect(await tryAt(stranger(), username, 'Wrong2026', await solve())).toBe(WRONG_NEXT_CAPTCHA)
    expect(await tryAt(stranger(), username, testPassword, await solve())).toBe(waits(2))
    app.clock.advance(2)
    expect(await tryAt(stranger(), username, testPassword, await solve())).toBe('')
  })

  it('answers failures of an unknown user name the same way', async () => {
    const { username } = await newPerson()
    expect(await fail('nobody4711', 13)).toEqual(await fail(username, 13))
  })

  it('doubles the wait up to a minute, and refused attempts neither extend it nor use up a Captcha', async () => {
    const { username } = await newPerson()
    for (let i = 0; i < 10; i += 1) await tryAt(stranger(), username, 'Wrong2026', i < 5 ? '' : await solve())
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      const captcha = await solve()
      for (let i = 0; i < 3; i += 1)
        expect(await tryAt(stranger(), username, 'Wrong2026', captcha)).toBe(waits(seconds))
      app.clock.advance(seconds)
      expect(await tryAt(stranger(), username, 'Wrong2026', captcha)).toBe(WRONG_NEXT_CAPTCHA)
    }
  })

  it('forgets failures after an hour', async () => {
    const { username } = await newPerson()
    await fail(username, 5)
    app.clock.advance(3600)
    expect(await tryAt(stranger(), username, testPassword)).toBe('')
  })

  it('applies the same limit to parallel failures', async () => {
    const { id, username } = await newPerson()
    const said = await Promise.all(Array.from({ length: 40 }, () => tryAt(stranger(), username, 'Wrong2026')))
    expect(said.filter((one) => one === CAPTCHA)).toHaveLength(35)
    const checked = await app.db
      .selectFrom('audit_event')
      .select('id')
      .where('subject_account_id', '=', id)
      .where('action', '=', 'session.refused')
      .execute()
    expect(checked).toHaveLength(5)
  })

  it('mails only the owner about failures, once a day', async () => {
    const { username, email } = await newPerson()
    await fail(username, 9)
    expect(await mailsTo(email)).toEqual([])
    await fail(username, 6)
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.kind).toBe('account.sign-ins-failed')
    expect(mail?.body).toContain(username)
    app.clock.advance(86_400)
    await fail(username, 11)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('keeps strangers’ failures after the owner signs in elsewhere', async () => {
    const { username } = await newPerson()
    await fail(username, 5)
    expect(await tryAt(stranger(), username, testPassword, await solve())).toBe('')
    expect(await tryAt(stranger(), username, 'Wrong2026')).toBe(CAPTCHA)
  })

  it('stores no typed input with failures and deletes old tallies', async () => {
    await tryAt(stranger(), 'Canary4799', 'Wrong2026')
    const { rows } = await sql<{ text: string }>`
      select t::text as text from sign_in_tally t union all select f::text from flood_counter f`.execute(app.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/canary/i)
    await jobNamed('clean-up').run(app.deps, new Date(app.clock.now().getTime() + 86_401_000))
    expect(await app.db.selectFrom('sign_in_tally').select('key').execute()).toEqual([])
  })
})

describe('the owner’s own browser', () => {
  it('identifies the owner’s browser by a thirty-day cookie that rotates at each sign-in and is stored hashed', async () => {
    const { username } = await newPerson()
    const browser = stranger()
    const reply = await browser.signIn(username, testPassword)
    expect(String(reply.headers['set-cookie'])).toMatch(
      /portico_device=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    )
    const first = browser.cookies.get('portico_device') ?? ''
    await browser.signIn(username, testPassword)
    const second = browser.cookies.get('portico_device') ?? ''
    expect(second).not.toBe(first)
    const { rows } = await sql<{ text: string }>`select d::text as text from account_device d`.execute(app.db)
    expect(rows.map(({ text }) => text).join()).not.toContain(second)
    await fail(username, 5)
    browser.cookies.set('portico_device', first)
    expect(await tryAt(browser, username, testPassword)).toBe(CAPTCHA)
  })

  it('does not delay the owner’s browser after strangers’ failures', async () => {
    const { username } = await newPerson()
    const browser = stranger()
    await browser.signIn(username, testPassword)
    await fail(username, 12)
    expect(await tryAt(browser, username, 'Wrong2026')).toBe(WRONG)
    expect(await tryAt(browser, username, testPassword)).toBe('')
  })

  it('counts the owner’s browser separately with the same limits and clears its failures on success', async () => {
    const { username } = await newPerson()
    const browser = stranger()
    await browser.signIn(username, testPassword)
    const cookie = browser.cookies.get('portico_device') ?? ''
    const elsewhere = () => {
      const other = stranger()
      other.cookies.set('portico_device', cookie)
      return other
    }
    for (let i = 0; i < 4; i += 1) expect(await tryAt(elsewhere(), username, 'Wrong2026')).toBe(WRONG)
    expect(await tryAt(elsewhere(), username, 'Wrong2026')).toBe(WRONG_NEXT_CAPTCHA)
    expect(await tryAt(stranger(), username, 'Wrong2026')).toBe(WRONG)
    const back = elsewhere()
    expect(await tryAt(back, username, testPassword, await solve())).toBe('')
    expect(await tryAt(back, username, 'Wrong2026')).toBe(WRONG)
  })

  it('recognizes a shared browser for each of its users and for no other account', async () => {
    const [first, second, other] = [await newPerson(), await newPerson(), await newPerson()]
    const shared = stranger()
    await shared.signIn(first.username, testPassword)
    await shared.signIn(second.username, testPassword)
    for (const { username } of [first, second, other]) await fail(username, 5)
    expect(await tryAt(shared, other.username, testPassword)).toBe(CAPTCHA)
    expect(await tryAt(shared, first.username, testPassword)).toBe('')
    expect(await tryAt(shared, second.username, testPassword)).toBe('')
  })

  it('forgets the owner’s browser after thirty days', async () => {
    const { username } = await newPerson()
    const browser = stranger()
    await browser.signIn(username, testPassword)
    app.clock.advance(30 * 86_400)
    await fail(username, 5)
    expect(await tryAt(browser, username, testPassword)).toBe(CAPTCHA)
    await jobNamed('clean-up').run(app.deps, new Date(app.clock.now().getTime() + 86_400_000 * 31))
    expect(await app.db.selectFrom('account_device').select('account_id').execute()).toEqual([])
  })
})

describe('sign-in overload', () => {
  it('answers overload with 503 and Retry-After and counts no attempt', async () => {
    const { username } = await newPerson()
    const browser = app.openBrowser({ address: '203.0.113.200' })
    const refusals = async () => (await app.deps.metrics.hashesRefused.get()).values[0]?.value ?? 0
    const before = await refusals()
    limitHashing({ hashesWaiting: 0, hashesWaitingPerAddress: 0 })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => browser.signIn(i < 4 ? username : `nobody5${i}`, 'Wrong2026')),
    )
    limitHashing(testSettings().limits)
    const refused = replies.filter((reply) => reply.statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(await refusals()).toBe(before + refused.length)
    expect(refused[0]?.headers['retry-after']).toBe('5')
    expect(refused[0]?.json()).toMatchObject({ status: 503, entity: { messageCode: 'busy' } })
    const { rows } = await sql<{ counted: number }>`
      select sum(cardinality(failed_at))::int as counted from sign_in_tally
      where touched_at = ${app.clock.now()}`.execute(app.db)
    expect(rows[0]?.counted).toBe(replies.length - refused.length)
  })
})

describe('sign-in overload from one address', () => {
  it('rejects overload from one address before any database query and does not delay other addresses', async () => {
    const { username } = await newPerson()
    const browser = app.openBrowser({ address: '203.0.113.201' })
    limitHashing({ hashesWaiting: 8, hashesWaitingPerAddress: 2 })
    const rush = Array.from({ length: 60 }, (_, i) => browser.signIn(`nobody6${i}`, 'Wrong2026'))
    const owner = await tryAt(stranger(), username, testPassword)
    const refused = (await Promise.all(rush)).filter((reply) => reply.statusCode === 503)
    limitHashing(testSettings().limits)
    expect(owner).toBe('')
    const { rows } = await sql<{ asked: number }>`
      select sum(hits)::int as asked from flood_counter where key = 'sign-in:203.0.113.201'`.execute(app.db)
    expect(rows[0]?.asked).toBe(60 - refused.length)
    expect(refused.length).toBeGreaterThan(0)
  })
})

describe('Captcha and wait for the next attempt', () => {
  const now = new Date('2026-03-02T12:00:00Z')
  const { limits } = testSettings()
  const after = (failures: number, secondsAgo = 0) =>
    penaltyAfter(Array(failures).fill(new Date(now.getTime() - secondsAgo * 1000)), now, limits)

  it.each([
    [0, 0, { captcha: false, waitSeconds: 0 }],
    [4, 0, { captcha: false, waitSeconds: 0 }],
    // A parallel attempt, slightly later.
    [1, -0.5, { captcha: false, waitSeconds: 0 }],
    [5, 0, { captcha: true, waitSeconds: 0 }],
    [9, 0, { captcha: true, waitSeconds: 0 }],
    [10, 0, { captcha: true, waitSeconds: 2 }],
    [10, 1.5, { captcha: true, waitSeconds: 1 }],
    [12, 0, { captcha: true, waitSeconds: 8 }],
    [16, 0, { captcha: true, waitSeconds: 60 }],
    [16, 60, { captcha: true, waitSeconds: 0 }],
  ])('computes Captcha and wait after %i failures, the last %d s ago', (failures, ago, penalty) => {
    expect(after(failures, ago)).toEqual(penalty)
  })
})
