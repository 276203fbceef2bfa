import type { Account } from '@portico/core/access/account-shapes'
import { listPeople, openAccount } from '@portico/core/access/calls'
import type { PeoplePage } from '@portico/core/access/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { me } from '@portico/core/signon/calls'
import * as calls from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/factors/sentences'
import type { FactorNotice, MyFactors } from '@portico/core/signon/factors/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addApp } from '../../test/factors.ts'
import { resetDueFactors } from './domain/recovery/factor-reset.ts'

const HOUR_S = 3600

let app: TestApp
beforeAll(async () => {
  const limits = { signInsPerMinutePerUser: 1000, signInsPerMinutePerAddress: 1000 }
  app = await buildTestApp({ database: 'migrated', settings: { limits } })
  await insertTestAccount(app.db, { username: 'staff001', kind: 'internal' })
  await insertTestAccount(app.db, { username: 'staff002', kind: 'internal' })
})
beforeEach(() => app.reset())
afterAll(() => app.close())

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

let count = 0
async function personWithApp(grants = [{ role: 'AU' as const, scopeId: '1100000011' }]) {
  count += 1
  const username = `loser${count}`
  const { publicId: accountId } = await insertTestAccount(app.db, { username, grants })
  const browser = await signedIn(username)
  await addApp(browser, app.clock)
  return { username, accountId, browser, email: `${username}@example.org` }
}

const mailsTo = (email: string) =>
  app.db.selectFrom('mail_message').select(['kind', 'body']).where('to_address', '=', email).orderBy('id').execute()

