import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { ADA, BEN, CANARY, HIDDEN, insertDirectoryWithExamples } from '../../test/plan-net/directory-with-examples.ts'
import { BASE, type Bundle, includedIn, linkOf, matchesIn, openFhirClient } from '../../test/plan-net/fhir-client.ts'
import { readSearchOfPackage } from '../../test/plan-net/search-of-package.ts'
import { findProblem, findResourceProblem } from '../../test/plan-net/validate.ts'
import { refreshPublished } from './provider-directory.ts'
import { registerFhir } from './routes/fhir.ts'

let site: TestApp
let client: ReturnType<typeof openFhirClient>

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', settings: { limits: { fhirPerMinutePerAddress: 100_000 } } })
  client = openFhirClient(site)
  const staff = await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  await insertDirectoryWithExamples(systemContext(site.deps), staff.id)
})
afterAll(() => site.close())

const TYPES = Object.keys(readSearchOfPackage())
const outcomeOf = (reply: { body: string }) => JSON.parse(reply.body)

describe('the interface', () => {
  test('exposes exactly these routes without a session', async () => {
    const routes: string[] = []
    const app = fastify()
    app.addHook('onRoute', ({ method, url }) => void routes.push(`${[method].flat().join(' ')} ${url}`))
    await registerFhir(app, site.deps)
    await app.close()
    expect(routes.filter((route) => !route.startsWith('HEAD '))).toEqual([
      'GET /fhir/metadata',
      'GET /fhir/:type/:id',
      'GET /fhir/:type',
      'POST /fhir/:type/_search',
      'OPTIONS /fhir/*',
      'POST PUT PATCH DELETE /fhir/*',
    ])
  })

  test('declares what the guide lists, and nothing more', async () => {
    const statement = (await client.get('/metadata')).json()
    expect(findResourceProblem(statement)).toBeUndefined()
    const [{ resource }] = statement.rest
    const declared = Object.fromEntries(
      resource.map((one: { type: string; searchParam: { name: string }[]; searchInclude?: string[] }) => [
        one.type,
        [one.searchParam.map(({ name }) => name), one.searchInclude ?? []],
      ]),
    )
    const guide = readSearchOfPackage()
    expect(declared).toEqual(
      Object.fromEntries(
        Object.entries(guide).map(([type, { parameters, includes }]) => [type, [Object.keys(parameters), includes]]),
      ),
    )
    expect(statement).toMatchObject({ fhirVersion: '4.0.1', kind: 'instance', implementation: { url: BASE } })
    expect(statement).not.toHaveProperty('instantiates')
  })

  test('sets no cookie, allows other origins, and says what it sends', async () => {
    const replies = [
      await client.get('/metadata', { origin: 'https://other.example' }),
      await client.get(`/Practitioner/${ADA}`),
      await client.get('/Practitioner?name=smith'),
      await client.get('/Practitioner?_count=x'),
      await site.app.inject({
        ...{ method: 'POST', url: '/fhir/Practitioner/_search', payload: 'name=smith' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 400, 200])
    for (const { headers } of replies) {
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'application/fhir+json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
    const [, , found, refused, posted] = replies.map((reply) => reply.json())
    expect(matchesIn(posted)).toEqual(matchesIn(found))
    expect([found, refused].map(findResourceProblem)).toEqual([undefined, undefined])
  })

  test('answers a preflight request', async () => {
    const reply = await site.app.inject({ method: 'OPTIONS', url: '/fhir/Practitioner' })
    expect(reply.statusCode).toBe(204)
    expect(reply.headers['access-control-allow-headers']).toContain('If-None-Match')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('refuses %s', async (method) => {
    for (const url of ['/fhir/Practitioner', `/fhir/Practitioner/${ADA}`, '/fhir/', '/fhir/metadata']) {
      const reply = await site.app.inject({ method, url })
      expect(reply.statusCode).toBe(405)
      expect(reply.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
      expect(outcomeOf(reply)).toMatchObject({ resourceType: 'OperationOutcome' })
    }
  })

  test.each<[string, number, string]>([
    ['/Patient', 404, 'not-supported'],
    ['/Patient/1', 404, 'not-supported'],
    ['/__proto__/1', 404, 'not-supported'],
    ['/constructor', 404, 'not-supported'],
    ['/Practitioner/none', 404, 'not-found'],
    ['/Practitioner/1/_history/1', 404, 'not-found'],
    ['/', 404, 'not-supported'],
    ['/Practitioner?_format=xml', 406, 'not-supported'],
    [`/Practitioner?name=${'x'.repeat(8_000)}`, 414, 'too-long'],
  ])('answers %s with %i as an OperationOutcome', async (path, status, code) => {
    const reply = await client.get(path)
    expect(reply.statusCode).toBe(status)
    expect(outcomeOf(reply)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', code }] })
  })

  test('refuses XML asked for by a header, and accepts JSON by any of its names', async () => {
    expect((await client.get('/metadata', { accept: 'application/fhir+xml' })).statusCode).toBe(406)
    for (const format of ['json', 'application/json', 'application/fhir%2Bjson'])
      expect((await client.get(`/Practitioner?_format=${format}`)).statusCode).toBe(200)
  })

  test('refuses a body that is too large or of another type', async () => {
    const post = (type: string, payload: string) =>
      site.app.inject({ method: 'POST', url: '/fhir/Practitioner/_search', headers: { 'content-type': type }, payload })
    const large = await post('application/x-www-form-urlencoded', `name=${'x'.repeat(20_000)}`)
    expect([large.statusCode, outcomeOf(large).resourceType]).toEqual([413, 'OperationOutcome'])
    const other = await post('application/json', '{}')
    expect([other.statusCode, outcomeOf(other).resourceType]).toEqual([415, 'OperationOutcome'])
  })

  test('counts requests by type and status', async () => {
    await client.get('/Endpoint?_count=x')
    await client.get('/canary-type')
    const metrics = await site.deps.metrics.registry.metrics()
    expect(metrics).toMatch(/portico_fhir_requests_total\{type="Endpoint",status="400"\} \d/)
    expect(metrics).not.toContain('canary-type')
  })
})

describe('reading a resource', () => {
  test('returns the published resource to the letter, with its version and time', async () => {
    const reply = await client.get(`/Practitioner/${ADA}`)
    const row = await site.db
      .selectFrom('published_resource')
      .select(({ cast, ref }) => [cast<string>(ref('resource'), 'text').as('text'), 'last_updated'])
      .where('id', '=', ADA)
      .executeTakeFirstOrThrow()
    expect(reply.body).toBe(row.text)
    expect(reply.headers).toMatchObject({
      etag: `W/"${row.last_updated.getTime()}"`,
      'last-modified': row.last_updated.toUTCString(),
      'cache-control': 'no-cache',
    })
  })

  test('answers 304 to a client with the current version', async () => {
    const { headers } = await client.get(`/Practitioner/${ADA}`)
    const [etag, modified] = [String(headers.etag), String(headers['last-modified'])]
    const status = async (conditions: Record<string, string>) =>
      (await client.get(`/Practitioner/${ADA}`, conditions)).statusCode
    expect(await status({ 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-none-match': `"x", ${etag.slice(2)}` })).toBe(304)
    expect(await status({ 'if-none-match': '*' })).toBe(304)
    expect(await status({ 'if-none-match': 'W/"1"', 'if-modified-since': modified })).toBe(200)
    expect(await status({ 'if-modified-since': modified })).toBe(304)
    expect(await status({ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toBe(200)
    expect(await status({ 'if-modified-since': 'nonsense' })).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    const reply = await site.app.inject({ method: 'HEAD', url: `/fhir/Practitioner/${ADA}` })
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(reply.headers.etag).toMatch(/^W\/"\d+"$/)
  })
})

describe('a search', () => {
  test('returns resources that conform to their profiles, at their addresses', async () => {
    for (const type of TYPES) {
      const { entry = [] } = await client.search(`/${type}?_lastUpdated=ge2000-01-01&_count=100`)
      const own = entry.filter(
        ({ resource }) => (resource.meta?.lastUpdated ?? '') !== '' && !/example/.test(resource.id),
      )
      for (const { fullUrl, resource } of own) expect(fullUrl).toBe(`${BASE}/${type}/${resource.id}`)
      const mapped = own.filter(({ resource }) => resource.meta?.lastUpdated === site.clock.now().toISOString())
      expect(mapped.length, type).toBeGreaterThan(0)
      expect(mapped.flatMap(({ resource }) => findProblem(resource) ?? [])).toEqual([])
    }
  })

  test('pages through all matches once, in a stable order, with any page size', async () => {
    for (const query of ['', 'specialty=207Q00000X', 'location.address-state=MA', 'organization=group..G1']) {
      const whole = await client.searchAll(`/PractitionerRole?${query}&_count=100`)
      expect(new Set(whole).size).toBe(whole.length)
      expect(whole.length).toBeGreaterThan(1)
      for (const count of [1, 2])
        expect(await client.searchAll(`/PractitionerRole?${query}&_count=${count}`)).toEqual(whole)
    }
  })

  test('finds a resource with several matching values once', async () => {
    for (const query of ['name=a,s,ad,sm', 'name:contains=a', 'name=smith,ada'])
      for (const count of [1, 2, 100]) {
        const all = await client.searchAll(`/Practitioner?${query}&_count=${count}`)
        expect(all.filter((key) => key === `Practitioner/${ADA}`)).toHaveLength(1)
        expect(new Set(all).size).toBe(all.length)
      }
  })

  test('combines parameters and repeated parameters by AND, and commas by OR', async () => {
    const ids = async (query: string) => (await client.searchAll(`/Practitioner?${query}`)).sort()
    expect(await ids('family=Smith&given=Ada')).toEqual([`Practitioner/${ADA}`])
    expect(await ids('name=ada&name=smith')).toEqual([`Practitioner/${ADA}`])
    expect(await ids('name=ada&name=nunez')).toEqual([])
    expect(await ids('given=Ada,Ben')).toEqual([`Practitioner/${ADA}`, `Practitioner/${BEN}`])
    expect(await ids(`_id=${ADA},${BEN},none&name=b`)).toEqual([`Practitioner/${BEN}`])
    expect(await ids(`_id=${ADA}&_has:PractitionerRole:practitioner:specialty=207Q00000X`)).toEqual([
      `Practitioner/${ADA}`,
    ])
    expect(await ids('name=Ben%20N%C3%BA%C3%B1ez%5C,%20Jr.')).toEqual([`Practitioner/${BEN}`])
    expect(await ids('name=')).toEqual(await ids(''))
  })

  test('reads _lastUpdated with each prefix', async () => {
    const now = site.clock.now()
    const day = now.toISOString().slice(0, 10)
    const at = now.toISOString()
    const isFound = async (...values: string[]) =>
      (await client.searchAll(`/Practitioner?_id=${ADA}&${values.map((value) => `_lastUpdated=${value}`).join('&')}`))
        .length === 1
    for (const value of [
      at,
      day,
      `eq${day}`,
      `ge${at}`,
      `le${at}`,
      `gt2000`,
      'sa2000-12',
      `lt9000`,
      'eb9000',
      `ap${at}`,
    ])
      expect(await isFound(value), value).toBe(true)
    for (const value of [`ne${day}`, `gt${at}`, `lt${at}`, `gt${day}`, 'lt2000', '2001-01,2002-02'])
      expect(await isFound(value), value).toBe(false)
    expect(await isFound('ge2000', 'lt9000')).toBe(true)
    expect(await isFound('ge2000', 'lt2001')).toBe(false)
    expect(await client.searchAll('/Practitioner?_lastUpdated=ge2000&_count=2')).toHaveLength(
      (await client.searchAll('/Practitioner')).length,
    )
  })

  test('gives the total if it is known or asked for', async () => {
    const all = await client.searchAll('/Practitioner')
    expect((await client.search('/Practitioner')).total).toBe(all.length)
    expect((await client.search('/Practitioner?_count=1')).total).toBeUndefined()
    expect((await client.search('/Practitioner?_count=1&_total=accurate')).total).toBe(all.length)
    const none = await client.search('/Practitioner?_count=0')
    expect([none.total, none.entry]).toEqual([all.length, undefined])
  })

  test('follows the guide’s includes, and every included reference resolves', async () => {
    for (const [type, { includes, revIncludes }] of Object.entries(readSearchOfPackage())) {
      for (const value of includes) {
        const bundle = await client.search(`/${type}?_count=100&_include=${value}`)
        for (const key of includedIn(bundle)) {
          expect((await client.get(`/${key}`)).statusCode).toBe(200)
          expect(JSON.stringify(bundle.entry)).toContain(`"reference":"${key}"`)
        }
      }
      for (const value of revIncludes) {
        const bundle = await client.search(`/${type}?_count=100&_revinclude=${value}`)
        for (const key of includedIn(bundle)) expect(key.startsWith(`${value.split(':')[0]}/`), value).toBe(true)
      }
    }
    const role = await client.search(`/PractitionerRole?practitioner=${ADA}&_include=PractitionerRole:location`)
    expect(includedIn(role)).toEqual(['Location/L1', 'Location/L2'])
    const ada = await client.search(`/Practitioner?_id=${ADA}&_revinclude=PractitionerRole:practitioner`)
    expect(includedIn(ada)).toEqual(matchesIn(role))
    const typed = await client.search(
      `/PractitionerRole?practitioner=${ADA}&_include=PractitionerRole:location:Location`,
    )
    expect(includedIn(typed)).toEqual(includedIn(role))
  })

  test('ignores an unknown parameter and leaves it out of the self link, unless handling is strict', async () => {
    for (const unknown of ['shoe-size=9', '_include=Practitioner:none', '_sort=name', '_has:Patient:x:y=z', 'a.b=c']) {
      const bundle = await client.search(`/Practitioner?name=smith&${unknown}`)
      expect(linkOf(bundle, 'self')).toBe(`${BASE}/Practitioner?name=smith`)
      const strict = await client.get(`/Practitioner?${unknown}`, { prefer: 'handling=strict' })
      expect([strict.statusCode, outcomeOf(strict).issue[0].code]).toEqual([400, 'not-supported'])
    }
  })

  test.each([
    ...[
      'name:missing=true',
      'name:text=x',
      'name:exact:exact=x',
      '_id:exact=1',
      'given:contains=a',
      '_include:iterate=x',
    ],
    ...['_count=x', '_count=-1', '_total=maybe', '_lastUpdated=yesterday', '_lastUpdated=2026-02-30', '_cursor=x'],
    ...['_lastUpdated=xx2026', `_lastUpdated=ge${'9'.repeat(9)}`, '_lastUpdated=2026-01-01T25:00', 'name=%00'],
    ...[`name=${'x'.repeat(201)}`, `name=${'x'.repeat(2001)}`, `name=${'a,'.repeat(101)}`, '_lastUpdated:exact=2026'],
  ])('refuses %s, whatever the handling', async (query) => {
    const reply = await client.get(`/Practitioner?${query}`)
    expect(reply.statusCode).toBe(400)
    expect(outcomeOf(reply).resourceType).toBe('OperationOutcome')
  })

  test.each([
    ...['specialty=a|b|c', 'specialty=|', 'practitioner=Patient/1', 'practitioner=a/b/c', 'practitioner=%27%20or%201'],
    ...['practitioner:Location=1'],
  ])('refuses %s of a role', async (query) => {
    expect((await client.get(`/PractitionerRole?${query}`)).statusCode).toBe(400)
  })

  test('finds an identifier by its type, and reads escapes', async () => {
    const plans = (query: string) => client.searchAll(`/InsurancePlan?${query}`)
    expect(await plans('identifier:ofType=urn:types|PLAN|p1')).toEqual(['InsurancePlan/made-InsurancePlan'])
    expect(await plans('identifier:ofType=urn:types|PLAN|p2')).toEqual([])
    expect((await client.get('/InsurancePlan?identifier:ofType=PLAN|p1')).statusCode).toBe(400)
    const services = (query: string) => client.searchAll(`/HealthcareService?service-type=${encodeURIComponent(query)}`)
    expect(await services('http://example.org/a\\|b|x\\,y\\$')).toEqual(['HealthcareService/made-HealthcareService'])
    expect(await services('x\\,y\\$')).toHaveLength(1)
    expect(await services('x,y')).toEqual([])
  })

  test('an address of another server refers to nothing here', async () => {
    expect(
      await client.searchAll(`/PractitionerRole?practitioner=http://other.example/fhir/Practitioner/${ADA}`),
    ).toEqual([])
  })
})

describe('attacks', () => {
  test.each([
    "' or 1=1 --",
    '"; drop table published_value; --',
    '%',
    '_',
    '\\',
    '\\\\',
    '{}',
    '$$',
    "Robert'); --",
    '٪',
    '😀',
  ])('treats %j as text', async (text) => {
    const value = encodeURIComponent(text)
    for (const query of [`name=${value}`, `name:contains=${value}`, `name:exact=${value}`, `_id=${value}`])
      expect(await client.searchAll(`/Practitioner?${query}`), query).toEqual([])
    expect((await client.get(`/Practitioner/${value}`)).statusCode).toBe(404)
    expect(
      await client.searchAll(`/PractitionerRole?specialty=${encodeURIComponent(`x${text}`.replaceAll('|', ''))}`),
    ).toEqual([])
  })

  test('refuses 200 parameters, and holds 50 within the statement timeout', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, index) => `name=a${index}`).join('&')
    expect((await client.get(`/Practitioner?${some(200)}`)).statusCode).toBe(400)
    expect((await client.get(`/Practitioner?${some(50)}`)).statusCode).toBe(200)
  })

  test('returns at most 100 resources a page, whatever _count says', async () => {
    const bundle = await client.search('/Organization?_count=999999999')
    expect(matchesIn(bundle).length).toBeLessThanOrEqual(100)
  })

  test('accepts a cursor only for the search and from the server that issued it', async () => {
    const next = linkOf(await client.search('/Practitioner?name=s&_count=1'), 'next') ?? ''
    const cursor = new URL(next).searchParams.get('_cursor') ?? ''
    const status = async (path: string) => (await client.get(path)).statusCode
    expect(await status(`/Practitioner?name=s&_count=1&_cursor=${cursor}`)).toBe(200)
    for (const other of [
      ...[`name=a&_count=1&_cursor=${cursor}`, `name=s&_count=2&_cursor=${cursor}`, `_cursor=${cursor}`],
      ...[`name=s&_count=1&_cursor=${cursor.slice(0, -4)}AAAA`, `name=s&_count=1&_cursor=A${cursor.slice(1)}`],
      ...['name=s&_cursor=eyJkIjoxfQ', 'name=s&_cursor=null', `name=s&_cursor=${'A'.repeat(1_000)}`],
    ])
      expect(await status(`/Practitioner?${other}`), other).toBe(400)
    expect(await status(`/PractitionerRole?name=s&_count=1&_cursor=${cursor}`)).toBe(400)
  })

  test('never finds a provider that is not published, nor what belongs only to one', async () => {
    const bodies: string[] = []
    for (const npi of HIDDEN)
      for (const path of [
        ...[`/Practitioner/${npi}`, `/Practitioner?_id=${npi}`, `/PractitionerRole?practitioner=${npi}`],
        `/PractitionerRole?practitioner=${npi}&_include=PractitionerRole:practitioner`,
      ])
        bodies.push((await client.get(path)).body.replaceAll(npi, ''))
    const guide = readSearchOfPackage()
    for (const type of TYPES) {
      const { includes = [], revIncludes = [] } = guide[type] ?? {}
      const all = [...includes.map((one) => `_include=${one}`), ...revIncludes.map((one) => `_revinclude=${one}`)]
      const pages: Bundle = await client.search(`/${type}?_count=100&${all.join('&')}`)
      bodies.push(JSON.stringify(pages))
    }
    bodies.push((await client.get(`/Practitioner?name:contains=${CANARY}`)).body.replaceAll(CANARY, ''))
    for (const text of [CANARY, ...HIDDEN]) expect(bodies.join('\n')).not.toContain(text)
    const values = await site.db.selectFrom('published_value').select('value').execute()
    expect(values.filter(({ value }) => value.includes(CANARY.toLowerCase()))).toEqual([])
  })

  test('a provider who is suppressed is gone from reads, searches and includes at once', async () => {
    const context = systemContext(site.deps)
    const account = await site.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const suppression = { npi: BEN, reason: 'Safety', suppressed_by: account.id, suppressed_at: context.now }
    const refresh = () => transact(context, (inside) => refreshPublished(inside, { npis: [BEN] }))
    await site.db.insertInto('suppressed_provider').values(suppression).execute()
    await refresh()
    expect((await client.get(`/Practitioner/${BEN}`)).statusCode).toBe(404)
    expect(await client.searchAll(`/PractitionerRole?practitioner=${BEN}`)).toEqual([])
    const found = await client.search('/Location?_id=L2&_revinclude=PractitionerRole:location')
    expect(JSON.stringify(found)).not.toContain(BEN)
    await site.db.deleteFrom('suppressed_provider').where('npi', '=', BEN).execute()
    await refresh()
    expect((await client.get(`/Practitioner/${BEN}`)).statusCode).toBe(200)
    expect(await client.searchAll(`/PractitionerRole?practitioner=${BEN}`)).toHaveLength(1)
  })

  test('limits requests per network, with 429 and when to come back', async () => {
    const limits = site.deps.settings.limits
    limits.fhirPerMinutePerAddress = 2
    const from = (remoteAddress: string) => site.app.inject({ method: 'GET', url: '/fhir/metadata', remoteAddress })
    expect((await from('198.51.100.7')).statusCode).toBe(200)
    expect((await from('198.51.100.7')).statusCode).toBe(200)
    const refused = await from('198.51.100.7')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    expect(outcomeOf(refused)).toMatchObject({ issue: [{ code: 'throttled' }] })
    expect((await from('198.51.100.8')).statusCode).toBe(200)
    limits.fhirPerMinutePerAddress = 100_000
  })
})
