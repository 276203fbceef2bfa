import { Worker } from 'node:worker_threads'
import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { me } from '@portico/core/signon/calls'
import * as calls from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/factors/sentences'
import type { FactorChoices, MyFactors } from '@portico/core/signon/factors/shapes'
import { FACTOR_DUE } from '@portico/core/signon/sentences'
import type { Me } from '@portico/core/signon/shapes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '#platform/database/schema.ts'
import type { FactorPolicies } from '#platform/settings/factor-policy.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addApp, codeOf, proveByCode, TIME_STEP_S } from '../../test/factors.ts'

const DAY_S = 86_400

let app: TestApp
beforeAll(async () => {
  const limits = { signInsPerMinutePerUser: 1000, signInsPerMinutePerAddress: 1000 }
  app = await buildTestApp({ database: 'migrated', settings: { limits, emailFactorFor: ['AU', 'MEMBER'] } })
})
afterAll(() => app.close())

let count = 0
async function newPerson(...roles: Role[]): Promise<string> {
  count += 1
  const username = `factor${count}`
  const grants = roles.map((role, index) => ({ role, scopeId: `11${String(count).padStart(4, '0')}000${index}` }))
  await insertTestAccount(app.db, { username, grants })
  return username
}

function underPolicy(policies: Partial<FactorPolicies>): void {
  const { settings } = app.deps
  const offered = { kind: 'offered' } as const
  settings.factorPolicies = { MEMBER: offered, AU: offered, AA: offered, SAA: offered, STAFF: offered, ...policies }
}

async function signIn(username: string, target = '', browser: TestBrowser = app.openBrowser()) {
  const { headers } = await browser.signIn(username, testPassword, target)
  return { browser, location: String(headers.location) }
}

/** Traces of full sessions: last sign-in time, audit events and known devices. */
async function leftBy(username: string) {
  const person = app.db.selectFrom('account').where('username_key', '=', username)
  const account = await person.select(['id', 'last_sign_in_at', 'previous_sign_in_at']).executeTakeFirstOrThrow()
  const started = app.db.selectFrom('audit_event').select('id').where('action', '=', 'session.started')
  const devices = app.db.selectFrom('account_device').select('id_hash').orderBy('id_hash')
  return {
    account,
    started: await started.where('subject_account_id', '=', account.id).orderBy('id').execute(),
    devices: await devices.where('account_id', '=', account.id).execute(),
  }
}

async function becomeSaa(username: string): Promise<void> {
  const account = app.db.selectFrom('account').select('id').where('username_key', '=', username)
  await app.db.updateTable('access_grant').set({ role: 'SAA' }).where('account_id', '=', account).execute()
}

const factorPage = (target: string) => `${PROVIDER_PATHS.factor}?${new URLSearchParams({ TARGET: target })}`
const choices = async (browser: TestBrowser) => (await browser.getCall<FactorChoices>(calls.factorChoices.path)).entity
const whoIs = (browser: TestBrowser) => browser.getCall<Me>(me.path)

