import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { loadDemoData } from '../server/src/demo/load-demo-data.ts'
import { connectDatabase } from '../server/src/platform/database/database.ts'
import { insertTestAccount, testPassword } from '../server/test/accounts.ts'
import { checkHistory, countRepeated } from '../server/test/chaos/check-history.ts'
import { History } from '../server/test/chaos/history.ts'
import { type Office, playOffice } from '../server/test/chaos/office.ts'
import { insertPhysicians, LAST_SSN } from '../server/test/chaos/physicians.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { startStallingProxy } from '../server/test/stalling-proxy.ts'
import { POOLER_PORT, startCluster } from './chaos/cluster.ts'
import { type Fault, type Figure, faults, measure, rollFrom, stalledLeaderDies } from './chaos/faults.ts'
import { addresses, createPortals, ownerLogin, SECRET_KEY } from './chaos/portals.ts'
import { unpackPreviousRelease } from './chaos/previous-release.ts'
import { type Needed, Programs, run, until, whatIsMissing } from './programs.ts'

/**
 * Simulates offices on three portals with a cluster of three PostgreSQL nodes, while machines, networks and programs
 * fail. `--only=WORDS` selects faults by name. With `--async` the cluster confirms commits before a standby has them,
 * and the check must fail.
 */
const isAsync = process.argv.includes('--async')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? ''
const OFFICES = 400
const AT_ONCE = 4
const staff = { userName: 'chaosstaff', password: testPassword }

