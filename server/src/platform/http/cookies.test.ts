import { PROVIDER_PATHS } from '@portico/core/constants'
import * as members from '@portico/core/members/calls'
import * as registration from '@portico/core/registration/calls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestBrowser } from '../../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { DEMO_PASSWORD } from '../../demo/seed/demo-access.ts'

const production = {
  production: true,
  publicUrls: { harborview: 'https://portal.example.org', bayside: 'https://care.example.org' },
}
const OF_THE_PORTAL = [
  'XSRF-TOKEN',
  'portico_device',
  'portico_member_registration',
  'portico_reg',
  'portico_session',
  'portico_signed_in',
]

let inProduction: TestApp
let elsewhere: TestApp
beforeAll(async () => {
  inProduction = await buildTestApp({ settings: production })
  elsewhere = await buildTestApp()
})
afterAll(async () => {
  await inProduction.close()
  await elsewhere.close()
})

/** Each Set-Cookie line of a visit that gets every cookie and signs off. */
async function collectCookies(browser: TestBrowser): Promise<string[]> {
  const details = { memberId: 'N71000', firstName: 'Ann', lastName: 'Example', birthDate: '1980-05-05' }
  const replies = [
    await browser.get(PROVIDER_PATHS.login),
    await browser.get(`/Provider${registration.valRegNpi.path}?npiId=1100000011`),
    await browser.post(`/Provider${members.beginRegistration.path}`, details),
    await browser.signIn('demosaa', DEMO_PASSWORD),
    await browser.get(PROVIDER_PATHS.logout),
  ]
  return replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])
}

const namesOf = (lines: string[]) => [...new Set(lines.map((line) => line.split('=')[0]))].sort()

it('sets only cookies with the prefix __Host- in production, Secure, for every path and for no domain', async () => {
  const lines = await collectCookies(inProduction.openBrowser())
  expect(namesOf(lines)).toEqual(OF_THE_PORTAL.map((name) => `__Host-${name}`))
  for (const line of lines) {
    expect(line).toMatch(/; Path=\/;/)
    expect(line).toMatch(/; Secure/)
    expect(line).not.toMatch(/domain/i)
  }
})

it('sets cookies without a prefix outside production', async () => {
  expect(namesOf(await collectCookies(elsewhere.openBrowser()))).toEqual(OF_THE_PORTAL)
})

it('accepts the prefixed session cookie in production and ignores it without the prefix', async () => {
  const browser = inProduction.openBrowser()
  await browser.signIn('demosaa', DEMO_PASSWORD)
  const statusWith = async (cookie: string) =>
    (await inProduction.app.inject({ url: '/Provider/rest/sec/common/isProviderUser', headers: { cookie } })).statusCode
  const id = browser.cookies.get('__Host-portico_session')
  expect(await statusWith(`__Host-portico_session=${id}`)).toBe(200)
  expect(await statusWith(`portico_session=${id}`)).toBe(401)
  expect(await statusWith(`portico_session=other; __Host-portico_session=${id}; portico_session=other`)).toBe(200)
})

it('rejects a post in production whose token is in a cookie without the prefix', async () => {
  const browser = inProduction.openBrowser()
  await browser.get(PROVIDER_PATHS.login)
  const token = browser.cookies.get('__Host-XSRF-TOKEN') ?? ''
  const statusWith = async (cookie: string) => {
    const url = `/Provider${registration.endRegistration.path}`
    const headers = { cookie: `${cookie}=${token}`, 'x-xsrf-token': token, 'content-type': 'application/json' }
    return (await inProduction.app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode
  }
  expect([await statusWith('__Host-XSRF-TOKEN'), await statusWith('XSRF-TOKEN')]).toEqual([200, 403])
})

it('names the session cookie of this server in the API description', async () => {
  const nameOf = async (app: FastifyInstance) =>
    (await app.inject('/Provider/rest/openapi.json')).json().components.securitySchemes.session.name
  expect([await nameOf(inProduction.app), await nameOf(elsewhere.app)]).toEqual([
    '__Host-portico_session',
    'portico_session',
  ])
})