describe('the policy', () => {
  test('an offered factor does not interrupt the sign-in', async () => {
    underPolicy({})
    const { browser, location } = await signIn(await newPerson('SAA'), PROVIDER_PATHS.claims)
    expect(location).toBe(PROVIDER_PATHS.claims)
    expect((await whoIs(browser)).entity).toMatchObject({ offerFactor: true, factorRequiredOn: '' })
    await browser.postCall(calls.putOfferAway.path)
    expect((await whoIs(browser)).entity).toMatchObject({ offerFactor: false })
  })

  test('a policy of off offers, requires and sets up no factor', async () => {
    underPolicy({ AU: { kind: 'off' } })
    const { browser, location } = await signIn(await newPerson('AU'))
    expect(location).toBe(PROVIDER_PATHS.home)
    expect((await whoIs(browser)).entity.offerFactor).toBe(false)
    expect((await browser.postCall(calls.startApp.path)).status).toBe(400)
  })

  test('a required factor redirects the sign-in to the setup page and then to TARGET', async () => {
    underPolicy({ SAA: { kind: 'required', days: 0 } })
    const username = await newPerson('SAA')
    const { browser, location } = await signIn(username, PROVIDER_PATHS.claims)
    expect(location).toBe(factorPage(PROVIDER_PATHS.claims))
    expect(browser.cookies.has('portico_device')).toBe(false)
    const refused = await whoIs(browser)
    expect(refused).toMatchObject({ http: 403, entity: { messageCode: 'factor-due', message: FACTOR_DUE } })
    expect(await choices(browser)).toMatchObject({ due: 'setUp', canSetUp: ['passkey', 'app'] })
    const half = browser.cookies.get('portico_session')

    const added = await addApp(browser, app.clock, { target: PROVIDER_PATHS.claims })
    expect(added.location).toBe(PROVIDER_PATHS.claims)
    expect(added.recoveryCodes).toHaveLength(10)
    expect(browser.cookies.get('portico_session')).not.toBe(half)
    expect((await whoIs(browser)).entity.userName).toBe(username)

    const again = await signIn(username)
    expect(again.location).toBe(factorPage(PROVIDER_PATHS.home))
    expect(await choices(again.browser)).toMatchObject({ due: 'prove', kinds: ['app', 'recovery'] })
    expect((await again.browser.postCall(calls.startApp.path)).status).toBe(400)
    const proved = await proveByCode(again.browser, 'app', codeOf(added.key, app.clock))
    expect(proved).toMatchObject({ status: 200, entity: { location: PROVIDER_PATHS.home } })
    expect((await whoIs(again.browser)).entity.userName).toBe(username)
  })

  test.each([
    ['member', MEMBER_PATHS],
    ['internal', INTERNAL_PATHS],
  ] as const)(
    'an app of an account of kind %s is required at the next sign-in, on the factor page of its area',
    async (kind, paths) => {
      underPolicy({})
      const username = `factor${kind}`
      await insertTestAccount(app.db, { username, kind })
      const { browser, location } = await signIn(username)
      expect(location).toBe(paths.home)
      const { key } = await addApp(browser, app.clock)
      const again = await signIn(username)
      expect(again.location).toBe(`${paths.factor}?${new URLSearchParams({ TARGET: paths.home })}`)
      expect(await proveByCode(again.browser, 'app', codeOf(key, app.clock))).toMatchObject({
        status: 200,
        entity: { location: paths.home },
      })
    },
  )

  test('the grace period of required:DAYS starts at the first sign-in under the policy', async () => {
    underPolicy({})
    const username = await newPerson('AA')
    await signIn(username)
    app.clock.advance(30 * DAY_S)
    underPolicy({ AA: { kind: 'required', days: 14 } })
    const first = await signIn(username)
    expect(first.location).toBe(PROVIDER_PATHS.home)
    const due = new Date(app.clock.now().getTime() + 14 * DAY_S * 1000).toISOString()
    await first.browser.postCall(calls.putOfferAway.path)
    expect((await whoIs(first.browser)).entity).toMatchObject({ offerFactor: true, factorRequiredOn: due })
    app.clock.advance(14 * DAY_S - 1)
    expect((await signIn(username)).location).toBe(PROVIDER_PATHS.home)
    app.clock.advance(1)
    expect((await signIn(username)).location).toBe(factorPage(PROVIDER_PATHS.home))
    // A policy that ended and returns starts a new grace period.
    underPolicy({})
    await signIn(username)
    underPolicy({ AA: { kind: 'required', days: 14 } })
    expect((await signIn(username)).location).toBe(PROVIDER_PATHS.home)
  })

  test('applies the strictest policy of all roles and requires nothing of an account with only pending requests', async () => {
    underPolicy({ AU: { kind: 'off' }, AA: { kind: 'required', days: 14 }, SAA: { kind: 'required', days: 0 } })
    expect((await signIn(await newPerson('AU', 'AA'))).location).toBe(PROVIDER_PATHS.home)
    expect((await signIn(await newPerson('AU', 'AA', 'SAA'))).location).toBe(factorPage(PROVIDER_PATHS.home))
    await insertTestAccount(app.db, { username: 'waits1', grants: [{ state: 'PENDING_CONTRACT' }] })
    expect((await signIn('waits1')).location).toBe(PROVIDER_PATHS.status)
  })

  test('requires a factor in a session from before the grant whose role requires one', async () => {
    underPolicy({ SAA: { kind: 'required', days: 0 } })
    const username = await newPerson('AU')
    const { browser } = await signIn(username)
    expect((await whoIs(browser)).entity.userName).toBe(username)
    await becomeSaa(username)
    expect(await whoIs(browser)).toMatchObject({ http: 403, entity: { messageCode: 'factor-due' } })
    expect(await choices(browser)).toMatchObject({ due: 'setUp' })
    await addApp(browser, app.clock)
    expect((await whoIs(browser)).entity.userName).toBe(username)
  })

  test('asks for an existing factor in a session that did not prove it, once its role requires one', async () => {
    underPolicy({})
    const username = await newPerson('AU')
    const { key } = await addApp((await signIn(username)).browser, app.clock)
    underPolicy({ AU: { kind: 'off' }, SAA: { kind: 'required', days: 0 } })
    const { browser, location } = await signIn(username)
    expect(location).toBe(PROVIDER_PATHS.home)
    await becomeSaa(username)
    expect(await whoIs(browser)).toMatchObject({ http: 403, entity: { messageCode: 'factor-due' } })
    expect(await choices(browser)).toMatchObject({ due: 'prove', kinds: ['app', 'recovery'] })
    expect((await browser.postCall(calls.startApp.path)).status).toBe(400)
    expect((await proveByCode(browser, 'app', codeOf(key, app.clock))).status).toBe(200)
    expect((await whoIs(browser)).entity.userName).toBe(username)
  })

  test('asks for the password again before it sets up a factor ten minutes after the sign-in', async () => {
    underPolicy({ SAA: { kind: 'required', days: 0 } })
    const username = await newPerson('SAA')
    const { browser } = await signIn(username)
    app.clock.advance(10 * 60)
    for (const { path } of [calls.startApp, calls.confirmApp, calls.startPasskey, calls.addPasskey])
      expect(await browser.postCall(path)).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
    const prove = (password: string) => browser.postCall(calls.proveFactor.path, { kind: 'password', password })
    expect((await prove('Wrong2026')).status).toBe(406)
    expect((await browser.postCall(calls.startApp.path)).http).toBe(401)
    expect((await prove(testPassword)).status).toBe(200)
    expect(await whoIs(browser)).toMatchObject({ http: 403, entity: { messageCode: 'factor-due' } })
    await addApp(browser, app.clock)
    expect((await whoIs(browser)).entity.userName).toBe(username)
  })

  test('requires a factor that was set up during the password check and opens no full session before its proof', async () => {
    underPolicy({})
    const username = await newPerson('SAA')
    const elsewhere = await signIn(username)
    const { browser } = await signIn(username)
    const before = await leftBy(username)
    const hash = Worker.prototype.postMessage
    const hashing = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker, work) {
      void addApp(elsewhere.browser, app.clock).then(() => hash.call(this, work))
    })
    const { location } = await signIn(username, PROVIDER_PATHS.claims, browser)
    hashing.mockRestore()
    expect(location).toBe(factorPage(PROVIDER_PATHS.claims))
    expect((await whoIs(browser)).entity).toMatchObject({ messageCode: 'factor-due' })
    expect(await leftBy(username)).toEqual(before)
  })

  test('refuses to remove the last factor if the policy requires one', async () => {
    underPolicy({ SAA: { kind: 'required', days: 0 } })
    const { browser } = await signIn(await newPerson('SAA'))
    await addApp(browser, app.clock)
    const refused = await browser.postCall(calls.removeFactor.path, { kind: 'app' })
    expect(refused).toMatchObject({ status: 407, entity: { message: sentence.LAST_FACTOR } })
    underPolicy({})
    expect((await browser.postCall(calls.removeFactor.path, { kind: 'app' })).status).toBe(200)
    const left = (await browser.getCall<MyFactors>(calls.myFactors.path)).entity
    expect(left).toMatchObject({ appSince: '', recoveryCodesLeft: 0 })
  })
})

