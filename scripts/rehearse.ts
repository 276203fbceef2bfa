import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_FILES, writeDemoFiles } from '../server/src/demo/write-demo-files.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { findReleaseBefore, unpackCommit } from './chaos/release-before.ts'
import { type Needed, Programs, run, until, whatIsMissing } from './programs.ts'
import { hasPgbackrest, keepEverything } from './rehearse/point-in-time.ts'
import {
  createProcesses,
  HOST,
  type OutsideDatabase,
  productionSettings,
  proxies,
  startDatabase,
  startHaproxy,
  startNginx,
  type Visit,
  visit,
} from './rehearse/site.ts'

/**
 * docs/operations.md from top to bottom, as a plan's engineer would follow it: the archive, a database of the plan's
 * own, two processes behind a proxy, imports, staff, a backup restored elsewhere, an upgrade, another secret key, and
 * the database as it was at a moment before.
 */
const NEEDED: Needed = {
  'postgresql-15': ['/usr/lib/postgresql/15/bin/postgres'],
  nginx: ['/usr/sbin/nginx'],
  haproxy: ['/usr/sbin/haproxy'],
  openssl: ['/usr/bin/openssl'],
  faketime: ['/usr/bin/faketime'],
}
const ROLLS = Number(process.env.REHEARSE_ROLLS ?? 10)
const VISITORS = 8
const LOOK_MS = 20
const root = resolve(import.meta.dirname, '..')
const LOOK_UP = '/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011'
const lookUp = () => visit(proxies.nginx, LOOK_UP)

const missing = whatIsMissing('npm run rehearse', NEEDED)
if (missing) {
  console.error(missing)
  process.exitCode = 1
} else process.exit((await rehearse()) ? 0 : 1)

