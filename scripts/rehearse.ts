import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_FILES, writeDemoFiles } from '../server/src/demo/write-demo-files.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { type Needed, Programs, run, until, whatIsMissing } from './programs.ts'
import { hasPgbackrest, startArchiving } from './rehearse/point-in-time.ts'
import { installPrevious, isFirst, type Release, settingsFor, versionOf } from './rehearse/releases.ts'
import {
  createProcesses,
  expectVersion,
  HOST,
  type OutsideDatabase,
  productionSettings,
  proxies,
  requireFreePorts,
  startDatabase,
  startHaproxy,
  startNginx,
  type Visit,
  visit,
} from './rehearse/site.ts'

/**
 * Follows docs/operations.md from top to bottom: archive, external database, two processes behind a proxy, imports,
 * staff, backup and restore, upgrade, change of the secret key, and point-in-time recovery.
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
    console.log('The rehearsal succeeded.')
    isGood = true
  } catch (error) {
    console.error(`The rehearsal failed: ${error instanceof Error ? error.message : error}. The logs are in ${folder}.`)
  } finally {
    await programs.endAll()
    await mail.stop()
    if (isGood) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
  return isGood
}

async function followDocument(folder: string, programs: Programs, smtpPort: number): Promise<void> {
  await requireFreePorts()
  const archive = install(folder)
  await checkArchive(archive)
  const present: Release = { folder: archive, version: versionOf(archive) }
  const before = installPrevious(folder, install)
  const first = before ?? present
  const database = await startDatabase(folder, programs)
  const key = randomBytes(24).toString('base64url')
  const settings = productionSettings(key, smtpPort)
  // Like /opt/portico: a link to the archive in use.
  const inUse = join(folder, 'portico')
  const take = (which: string) => run('ln', '-sfn', which, inUse)
  take(first.folder)
  const portico = (...args: string[]) => command(inUse, settingsFor(first, settings), args)
  if (!isFirst(first)) {
    step('migrate the schema', () => portico('migrate'))
    step('show the settings', () => portico('settings'))
  }
  const processes = createProcesses(inUse, programs)
  await processes.startAll(settingsFor(first, settings))
  await expectVersion(first.version)
  startNginx(folder, archive, programs)
  startHaproxy(folder, archive, programs)
  await sleep(2_000)
  await importFiles(folder, portico)
  const added = step('add the first staff member', () =>
    portico('user', 'add', '--kind', 'internal', '--email', 'first@plan.example', '--first', 'Ann', '--last', 'First'),
  )
  assert(added.includes(`https://${HOST}/`), 'The activation link does not use the public URL.')
  const looked = await lookUp()
  assert(looked.status === 200 && JSON.parse(looked.body).status === 200, `A visitor got status ${looked.status}.`)
  if (before && isFirst(before)) await leaveFirst({ before, present }, { settings, take, processes, database })
  else if (before) await upgrade({ before, present }, { settings, take, processes })
  else console.log('Skipping the upgrade: this clone has no history with the previous release.')
  backUpAndRestore(folder, inUse, { settings, elsewhere: productionSettings(key, smtpPort, 'restored') })
  for (const [name, port] of Object.entries(proxies))
    await rollUnder(`${name}, ${ROLLS} rolls`, port, async () => {
      for (let rolled = 0; rolled < ROLLS; rolled++) await processes.roll(settings)
    })
  await expectPlainOutage(database)
  const after = await changeKey(folder, inUse, { settings, processes })
  if (hasPgbackrest()) await recoverToTime(folder, inUse, { settings: after, processes, database })
  else console.log('Skipping point-in-time recovery. To run it: apt-get install -y pgbackrest.')
}

/** Builds the archive, verifies its checksum and unpacks it. */
function install(folder: string, from = root): string {
  const made = step('build the archive', () =>
    run(process.execPath, join(from, 'scripts/package.mjs'), '--without-database'),
  )
  const file =
    made
      .trim()
      .split('\n')
      .find((line) => line.endsWith('.tar.gz')) ?? ''
  assert(file !== '', 'npm run package printed no archive.')
  execFileSync('sha256sum', ['-c', `${basename(file)}.sha256`], { cwd: join(from, 'dist'), stdio: 'ignore' })
  run('tar', '-xzf', file, '-C', folder)
  return join(folder, basename(file, '.tar.gz'))
}

