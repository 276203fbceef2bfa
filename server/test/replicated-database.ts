import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { giveAllTo } from '#platform/database/embedded-postgres/account.ts'
import { locateBinaries } from '#platform/database/embedded-postgres/binaries.ts'
import { type Folders, prepareFolders } from '#platform/database/embedded-postgres/folders.ts'
import { runProgram } from '#platform/database/embedded-postgres/run-program.ts'
import { appLogin, type Connection, templates } from './database.ts'
import { copyCluster, fillDataFolder, isRunning } from './templates.ts'

const folderPrefix = 'portico-test-replicas-'

/** One PostgreSQL node. `owner` has all privileges, `app` those of the server. */
export type Node = {
  owner: Connection
  app: Connection
  /** Runs a statement as the owner and returns its rows. */
  ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  start(): Promise<void>
  /** Signals the postmaster: SIGKILL simulates a power cut, SIGSTOP keeps existing connections. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

export type ReplicatedDatabase = {
  primary: Node
  replicas: [Node, Node]
  /** A third replica that is not started, for the test that promotes it. */
  spare: Node
  remove(): Promise<void>
}

/** Creates a primary with the demo data and two streaming replicas. */
export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  await sweepAbandoned()
  const root = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  await chmod(root, 0o755)
  const first = await openNode(join(root, 'a'), fillDataFolder)
  await first.configure()
  // A restart with the new wal_level before the copy, because standbys require it in the last checkpoint.
  await first.node.start()
  await first.stop('fast')
  const copies = await Promise.all(
    ['b', 'c', 'd'].map((name) => openNode(join(root, name), (dataDir) => copyCluster(join(root, 'a'), dataDir))),
  )
  for (const copy of copies) await copy.configure(first.node.owner.host)
  await first.node.start()
  const [second, third, fourth] = copies
  if (!second || !third || !fourth) throw new Error('There are three copies.')
  await Promise.all([second, third].map(({ node }) => node.start()))
  return {
    primary: first.node,
    replicas: [second.node, third.node],
    spare: fourth.node,
    async remove() {
      await Promise.all([first, second, third, fourth].map((opened) => opened.stop('immediate')))
      await rm(root, { recursive: true, force: true })
    },
  }
}

async function openNode(dataDir: string, fill: (dataDir: string) => Promise<unknown>) {
  await fill(dataDir)
  const folders = await prepareFolders(dataDir)
  await giveAllTo(folders.home, folders.account)
  const { pgCtl } = await locateBinaries(folders.account)
  const control = (...args: string[]) => runProgram(pgCtl, [...args, '-D', 'cluster', '-w', '-t', '60', '-s'], folders)
  const owner = { host: folders.home, port: 5432, user: 'postgres', database: templates.demo }
  const node: Node = {
    owner,
    app: appLogin(owner),
    start: () => control('start', '-l', 'server.log'),
    async signal(name) {
      const [pid] = (await readFile(join(folders.cluster, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), name)
    },
    async ask(sql) {
      const client = new pg.Client(owner)
      await client.connect()
      return client
        .query(sql)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
  }
  const stop = (mode: 'fast' | 'immediate') => control('stop', '-m', mode).catch(() => {})
  return { node, stop, configure: (primary?: string) => configure(folders, primary) }
}

/** Uses small buffers and no fsync: tests check replication, not durability. */
async function configure({ home, cluster, account }: Folders, primary?: string): Promise<void> {
  const settings = {
    port: 5432,
    listen_addresses: '',
    unix_socket_directories: `"${home}"`,
    timezone: 'UTC',
    max_connections: 100,
    shared_buffers: '32MB',
    fsync: 'off',
    wal_level: 'replica',
    max_wal_senders: 4,
    // The spare replica starts late.
    wal_keep_size: '512MB',
    wal_retrieve_retry_interval: '200ms',
    ...(primary ? { primary_conninfo: `host=${primary} port=5432 user=postgres` } : {}),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await writeFile(join(cluster, 'postgresql.conf'), lines.join(''))
  // Trust is safe, because other users cannot open the socket's folder.
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n')
  if (primary) await writeFile(join(cluster, 'standby.signal'), '')
  await giveAllTo(cluster, account)
}

/** Removes the databases of killed test runs. */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.match(`^${folderPrefix}(\\d+)-`)?.[1])
    if (!pid || isRunning(pid)) continue
    const root = join(tmpdir(), name)
    for (const part of await readdir(root).catch(() => [])) {
      const opened = await openNode(join(root, part), async () => {}).catch(() => undefined)
      await opened?.stop('immediate')
    }
    await rm(root, { recursive: true, force: true })
  }
}
