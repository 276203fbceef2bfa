import type { Account } from '@portico/core/access/account-shapes'
import { openAccount } from '@portico/core/access/calls'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { home } from '@portico/core/internal/calls'
import type { Home } from '@portico/core/internal/shapes'
import * as signon from '@portico/core/signon/calls'
import * as calls from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/factors/sentences'
import type { AppKey, FactorNotice } from '@portico/core/signon/factors/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpJob } from '#platform/operations/retention.ts'
import { insertTestAccount, testAnswers, testPassword, testQuestions } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addApp, addPasskey, codeOf, proveByCode, requestPasskey } from '../../test/factors.ts'
import { resetDueFactors } from './domain/recovery/factor-reset.ts'
import { signonExpired } from './store/retention.ts'

const DAY_S = 86_400
const NEW_PASSWORD = 'Meadow7365q'

const limits = { signInsPerMinutePerUser: 1000, signInsPerMinutePerAddress: 1000 }

let app: TestApp
let owner: { id: string; publicId: string; username: string; email: string }
let staffName: string
let thiefEmail: string
let count = 0
beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated', settings: { limits } })
})
beforeEach(async () => {
  app.clock.advance(DAY_S)
  await insertPeople()
})
afterAll(() => app.close())

/** The owner, a member of staff and the address of a thief, all new. */
async function insertPeople() {
  count += 1
  staffName = `staff${count}`
  thiefEmail = `thief${count}@mail.example`
  const [username, email] = [`owner${count}`, `owner${count}@example.org`]
  await insertTestAccount(app.db, { username: staffName, kind: 'internal' })
  const grants = [{ role: 'AU' as const, scopeId: '1100000011' }]
  owner = { ...(await insertTestAccount(app.db, { username, email, grants })), username, email }
}

/** For what depends on the settings, or on everybody in the plan. */
async function onOtherPortal(settings: object, run: () => Promise<void>) {
  const usual = app
  app = await buildTestApp({ database: 'migrated', settings: { limits, ...settings } })
  try {
    await insertPeople()
    await run()
  } finally {
    await app.close()
    app = usual
  }
}

async function signedIn(username = owner.username, password = testPassword): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(username, password)
  return browser
}
/** A sign-in with the owner's app, from a browser that the account does not know. */
async function signedInWithApp(key: string, password = testPassword): Promise<TestBrowser> {
  const browser = await signedIn(owner.username, password)
  app.clock.advance(30)
  expect((await proveByCode(browser, 'app', codeOf(key, app.clock))).status).toBe(200)
  return browser
}

const mails = (to: string) =>
  app.db
    .selectFrom('mail_message')
    .select(['kind', 'subject', 'body'])
    .where('to_address', '=', to)
    .orderBy('id')
    .execute()
const kindsTo = async (to: string) => (await mails(to)).map(({ kind }) => kind)
async function linkOf(kind: string, to = owner.email): Promise<string> {
  const mail = (await mails(to)).findLast((one) => one.kind === kind)
  return /factorId=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}
