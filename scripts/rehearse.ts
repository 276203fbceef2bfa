import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_FILES, writeDemoFiles } from '../server/src/demo/generate/write-demo-files.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { type Needed, Programs, run, whatIsMissing } from './programs.ts'
import { backUpAndRestore, changeKey } from './rehearse/data.ts'
import { expectPlainOutage, lookUp, rollUnder } from './rehearse/load.ts'
import { hasPgbackrest, recoverToTime } from './rehearse/point-in-time.ts'
import { installPrevious, isFirst, type Release, settingsFor, versionOf } from './rehearse/releases.ts'
import {
  createProcesses,
  expectVersion,
  HOST,
  productionSettings,
  proxies,
  requireFreePorts,
  startDatabase,
  startHaproxy,
  startNginx,
} from './rehearse/site.ts'
import { assert, command, step } from './rehearse/steps.ts'
import { leaveFirst, upgrade } from './rehearse/upgrade.ts'

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
const root = resolve(import.meta.dirname, '..')

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

async function importFiles(folder: string, portico: (...args: string[]) => string): Promise<void> {
  await writeDemoFiles(folder, new Date())
  for (const kind of ['nppes', 'network', 'members', 'claims', 'sco-cases', 'sco-invoices'] as const) {
    const output = step(`import ${kind}`, () => portico('import', kind, join(folder, DEMO_FILES[kind])))
    assert(/rejected +0$/m.test(output), `Rows of ${kind} were rejected: ${output}`)
  }
}