/** Checks that the archive has every document linked from operations.md, and that the SBOM lists the web packages. */
async function checkArchive(archive: string): Promise<void> {
  const guide = await readFile(join(archive, 'docs/operations.md'), 'utf8')
  for (const [, file = ''] of guide.matchAll(/\]\(([\w./-]+\.md)/g)) await readFile(join(archive, 'docs', file))
  const parts: { components: { name: string }[] } = JSON.parse(await readFile(join(archive, 'sbom.cdx.json'), 'utf8'))
  const names = new Set(parts.components.map(({ name }) => name))
  const { dependencies } = JSON.parse(await readFile(join(archive, 'web/package.json'), 'utf8'))
  for (const name of Object.keys(dependencies))
    assert(name.startsWith('@portico/') || names.has(name), `The SBOM does not list ${name}.`)
}

type Releases = { before: Release; present: Release }
type InUse = Running & { take: (archive: string) => unknown }

/** Follows the chapter on upgrades: migrate, switch the archive, rolling restart; then roll back and forward again. */
async function upgrade({ before, present }: Releases, { settings, take, processes }: InUse): Promise<void> {
  step('migrate to the new release', () => command(present.folder, settings, ['migrate']))
  const refused = await rollUnder(
    'upgrade, rollback and upgrade behind nginx',
    proxies.nginx,
    async () => {
      for (const release of [present, before, present]) {
        take(release.folder)
        await processes.roll(settings)
        await expectVersion(release.version)
      }
    },
    isClosing,
  )
  if (refused > 0) console.log(`The closing previous release refused ${refused} of them.`)
}

/** Release 0.1.0 refuses a newer schema, so the way back is a dump made before. Then upgrades again. */
async function leaveFirst(
  { before, present }: Releases,
  { settings, take, processes, database }: InUse & { database: OutsideDatabase },
): Promise<void> {
  const file = join(database.data, 'of-0.1.0.dump')
  const toPresent = async () => {
    step(`migrate ${before.version} to ${present.version}`, () => command(present.folder, settings, ['migrate']))
    take(present.folder)
    await rollUnder('upgrade', proxies.nginx, () => processes.roll(settings), isClosing)
    await expectVersion(present.version)
    const proof = command(present.folder, settings, ['audit', 'verify', '--json'])
    assert(JSON.parse(proof).ok, `The audit trail is damaged: ${proof}`)
  }
  step('dump the database', () => database.dump(file))
  await toPresent()
  await processes.stopAll()
  step('return to the dump', () => database.returnTo(file))
  take(before.folder)
  await processes.startAll(settingsFor(before, settings))
  await expectVersion(before.version)
  const looked = await lookUp()
  assert(looked.status === 200, `After the return to ${before.version} a visitor got status ${looked.status}.`)
  await toPresent()
}

/** Up to 0.2.0, a closing process refused new requests with this reply. A new release cannot fix that. */
function isClosing({ status, body }: Visit): boolean {
  return status === 503 && body.includes('"error":"Service Unavailable"')
}

/** Checks that visitors get the portal's own 503 reply during a database outage. */
async function expectPlainOutage(database: OutsideDatabase): Promise<void> {
  await database.stop()
  for (let looked = 0; looked < 20; looked++) {
    const { status, retryAfter } = await lookUp()
    assert(status === 503 && retryAfter !== undefined, `During the database outage a visitor got status ${status}.`)
  }
  await database.start()
  await until('the portal is available again', async () => (await lookUp()).status === 200)
}

async function importFiles(folder: string, portico: (...args: string[]) => string): Promise<void> {
  await writeDemoFiles(folder, new Date())
  for (const kind of ['nppes', 'network', 'members', 'claims', 'sco-cases', 'sco-invoices'] as const) {
    const output = step(`import ${kind}`, () => portico('import', kind, join(folder, DEMO_FILES[kind])))
    assert(/rejected +0$/m.test(output), `Rows of ${kind} were rejected: ${output}`)
  }
}

type Databases = { settings: Record<string, string>; elsewhere: Record<string, string> }

