import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { png, pngChunk } from '../../test/png.ts'
import { addTestClient, connectTestClient, openTestClient } from '../../test/test-client.ts'
import { readKeySet } from './domain/clients/key-set.ts'
import { readPng } from './domain/clients/png.ts'
import { updateLogo } from './store/clients.ts'

let it: TestApp
beforeAll(async () => {
  it = await buildTestApp({ database: 'migrated', clock: createRunningClock() })
  await insertTestAccount(it.db, { username: 'ana', grants: [{}] })
})
afterAll(() => it.close())

const newKeyPair = () => webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])

test('a client with a key set signs in with its private key, and with no other', async () => {
  const [own, other] = [await newKeyPair(), await newKeyPair()]
  const jwks = { keys: [{ ...(await webcrypto.subtle.exportKey('jwk', own.publicKey)), alg: 'ES256' }] }
  const { clientId, clientSecret } = await addTestClient(it, { jwks })
  expect(clientSecret).toBe('')
  const browser = it.openBrowser()
  await browser.signIn('ana', testPassword)
  const signIn = async ({ privateKey }: { privateKey: webcrypto.CryptoKey }) =>
    (await connectTestClient(it, { clientId, clientSecret, privateKey })).signIn(browser)
  expect((await signIn(own)).access_token).toBeTruthy()
  await expect(signIn(other)).rejects.toMatchObject({ error: 'invalid_client' })
  const guessing = await connectTestClient(it, { clientId, clientSecret: 'guess' })
  await expect(guessing.signIn(browser)).rejects.toMatchObject({ status: 401 })
})

test('a key set with a private, weak or malformed key is refused', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const good = publicKey.export({ format: 'jwk' })
  expect(readKeySet({ keys: [{ ...good, kid: 'a', more: 'x' }] })).toEqual({ keys: [{ ...good, kid: 'a' }] })
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
  const other = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({ format: 'jwk' })
  const bad = [privateKey.export({ format: 'jwk' }), weak, other, { kty: 'oct', k: 'AAAA' }, { kty: 'EC' }, null, 'x']
  for (const key of bad) expect(readKeySet({ keys: [good, key] })).toBeUndefined()
  for (const set of [null, 'x', {}, { keys: [] }, { keys: Array(11).fill(good) }])
    expect(readKeySet(set)).toBeUndefined()
})

test('a logo keeps only what is needed to draw it', () => {
  expect(readPng(png())).toEqual(png())
  expect(readPng(png({ extra: pngChunk('tEXt', Buffer.from('Comment\0<script>')) }))).toEqual(png())
})

test.each<[string, Buffer]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['only a signature', png().subarray(0, 8)],
  ['a cut-off file', png().subarray(0, -5)],
  ['data after the end', png({ after: Buffer.from('<script>') })],
  ['a chunk after the end', png({ after: pngChunk('tEXt', Buffer.from('x')) })],
  ['a wrong checksum', Buffer.concat([png().subarray(0, 20), Buffer.from([7]), png().subarray(21)])],
  ['too wide', png({ width: 513 })],
  ['too high', png({ height: 513 })],
  ['no pixels', png({ width: 0, height: 0 })],
  ['more pixels than it says', png({ pixels: Buffer.alloc(10_000_000) })],
  ['fewer pixels than it says', png({ pixels: Buffer.alloc(1) })],
  ['more than 64 kB', png({ width: 500, height: 500, pixels: randomBytes(500 * 501) })],
  ['two headers', png({ extra: png().subarray(8, 33) })],
])('a logo is refused: %s', (_name, file) => {
  expect(readPng(file)).toBeUndefined()
})

test('the logo of an active client of this brand is served as a picture', async () => {
  const { clientId } = await openTestClient(it)
  const address = `/oidc/logo/${clientId}`
  expect((await it.openBrowser().get(address)).statusCode).toBe(404)
  await updateLogo(it.db, clientId, png())
  const served = await it.openBrowser().get(address)
  expect(served.rawPayload).toEqual(png())
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=3600',
  })
  expect((await it.openBrowser({ host: 'partner.localhost' }).get(address)).statusCode).toBe(404)
  await it.db.updateTable('hub_client').set({ disabled_at: new Date() }).where('client_id', '=', clientId).execute()
  expect((await it.openBrowser().get(address)).statusCode).toBe(404)
})
