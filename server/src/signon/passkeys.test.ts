import { PROVIDER_PATHS } from '@portico/core/constants'
import { me } from '@portico/core/signon/calls'
import * as calls from '@portico/core/signon/factors/calls'
import * as sentence from '@portico/core/signon/factors/sentences'
import type {
  FactorChoices,
  MyFactors,
  PasskeyCreation,
  PasskeyRequest,
  Proved,
} from '@portico/core/signon/factors/shapes'
import type { Me } from '@portico/core/signon/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addPasskey, requestPasskey } from '../../test/factors.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../../test/software-passkey.ts'

let app: TestApp
beforeAll(async () => {
  const limits = { signInsPerMinutePerUser: 1000, signInsPerMinutePerAddress: 1000 }
  app = await buildTestApp({
    database: 'migrated',
    settings: { limits, brandHosts: { 'partner.localhost': 'bayside' } },
  })
})
afterAll(() => app.close())

let count = 0
let username = ''
let browser: TestBrowser
let passkey: SoftwarePasskey
beforeEach(async () => {
  count += 1
  username = `passkey${count}`
  await insertTestAccount(app.db, { username, grants: [{ scopeId: `12${String(count).padStart(8, '0')}` }] })
  browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  passkey = (await addPasskey(browser)).passkey
})

type Lies = Parameters<SoftwarePasskey['get']>[1]

const send = (from: TestBrowser, assertion: unknown, target = '') =>
  from.postCall<Proved>(calls.passkeySignIn.path, { assertion, target })

async function signInBy(key: SoftwarePasskey, lies: Lies = {}, from = app.openBrowser()) {
  return { from, reply: await send(from, key.get(await requestPasskey(from), lies)) }
}

const userOf = async (from: TestBrowser) => (await from.getCall<Me>(me.path)).entity.userName

describe('signing in with a passkey alone', () => {
  test('a passkey sign-in counts as both factors and redirects to TARGET', async () => {
    const from = app.openBrowser()
    const reply = await send(from, passkey.get(await requestPasskey(from)), PROVIDER_PATHS.claims)
    expect(reply).toMatchObject({ status: 200, entity: { location: PROVIDER_PATHS.claims } })
    expect(await userOf(from)).toBe(username)
    const session = await app.db
      .selectFrom('account_session')
      .select(['proved_by', 'factor_due'])
      .orderBy('created_at', 'desc')
      .orderBy('last_seen_at', 'desc')
      .where('proved_by', '=', 'DEVICE_PASSKEY')
      .executeTakeFirst()
    expect(session).toEqual({ proved_by: 'DEVICE_PASSKEY', factor_due: null })
  })

  test('rejects a replayed assertion', async () => {
    const from = app.openBrowser()
    const assertion = passkey.get(await requestPasskey(from))
    const both = await Promise.all([send(from, assertion), send(app.openBrowser(), assertion)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 406])
    expect((await send(app.openBrowser(), assertion)).entity.message).toBe(sentence.PASSKEY_TOO_LATE)
  })

  test.each<[string, Lies]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://localhost:9999' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a device that did not ask its owner', { unverified: true }],
    ['another account’s handle', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['no handle', { userHandle: '' }],
  ])('rejects a passkey sign-in with %s', async (_what, lies) => {
    const { from, reply } = await signInBy(passkey, lies)
    expect(reply).toMatchObject({ status: 406, entity: { message: sentence.PASSKEY_REFUSED } })
    expect(from.cookies.has('portico_session')).toBe(false)
  })

  test('reports an unregistered passkey as unknown and rejects a forged one with a known id', async () => {
    const stranger = createSoftwarePasskey()
    expect((await signInBy(stranger)).reply.entity.message).toBe(sentence.PASSKEY_UNKNOWN)
    const from = app.openBrowser()
    const forged = { ...stranger.get(await requestPasskey(from)), id: passkey.id, rawId: passkey.id }
    expect((await send(from, forged)).entity.message).toBe(sentence.PASSKEY_REFUSED)
  })

  test('rejects a signature counter that does not increase, unless it stays 0', async () => {
    expect((await signInBy(passkey, { counter: 0 })).reply.status).toBe(200)
    expect((await signInBy(passkey, { counter: 0 })).reply.status).toBe(200)
    expect((await signInBy(passkey, { counter: 7 })).reply.status).toBe(200)
    for (const counter of [7, 6, 0]) expect((await signInBy(passkey, { counter })).reply.status).toBe(406)
    expect((await signInBy(passkey, { counter: 8 })).reply.status).toBe(200)
  })

  test('rejects a challenge for another purpose or after half an hour', async () => {
    const own = (await browser.postCall<PasskeyRequest>(calls.askForPasskey.path)).entity
    expect((await send(app.openBrowser(), passkey.get(own))).entity.message).toBe(sentence.PASSKEY_TOO_LATE)
    const from = app.openBrowser()
    const challenge = await requestPasskey(from)
    app.clock.advance(1800)
    expect((await send(from, passkey.get(challenge))).entity.message).toBe(sentence.PASSKEY_TOO_LATE)
  })

  test('rejects a passkey sign-in to a suspended account', async () => {
    await app.db.updateTable('account').set({ state: 'SUSPENDED' }).where('username', '=', username).execute()
    expect((await signInBy(passkey)).reply.status).toBe(406)
  })

  test('offers no passkeys at an IP address or a foreign host, and accepts a passkey in its own brand only', async () => {
    for (const host of ['127.0.0.1', 'other.example']) {
      const reply = await app.openBrowser({ host }).postCall(calls.passkeyChallenge.path)
      expect(reply).toMatchObject({ status: 400, entity: { message: sentence.NO_PASSKEYS_HERE } })
    }
    const partner = app.openBrowser({ host: 'partner.localhost' })
    const assertion = passkey.get(await requestPasskey(partner), { origin: 'http://partner.localhost' })
    expect((await send(partner, assertion)).entity.message).toBe(sentence.PASSKEY_UNKNOWN)
    // A password sign-in at the other brand cannot bypass it: the second factor is due there too.
    await partner.signIn(username, testPassword)
    const choices = (await partner.getCall<FactorChoices>(calls.factorChoices.path)).entity
    expect(choices).toMatchObject({ due: 'prove', kinds: ['recovery'], passkeysElsewhere: true })
  })

  test('limits passkey challenges for visitors per address', async () => {
    const { limits } = app.deps.settings
    limits.passkeyChallengesPer5MinPerAddress = 1
    const from = app.openBrowser({ address: '203.0.113.77' })
    expect((await from.postCall(calls.passkeyChallenge.path)).status).toBe(200)
    expect((await from.postCall(calls.passkeyChallenge.path)).entity.message).toBe(sentence.TOO_MANY_CHALLENGES)
    limits.passkeyChallengesPer5MinPerAddress = 300
  })
})