async function rehearse(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-rehearsal-'))
  await chmod(folder, 0o755)
  const programs = new Programs(folder)
  programs.endWithThisRun()
  const mail = await startMailServer()
  let isGood = false
  try {
    await followDocument(folder, programs, mail.port)
    console.log('The rehearsal went through.')
    isGood = true
  } catch (error) {
    console.error(
      `The rehearsal stopped: ${error instanceof Error ? error.message : error}. The logs are in ${folder}.`,
    )
  } finally {
    await programs.endAll()
    await mail.stop()
    if (isGood) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
  return isGood
}

async function followDocument(folder: string, programs: Programs, smtpPort: number): Promise<void> {
  const archive = install(folder)
  await lookIntoArchive(archive)
  const before = installReleaseBefore(folder)
  const database = await startDatabase(folder, programs)
  const key = randomBytes(24).toString('base64url')
  const settings = productionSettings(key, smtpPort)
  // As /opt/portico: what is in use, whichever archive that is.
  const inUse = join(folder, 'portico')
  const take = (which: string) => run('ln', '-sfn', which, inUse)
  take(before ?? archive)
  const portico = (...args: string[]) => command(inUse, settings, args)
  step('the schema', () => portico('migrate'))
  step('what holds', () => portico('settings'))
  const processes = createProcesses(inUse, programs)
  await processes.startAll(settings)
  startNginx(folder, archive, programs)
  startHaproxy(folder, archive, programs)
  await sleep(2_000)
  await importFiles(folder, portico)
  const added = step('the first of the plan staff', () =>
    portico('user', 'add', '--kind', 'internal', '--email', 'first@plan.example', '--first', 'Ann', '--last', 'First'),
  )
  insist(added.includes(`https://${HOST}/`), 'The activation link is not of the public address.')
  const looked = await lookUp()
  insist(looked.status === 200 && JSON.parse(looked.body).status === 200, `A visitor was answered ${looked.status}.`)
  if (before) await upgrade({ before, archive }, { settings, take, processes })
  else console.log('The upgrade is left out: this clone has no history to take the release before from.')
  backUpAndRestore(folder, inUse, { settings, elsewhere: productionSettings(key, smtpPort, 'restored') })
  for (const [name, port] of Object.entries(proxies))
    await rollUnder(`${name}, ${ROLLS} rolls`, port, async () => {
      for (let rolled = 0; rolled < ROLLS; rolled++) await processes.roll(settings)
    })
  await expectPlainOutage(database)
  const after = await changeKey(folder, inUse, { settings, processes })
  if (hasPgbackrest()) await goBack(folder, inUse, { settings: after, processes, database })
  else console.log('Going back to a moment is left out: apt-get install -y pgbackrest.')
}

/** The archive with its checksum, unpacked where it runs. */
function install(folder: string, from = root): string {
  const made = step('the archive', () => run(process.execPath, join(from, 'scripts/package.mjs'), '--without-database'))
  const file =
    made
      .trim()
      .split('\n')
      .find((line) => line.endsWith('.tar.gz')) ?? ''
  insist(file !== '', 'npm run package named no archive.')
  execFileSync('sha256sum', ['-c', `${basename(file)}.sha256`], { cwd: join(from, 'dist'), stdio: 'ignore' })
  run('tar', '-xzf', file, '-C', folder)
  return join(folder, basename(file, '.tar.gz'))
}

/** Every document that operations.md leads to is there, and what the pages are made of is among the parts. */
async function lookIntoArchive(archive: string): Promise<void> {
  const guide = await readFile(join(archive, 'docs/operations.md'), 'utf8')
  for (const [, file = ''] of guide.matchAll(/\]\(([\w./-]+\.md)/g)) await readFile(join(archive, 'docs', file))
  const parts: { components: { name: string }[] } = JSON.parse(await readFile(join(archive, 'sbom.cdx.json'), 'utf8'))
  const names = new Set(parts.components.map(({ name }) => name))
  const { dependencies } = JSON.parse(await readFile(join(archive, 'web/package.json'), 'utf8'))
  for (const name of Object.keys(dependencies))
    insist(name.startsWith('@portico/') || names.has(name), `The parts do not name ${name}.`)
}

/** Packed by itself, from its own sources. */
function installReleaseBefore(folder: string): string | undefined {
  const commit = findReleaseBefore()
  if (!commit) return undefined
  const sources = join(folder, 'before')
  unpackCommit(commit, sources)
  run('npm', 'ci', '--prefix', sources, '--no-audit', '--no-fund')
  const unpacked = join(folder, 'release-before')
  run('install', '-d', unpacked)
  return install(unpacked, sources)
}

type Releases = { before: string; archive: string }
type InUse = Running & { take: (archive: string) => unknown }

/** The chapter on upgrades: the new release's migration, its archive into use, a roll; and back, and on again. */
async function upgrade({ before, archive }: Releases, { settings, take, processes }: InUse): Promise<void> {
  step("the new release's migration", () => command(archive, settings, ['migrate']))
  const told = await rollUnder(
    'an upgrade, back and on again, behind nginx',
    proxies.nginx,
    async () => {
      for (const release of [archive, before, archive]) {
        take(release)
        await processes.roll(settings)
      }
    },
    isClosing,
  )
  if (told > 0) console.log(`${told} of them came to the release before in the moment it closed.`)
}

/** Up to 0.2.0 a process turned away what came as it closed, in these words; a release does not mend the one before. */
function isClosing({ status, body }: Visit): boolean {
  return status === 503 && body.includes('"error":"Service Unavailable"')
}

/** With the database away a visitor gets the portal's own words, not the proxy's. */
async function expectPlainOutage(database: OutsideDatabase): Promise<void> {
  await database.stop()
  for (let looked = 0; looked < 20; looked++) {
    const { status, retryAfter } = await lookUp()
    insist(status === 503 && retryAfter !== undefined, `With the database away a visitor was answered ${status}.`)
  }
  await database.start()
  await until('the portal serves again', async () => (await lookUp()).status === 200)
}

async function importFiles(folder: string, portico: (...args: string[]) => string): Promise<void> {
  await writeDemoFiles(folder, new Date())
  for (const kind of ['nppes', 'network', 'members', 'claims', 'sco-cases', 'sco-invoices'] as const) {
    const said = step(`import ${kind}`, () => portico('import', kind, join(folder, DEMO_FILES[kind]), '--json'))
    insist(JSON.parse(said).rejected === 0, `Rows of ${kind} were rejected: ${said}`)
  }
}

type Databases = { settings: Record<string, string>; elsewhere: Record<string, string> }

function backUpAndRestore(folder: string, archive: string, { settings, elsewhere }: Databases): void {
  const file = join(folder, 'portico.backup')
  step('a backup while it runs', () => command(archive, settings, ['backup', file]))
  step('restored into an empty database', () => command(archive, elsewhere, ['restore', file]))
  const proofs = [settings, elsewhere].map((of) => command(archive, of, ['audit', 'verify', '--json']))
  const [here, there] = proofs.map((said) => JSON.parse(said))
  insist(here.ok && there.ok && there.rows > 0, `The audit trail does not hold: ${proofs.join(' ')}`)
}

/** Visitors keep coming while the processes are replaced in turn, again and again: nobody is turned away. */
async function rollUnder(
  name: string,
  port: number,
  roll: () => Promise<void>,
  isBorne: (reply: Visit) => boolean = () => false,
): Promise<number> {
  const failed = new Map<string, number>()
  let sent = 0
  let borne = 0
  let isOver = false
  const come = async () => {
    while (!isOver) {
      const path = sent % 2 ? '/thp/portal/providers/login' : LOOK_UP
      sent += 1
      const reply = await visit(port, path).catch(String)
      await sleep(LOOK_MS)
      const what = typeof reply === 'string' ? reply : isBorne(reply) ? 'borne' : String(reply.status)
      if (what === 'borne') borne += 1
      else if (what !== '200') failed.set(what, (failed.get(what) ?? 0) + 1)
    }
  }
  const visitors = Array.from({ length: VISITORS }, come)
  await roll()
  isOver = true
  await Promise.all(visitors)
  const count = [...failed.values()].reduce((sum, one) => sum + one, 0)
  console.log(`${name} of two processes: ${sent} requests, ${count} failed.`)
  insist(count === 0, `Behind ${name} these failed: ${JSON.stringify([...failed])}`)
  return borne
}

type Running = { settings: Record<string, string>; processes: ReturnType<typeof createProcesses> }

/** The six steps of the chapter on the secret key; the quarter of an hour is moved over, not waited for. */
async function changeKey(
  folder: string,
  archive: string,
  { settings, processes }: Running,
): Promise<Record<string, string>> {
  const next = randomBytes(24).toString('base64url')
  const former = settings.PORTICO_SECRET_KEY ?? ''
  await processes.roll({ ...settings, PORTICO_SECRET_KEY_NEXT: next })
  const both = { ...settings, PORTICO_SECRET_KEY: next, PORTICO_SECRET_KEY_FORMER: former }
  await processes.roll(both)
  step('keys rotate', () => command(archive, both, ['keys', 'rotate']))
  step('the network once more', () =>
    command(archive, both, ['import', 'network', join(folder, DEMO_FILES.network), '--snapshot', '--json']),
  )
  step('keys finish', () => command(archive, both, ['keys', 'finish'], ['faketime', '-f', '+16m']))
  const after = { ...settings, PORTICO_SECRET_KEY: next }
  await processes.roll(after)
  const proof = step('the audit trail under the new key', () => command(archive, after, ['audit', 'verify', '--json']))
  insist(JSON.parse(proof).ok, `The audit trail does not hold: ${proof}`)
  return after
}

/** Somebody empties a table by mistake; the minute before it comes back, with everything that was done until then. */
async function goBack(
  folder: string,
  archive: string,
  { settings, processes, database }: Running & { database: OutsideDatabase },
): Promise<void> {
  const startedAt = performance.now()
  await processes.stopAll()
  const kept = await keepEverything(folder, database)
  await processes.startAll(settings)
  const inPortico = (statement: string) => database.psql(statement, 'portico')
  const staff = ['--email', 'second@plan.example', '--first', 'Bea', '--last', 'Second']
  command(archive, settings, ['user', 'add', '--kind', 'internal', ...staff])
  kept.keepChanges()
  const before = inPortico('select count(*) from claim')
  const moment = inPortico('select clock_timestamp()')
  inPortico('delete from claim')
  await processes.stopAll()
  await kept.goBackTo(moment)
  insist(inPortico('select count(*) from claim') === before, 'The claims did not come back.')
  insist(inPortico("select count(*) from account where email = 'second@plan.example'") === '1', 'Somebody is missing.')
  const proof = command(archive, settings, ['audit', 'verify', '--json'])
  insist(JSON.parse(proof).ok, `The audit trail does not hold: ${proof}`)
  await processes.startAll(settings)
  const looked = await visit(proxies.nginx, '/thp/portal/providers/login')
  insist(looked.status === 200, `A visitor was answered ${looked.status}.`)
  console.log(`back to ${moment}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

function command(archive: string, settings: Record<string, string>, args: string[], before: string[] = []): string {
  const [program = '', ...rest] = [...before, join(archive, 'bin/portico'), ...args]
  const env = { PATH: process.env.PATH, ...settings }
  return execFileSync(program, rest, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] })
}

function step(name: string, act: () => string): string {
  const startedAt = performance.now()
  const said = act()
  console.log(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return said
}

function insist(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
