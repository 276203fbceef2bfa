import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, open, readdir, readFile, realpath, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canReach, chooseAccount, giveAllTo, giveTo } from './account.ts'

/** Folders of one database. Only its user can access `home` (0700), which contains the others. */
export type Folders = { home: string; cluster: string; log: string; account: Account | undefined }

/** Root stores databases here if their user cannot reach the data folder. */
const systemFolder = '/var/lib/portico'

/** A pointer file in the data folder, if the database had to be stored elsewhere. */
const pointerName = 'postgres-is-at.txt'

/** Maximum length of a socket path, including the final zero. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

export async function prepareFolders(dataDir: string): Promise<Folders> {
  const pointer = await readFile(join(dataDir, pointerName), 'utf8').catch(() => undefined)
  const beside = join(dataDir, 'postgres')
  const account = await chooseAccount(join(pointer?.trim() ?? beside, 'cluster'))
  const home = pointer?.trim() ?? (await chooseHome(dataDir, beside, account))
  await openHome(home, account)
  return { home, cluster: join(home, 'cluster'), log: join(home, 'server.log'), account }
}

async function chooseHome(dataDir: string, beside: string, account: Account | undefined): Promise<string> {
  if (existsSync(beside) || canReach(dataDir, 'enter', account)) return beside
  // A new name each time, so that removing the data folder starts over without finding an older database.
  const home = await mkdtemp(join(await stagingRoot(), 'postgres-'))
  await replaceFile(join(dataDir, pointerName), `${home}\n`, undefined)
  return home
}

async function openHome(home: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await takeOver(home, account)
    await chmod(home, 0o700)
    // A copy may have lost its modes, which PostgreSQL checks.
    if (existsSync(join(home, 'cluster'))) await chmod(join(home, 'cluster'), 0o700)
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM')) throw error
    throw new Error(
      `The database folder ${home} belongs to another user. Run Portico as that user, or set PORTICO_DATA_DIR.`,
    )
  }
  if (!canReach(home, 'enter', account)) {
    throw new Error(
      `The database runs as user ${account?.uid}, who cannot enter ${home}. Open the folders above it to others (chmod o+x).`,
    )
  }
}

/** Files created, copied or restored by root belong to root, and PostgreSQL could not use them. */
async function takeOver(home: string, account: Account | undefined): Promise<void> {
  if (!account) return
  const paths = [home, ...(await readdir(home)).map((name) => join(home, name))]
  const owners = await Promise.all(paths.map((path) => lstat(path)))
  if (owners.some(({ uid }) => uid !== account.uid)) await giveAllTo(home, account)
}

export async function stagingRoot(): Promise<string> {
  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  return systemFolder
}

/** The folder of the Unix socket: the database's own, or one with a short path if that is too long. */
export async function prepareSocketFolder({ home, account }: Folders): Promise<string> {
  const path = await realpath(home)
  if (Buffer.byteLength(join(path, '.s.PGSQL.5432')) <= longestSocketPath) return path
  return privateTempFolder(path, account)
}

/**
 * A folder in the system's temporary folder that certainly belongs to us: another user may have created one of that
 * name.
 */
export async function privateTempFolder(purpose: string, account: Account | undefined): Promise<string> {
  const uid = account?.uid ?? process.getuid?.() ?? 0
  const name = `portico-${uid}-${createHash('sha256').update(purpose).digest('hex').slice(0, 16)}`
  const short = Buffer.byteLength(join(tmpdir(), name, '.s.PGSQL.5432')) <= longestSocketPath
  const folder = join(short || process.platform === 'win32' ? tmpdir() : '/tmp', name)
  await mkdir(folder, { mode: 0o700 }).then(
    () => giveTo(folder, account),
    (error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    },
  )
  const found = await lstat(folder)
  const ours =
    found.isDirectory() && (process.platform === 'win32' || (found.uid === uid && (found.mode & 0o077) === 0))
  if (!ours) throw new Error(`The folder ${folder} is not a private folder of this user. Remove it and start again.`)
  return folder
}

/** Writes the whole file or nothing, and never through a symbolic link planted in its place. */
export async function replaceFile(path: string, content: string, account: Account | undefined): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(content)
    if (account) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