describe('proving with a passkey', () => {
  const prove = (from: TestBrowser, assertion: unknown) =>
    from.postCall<Proved>(calls.proveFactor.path, { kind: 'passkey', assertion })
  const requestChallenge = async (from: TestBrowser) =>
    (await from.postCall<PasskeyRequest>(calls.askForPasskey.path)).entity

  test('completes a sign-in with the own passkey but rejects another account’s passkey or session’s challenge', async () => {
    const half = app.openBrowser()
    await half.signIn(username, testPassword)
    const elsewhere = await requestChallenge(browser)
    expect((await prove(half, passkey.get(elsewhere))).status).toBe(406)

    await insertTestAccount(app.db, {
      username: `other${count}`,
      grants: [{ scopeId: `13${String(count).padStart(8, '0')}` }],
    })
    const other = app.openBrowser()
    await other.signIn(`other${count}`, testPassword)
    const others = (await addPasskey(other)).passkey
    expect((await prove(half, others.get(await requestChallenge(half)))).entity.message).toBe(sentence.PASSKEY_REFUSED)
    expect((await half.getCall(me.path)).http).toBe(403)

    const challenge = await requestChallenge(half)
    expect(challenge.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
    expect((await prove(half, passkey.get(challenge))).status).toBe(200)
    expect(await userOf(half)).toBe(username)
  })

  test('rejects the password as proof for an account with a factor', async () => {
    const reply = await browser.postCall(calls.proveFactor.path, { kind: 'password', password: testPassword })
    expect(reply).toMatchObject({ status: 400, entity: { message: sentence.NOT_OFFERED } })
    const half = app.openBrowser()
    await half.signIn(username, testPassword)
    expect((await half.postCall(calls.proveFactor.path, { kind: 'password', password: testPassword })).status).toBe(400)
  })
})

describe('passkeys of an account', () => {
  const mine = async () => (await browser.getCall<MyFactors>(calls.myFactors.path)).entity.passkeys
  const start = async (from: TestBrowser) => (await from.postCall<PasskeyCreation>(calls.startPasskey.path)).entity

  test('creates discoverable passkeys with user verification for this host and rejects forged responses', async () => {
    const challenge = await start(browser)
    expect(challenge).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.id }],
    })
    for (const lies of [{ origin: 'http://evil.example' }, { rpId: 'evil.example' }, { unverified: true }]) {
      const made = createSoftwarePasskey().create(await start(browser), lies)
      expect((await browser.postCall(calls.addPasskey.path, { passkey: made })).status).toBe(406)
    }
    const key = createSoftwarePasskey().create(challenge)
    expect((await browser.postCall(calls.addPasskey.path, { passkey: key })).status).toBe(200)
    expect((await browser.postCall(calls.addPasskey.path, { passkey: key })).status).toBe(406)
    expect(await mine()).toHaveLength(2)
  })

  test('names a passkey after the device and lets only its owner rename or remove it', async () => {
    const [first] = await mine()
    expect(first).toMatchObject({ name: 'Unknown browser', lastUsed: '', here: true })
    const stranger = app.openBrowser()
    await insertTestAccount(app.db, {
      username: `thief${count}`,
      grants: [{ scopeId: `14${String(count).padStart(8, '0')}` }],
    })
    await stranger.signIn(`thief${count}`, testPassword)
    const passkeyId = first?.passkeyId ?? ''
    expect((await stranger.postCall(calls.renamePasskey.path, { passkeyId, name: 'Mine' })).status).toBe(404)
    expect((await stranger.postCall(calls.removePasskey.path, { passkeyId })).status).toBe(404)
    expect((await browser.postCall(calls.renamePasskey.path, { passkeyId, name: ' ' })).status).toBe(400)
    expect((await browser.postCall(calls.renamePasskey.path, { passkeyId, name: 'Front desk' })).status).toBe(200)
    expect(await mine()).toMatchObject([{ name: 'Front desk' }])
    expect((await browser.postCall(calls.removePasskey.path, { passkeyId })).status).toBe(200)
    expect((await signInBy(passkey)).reply.entity.message).toBe(sentence.PASSKEY_UNKNOWN)
  })

  test('adding a passkey ends the other sessions and mails the owner', async () => {
    const other = app.openBrowser()
    await signInBy(passkey, {}, other)
    await addPasskey(browser)
    expect((await other.getCall(me.path)).http).toBe(401)
    const mails = app.db.selectFrom('mail_message').select('body').where('kind', '=', 'account.factor-added')
    const [mail] = await mails.where('to_address', '=', `${username}@example.org`).execute()
    expect(mail?.body).toContain('This was not me:')
  })
})
