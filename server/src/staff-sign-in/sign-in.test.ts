import { addStaff } from '@portico/core/access/calls'
import { forgotPassword, me, resetPassword, resetQuestions } from '@portico/core/signon/calls'
import { factorChoices, passkeySignIn } from '@portico/core/signon/factors/calls'
import { PASSKEY_REFUSED } from '@portico/core/signon/factors/sentences'
import type { FactorChoices } from '@portico/core/signon/factors/shapes'
import { INVITED_BY_WORK_ACCOUNT, RESET_LINK_UNKNOWN } from '@portico/core/signon/sentences'
import type { Me } from '@portico/core/signon/shapes'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { createLink } from '#platform/identity/links.ts'
import type { StaffDirectory } from '#platform/settings/staff-directory.ts'
import { insertTestAccount, testAnswers, testPassword, testQuestions } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { addPasskey, requestPasskey } from '../../test/factors.ts'
import { newKey, startTestDirectory, type TestDirectory } from '../../test/test-directory.ts'
import { filledModel, openWizard } from '../../test/wizard.ts'

const START = '/thp/portal/internal/oidc'
const CALLBACK = 'http://localhost/thp/portal/internal/oidc/callback'
const HOME = '/thp/portal/internal/home'

let directory: TestDirectory
let it: TestApp | undefined
beforeEach(async () => {
  directory = await startTestDirectory([CALLBACK])
})
afterEach(async () => {
  await it?.close()
  it = undefined
  await directory.stop()
})

async function open(change: Partial<StaffDirectory> = {}, staffSignIn: 'oidc' | 'either' = 'oidc'): Promise<TestApp> {
  it = await buildTestApp({
    database: 'migrated',
    clock: createRunningClock(),
    settings: { staffSignIn, staffDirectory: { ...directory.settings, ...change } },
  })
  return it
}

async function addLinked(test: TestApp, subject = 'ana', staffRole: 'ADMINISTRATOR' | 'REVIEWER' = 'ADMINISTRATOR') {
  const account = await insertTestAccount(test.db, { username: `${subject}staff`, kind: 'internal', staffRole })
  await test.db
    .updateTable('account')
    .set({ directory_issuer: directory.issuer, directory_subject: subject })
    .where('id', '=', account.id)
    .execute()
  return account
}

/** Passes through the directory and returns where the portal leads then. */
async function signIn(browser: TestBrowser, query = ''): Promise<string> {
  const back = await begin(browser, query)
  const arrived = await browser.get(back)
  return String(arrived.headers.location)
}

async function begin(browser: TestBrowser, query = ''): Promise<string> {
  const begun = await browser.get(`${START}${query}`)
  const back = new URL(await directory.pass(String(begun.headers.location)))
  return back.pathname + back.search
}

const roleOf = async (test: TestApp, id: string) =>
  (await test.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).staff_role

test('staff sign in through the directory', async () => {
  const test = await open()
  await addLinked(test)
  const browser = test.openBrowser()
  expect(await signIn(browser, '?TARGET=/thp/portal/internal/requests')).toBe('/thp/portal/internal/requests')
  const { entity } = await browser.getCall<Me>(me.path)
  expect(entity.staffRole).toBe('ADMINISTRATOR')
})

describe('an invitation', () => {
  async function invite(test: TestApp) {
    const { id } = await insertTestAccount(test.db, { username: 'unused', kind: 'internal', state: 'INVITED' })
    const context = systemContext(test.deps)
    return { id, token: await createLink(context, { purpose: 'ACTIVATION', accountId: id, lifetimeSeconds: 600 }) }
  }

  test('links the account once; then issuer and subject decide', async () => {
    const test = await open()
    const { id, token } = await invite(test)
    expect(await signIn(test.openBrowser(), `?activateId=${token}`)).toBe(HOME)
    expect(await signIn(test.openBrowser())).toBe(HOME)
    const row = await test.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'ACTIVE', directory_issuer: directory.issuer, directory_subject: 'ana' })
    directory.now.person = { sub: 'eve' }
    expect(await signIn(test.openBrowser(), `?activateId=${token}`)).toContain('reason=not-invited')
  })

  test('is needed: an account of the same address gets nothing', async () => {
    const test = await open({ roles: { claim: 'groups', groups: [['admins', 'ADMINISTRATOR']] } })
    await insertTestAccount(test.db, { username: 'anastaff', kind: 'internal', email: 'ana@example.org' })
    directory.now.person = { sub: 'ana', groups: ['admins'] }
    const browser = test.openBrowser()
    expect(await signIn(browser)).toBe('/thp/portal/internal/login?error=1&reason=not-invited')
    expect(browser.cookies.has('portico_session')).toBe(false)
    expect(await test.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  })
})

