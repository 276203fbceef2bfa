import { spawnSync } from 'node:child_process'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** The operating-system user the database runs as, if it differs from Portico's own. */
export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so root runs it as one of these users. */
const unprivilegedUsers = ['postgres', 'nobody']

/** Only root needs a separate user for the database. An existing database keeps its owner. */
export async function chooseAccount(existingFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(existingFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of unprivilegedUsers) {
    const uid = readId('-u', name)
    const gid = readId('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    `The database cannot run as root, and this machine has none of the users ${unprivilegedUsers.join(', ')}.`,
  )
}

function readId(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  const id = Number(stdout)
  return status === 0 && Number.isInteger(id) ? id : undefined
}

/** The user name that PostgreSQL's peer authentication sees for this process. */
export function nameOfThisUser(): string {
  try {
    return userInfo().username
  } catch {
    throw new Error(
      `The user with the number ${process.getuid?.()} has no name on this machine. The database needs one: run Portico as a named user, or set DATABASE_URL.`,
    )
  }
}

/** True if the user can access this path. Tested by running as that user, so that modes, ACLs and mounts all count. */
export function canReach(path: string, how: 'execute' | 'enter', account: Account | undefined): boolean {
  if (!account) return true
  const test = how === 'execute' ? 'test -x "$1"' : 'cd "$1"'
  const { status } = spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...account, cwd: '/', stdio: 'ignore' })
  return status === 0
}

export async function giveTo(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

/** Changes the owner of a whole folder, without following links. */
export async function giveAllTo(folder: string, account: Account | undefined): Promise<void> {
  if (!account) return
  await lchown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await giveAllTo(path, account)
    else await lchown(path, account.uid, account.gid)
  }
}