function backUpAndRestore(folder: string, archive: string, { settings, elsewhere }: Databases): void {
  const file = join(folder, 'portico.backup')
  step('back up while running', () => command(archive, settings, ['backup', file]))
  step('restore into an empty database', () => command(archive, elsewhere, ['restore', file]))
  const proofs = [settings, elsewhere].map((of) => command(archive, of, ['audit', 'verify', '--json']))
  const [here, there] = proofs.map((output) => JSON.parse(output))
  assert(here.ok && there.ok && there.rows > 0, `The audit trail is damaged: ${proofs.join(' ')}`)
}

/** Sends requests during rolling restarts and checks that none fails. Returns the number of accepted refusals. */
async function rollUnder(
  name: string,
  port: number,
  roll: () => Promise<void>,
  isAccepted: (reply: Visit) => boolean = () => false,
): Promise<number> {
  const failed = new Map<string, number>()
  let sent = 0
  let accepted = 0
  let isOver = false
  const come = async () => {
    while (!isOver) {
      const path = sent % 2 ? '/thp/portal/providers/login' : LOOK_UP
      sent += 1
      const reply = await visit(port, path).catch(String)
      await sleep(LOOK_MS)
      const what = typeof reply === 'string' ? reply : isAccepted(reply) ? 'accepted' : String(reply.status)
      if (what === 'accepted') accepted += 1
      else if (what !== '200') failed.set(what, (failed.get(what) ?? 0) + 1)
    }
  }
  const visitors = Array.from({ length: VISITORS }, come)
  await roll()
  isOver = true
  await Promise.all(visitors)
  const count = [...failed.values()].reduce((sum, one) => sum + one, 0)
  console.log(`${name} of two processes: ${sent} requests, ${count} failed.`)
  assert(count === 0, `Failed requests of ${name}: ${JSON.stringify([...failed])}`)
  return accepted
}

type Running = { settings: Record<string, string>; processes: ReturnType<typeof createProcesses> }

/** Follows the chapter on the secret key. The clock is moved forward instead of waiting 15 minutes. */
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
  step('import the network again', () =>
    command(archive, both, ['import', 'network', join(folder, DEMO_FILES.network), '--snapshot', '--json']),
  )
  step('keys finish', () => command(archive, both, ['keys', 'finish'], ['faketime', '-f', '+16m']))
  const after = { ...settings, PORTICO_SECRET_KEY: next }
  await processes.roll(after)
  const proof = step('verify the audit trail with the new key', () =>
    command(archive, after, ['audit', 'verify', '--json']),
  )
  assert(JSON.parse(proof).ok, `The audit trail is damaged: ${proof}`)
  return after
}

/** Deletes a table's rows and recovers the state before the deletion. */
async function recoverToTime(
  folder: string,
  archive: string,
  { settings, processes, database }: Running & { database: OutsideDatabase },
): Promise<void> {
  const startedAt = performance.now()
  await processes.stopAll()
  const kept = await startArchiving(folder, database)
  await processes.startAll(settings)
  const inPortico = (statement: string) => database.psql(statement, 'portico')
  const staff = ['--email', 'second@plan.example', '--first', 'Bea', '--last', 'Second']
  command(archive, settings, ['user', 'add', '--kind', 'internal', ...staff])
  kept.backUpChanges()
  const before = inPortico('select count(*) from claim')
  const moment = inPortico('select clock_timestamp()')
  inPortico('delete from claim')
  await processes.stopAll()
  await kept.recoverTo(moment)
  assert(inPortico('select count(*) from claim') === before, 'The claims were not recovered.')
  assert(
    inPortico("select count(*) from account where email = 'second@plan.example'") === '1',
    'The second staff member was not recovered.',
  )
  const proof = command(archive, settings, ['audit', 'verify', '--json'])
  assert(JSON.parse(proof).ok, `The audit trail is damaged: ${proof}`)
  await processes.startAll(settings)
  const looked = await visit(proxies.nginx, '/thp/portal/providers/login')
  assert(looked.status === 200, `A visitor got status ${looked.status}.`)
  console.log(`recover ${moment}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

function command(archive: string, settings: Record<string, string>, args: string[], before: string[] = []): string {
  const [program = '', ...rest] = [...before, join(archive, 'bin/portico'), ...args]
  const env = { PATH: process.env.PATH, ...settings }
  return execFileSync(program, rest, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] })
}

function step(name: string, act: () => string): string {
  const startedAt = performance.now()
  const output = act()
  console.log(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return output
}

function assert(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