describe('roles', () => {
  const roles: StaffDirectory['roles'] = {
    claim: 'groups',
    groups: [
      ['reviewers', 'REVIEWER'],
      ['admins', 'ADMINISTRATOR'],
    ],
  }

  test('are read from the groups at every sign-in, and their age starts then', async () => {
    const test = await open({ roles })
    const { id } = await addLinked(test, 'ana', 'REVIEWER')
    directory.now.person = { sub: 'ana', groups: ['others', 'admins'] }
    await signIn(test.openBrowser())
    expect(await roleOf(test, id)).toBe('ADMINISTRATOR')
    const row = await test.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(Date.now() - Number(row.staff_role_since)).toBeLessThan(60_000)
    const record = { model: 'AccessToken', id_hash: Buffer.alloc(32), account_id: id, payload: Buffer.alloc(1) }
    const [written_at, expires_at] = [test.clock.now(), new Date(test.clock.now().getTime() + 60_000)]
    await test.db
      .insertInto('hub_record')
      .values({ ...record, written_at, expires_at })
      .execute()
    directory.now.person = { sub: 'ana' }
    await signIn(test.openBrowser())
    expect(await roleOf(test, id)).toBeNull()
    expect(await test.db.selectFrom('hub_record').select('model').where('account_id', '=', id).execute()).toEqual([])
  })

  test('stay in the portal without that setting, and no other group makes an administrator', async () => {
    const test = await open()
    const { id } = await addLinked(test, 'ana', 'REVIEWER')
    directory.now.person = { sub: 'ana', groups: ['admins', 'ADMINISTRATOR'] }
    await signIn(test.openBrowser())
    expect(await roleOf(test, id)).toBe('REVIEWER')
  })
})

describe('the second factor', () => {
  const required = { STAFF: { kind: 'required', days: 0 } } as const

  test('of the directory counts where the acr is met', async () => {
    const test = await open({ acr: ['urn:directory:mfa'] })
    Object.assign(test.deps.settings.factorPolicies, required)
    await addLinked(test)
    directory.now.person = { sub: 'ana', acr: 'urn:directory:mfa' }
    const browser = test.openBrowser()
    expect(await signIn(browser)).toBe(HOME)
    expect(directory.now.queries.at(-1)?.get('acr_values')).toBe('urn:directory:mfa')
    expect((await browser.getCall(me.path)).http).toBe(200)
  })

  test('of the portal is asked for otherwise', async () => {
    const test = await open({ acr: ['urn:directory:mfa'] })
    Object.assign(test.deps.settings.factorPolicies, required)
    await addLinked(test)
    const browser = test.openBrowser()
    expect(await signIn(browser)).toContain('/thp/portal/internal/factor')
    expect((await browser.getCall(me.path)).http).toBe(403)
  })
})

