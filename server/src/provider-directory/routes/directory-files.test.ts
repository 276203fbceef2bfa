import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readByteRange } from '#platform/http/byte-range.ts'
import { insertTestAccount } from '../../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { insertPlans, insertProviders, location, practice } from '../../../test/plan-net/directory-rows.ts'
import { hashOf } from '../../../test/plan-net/read-set.ts'
import type { ManifestFile } from '../domain/files/manifest.ts'
import { publishJob } from '../provider-directory.ts'

const NPI = '1932172228'

let site: TestApp
let folder: string
let file: ManifestFile
let content: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-serve-'))
  const settings = { directoryFolder: join(folder, 'set'), limits: { directoryFilesPer5MinPerAddress: 100 } }
  site = await buildTestApp({ settings, database: 'migrated' })
  const now = site.clock.now()
  await insertPlans(site.db, now)
  await insertProviders(site.db, [{ npi: NPI }])
  await site.db.insertInto('practice_location').values(location('L1', now)).execute()
  await site.db
    .insertInto('practice')
    .values(practice(NPI, 'L1', now, { network_id: 'A' }))
    .execute()
})
beforeEach(async () => {
  await rm(join(folder, 'set'), { recursive: true, force: true })
  await site.db.deleteFrom('suppressed_provider').execute()
  await publishJob.run(site.deps, site.clock.now())
  const files: ManifestFile[] = JSON.parse(await readFile(join(folder, 'set', 'index.json'), 'utf8')).files
  file = files.find(({ type }) => type === 'Practitioner') ?? expect.unreachable()
  content = await readFile(join(folder, 'set', file.file))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

type Options = { headers?: Record<string, string>; method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'; address?: string }

const ask = (path: string, { headers = {}, method = 'GET', address = '192.0.2.7' }: Options = {}) =>
  site.app.inject({ url: `/directory/${path}`, method, headers, remoteAddress: address })

describe('the published files', () => {
  test('are answered with 404 and a sentence before the first publication', async () => {
    await rm(join(folder, 'set'), { recursive: true })
    const reply = await ask('index.json')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({
      status: 404,
      entity: { messageCode: 'not-published', message: 'The provider directory has not been published yet.' },
    })
  })

  test('are listed by the manifest and served as they are stored, without a session or a cookie', async () => {
    const reply = await ask('index.json', {
      headers: { cookie: 'PORTICO_SESSION=x', origin: 'https://crawler.example' },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.json().files).toContainEqual(file)
    const served = await ask(file.file)
    expect(served.statusCode).toBe(200)
    expect(hashOf(served.rawPayload)).toBe(file.sha256)
    expect(served.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(file.bytes),
      'accept-ranges': 'bytes',
      'last-modified': new Date(file.time).toUTCString(),
    })
    expect(served.headers['content-encoding']).toBeUndefined()
    expect(served.headers['set-cookie']).toBeUndefined()
  })

  test('are not sent again to a client that has them', async () => {
    for (const path of ['index.json', file.file]) {
      const { headers } = await ask(path)
      const etag = String(headers.etag)
      const since = String(headers['last-modified'])
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      const status = async (sent: Record<string, string>) => (await ask(path, { headers: sent })).statusCode
      expect(await status({ 'if-none-match': etag })).toBe(304)
      expect(await status({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
      expect(await status({ 'if-none-match': '"other"', 'if-modified-since': since })).toBe(200)
      expect(await status({ 'if-modified-since': since })).toBe(304)
      expect(await status({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200)
      expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200)
    }
  })

  test('are sent in ranges', async () => {
    const part = await ask(file.file, { headers: { range: 'bytes=2-9' } })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({ 'content-range': `bytes 2-9/${file.bytes}`, 'content-length': '8' })
    expect(part.rawPayload).toEqual(content.subarray(2, 10))
    const rest = await ask(file.file, { headers: { range: 'bytes=10-', 'if-range': String(part.headers.etag) } })
    expect(rest.rawPayload).toEqual(content.subarray(10))
    const changed = await ask(file.file, { headers: { range: 'bytes=10-', 'if-range': '"former"' } })
    expect(changed.statusCode).toBe(200)
    expect(changed.rawPayload).toEqual(content)
    const outside = await ask(file.file, { headers: { range: `bytes=${file.bytes}-` } })
    expect(outside.statusCode).toBe(416)
    expect(outside.headers['content-range']).toBe(`bytes */${file.bytes}`)
    const manifest = await ask('index.json', { headers: { range: 'bytes=0-0' } })
    expect(manifest.payload).toBe('{')
  })

  test('answer HEAD and the preflight of a browser', async () => {
    const head = await ask(file.file, { method: 'HEAD' })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe(String(file.bytes))
    expect(head.payload).toBe('')
    const preflight = await ask(file.file, { method: 'OPTIONS', headers: { origin: 'https://crawler.example' } })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'If-Modified-Since, If-None-Match, If-Range, Range',
    })
    expect((await ask(file.file, { method: 'POST' })).statusCode).toBe(404)
  })

  test.each([
    ['../secret.txt'],
    ['..%2fsecret.txt'],
    ['%2e%2e/secret.txt'],
    ['..%5csecret.txt'],
    ['.published.json'],
    ['.part/index.json'],
    ['set/index.json'],
    ['index.json%00'],
    [''],
    ['Practitioner-00000000000000000000000000000000.ndjson.gz'],
  ])('never contain %j', async (path) => {
    await writeFile(join(folder, 'secret.txt'), 'secret')
    const reply = await ask(path)
    expect(reply.statusCode).toBe(404)
    expect(reply.payload).not.toMatch(/secret|publishedAt/)
    expect(reply.json().status).toBe(404)
  })

  test('are withheld until a provider whom staff suppress is in none of them', async () => {
    const { id } = await insertTestAccount(site.db, { username: 'staff' })
    const row = { npi: NPI, reason: 'Safety', suppressed_by: id, suppressed_at: site.clock.now() }
    await site.db.insertInto('suppressed_provider').values(row).execute()
    for (const path of ['index.json', file.file]) {
      const reply = await ask(path)
      expect(reply.statusCode).toBe(503)
      expect(reply.headers['retry-after']).toBe('5')
    }
    expect(await publishJob.run(site.deps, site.clock.now())).toBe(1)
    expect((await ask('index.json')).payload).not.toContain('Practitioner')
    expect((await ask(file.file)).statusCode).toBe(404)
    await expect(stat(join(folder, 'set', file.file))).rejects.toThrow('ENOENT')
  })

  test('are limited per network', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 101; count++)
      statuses.push((await ask('index.json', { address: '198.51.100.1' })).statusCode)
    expect(statuses.lastIndexOf(200)).toBe(99)
    expect(statuses[100]).toBe(429)
    expect((await ask('index.json', { address: '198.51.100.2' })).statusCode).toBe(200)
  })
})

test.each([
  [undefined, undefined],
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=4-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-4', undefined],
  ['bytes=-', undefined],
])('reads the range %j of ten bytes', (header, range) => {
  expect(readByteRange(header, 10)).toEqual(range)
})
