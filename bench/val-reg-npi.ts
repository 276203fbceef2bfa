import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { completeNpi } from '../core/src/plan-data/npi.ts'
import { standardBrand } from '../server/src/platform/brands/brands.ts'
import { type Measurement, median, ratios } from './measurement.ts'

/** Compares valRegNpi with minimal baselines. The sides alternate, so that other load affects both. */
const SOLO = completeNpi('177000000')
const GROUP = 'BENCH1000'
const GROUP_SIZE = 1000
const member = (index: number) => completeNpi(String(178_000_000 + index))

export async function measureValRegNpi(config: pg.PoolConfig): Promise<Measurement[]> {
  const pool = new pg.Pool({ ...config, max: 4 })
  const servers: Server[] = []
  try {
    await prepareData(pool)
    for (const kind of ['portal', 'minimal', 'bare'] as const) servers.push(await startServer(kind, config))
    const [portal, minimal, bare] = servers as [Server, Server, Server]
    for (const server of servers) await warmUp(server)
    // Updates the statistics of the empty table, as autovacuum would within a minute.
    await pool.query('analyze registration')
    const [portalRate, minimalRate, bareRate] = await alternate(12, [
      () => rate(portal, SOLO),
      () => rate(minimal, SOLO),
      () => rate(bare, SOLO),
    ])
    const [groupMs, bareGroupMs] = await alternate(12, [() => latency(portal, member(0)), () => bareGroup(pool)])
    return [
      {
        name: 'valRegNpi, solo provider / minimal handler with three statements',
        value: median(ratios(portalRate, minimalRate)),
        detail: `${Math.round(median(portalRate))}/s against ${Math.round(median(minimalRate))}/s`,
      },
      {
        name: 'valRegNpi, solo provider / bare Fastify reply',
        value: median(ratios(portalRate, bareRate)),
        detail: `bare ${Math.round(median(bareRate))}/s`,
      },
      {
        name: 'valRegNpi, group of 1,000 / its bare SQL and JSON.stringify',
        value: median(ratios(groupMs, bareGroupMs)),
        target: '<= 2',
        detail: `${median(groupMs).toFixed(1)} ms against ${median(bareGroupMs).toFixed(1)} ms`,
      },
    ]
  } finally {
    for (const server of servers) server.process.disconnect()
    await pool.end()
  }
}

async function prepareData(pool: pg.Pool): Promise<void> {
  const npis = [SOLO, ...Array.from({ length: GROUP_SIZE }, (_, index) => member(index))]
  await pool.query(
    `insert into provider (npi, entity_type, name, first_name, last_name)
     select npi, 1, 'MORGAN BENCH ' || npi, 'MORGAN', 'BENCH ' || npi from unnest($1::text[]) npi on conflict do nothing`,
    [npis],
  )
  await pool.query('insert into network_provider (npi) select unnest($1::text[]) on conflict do nothing', [npis])
  await pool.query(
    `insert into provider_group (group_id, kind, name, short_name) values ($1, 'PG', 'Bench Group', 'BG')
     on conflict do nothing`,
    [GROUP],
  )
  await pool.query('insert into group_member select $1, unnest($2::text[]) on conflict do nothing', [
    GROUP,
    npis.slice(1),
  ])
  await pool.query('analyze provider, network_provider, provider_group, group_member, access_grant')
}

/**
 * `cookies` has the anti-forgery cookie but no registration, so that every call starts a new one, as in the baselines.
 */
type Server = { process: ChildProcess; port: number; cookies: string }

async function startServer(kind: string, config: pg.PoolConfig): Promise<Server> {
  const file = fileURLToPath(new URL('./val-reg-npi-server.ts', import.meta.url))
  const server = fork(file, [kind, JSON.stringify(config)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [port] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error(`The ${kind} server did not start.`))),
  ])
  const cookies = await firstCookies(port)
  return { process: server, port, cookies }
}

async function firstCookies(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path(SOLO)}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.startsWith('portico_reg='))
    .join('; ')
}

/** Runs every side once per round and returns a list of figures per side. */
async function alternate<Sides extends (() => Promise<number>)[]>(
  rounds: number,
  sides: [...Sides],
): Promise<{ [Side in keyof Sides]: number[] }> {
  for (const side of sides) await side()
  const figures = sides.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) figures[index]?.push(await side())
  }
  return figures as { [Side in keyof Sides]: number[] }
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Calls per second of 16 concurrent clients, over 0.8 s. */
async function rate(server: Server, npi: string): Promise<number> {
  let calls = 0
  const started = performance.now()
  const caller = async () => {
    while (performance.now() - started < 800) {
      await call(server, npi)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, caller))
  return calls / ((performance.now() - started) / 1000)
}

/** Lets the engine compile hot code; the larger program needs it more. */
async function warmUp(server: Server): Promise<void> {
  let left = 4000
  const caller = async () => {
    while (left-- > 0) await call(server, SOLO)
  }
  await Promise.all(Array.from({ length: 16 }, caller))
}

/** Milliseconds per sequential call. */
async function latency(server: Server, npi: string): Promise<number> {
  const started = performance.now()
  for (let count = 0; count < 10; count++) await call(server, npi)
  return (performance.now() - started) / 10
}

/** Runs the same statements and serializes the rows. */
async function bareGroup(pool: pg.Pool): Promise<number> {
  const started = performance.now()
  for (let count = 0; count < 10; count++) {
    const npi = member(0)
    await pool.query({ name: 'bare-count', text: bareCountSql, values: [new Date(0)] })
    const provider = await pool.query({ name: 'bare-provider', text: bareProviderSql, values: [npi] })
    await pool.query({ name: 'bare-insert', text: bareInsertSql, values: [randomBytes(32), npi, new Date()] })
    const { rows } = await pool.query({ name: 'bare-group', text: bareGroupSql, values: [GROUP] })
    JSON.stringify({ status: 200, entity: { ...provider.rows[0], npiList: rows } })
  }
  return (performance.now() - started) / 10
}

const bareCountSql = `insert into flood_counter (key, window_start, hits) values ('bare', $1, 1)
  on conflict (key, window_start) do update set hits = flood_counter.hits + 1 returning hits`
const bareProviderSql = 'select npi, name, first_name, last_name, entity_type from provider where npi = $1'
const bareInsertSql = `insert into registration (id_hash, brand, npi, created_at, touched_at)
  values ($1, '${standardBrand.id}', $2, $3, $3)`
const covered = (entity: string) =>
  `exists (select from access_grant a where a.entity = ${entity} and a.role = 'SAA' and a.state = 'ACTIVE')`
const bareGroupSql = `
  select m.npi as id, p.name, ${covered(`'NPI:' || m.npi`)} or exists (
    select from group_member o where o.npi = m.npi and ${covered(`'GROUP:' || o.group_id`)}) as "regFlag"
  from group_member m join provider p on p.npi = m.npi
  where m.group_id = $1 order by p.name collate "C", m.npi`

const path = (npi: string) => `/Provider/rest/nonsec/reg/valRegNpi?npiId=${npi}`

function call(server: Server, npi: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = server.cookies ? { cookie: server.cookies } : {}
    const options = { host: '127.0.0.1', port: server.port, path: path(npi), agent, headers }
    const request = get(options, (response) => {
      response
        .resume()
        .on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`Status ${response.statusCode}`))))
    })
    request.on('error', reject)
  })
}