const NEEDED: Needed = {
  patroni: ['/usr/bin/patroni', '/usr/bin/patronictl'],
  'etcd-server': ['/usr/bin/etcd'],
  haproxy: ['/usr/sbin/haproxy'],
  pgbouncer: ['/usr/sbin/pgbouncer'],
  'postgresql-15': ['/usr/lib/postgresql/15/bin/postgres'],
  iproute2: ['/usr/sbin/ip', '/sbin/ip'],
  faketime: ['/usr/bin/faketime'],
}
const missing = whatIsMissing('npm run chaos', NEEDED)
if (missing) {
  console.error(missing)
  process.exitCode = 1
} else if (process.env.PORTICO_CHAOS_APART !== '1') {
  const other = mkdtempSync(join(tmpdir(), 'portico-before-'))
  const previousRelease = unpackPreviousRelease(join(other, 'release'))
  if (!previousRelease)
    console.log(
      'Skipping the rolling upgrade: the previous release is 0.1.0, which does not run behind a pooler, or not in this clone.',
    )
  // In its own network namespace: it is unreachable from outside, and its network faults affect nothing else.
  const command = ['--net', '--mount', process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const { status } = spawnSync('unshare', command, {
    stdio: 'inherit',
    env: { ...process.env, PORTICO_CHAOS_APART: '1', PORTICO_CHAOS_BEFORE: previousRelease },
  })
  rmSync(other, { recursive: true, force: true })
  process.exitCode = status ?? 1
} else process.exit((await cause()) ? 0 : 1)

async function cause(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-chaos-'))
  await chmod(folder, 0o755)
  const programs = new Programs(folder)
  const cluster = await startCluster(folder, programs, { synchronous: !isAsync })
  const mail = await startMailServer()
  let isGood = false
  try {
    await until('the cluster is complete', cluster.isComplete)
    const npis = await prepare()
    const proxy = await startStallingProxy({ host: '127.0.0.1', port: POOLER_PORT })
    const portals = createPortals(programs, { smtpPort: mail.port, databasePort: proxy.config.port })
    await portals.startAll()
    const previousRelease = process.env.PORTICO_CHAOS_BEFORE
    const all = previousRelease ? [...faults, rollFrom(previousRelease)] : faults
    const made = isAsync ? [stalledLeaderDies, stalledLeaderDies] : all.filter(({ name }) => name.includes(only))
    isGood = await playUnder(made, (fault) => measure(fault, { cluster, portals, proxy }), {
      npis,
      received: mail.received,
      file: join(folder, 'history.jsonl'),
    })
  } finally {
    await mail.stop()
    await cluster.remove()
    if (isGood) await rm(folder, { recursive: true, force: true })
    else console.log(`The logs are in ${folder}.`)
  }
  return isGood
}

/** Creates the schema with the `migrate` command, then the demo plan and the test accounts. */
async function prepare(): Promise<string[]> {
  const client = new pg.Client({ ...ownerLogin, database: 'postgres' })
  await until('the leader accepts connections', async () => {
    await client.connect()
    return true
  })
  await client.query('create database portico')
  await client.end()
  const { host, port, user, password, database } = ownerLogin
  process.env.DATABASE_OWNER_URL = `postgres://${user}:${password}@${host}:${port}/${database}`
  process.env.DATABASE_URL = `postgres://portico_app:chaos@127.0.0.1:${POOLER_PORT}/portico`
  process.env.PORTICO_SECRET_KEY = SECRET_KEY
  run(process.execPath, fileURLToPath(new URL('../server/src/cli.ts', import.meta.url)), 'migrate')
  await loadDemoData({ config: ownerLogin, secretKey: SECRET_KEY, now: new Date() })
  const { db, close } = connectDatabase(ownerLogin, { max: 2 })
  await insertTestAccount(db, { username: staff.userName, kind: 'internal' })
  const npis = await insertPhysicians(db, SECRET_KEY, OFFICES)
  await close()
  return npis
}

async function playUnder(
  made: Fault[],
  make: (fault: Fault) => Promise<Figure>,
  { npis, received, file }: { npis: string[]; received: string[]; file: string },
): Promise<boolean> {
  const { db, close } = connectDatabase(ownerLogin, { max: AT_ONCE })
  const history = new History({ file, patienceMs: isAsync ? 60_000 : 180_000 })
  const stage = { addresses, db, secretKey: SECRET_KEY, history }
  const offices: Office[] = []
  let isOver = false
  const play = async () => {
    for (let npi = npis.shift(); npi && !isOver; npi = npis.shift())
      offices.push(await playOffice(stage, npi, LAST_SSN, staff))
  }
  const [first = ''] = npis.splice(0, 1)
  offices.push(await playOffice(stage, first, LAST_SSN, staff))
  const playing = Promise.all(Array.from({ length: AT_ONCE }, play))
  // The error is thrown when `playing` is awaited, after the last fault.
  playing.catch(() => {})
  const figures: Figure[] = []
  for (const fault of made) {
    figures.push(await make(fault))
    console.log(describeFigure(figures.at(-1)))
  }
  isOver = true
  await playing
  const wrong = await checkHistory({ db, secretKey: SECRET_KEY, history, offices, received })
  await close()
  console.log(`${received.length} emails received, ${countRepeated(received)} of them duplicates.`)
  return report({ history, offices, wrong, figures })
}

type Result = { history: History; offices: Office[]; wrong: string[]; figures: Figure[] }

function report({ history, offices, wrong, figures }: Result): boolean {
  const count = (outcome: string) => history.entries.filter((entry) => entry.outcome === outcome).length
  console.log(
    `${offices.length} offices, ${history.entries.length} steps: ${count('acknowledged')} acknowledged, ${count('unknown')} unknown, ${count('refused')} refused.`,
  )
  for (const entry of history.entries.filter(({ outcome }) => outcome === 'refused'))
    console.log(`refused: ${entry.office} ${entry.step}: ${entry.said}`)
  for (const [what, times] of history.troubles) console.log(`${times} × ${what}`)
  for (const one of wrong) console.log(`wrong: ${one}`)
  if (isAsync) {
    console.log(
      wrong.length
        ? 'The check failed, as expected with asynchronous replication.'
        : 'Nothing was lost this time, so the run is inconclusive.',
    )
    return wrong.length > 0
  }
  const late = figures.filter(({ seconds, within }) => within !== undefined && seconds > within)
  console.log(
    wrong.length === 0
      ? 'Lost: 0. Everything acknowledged is stored exactly once.'
      : `The check failed with ${wrong.length} problems.`,
  )
  return wrong.length === 0 && late.length === 0 && count('refused') === 0
}

function describeFigure(figure: Figure | undefined): string {
  if (!figure) return ''
  const promised = figure.within === undefined ? '' : ` (at most ${figure.within})`
  return `${figure.name}: available again after ${figure.seconds.toFixed(1)} s${promised}`
}