describe('codes', () => {
  beforeAll(() => underPolicy({}))

  async function withApp() {
    const username = await newPerson('AU')
    const { browser } = await signIn(username)
    return { username, browser, ...(await addApp(browser, app.clock)) }
  }

  test('accepts an app code once, from the current step or one step early or late only', async () => {
    const { username, key } = await withApp()
    const one = await signIn(username)
    const code = codeOf(key, app.clock)
    expect((await proveByCode(one.browser, 'app', code)).status).toBe(200)
    const two = await signIn(username)
    expect((await proveByCode(two.browser, 'app', code)).entity.message).toBe(sentence.CODE_USED)
    app.clock.advance(2 * TIME_STEP_S)
    const late = codeOf(key, app.clock)
    app.clock.advance(TIME_STEP_S)
    expect((await proveByCode(two.browser, 'app', late)).status).toBe(200)
    const three = await signIn(username)
    app.clock.advance(3 * TIME_STEP_S)
    const old = codeOf(key, app.clock)
    app.clock.advance(2 * TIME_STEP_S)
    expect((await proveByCode(three.browser, 'app', old)).entity.message).toBe(sentence.CODE_WRONG)
    expect((await whoIs(three.browser)).http).toBe(403)
  })

  test('accepts exactly one of a hundred parallel app codes', async () => {
    const { username, key } = await withApp()
    const { browser } = await signIn(username)
    const code = codeOf(key, app.clock)
    const replies = await Promise.all(Array.from({ length: 100 }, () => proveByCode(browser, 'app', code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('wrong codes cause a wait and one mail to the owner, and other factors still work', async () => {
    const { username, key, recoveryCodes } = await withApp()
    const { browser } = await signIn(username)
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await proveByCode(browser, 'app', '000000')).entity.message).toBe(sentence.CODE_WRONG)
    const right = codeOf(key, app.clock)
    expect(await proveByCode(browser, 'app', right)).toMatchObject({
      status: 407,
      entity: { message: sentence.waitToProve(2), messageCode: 'wait' },
    })
    const mails = app.db.selectFrom('mail_message').select('to_address').where('kind', '=', 'account.factor-failed')
    expect(await mails.where('to_address', '=', `${username}@example.org`).execute()).toHaveLength(1)
    expect((await proveByCode(browser, 'recovery', recoveryCodes[0] ?? '')).status).toBe(200)
    const again = await signIn(username)
    app.clock.advance(2)
    expect((await proveByCode(again.browser, 'app', codeOf(key, app.clock))).status).toBe(200)
  })

  test('a stranger without the password cannot delay the owner’s codes', async () => {
    const { username, key, browser } = await withApp()
    const stranger = app.openBrowser({ address: '203.0.113.99' })
    for (let wrong = 0; wrong < 12; wrong += 1) await stranger.signIn(username, 'Wrong2026')
    expect((await proveByCode(stranger, 'app', '000000')).http).toBe(401)
    // The owner signs in with their own browser.
    expect((await signIn(username, '', browser)).location).toBe(factorPage(PROVIDER_PATHS.home))
    expect((await proveByCode(browser, 'app', codeOf(key, app.clock))).status).toBe(200)
  })

  test('a recovery code works once in any spelling, even for two parallel requests', async () => {
    const { username, recoveryCodes } = await withApp()
    const [first = '', second = ''] = recoveryCodes
    const one = await signIn(username)
    const two = await signIn(username)
    const both = await Promise.all([one, two].map(({ browser }) => proveByCode(browser, 'recovery', first)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 406])
    const three = await signIn(username)
    const typed = ` ${second.toLowerCase().replace('-', ' ')}`
    expect((await proveByCode(three.browser, 'recovery', typed)).status).toBe(200)
    expect((await three.browser.getCall<MyFactors>(calls.myFactors.path)).entity.recoveryCodesLeft).toBe(8)
    const anew = await three.browser.postCall<{ recoveryCodes: string[] }>(calls.newRecoveryCodes.path)
    expect(anew.entity.recoveryCodes).toHaveLength(10)
    const four = await signIn(username)
    expect((await proveByCode(four.browser, 'recovery', recoveryCodes[2] ?? '')).entity.message).toBe(
      sentence.RECOVERY_CODE_WRONG,
    )
    expect((await proveByCode(four.browser, 'recovery', anew.entity.recoveryCodes[9] ?? '')).status).toBe(200)
  })

  async function mailedCode(username: string): Promise<string> {
    const { body } = await app.db
      .selectFrom('mail_message')
      .select('body')
      .where('kind', '=', 'account.factor-code')
      .where('to_address', '=', `${username}@example.org`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /(\d{6}) is your code/.exec(body)?.[1] ?? ''
  }

  test('an email code allows three attempts for ten minutes in the requesting session, if the policy allows email', async () => {
    const username = await newPerson('AU')
    const { browser } = await signIn(username)
    expect((await browser.postCall(calls.sendFactorCode.path)).entity).toMatchObject({ sentTo: 'f••••@example.org' })
    const added = await browser.postCall(calls.confirmEmailFactor.path, { code: await mailedCode(username) })
    expect(added.status).toBe(200)

    const half = await signIn(username)
    expect(await choices(half.browser)).toMatchObject({ kinds: ['email', 'recovery'] })
    await half.browser.postCall(calls.sendFactorCode.path)
    const code = await mailedCode(username)
    const other = await signIn(username)
    expect((await proveByCode(other.browser, 'email', code)).entity.message).toBe(sentence.EMAIL_CODE_OVER)
    const wrong = code === '123456' ? '654321' : '123456'
    for (let tries = 0; tries < 3; tries += 1)
      expect((await proveByCode(half.browser, 'email', wrong)).entity.message).toBe(sentence.CODE_WRONG)
    app.clock.advance(60)
    expect((await proveByCode(half.browser, 'email', code)).entity.message).toBe(sentence.EMAIL_CODE_OVER)
    app.clock.advance(60)
    await half.browser.postCall(calls.sendFactorCode.path)
    const late = await mailedCode(username)
    app.clock.advance(600)
    expect((await proveByCode(half.browser, 'email', late)).entity.message).toBe(sentence.EMAIL_CODE_OVER)
    app.clock.advance(3600)
    const last = await signIn(username)
    await last.browser.postCall(calls.sendFactorCode.path)
    expect((await proveByCode(last.browser, 'email', await mailedCode(username))).status).toBe(200)

    const administrator = await signIn(await newPerson('AU', 'SAA'))
    expect((await administrator.browser.postCall(calls.sendFactorCode.path)).status).toBe(400)
  })

  test('keys and codes are stored encrypted or hashed and appear in no log and no other mail', async () => {
    const { username, key, recoveryCodes } = await withApp()
    await app.db
      .updateTable('account')
      .set({ email_factor_since: app.clock.now() })
      .where('username', '=', username)
      .execute()
    const { browser } = await signIn(username)
    await browser.postCall(calls.sendFactorCode.path)
    const code = await mailedCode(username)
    await proveByCode(browser, 'email', code)
    const again = await signIn(username)
    await proveByCode(again.browser, 'recovery', recoveryCodes[0] ?? '')
    const stored = await Promise.all(
      (['authenticator_key', 'recovery_code', 'email_code', 'audit_event', 'account'] as const).map((table) =>
        app.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const mails = await app.db
      .selectFrom('mail_message')
      .select('body')
      .where('kind', '!=', 'account.factor-code')
      .execute()
    const everything = JSON.stringify([stored, mails]) + app.logLines.join('')
    const bare = (recoveryCodes[0] ?? '').replace('-', '')
    for (const canary of [key, recoveryCodes[0] ?? '', bare]) expect(everything).not.toContain(canary)
    expect(app.logLines.join('')).not.toContain(code)
    expect(JSON.stringify(mails)).not.toContain(code)
  })
})

describe('trusted devices', () => {
  beforeAll(() => underPolicy({}))

  async function trusted() {
    const username = await newPerson('AA')
    const first = await signIn(username)
    const { key } = await addApp(first.browser, app.clock)
    const { browser } = await signIn(username)
    expect((await proveByCode(browser, 'app', codeOf(key, app.clock), { trustDevice: true })).status).toBe(200)
    app.clock.advance(TIME_STEP_S)
    return { username, key, browser }
  }
  const needsFactor = async (username: string, browser: TestBrowser) =>
    (await signIn(username, '', browser)).location.startsWith(PROVIDER_PATHS.factor)

  test('a trusted browser skips the factor for thirty days and another browser does not', async () => {
    const { username, browser } = await trusted()
    app.clock.advance(29 * DAY_S)
    expect(await needsFactor(username, browser)).toBe(false)
    expect((await whoIs(browser)).entity.userName).toBe(username)
    expect(await needsFactor(username, app.openBrowser())).toBe(true)
    app.clock.advance(DAY_S)
    expect(await needsFactor(username, browser)).toBe(true)
  })

  test('a trusted browser is listed and must prove the factor again after removal', async () => {
    const { username, browser } = await trusted()
    expect(await needsFactor(username, browser)).toBe(false)
    const { devices } = (await browser.getCall<MyFactors>(calls.myFactors.path)).entity
    expect(devices).toMatchObject([{ here: true, device: 'Unknown browser' }])
    const stranger = await signIn(await newPerson('AA'))
    const { deviceId } = devices[0] ?? { deviceId: '' }
    expect((await stranger.browser.postCall(calls.forgetDevice.path, { deviceId })).status).toBe(404)
    expect((await browser.postCall(calls.forgetDevice.path, { deviceId })).status).toBe(200)
    // The session that the trust opened goes on. The next sign-in needs the factor.
    expect((await whoIs(browser)).entity.userName).toBe(username)
    expect(await needsFactor(username, browser)).toBe(true)
  })

  test('a new password or another factor ends device trust', async () => {
    const one = await trusted()
    await addApp(one.browser, app.clock)
    expect(await needsFactor(one.username, one.browser)).toBe(true)
    const two = await trusted()
    const password = { currentPassword: testPassword, password: 'Meadow7365q', confirmPassword: 'Meadow7365q' }
    await two.browser.postCall('/rest/sec/profile/changePassword', password)
    const { headers } = await two.browser.signIn(two.username, 'Meadow7365q')
    expect(headers.location).toContain(PROVIDER_PATHS.factor)
  })
})