describe('step-up', () => {
  const staff = { firstName: 'Bo', lastName: 'Lee', email: 'bo@example.org', role: 'REVIEWER' }

  test('goes back to the directory with max_age and needs a newer auth_time', async () => {
    const test = await open()
    await addLinked(test)
    const past = Math.floor(Date.now() / 1000) - 3000
    directory.now.person = { sub: 'ana', authTime: past }
    const browser = test.openBrowser()
    await signIn(browser)
    expect((await browser.postCall(addStaff.path, staff)).http).toBe(401)
    const { entity } = await browser.getCall<FactorChoices>(factorChoices.path)
    expect(entity.kinds).toEqual(['directory'])
    // A directory that does not ask again.
    expect(await signIn(browser, '?stepUp=1')).toContain('reason=directory-refused')
    expect(directory.now.queries.at(-1)?.get('max_age')).toBe('0')
    expect((await browser.postCall(addStaff.path, staff)).http).toBe(401)
    directory.now.person = { sub: 'ana' }
    expect(await signIn(browser, '?stepUp=1')).toBe(`${START}/confirmed`)
    expect((await browser.get(`${START}/confirmed`)).body).toContain('Your identity is confirmed')
    expect((await browser.postCall(addStaff.path, staff)).http).toBe(200)
  })

  test('of another person proves nothing', async () => {
    const test = await open()
    await addLinked(test)
    await addLinked(test, 'eve')
    directory.now.person = { sub: 'ana', authTime: Math.floor(Date.now() / 1000) - 3000 }
    const browser = test.openBrowser()
    await signIn(browser)
    directory.now.person = { sub: 'eve' }
    expect(await signIn(browser, '?stepUp=1')).toContain('reason=directory-again')
    expect((await browser.postCall(addStaff.path, staff)).http).toBe(401)
  })
})

test('with oidc, passwords and resets of staff are refused; other people keep theirs', async () => {
  const test = await open()
  await addLinked(test)
  await insertTestAccount(test.db, { username: 'office1', grants: [{}] })
  const refused = await test.openBrowser().signIn('anastaff', testPassword, HOME)
  expect(refused.headers.location).toBe('/thp/portal/internal/login?error=1')
  expect((await test.openBrowser().signIn('office1', testPassword)).headers.location).toContain('/home')
  await test.openBrowser().postCall(forgotPassword.path, { userName: 'anastaff' })
  expect(
    await test.db.selectFrom('mail_message').select('kind').where('kind', '=', 'account.reset-link').execute(),
  ).toEqual([])
})

describe('with oidc, staff cannot use', () => {
  async function openWithStaff(state: 'ACTIVE' | 'INVITED' = 'ACTIVE') {
    const test = await open({}, 'either')
    const account = await insertTestAccount(test.db, { username: 'anastaff', kind: 'internal', state })
    const closePasswords = () => Object.assign(test.deps.settings, { staffSignIn: 'oidc' })
    return { test, account, closePasswords }
  }

  test('a passkey', async () => {
    const { test, closePasswords } = await openWithStaff()
    const browser = test.openBrowser()
    await browser.signIn('anastaff', testPassword, HOME)
    const { passkey } = await addPasskey(browser)
    const tryPasskey = async () => {
      const visitor = test.openBrowser()
      const assertion = passkey.get(await requestPasskey(visitor))
      return { visitor, reply: await visitor.postCall(passkeySignIn.path, { assertion }) }
    }
    expect((await tryPasskey()).reply.status).toBe(200)
    closePasswords()
    const { visitor, reply } = await tryPasskey()
    expect(reply).toMatchObject({ status: 406, entity: { message: PASSKEY_REFUSED } })
    expect(visitor.cookies.has('portico_session')).toBe(false)
  })

  test('a reset link that was mailed before', async () => {
    const { test, account, closePasswords } = await openWithStaff()
    const link = { purpose: 'PASSWORD_RESET', accountId: account.id, lifetimeSeconds: 600 } as const
    const resetId = await createLink(systemContext(test.deps), link)
    const browser = test.openBrowser()
    expect((await browser.getCall(`${resetQuestions.path}?resetId=${resetId}`)).status).toBe(200)
    closePasswords()
    const refused = { status: 406, entity: { message: RESET_LINK_UNKNOWN } }
    expect(await browser.getCall(`${resetQuestions.path}?resetId=${resetId}`)).toMatchObject(refused)
    const answers = testQuestions.map((question, index) => ({ question, answer: testAnswers[index] }))
    const password = { password: 'Another2026x', confirmPassword: 'Another2026x' }
    expect(await browser.postCall(resetPassword.path, { resetId, answers, ...password })).toMatchObject(refused)
    Object.assign(test.deps.settings, { staffSignIn: 'either' })
    expect((await test.openBrowser().signIn('anastaff', testPassword, HOME)).headers.location).toBe(HOME)
  })

  test('a password for their invitation', async () => {
    const { test, account, closePasswords } = await openWithStaff('INVITED')
    const link = { purpose: 'ACTIVATION', accountId: account.id, lifetimeSeconds: 600 } as const
    const activationId = await createLink(systemContext(test.deps), link)
    const wizard = openWizard(test)
    expect((await wizard.get('profileByActivationId', { activationId })).status).toBe(200)
    closePasswords()
    const refused = { status: 407, entity: { message: INVITED_BY_WORK_ACCOUNT } }
    expect(await wizard.post('activateUserAccount', filledModel(''))).toMatchObject(refused)
    const row = await test.db.selectFrom('account').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
    expect(row.state).toBe('INVITED')
  })
})

