import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { PROVIDER_BASE } from '@portico/core/constants'
import { isProviderUser } from '@portico/core/signon/calls'
import { insertTestAccount, testPassword } from '../server/test/accounts.ts'
import { buildTestApp, type TestApp } from '../server/test/build-test-app.ts'
import { createRunningClock } from '../server/test/clock.ts'
import { captureStatements } from '../server/test/plans/captured.ts'
import { openTestClient } from '../server/test/test-client.ts'
import { type LeanClient, type LeanRequest, openLeanClient } from './lean-client.ts'
import { describeSpread, type Measurement, median, ratios } from './measurement.ts'
import { fillTemplate, inCluster } from './test-cluster.ts'

const ROUNDS = 9
/** Per round: `may` answers 600 questions a minute for a person. */
const REQUESTS = 400
const AT_ONCE = 8
const NPI = '1100000011'

type Asked = { name: string; request: LeanRequest; status: number; statements: number }

/**
 * Measures the requests of applications relative to a call of a signed-in page. Server and client share one process. The
 * sides alternate, so that other load affects both.
 */
export async function measureApplications(): Promise<Measurement[]> {
  return inCluster(async (cluster) => {
    const template = await fillTemplate(cluster)
    const clock = createRunningClock()
    const site = await buildTestApp({ database: 'migrated', cluster: template, clock, isUnwatched: true })
    try {
      await site.app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = site.app.server.address() as AddressInfo
      const { base, asked } = await prepare(site)
      const client = openLeanClient(port)
      const counted = await count(site, client, asked)
      const rates = await measureRates(site, client, [base, ...asked])
      client.close()
      return asked.flatMap((one, index) => describe(one, counted[index] ?? Number.NaN, rates, index + 1))
    } finally {
      await site.close()
    }
  })
}

/** A person with a session at the portal and at one application. */
async function prepare(site: TestApp): Promise<{ base: Asked; asked: Asked[] }> {
  await insertTestAccount(site.db, { username: 'ana', grants: [{}] })
  const client = await openTestClient(site)
  const browser = site.openBrowser()
  await browser.signIn('ana', testPassword)
  const { access_token: token } = await client.signIn(browser)
  const { url } = await client.begin()
  const host = 'localhost'
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
  const form = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
  const get = (path: string, headers: Record<string, string>): LeanRequest => ({ method: 'GET', path, headers })
  return {
    base: {
      name: 'isProviderUser',
      request: get(PROVIDER_BASE + isProviderUser.path, { host, cookie }),
      status: 200,
      statements: 1,
    },
    asked: [
      {
        name: 'introspection of an access token',
        request: {
          method: 'POST',
          path: '/oidc/token/introspection',
          headers: { host, ...form },
          body: `token=${token}`,
        },
        status: 200,
        statements: 4,
      },
      {
        name: 'may',
        request: get(`/oidc/may?npi=${NPI}&permission=CLAIM`, { host, authorization: `Bearer ${token}` }),
        status: 200,
        statements: 6,
      },
      {
        name: 'authorization with a live session',
        request: get(url.pathname + url.search, { host, cookie }),
        status: 303,
        statements: 7,
      },
    ],
  }
}

async function ask(client: LeanClient, { name, request, status }: Asked): Promise<void> {
  const reply = await client.send(request)
  if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${reply.readBody().slice(0, 200)}`)
}

/** Statements of one request each, after a first one: the first of a day is recorded. */
async function count({ pool }: TestApp, client: LeanClient, asked: readonly Asked[]): Promise<number[]> {
  const statements = captureStatements(pool)
  const counts: number[] = []
  for (const one of asked) {
    await ask(client, one)
    statements.take()
    await ask(client, one)
    counts.push(statements.take().length)
  }
  statements.stop()
  return counts
}

/** Requests per second of each, by round. The first round warms up and does not count. */
async function measureRates({ db }: TestApp, client: LeanClient, asked: readonly Asked[]): Promise<number[][]> {
  const rates = asked.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, one] of asked.entries()) {
      await db.deleteFrom('flood_counter').where('key', 'like', 'may:%').execute()
      const began = performance.now()
      let left = REQUESTS
      const work = async () => {
        while (left-- > 0) await ask(client, one)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      if (round > 0) rates[index]?.push(REQUESTS / ((performance.now() - began) / 1000))
    }
  return rates
}

function describe({ name, statements }: Asked, counted: number, rates: number[][], index: number): Measurement[] {
  const [base = [], own = []] = [rates[0], rates[index]]
  return [
    {
      name: `${name} / call isProviderUser`,
      value: median(ratios(own, base)),
      detail: `${Math.round(median(own))}/s against ${Math.round(median(base))}/s; ${describeSpread(ratios(own, base))}`,
    },
    { name: `${name}, statements`, value: counted, target: `<= ${statements}` },
  ]
}