async function linkOf(kind: string, email: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast((one) => one.kind === kind)
  return /factorId=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

const requestReset = (browser: TestBrowser, accountId: string) =>
  browser.postCall(calls.resetFactors.path, { accountId })
const requestAsStaff = async (accountId: string) => requestReset(await signedIn('staff001'), accountId)
/** Whether the person's page offers a reset to their administrator and to plan staff. */
const offered = async (browser: TestBrowser, accountId: string) =>
  (await browser.getCall<PeoplePage>(listPeople.path, { accountId })).entity.actions
const offeredToStaff = async (browser: TestBrowser, accountId: string) =>
  (await browser.getCall<Account>(openAccount.path, { accountId })).entity.actions
const look = (factorId: string) => app.openBrowser().getCall<FactorNotice>(calls.factorNotice.path, { factorId })
const answer = (factorId: string) =>
  app.openBrowser().postCall<{ says: string }>(calls.answerFactorNotice.path, { factorId })
const sweep = () => resetDueFactors.run(app.deps, app.clock.now())
const needsFactor = async (username: string) =>
  String((await app.openBrowser().signIn(username, testPassword)).headers.location).startsWith(PROVIDER_PATHS.factor)
const mine = async (browser: TestBrowser) => (await browser.getCall<MyFactors>(calls.myFactors.path)).entity

describe('a lost factor', () => {
  test('staff request a reset, the owner confirms by mail, and it completes a day later with mail to both', async () => {
    const { username, accountId, browser, email } = await personWithApp()
    expect((await requestAsStaff(accountId)).status).toBe(200)
    const confirm = await linkOf('account.factor-reset-asked', email)
    expect((await look(confirm)).entity).toEqual({ about: 'confirm', userName: username })
    app.clock.advance(25 * HOUR_S)
    expect(await sweep()).toBe(0)
    expect((await answer(confirm)).entity.says).toBe(sentence.RESET_CONFIRMED)
    expect((await answer(confirm)).entity.message).toBe(sentence.NOTICE_USED)
    app.clock.advance(24 * HOUR_S - 1)
    expect(await sweep()).toBe(0)
    expect(await needsFactor(username)).toBe(true)
    app.clock.advance(1)
    expect(await Promise.all([sweep(), sweep()])).toContain(1)
    expect(await sweep()).toBe(0)
    expect(await needsFactor(username)).toBe(false)
    expect((await browser.getCall(me.path)).http).toBe(401)
    const steps = ['asked', 'confirmed', 'done'].map((step) => `account.factor-reset-${step}`)
    expect((await mailsTo(email)).map(({ kind }) => kind).filter((kind) => kind.includes('reset'))).toEqual(steps)
    const toStaff = (await mailsTo('staff001@example.org')).map(({ kind }) => kind)
    expect(toStaff).toEqual(expect.arrayContaining(steps.map((kind) => `${kind}-told`)))
    const acts = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('action', 'like', 'factor.reset%')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual([
      'factor.reset-asked',
      'factor.reset-confirmed',
      'factor.reset-done',
    ])
  })

  test('the owner can stop a reset by mail or in the profile', async () => {
    const one = await personWithApp()
    await requestAsStaff(one.accountId)
    await answer(await linkOf('account.factor-reset-asked', one.email))
    const objection = await linkOf('account.factor-reset-confirmed', one.email)
    expect((await look(objection)).entity.about).toBe('object')
    expect((await answer(objection)).entity.says).toBe(sentence.RESET_STOPPED)
    const two = await personWithApp()
    await requestAsStaff(two.accountId)
    await answer(await linkOf('account.factor-reset-asked', two.email))
    expect((await mine(two.browser)).reset).toMatchObject({ askedOn: app.clock.now().toISOString() })
    expect((await two.browser.postCall(calls.stopFactorReset.path)).status).toBe(200)
    expect((await two.browser.postCall(calls.stopFactorReset.path)).status).toBe(404)
    app.clock.advance(48 * HOUR_S)
    expect(await sweep()).toBe(0)
    expect(await needsFactor(one.username)).toBe(true)
    expect(await needsFactor(two.username)).toBe(true)
    expect((await answer(await linkOf('account.factor-reset-confirmed', two.email))).entity.message).toBe(
      sentence.NOTICE_ENDED,
    )
  })

  test('only an SAA over all grants can request a reset, never the owner, an AA or a stranger', async () => {
    const scopeId = '1100000029'
    await insertTestAccount(app.db, { username: 'saa00001', grants: [{ role: 'SAA', scopeId }] })
    await insertTestAccount(app.db, { username: 'aa000001', grants: [{ role: 'AA', scopeId }] })
    const saa = await signedIn('saa00001')
    const within = await personWithApp([{ role: 'AU', scopeId }])
    const beyond = await personWithApp([
      { role: 'AU', scopeId },
      { role: 'AU', scopeId: '1100000037' },
    ])
    expect(await offered(saa, within.accountId)).toEqual(['resetFactors'])
    expect(await offered(saa, beyond.accountId)).toEqual([])
    expect(await offered(await signedIn('aa000001'), within.accountId)).toEqual([])
    expect((await requestReset(saa, within.accountId)).status).toBe(200)
    expect((await requestReset(saa, beyond.accountId)).entity.message).toBe(sentence.RESET_NOT_YOURS)
    expect((await requestReset(await signedIn('aa000001'), within.accountId)).entity.message).toBe(
      sentence.RESET_NOT_YOURS,
    )
    expect((await requestReset(within.browser, beyond.accountId)).status).toBe(404)
    expect((await requestAsStaff('nobody')).status).toBe(404)
    const plain = await insertTestAccount(app.db, { username: 'plain001', grants: [{ role: 'AU', scopeId }] })
    expect(await offered(saa, plain.publicId)).toEqual([])
    expect((await requestReset(saa, plain.publicId)).entity.message).toBe(sentence.NO_FACTOR_TO_RESET)
    const own = await app.db
      .selectFrom('account')
      .select('public_id')
      .where('username', '=', 'staff001')
      .executeTakeFirstOrThrow()
    expect((await requestAsStaff(own.public_id)).entity.message).toBe(sentence.NOT_YOUR_OWN_RESET)
  })

  test('another administrator can request a reset for a staff account, but its owner cannot', async () => {
    const other = await signedIn('staff002')
    await addApp(other, app.clock)
    const { public_id } = await app.db
      .selectFrom('account')
      .select('public_id')
      .where('username', '=', 'staff002')
      .executeTakeFirstOrThrow()
    expect(await offeredToStaff(other, public_id)).toEqual([])
    expect(await offeredToStaff(await signedIn('staff001'), public_id)).toEqual(['suspendAccount', 'resetFactors'])
    expect((await requestReset(other, public_id)).entity.message).toBe(sentence.NOT_YOUR_OWN_RESET)
    expect((await requestAsStaff(public_id)).status).toBe(200)
  })
})
