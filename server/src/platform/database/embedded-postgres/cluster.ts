import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { APP_ROLE } from '../logins.ts'
import { nameOfThisUser } from './account.ts'
import type { Binaries } from './binaries.ts'
import { type Folders, replaceFile } from './folders.ts'
import { runProgram } from './run-program.ts'

const superuser = 'postgres'
export const databaseName = 'portico'
export const socketPort = 5432

/** Node does not support Unix sockets on Windows, so the server uses the loopback address and a password there. */
const usesSocket = process.platform !== 'win32'

const passwordFile = (folders: Folders) => join(folders.home, 'password')

/** Creates the cluster if there is none. An interrupted initdb leaves nothing that looks finished. */
export async function ensureCluster(
  folders: Folders,
  binaries: Binaries,
  { fast, log }: { fast: boolean; log: (line: string) => void },
): Promise<void> {
  const { cluster, home, account } = folders
  if (existsSync(join(cluster, 'PG_VERSION'))) return checkVersion(cluster)
  log('Creating the database…')
  const unfinished = join(home, 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  if (!usesSocket) await replaceFile(passwordFile(folders), randomBytes(24).toString('hex'), account)
  const access = usesSocket ? ['--auth=peer'] : ['--auth=scram-sha-256', '--pwfile=password']
  // The built-in C.UTF-8 locale sorts by code point on every machine and still handles letter case.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = ['-D', 'unfinished', '-U', superuser, ...access, ...locale, '--no-instructions']
  if (fast) args.push('--no-sync')
  await runProgram(binaries.initdb, args, folders)
  await rename(unfinished, cluster)
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== '18') {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, and this Portico brings PostgreSQL 18.`,
    )
  }
}

/** Rewrites the configuration at each start, so that it does not depend on the version that created the cluster. */
export async function writeConfiguration(folders: Folders, socketFolder: string, fast: boolean): Promise<void> {
  const port = usesSocket ? socketPort : await findFreePort()
  const where = usesSocket
    ? { listen_addresses: '', unix_socket_directories: quoteListItem(socketFolder), unix_socket_permissions: '0700' }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const settings = { port, ...where, ...tuning, ...logging, ...(fast ? fastTuning : {}) }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`)
  const write = (name: string, text: string) => replaceFile(join(folders.cluster, name), text, folders.account)
  await write('postgresql.conf', `# Written by Portico at each start.\n${lines.join('\n')}\n`)
  await write(
    'pg_hba.conf',
    usesSocket ? 'local all all peer map=portico\n' : 'host all all 127.0.0.1/32 scram-sha-256\n',
  )
  // Only Portico's own user can connect, even if the database runs as a shared user.
  if (usesSocket) {
    const logins = [superuser, APP_ROLE].map((role) => `portico "${nameOfThisUser()}" ${role}\n`)
    await write('pg_ident.conf', logins.join(''))
  }
}

const tuning = {
  timezone: 'UTC',
  max_connections: 100,
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: 1.1,
  jit: 'off',
  // An embedded database has no replicas, so a table filled in the transaction that created it needs no WAL.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
}

/** Keeps statements and error details out of the log: both can contain personal data. */
const logging = {
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** For tests: no durability, and no autovacuum for short-lived databases. */
const fastTuning = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  max_connections: 300,
}

/** A comma would split the list of socket folders. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

export type ConnectionConfig = { host: string; port: number; user: string; database: string; password?: string }

export async function connectionConfig(
  folders: Folders,
  socketFolder: string,
  port: number,
): Promise<ConnectionConfig> {
  const common = { port, user: superuser, database: databaseName }
  if (usesSocket) return { host: socketFolder, ...common }
  return { host: '127.0.0.1', ...common, password: await readFile(passwordFile(folders), 'utf8') }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port.')),
      )
    })
  })
}