async function resetIdTo(to: string): Promise<string> {
  const mail = (await mails(to)).findLast(({ kind }) => kind === 'account.reset-link')
  return /resetId=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

const look = (factorId: string) => app.openBrowser().getCall<FactorNotice>(calls.factorNotice.path, { factorId })
const report = (factorId: string) =>
  app.openBrowser().postCall<{ says: string }>(calls.answerFactorNotice.path, { factorId })
const account = () =>
  app.db
    .selectFrom('account')
    .select(['email', 'email_factor_since', 'owner_check_since'])
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
const activeCount = async (table: 'passkey' | 'authenticator_key' | 'recovery_code') =>
  (
    await app.db
      .selectFrom(table)
      .select('account_id')
      .where('account_id', '=', owner.id)
      .where('removed_at', 'is', null)
      .execute()
  ).length
const questions = async () =>
  (
    await app.db
      .selectFrom('security_answer')
      .select('question')
      .where('account_id', '=', owner.id)
      .orderBy('slot')
      .execute()
  )
    .map(({ question }) => question)
    .filter((question) => !testQuestions.includes(question))
const actsOn = async () =>
  (
    await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('subject_account_id', '=', owner.id)
      .where('action', 'like', 'account.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

const changeEmail = (browser: TestBrowser, email: string) =>
  browser.postCall(signon.updateContact.path, {
    firstName: 'Robin',
    lastName: 'Sample',
    email,
    confirmEmail: email,
    phone: '5125550177',
    phoneExt: '',
    currentPassword: testPassword,
  })
const changeQuestions = (browser: TestBrowser) =>
  browser.postCall(signon.changeSecurityQuestions.path, {
    currentPassword: testPassword,
    questions: SECURITY_QUESTIONS.slice(0, 3).map((question) => ({ question, answer: 'stolen' })),
  })
const answers = testQuestions.map((question, index) => ({ question, answer: testAnswers[index] ?? '' }))
const setPassword = (resetId: string) =>
  app
    .openBrowser()
    .postCall(signon.resetPassword.path, { resetId, answers, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })
const askForReset = () => app.openBrowser().postCall(signon.forgotPassword.path, { userName: owner.username })

/**
 * The owner has an app. A thief with the password and one code signs in, which mails a notice to the owner. Then the
 * thief changes everything.
 */
async function stealEverything() {
  const { key } = await addApp(await signedIn(), app.clock)
  const thief = await signedInWithApp(key)
  const notice = await linkOf('account.new-device')
  app.clock.advance(60)
  expect((await changeQuestions(thief)).status).toBe(200)
  expect((await changeEmail(thief, thiefEmail)).status).toBe(200)
  app.clock.advance(60)
  const { passkey } = await addPasskey(thief)
  expect((await thief.postCall(calls.removeFactor.path, { kind: 'app' })).status).toBe(200)
  return { key, thief, notice, passkey }
}

describe('this was not me', () => {
  test('a new browser causes a mail, but the first and a known browser do not', async () => {
    const first = await signedIn()
    await first.signIn(owner.username, testPassword)
    expect(await kindsTo(owner.email)).toEqual([])
    await signedIn()
    expect(await kindsTo(owner.email)).toEqual(['account.new-device'])
  })

  test('reverts email, questions and factors, and only the earlier factor opens the account again', async () => {
    const { key, thief, notice, passkey } = await stealEverything()
    expect(await report(notice)).toMatchObject({ status: 200, entity: { says: sentence.NOT_ME_DONE } })
    expect((await account()).email).toBe(owner.email)
    expect(await questions()).toEqual([])
    expect((await thief.getCall(signon.me.path)).http).toBe(401)
    expect(String((await app.openBrowser().signIn(owner.username, testPassword)).headers.location)).toContain('error=1')
    const elsewhere = app.openBrowser()
    const assertion = passkey.get(await requestPasskey(elsewhere))
    expect((await elsewhere.postCall(calls.passkeySignIn.path, { assertion })).entity.message).toBe(
      sentence.PASSKEY_UNKNOWN,
    )
    expect(await resetIdTo(thiefEmail)).toBe('')
    expect((await setPassword(await resetIdTo(owner.email))).status).toBe(200)
    const location = String((await app.openBrowser().signIn(owner.username, NEW_PASSWORD)).headers.location)
    expect(location).toContain(PROVIDER_PATHS.factor)
    await signedInWithApp(key, NEW_PASSWORD)
  })

  test('the later address is notified, and each step is in the audit trail', async () => {
    const { notice } = await stealEverything()
    await report(notice)
    const notified = (await mails(thiefEmail)).at(-1)
    expect(notified?.kind).toBe('account.address-reverted')
    expect(notified?.body).not.toContain(owner.email)
    expect((await actsOn()).slice(-4)).toEqual([
      'account.not-me',
      'account.factors-reverted',
      'account.questions-reverted',
      'account.email-reverted',
    ])
  })

  test('the page says before the button is pressed what will be reverted', async () => {
    const { notice } = await stealEverything()
    expect((await look(notice)).entity.reverts).toMatchObject({
      email: 'o••••@example.org',
      questions: true,
      removed: [expect.stringMatching(/^Passkey \(/)],
      restored: ['Authenticator app'],
      kept: ['Authenticator app'],
      staff: false,
      sentTo: 'o••••@example.org',
    })
    expect((await account()).email).toBe(thiefEmail)
  })

  test('a notice without later changes reverts nothing but sessions and password', async () => {
    const { key } = await addApp(await signedIn(), app.clock)
    await signedInWithApp(key)
    const notice = await linkOf('account.new-device')
    expect((await look(notice)).entity.reverts).toMatchObject({
      email: '',
      questions: false,
      removed: [],
      restored: [],
      kept: ['Authenticator app'],
    })
    await report(notice)
    expect((await actsOn()).at(-1)).toBe('account.not-me')
  })

  test.each([
    ['a changed password', 'account.password-changed'],
    ['changed questions', 'account.profile-changed'],
    ['a removed factor', 'account.factor-removed'],
  ])('the notice of %s has the link', async (_what, kind) => {
    const browser = await signedIn()
    await addApp(browser, app.clock)
    app.clock.advance(60)
    if (kind === 'account.password-changed')
      await browser.postCall(signon.changePassword.path, {
        currentPassword: testPassword,
        password: NEW_PASSWORD,
        confirmPassword: NEW_PASSWORD,
      })
    if (kind === 'account.profile-changed') await changeQuestions(browser)
    if (kind === 'account.factor-removed') await browser.postCall(calls.removeFactor.path, { kind: 'app' })
    expect((await report(await linkOf(kind))).entity.says).toBe(sentence.NOT_ME_DONE)
    expect([await questions(), await activeCount('authenticator_key')]).toEqual([[], 1])
  })

  test('only the replaced address gets a link when the address changes', async () => {
    const browser = await signedIn()
    await addApp(browser, app.clock)
    app.clock.advance(60)
    await changeEmail(browser, thiefEmail)
    expect(await linkOf('account.profile-changed', thiefEmail)).toBe('')
    await report(await linkOf('account.profile-changed'))
    expect((await account()).email).toBe(owner.email)
  })

  test('new recovery codes cause a mail whose link restores the earlier codes', async () => {
    const browser = await signedIn()
    const { recoveryCodes } = await addApp(browser, app.clock)
    app.clock.advance(60)
    expect((await browser.postCall(calls.newRecoveryCodes.path)).status).toBe(200)
    await report(await linkOf('account.codes-made'))
    expect(await activeCount('recovery_code')).toBe(10)
    await setPassword(await resetIdTo(owner.email))
    const again = await signedIn(owner.username, NEW_PASSWORD)
    expect((await proveByCode(again, 'recovery', recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('removes an app that was confirmed with the notice, however long before its key was made', async () => {
    const thief = await signedIn()
    const { entity } = await thief.postCall<AppKey>(calls.startApp.path)
    app.clock.advance(60)
    expect((await thief.postCall(calls.confirmApp.path, { code: codeOf(entity.key, app.clock) })).status).toBe(200)
    expect((await report(await linkOf('account.factor-added'))).status).toBe(200)
    expect(await activeCount('authenticator_key')).toBe(0)
  })

  test('brings back an app that the thief replaced by another one', async () => {
    const browser = await signedIn()
    const { key } = await addApp(browser, app.clock)
    app.clock.advance(60)
    const thiefs = await addApp(browser, app.clock)
    await report(await linkOf('account.factor-added'))
    await setPassword(await resetIdTo(owner.email))
    const again = await signedIn(owner.username, NEW_PASSWORD)
    app.clock.advance(30)
    expect((await proveByCode(again, 'app', codeOf(thiefs.key, app.clock))).status).not.toBe(200)
    expect((await proveByCode(again, 'app', codeOf(key, app.clock))).status).toBe(200)
  })

  test('stops a factor reset that the thief confirmed, and restores the factors of a completed one', async () => {
    const { key } = await addApp(await signedIn(), app.clock)
    const thief = await signedInWithApp(key)
    const notice = await linkOf('account.new-device')
    app.clock.advance(60)
    await changeEmail(thief, thiefEmail)
    const staff = await signedIn(staffName)
    const reset = async () => {
      await staff.signIn(staffName, testPassword)
      await staff.postCall(calls.resetFactors.path, { accountId: owner.publicId })
      await report(await linkOf('account.factor-reset-asked', thiefEmail))
      app.clock.advance(DAY_S)
    }
    await reset()
    await resetDueFactors.run(app.deps, app.clock.now())
    expect(await activeCount('authenticator_key')).toBe(0)
    await report(notice)
    expect(await activeCount('authenticator_key')).toBe(1)
    expect(
      await app.db
        .selectFrom('factor_reset')
        .select('id')
        .where('account_id', '=', owner.id)
        .where('stopped_at', 'is', null)
        .where('done_at', 'is', null)
        .execute(),
    ).toEqual([])
  })

  test('an earlier passkey cannot bypass the required new password', async () => {
    const browser = await signedIn()
    const { passkey } = await addPasskey(browser)
    app.clock.advance(60)
    const byPasskey = async (from: TestBrowser) =>
      from.postCall(calls.passkeySignIn.path, { assertion: passkey.get(await requestPasskey(from)) })
    expect((await byPasskey(app.openBrowser())).status).toBe(200)
    await report(await linkOf('account.new-device'))
    expect((await byPasskey(app.openBrowser())).entity.message).toBe(sentence.NEW_PASSWORD_NEEDED)
  })
})

describe('the links of a thief', () => {
  test('a notice to the thief’s address ends with the owner’s report, and cannot undo it', async () => {
    const { key, notice } = await stealEverything()
    app.clock.advance(60)
    const thiefs = await linkOf('account.factor-added', thiefEmail)
    await report(notice)
    expect((await report(thiefs)).entity.message).toBe(sentence.NOTICE_ENDED)
    await setPassword(await resetIdTo(owner.email))
    await signedInWithApp(key, NEW_PASSWORD)
    expect((await account()).email).toBe(owner.email)
  })

  test('a report by the thief mails the thief no link, and the owner’s earlier notice still works', async () => {
    const { key, notice } = await stealEverything()
    app.clock.advance(60)
    const thiefs = await linkOf('account.factor-added', thiefEmail)
    expect((await look(thiefs)).entity.reverts?.staff).toBe(true)
    expect((await report(thiefs)).status).toBe(200)
    await askForReset()
    expect(await resetIdTo(thiefEmail)).toBe('')
    expect((await report(notice)).entity.says).toBe(sentence.NOT_ME_DONE)
    await setPassword(await resetIdTo(owner.email))
    await signedInWithApp(key, NEW_PASSWORD)
    expect((await account()).email).toBe(owner.email)
  })

  test('a report by the thief never brings back the thief’s address', async () => {
    const { key } = await addApp(await signedIn(), app.clock)
    const thief = await signedInWithApp(key)
    await changeEmail(thief, thiefEmail)
    app.clock.advance(60)
    const thiefs = await signedInWithApp(key)
    const notice = await linkOf('account.new-device', thiefEmail)
    app.clock.advance(60)
    // The owner changes the address back in the profile.
    await changeEmail(thiefs, owner.email)
    expect((await look(notice)).entity.reverts).toMatchObject({ email: '', staff: true })
    await report(notice)
    expect((await account()).email).toBe(owner.email)
  })

  test('a link works once, also for two tabs at the same time', async () => {
    const { notice } = await stealEverything()
    const statuses = (await Promise.all([report(notice), report(notice)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 407])
    expect((await look(notice)).entity.message).toBe(sentence.NOTICE_USED)
  })

  test('a link that is expired, or unknown, or of a closed account changes nothing', async () => {
    expect((await look('nonsense')).entity.message).toBe(sentence.NOTICE_UNKNOWN)
    const { notice } = await stealEverything()
    await app.db.updateTable('account').set({ state: 'CLOSED' }).where('id', '=', owner.id).execute()
    expect((await report(notice)).entity.message).toBe(sentence.NOTICE_ENDED)
    await app.db.updateTable('account').set({ state: 'ACTIVE' }).where('id', '=', owner.id).execute()
    app.clock.advance(14 * DAY_S)
    expect((await report(notice)).entity.message).toBe(sentence.NOTICE_EXPIRED)
    expect((await account()).email).toBe(thiefEmail)
  })

  test('replaced values and factors are kept while a notice can restore them, and deleted then', async () => {
    const { notice } = await stealEverything()
    app.clock.advance(14 * DAY_S - 3600)
    const cleanUp = () => cleanUpJob(signonExpired).run(app.deps, app.clock.now())
    await cleanUp()
    expect((await look(notice)).entity.reverts).toMatchObject({ questions: true, restored: ['Authenticator app'] })
    app.clock.advance(14 * DAY_S + 7200)
    await cleanUp()
    const rest = app.db.selectFrom('authenticator_key').select('id').where('account_id', '=', owner.id)
    expect(await rest.execute()).toEqual([])
    const former = app.db.selectFrom('former_account_value').select('id').where('account_id', '=', owner.id)
    expect(await former.execute()).toEqual([])
  })
})

describe('confirmation by plan staff', () => {
  /** An owner without a factor reports a sign-in, after the thief changed the address. */
  async function reportWithoutFactor() {
    await signedIn()
    const thief = await signedIn()
    const notice = await linkOf('account.new-device')
    app.clock.advance(60)
    await changeEmail(thief, thiefEmail)
    return report(notice)
  }
  const open = async (browser: TestBrowser) =>
    (await browser.getCall<Account>(openAccount.path, { accountId: owner.publicId })).entity
  const confirm = (browser: TestBrowser, email: string, accountId = owner.publicId) =>
    browser.postCall(calls.confirmOwner.path, { accountId, email })

  test('without an earlier factor, no link is mailed until staff confirm the owner', async () => {
    expect((await reportWithoutFactor()).entity.says).toContain('Please call us at')
    expect((await account()).email).toBe(owner.email)
    await askForReset()
    expect(await resetIdTo(owner.email)).toBe('')
    expect((await kindsTo(owner.email)).at(-1)).toBe('account.owner-check')
    const staff = await signedIn(staffName)
    expect(await open(staff)).toMatchObject({
      actions: ['suspendAccount', 'confirmOwner'],
      ownerAddresses: [
        { email: owner.email, until: '' },
        { email: thiefEmail, until: app.clock.now().toISOString() },
      ],
    })
    expect((await confirm(staff, 'other@example.org')).entity.message).toBe(sentence.ADDRESS_NOT_OF_ACCOUNT)
    expect((await confirm(staff, owner.email)).status).toBe(200)
    expect((await actsOn()).at(-1)).toBe('account.owner-confirmed')
    expect((await setPassword(await resetIdTo(owner.email))).status).toBe(200)
    expect((await confirm(staff, owner.email)).entity.message).toBe(sentence.NO_OWNER_CHECK)
    expect(await open(staff)).toMatchObject({ actions: ['suspendAccount'], ownerAddresses: [] })
  })

  test('staff choose the owner’s address if the reported one was new, and later links end', async () => {
    const browser = await signedIn()
    await addApp(browser, app.clock)
    await changeEmail(browser, thiefEmail)
    app.clock.advance(60)
    await browser.postCall(calls.newRecoveryCodes.path)
    await report(await linkOf('account.codes-made', thiefEmail))
    expect((await account()).email).toBe(thiefEmail)
    const others = await linkOf('account.profile-changed')
    const staff = await signedIn(staffName)
    expect((await confirm(staff, owner.email)).status).toBe(200)
    expect((await account()).email).toBe(owner.email)
    expect((await kindsTo(thiefEmail)).at(-1)).toBe('account.address-reverted')
    expect((await setPassword(await resetIdTo(owner.email))).status).toBe(200)
    expect((await report(others)).entity.message).toBe(sentence.NOTICE_ENDED)
  })

  test('codes by email are no proof of the owner, and neither is a factor that the policy never asks for', async () => {
    await signedIn()
    await signedIn()
    const notice = await linkOf('account.new-device')
    await app.db
      .updateTable('account')
      .set({ email_factor_since: new Date('2026-01-06T12:00:00Z') })
      .where('id', '=', owner.id)
      .execute()
    expect((await look(notice)).entity.reverts).toMatchObject({ kept: [], staff: true })
    const factorPolicies = { ...app.deps.settings.factorPolicies, AU: { kind: 'off' } }
    await onOtherPortal({ factorPolicies }, async () => {
      await app.db
        .insertInto('authenticator_key')
        .values({ account_id: owner.id, sealed: Buffer.alloc(1), created_at: new Date(0), confirmed_at: new Date(0) })
        .execute()
      await signedIn()
      await signedIn()
      expect((await look(await linkOf('account.new-device'))).entity.reverts?.staff).toBe(true)
    })
  })

  test('the staff home lists accounts that wait, oldest first, for staff who can confirm the owner', () =>
    onOtherPortal({}, async () => {
      const staff = await signedIn(staffName)
      const waits = async () => (await staff.getCall<Home>(home.path)).entity.ownerChecks
      expect(await waits()).toEqual({ waiting: 0, oldest: [] })
      await insertTestAccount(app.db, { username: 'other', grants: [{ scopeId: '1100000029' }] })
      const at = app.clock.now()
      const ids = await app.db
        .selectFrom('account')
        .select(['id', 'public_id'])
        .where('kind', '=', 'provider')
        .orderBy('id')
        .execute()
      expect(ids).toHaveLength(2)
      for (const [index, { id }] of ids.entries()) {
        const since = new Date(at.getTime() - index * 1000)
        await app.db.updateTable('account').set({ owner_check_since: since }).where('id', '=', id).execute()
      }
      const found = await waits()
      expect(found?.waiting).toBe(ids.length)
      expect(found?.oldest.map(({ accountId }) => accountId)).toEqual(ids.map((row) => row.public_id).reverse())
      expect(found?.oldest.at(-1)?.since).toBe(at.toISOString())
      await app.db.updateTable('account').set({ staff_role: 'AUDITOR' }).where('username', '=', staffName).execute()
      expect(await waits()).toBeUndefined()
    }))

  test('no administrator can confirm their own account, and no one an unknown one', async () => {
    const staff = await signedIn(staffName)
    const own = app.db.selectFrom('account').select(['id', 'public_id']).where('username', '=', staffName)
    const { id, public_id } = await own.executeTakeFirstOrThrow()
    await app.db.updateTable('account').set({ owner_check_since: app.clock.now() }).where('id', '=', id).execute()
    expect((await confirm(staff, `${staffName}@example.org`, public_id)).entity.message).toBe(
      sentence.NOT_YOUR_OWN_CHECK,
    )
    const mine = (await staff.getCall<Account>(openAccount.path, { accountId: public_id })).entity
    expect(mine.ownerAddresses).toEqual([])
    expect((await confirm(staff, owner.email, 'unknown')).entity.message).toBe(sentence.NO_OWNER_CHECK)
  })
})
