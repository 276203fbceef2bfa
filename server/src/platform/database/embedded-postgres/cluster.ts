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

/** Node cannot speak over Unix sockets on Windows, so there it is the loopback address and a password. */
const usesSocket = process.platform !== 'win32'

const passwordFile = (folders: Folders) => join(folders.home, 'password')

/** Creates the cluster where there is none; an initdb that was interrupted leaves nothing behind that looks finished. */
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
  // The built-in C.UTF-8 sorts by code point on every machine alike and still knows the case of every letter.
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

/** The configuration is written anew at each start, so that it is the same whatever version made the cluster. */
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
  // Only the user Portico itself runs as gets in, even where the database runs as a user others share.
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
  // No replicas hang on an embedded database: a table filled in the transaction that made it needs no write-ahead log.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',
}

/** Neither statements nor the details of an error reach the log: both can carry what a person typed. */
const logging = {
  log_timezone: 'UTC',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** For tests: nothing has to survive a power cut, and no database lives long enough to be tidied up. */
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
