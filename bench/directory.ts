import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PROVIDER_BASE } from '@portico/core/constants'
import { isProviderUser } from '@portico/core/signon/calls'
import pg from 'pg'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { insertTestAccount, testPassword } from '../server/test/accounts.ts'
import { openNetworkBrowser } from '../server/test/chaos/network-browser.ts'
import { FIRST_NPI, withDirectory } from './directory-database.ts'
import { type LeanClient, openLeanClient } from './lean-client.ts'
import { describeSpread, type Measurement, median, ratios } from './measurement.ts'
import { startPortal } from './portal-process.ts'
import type { PublishFigures } from './publish-process.ts'
import type { Sizes } from './sizes.ts'

const PROVIDERS = 100_000
const ROUNDS = 9
const REQUESTS = 200
/** The server queues ten searches of an address. */
const AT_ONCE = 6

/** Publishes a directory twice, then reads and searches it at /fhir. */
export async function measureDirectory(sizes: Sizes, log: (line: string) => void): Promise<Measurement[]> {
  const providers = sizes.published ?? PROVIDERS
  log(`Creating a directory of ${providers.toLocaleString('en-US')} providers…`)
  return withDirectory(providers, async (config, folder) => {
    const first = await publish(config, folder)
    log(`Published ${first.resources.toLocaleString('en-US')} resources. Publishing again…`)
    const again = await publish(config, folder)
    log('Reading and searching…')
    return [...describePublishing(providers, first, again), ...(await measureFhir(config))]
  })
}

async function publish(config: pg.PoolConfig, folder: string): Promise<PublishFigures> {
  const program = fileURLToPath(new URL('./publish-process.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(config), folder], {
    execArgv: ['--max-semi-space-size=4'], // as deploy/portico starts it
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The publication exited with code ${code} without a result.`)
  })
  const [figures] = (await Promise.race([once(child, 'message'), exited])) as [PublishFigures]
  exited.catch(() => {})
  if (child.exitCode === null) await once(child, 'exit')
  return figures
}

const MINUTE = 60_000

function describePublishing(providers: number, first: PublishFigures, again: PublishFigures): Measurement[] {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(0)} s`
  const detail = ({ refresh, write, cpu }: PublishFigures) =>
    `${seconds(refresh)} for the resources, ${seconds(write)} for the files; ${(cpu[0] + cpu[1]).toFixed(0)} s of processor time of the process`
  const size = `${first.resources.toLocaleString('en-US')} resources, ${(first.bytes / 1e6).toFixed(0)} MB of files`
  return [
    {
      name: 'first publication, minutes',
      value: (first.refresh + first.write) / MINUTE,
      // The target is for a large directory on two quiet cores.
      ...(providers < PROVIDERS ? {} : { target: '<= 10' }),
      detail: `${detail(first)}; ${size}`,
    },
    {
      name: 'publication without a change, minutes',
      value: (again.refresh + again.write) / MINUTE,
      detail: detail(again),
    },
    {
      name: 'publication, peak memory in MB',
      value: Math.max(...first.megabytes, ...again.megabytes),
      target: '<= 300',
      detail: `of the process that publishes, without the database; ${Math.round(first.megabytes[0])} MB before the files are written`,
    },
  ]
}

const asked: Record<string, string> = {
  'read of a practitioner': `/fhir/Practitioner/${FIRST_NPI}`,
  'search by id': `/fhir/Practitioner?_id=${FIRST_NPI}`,
  'search by name': '/fhir/Practitioner?name=family77',
  'search by specialty and town, with names and locations':
    '/fhir/PractitionerRole?specialty=207Q00000X&location.address-city=Town%207&_include=PractitionerRole:practitioner&_include=PractitionerRole:location',
  'search by network, a page of 50': '/fhir/PractitionerRole?network=network..N1',
  'search of locations by ZIP code, with their roles':
    '/fhir/Location?address-postalcode=01007&_revinclude=PractitionerRole:location',
}

async function measureFhir(config: pg.PoolConfig): Promise<Measurement[]> {
  await vacuum(config)
  const portal = await startPortal(config)
  const client = openLeanClient(portal.port)
  try {
    const base = { path: PROVIDER_BASE + isProviderUser.path, headers: { cookie: await signIn(config, portal.port) } }
    const paths = Object.values(asked).map((path) => ({ path, headers: {} }))
    const [simplest = [], ...rates] = await measureRates(client, [base, ...paths])
    return Object.keys(asked).map((name, index) => describeRate(name, rates[index] ?? [], simplest))
  } finally {
    client.close()
    portal.stop()
  }
}

function describeRate(name: string, own: number[], simplest: number[]): Measurement {
  const shares = ratios(own, simplest)
  return {
    name: `/fhir, ${name} / call isProviderUser`,
    value: median(shares),
    detail: `${Math.round(median(own))}/s against ${Math.round(median(simplest))}/s; ${describeSpread(shares)}`,
  }
}

async function vacuum(config: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query('vacuum analyze published_resource, published_value').finally(() => client.end())
}

async function signIn(config: pg.PoolConfig, port: number): Promise<string> {
  const { db, close } = connectDatabase(config)
  await insertTestAccount(db, { username: 'bench-reader', grants: [{}] })
  const browser = openNetworkBrowser([`http://127.0.0.1:${port}`])
  await browser.signIn('bench-reader', testPassword)
  await close()
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

type Request = { path: string; headers: Record<string, string> }

/** Requests per second of each, by round. The first round warms up and does not count. */
async function measureRates(client: LeanClient, requests: readonly Request[]): Promise<number[][]> {
  const rates = requests.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, request] of requests.entries()) {
      const began = performance.now()
      let left = REQUESTS
      const work = async () => {
        while (left-- > 0) await send(client, request)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      if (round > 0) rates[index]?.push(REQUESTS / ((performance.now() - began) / 1000))
    }
  return rates
}

async function send(client: LeanClient, request: Request): Promise<void> {
  const reply = await client.send({ method: 'GET', ...request })
  if (reply.status !== 200) throw new Error(`${request.path}: ${reply.status} ${reply.readBody().slice(0, 200)}`)
}