test('with either, staff can use a password too', async () => {
  const test = await open({}, 'either')
  await addLinked(test)
  expect((await test.openBrowser().signIn('anastaff', testPassword, HOME)).headers.location).toBe(HOME)
  expect(await signIn(test.openBrowser())).toBe(HOME)
})

test('without back-channel logout a session ends after the hours of the setting', async () => {
  const test = await open({ sessionHours: 2 })
  await addLinked(test)
  await signIn(test.openBrowser())
  const [session] = await test.db.selectFrom('account_session').selectAll().execute()
  expect(Number(session?.ends_at) - Number(session?.created_at)).toBe(2 * 3_600_000)
})

test('while the directory is away, the login page says so', async () => {
  const test = await open({ issuer: 'http://127.0.0.1:9' })
  const reply = await test.openBrowser().get(START)
  expect(reply.headers.location).toBe('/thp/portal/internal/login?error=1&reason=directory-away')
})

describe('refuses an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const other = newKey()
  test.each([
    ['with alg none', () => ({ header: { alg: 'none' } })],
    ['signed by another key', () => ({ key: other })],
    ['signed by another key with another name', () => ({ key: other, header: { kid: 'other' } })],
    ['for another audience', () => ({ claims: { aud: 'another' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example.org' } })],
    ['with another nonce', () => ({ claims: { nonce: 'another' } })],
    ['that has expired', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
  ])('%s', async (_title, change) => {
    const test = await open()
    await addLinked(test)
    directory.now.tamper = change
    const browser = test.openBrowser()
    expect(await signIn(browser)).toBe('/thp/portal/internal/login?error=1&reason=directory-refused')
    expect(browser.cookies.has('portico_session')).toBe(false)
  })
})

describe('a reply', () => {
  test('of another browser, or used again, gives nothing', async () => {
    const test = await open()
    await addLinked(test)
    const victim = test.openBrowser()
    const back = await begin(victim)
    const attacker = test.openBrowser()
    expect((await attacker.get(back)).headers.location).toContain('reason=directory-again')
    await begin(attacker)
    expect((await attacker.get(back)).headers.location).toContain('reason=directory-refused')
    expect(attacker.cookies.has('portico_session')).toBe(false)
    expect((await victim.get(back)).headers.location).toBe(HOME)
    expect((await victim.get(back)).headers.location).toContain('reason=directory-again')
  })

  test('with a forged state or a forged cookie is refused', async () => {
    const test = await open()
    await addLinked(test)
    const browser = test.openBrowser()
    const back = await begin(browser)
    expect((await browser.get(back.replace(/state=[^&]+/, 'state=forged'))).headers.location).toContain('refused')
    browser.cookies.set('portico_staff_oidc', 'x'.repeat(200))
    expect((await browser.get(back)).headers.location).toContain('reason=directory-again')
  })

  test('with an error shows nothing of it', async () => {
    const test = await open()
    const browser = test.openBrowser()
    directory.now.error = '<script>alert(1)</script>'
    const back = await begin(browser)
    const reply = await browser.get(back)
    expect(reply.headers.location).toBe('/thp/portal/internal/login?error=1&reason=directory-refused')
    expect(reply.body).not.toContain('script')
  })
})
