import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill, type Programs, run, tryRun, until } from '../programs.ts'

/** Three PostgreSQL nodes with Patroni, each in its own network namespace on one bridge, with etcd and HAProxy. */

const NODES = [1, 2, 3] as const
export type Node = (typeof NODES)[number]

const BRIDGE = '10.86.0.1'
const addressOf = (node: Node) => `10.86.0.${10 + node}`
const BINARIES = '/usr/lib/postgresql/15/bin'
/** Size of each node's disk. It is small so that a fault can fill it. */
const DISK_MB = 1_500

export const HAPROXY_PORT = 5500
export const POOLER_PORT = 6432
export const TIMES = { ttl: 20, loopWait: 5, retryTimeout: 5 }

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster(folder: string, programs: Programs, { synchronous }: { synchronous: boolean }) {
  const [uid = 0, gid = 0] = run('id', '-u', 'postgres')
    .concat(run('id', '-g', 'postgres'))
    .trim()
    .split('\n')
    .map(Number)
  const space = (node: Node) => `portico-chaos-${process.pid}-${node}`
  const nodes = new Map<Node, ChildProcess>()
  const inNode = (node: Node, ...command: string[]) => ['ip', 'netns', 'exec', space(node), ...command]
  const asPostgres = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']

  layNetwork(space)
  programs.start('etcd', etcdCommand(folder))
  for (const node of NODES) {
    const disk = join(folder, `node${node}`)
    mkdirSync(disk)
    run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700,uid=${uid},gid=${gid}`, 'tmpfs', disk)
    const file = join(folder, `patroni${node}.yml`)
    writeFileSync(file, patroniSettings(node, disk, synchronous))
    chownSync(file, uid, gid)
  }
  const startNode = (node: Node) => {
    const command = inNode(node, ...asPostgres, 'patroni', join(folder, `patroni${node}.yml`))
    nodes.set(node, programs.start(`patroni${node}`, command))
  }
  /** Kills Patroni and PostgreSQL of a node together, like a power loss. */
  const killNode = async (node: Node) => {
    for (const pid of pidsIn(space(node))) tryRun('kill', '-9', pid)
    const child = nodes.get(node)
    if (child) await kill(child)
  }
  for (const node of NODES) startNode(node)
  startProxy(folder, programs)
  const poolerFile = writePooler(folder)
  const startPooler = () => programs.start('pgbouncer', [...asPostgres, 'pgbouncer', poolerFile])
  let pooler = startPooler()

  return {
    leader: () => findNode('leader'),
    startNode,
    killNode,
    pause: (node: Node) => pidsIn(space(node)).forEach((pid) => void tryRun('kill', '-STOP', pid)),
    resume: (node: Node) => pidsIn(space(node)).forEach((pid) => void tryRun('kill', '-CONT', pid)),
    cut: (node: Node) => run('ip', 'link', 'set', `pc${node}`, 'down'),
    mend: (node: Node) => run('ip', 'link', 'set', `pc${node}`, 'up'),
    standbysOf: (leader: Node) => NODES.filter((node) => node !== leader),
    fillDisk: (node: Node) => tryRun('sh', '-c', `cat /dev/zero > ${join(folder, `node${node}`, 'full')}`),
    freeDisk: (node: Node) => tryRun('rm', '-f', join(folder, `node${node}`, 'full')),
    switchover: () => tryRun('patronictl', '-c', join(folder, 'patroni1.yml'), 'switchover', '--force', 'chaos'),
    async restartPooler() {
      await kill(pooler)
      pooler = startPooler()
    },
    isComplete: async () => (await findLost()).length === 0,
    /** Restarts nodes that did not recover by themselves, like an operator would. Returns these nodes. */
    async restartLost() {
      const lost = await findLost()
      for (const node of lost) await killNode(node)
      for (const node of lost) startNode(node)
      return lost
    },
    async remove() {
      for (const node of NODES) for (const pid of pidsIn(space(node))) tryRun('kill', '-9', pid)
      await programs.endAll()
      for (const node of NODES) tryRun('ip', 'netns', 'del', space(node))
      tryRun('ip', 'link', 'del', 'pchaos')
      await until('the disks are free', async () => {
        for (const node of NODES) tryRun('umount', join(folder, `node${node}`))
        return !run('mount').includes(folder)
      })
    },
  }
}

function layNetwork(space: (node: Node) => string): void {
  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'link', 'add', 'pchaos', 'type', 'bridge')
  run('ip', 'addr', 'add', `${BRIDGE}/24`, 'dev', 'pchaos')
  run('ip', 'link', 'set', 'pchaos', 'up')
  for (const node of NODES) {
    run('ip', 'netns', 'add', space(node))
    run('ip', 'link', 'add', `pc${node}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(node))
    run('ip', 'link', 'set', `pc${node}`, 'master', 'pchaos', 'up')
    run('ip', '-n', space(node), 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
    run('ip', '-n', space(node), 'link', 'set', 'eth0', 'up')
    run('ip', '-n', space(node), 'link', 'set', 'lo', 'up')
  }
}

const pidsIn = (space: string): string[] => run('ip', 'netns', 'pids', space).split('\n').filter(Boolean)

function etcdCommand(folder: string): string[] {
  const client = `http://${BRIDGE}:2379`
  const peer = 'http://127.0.0.1:2380'
  return [
    ...['etcd', '--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ]
}

function patroniSettings(node: Node, disk: string, synchronous: boolean): string {
  const address = addressOf(node)
  return JSON.stringify({
    scope: 'chaos',
    name: `node${node}`,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { host: `${BRIDGE}:2379` },
    bootstrap: {
      dcs: {
        ttl: TIMES.ttl,
        loop_wait: TIMES.loopWait,
        retry_timeout: TIMES.retryTimeout,
        maximum_lag_on_failover: 1_073_741_824,
        synchronous_mode: synchronous,
        synchronous_mode_strict: synchronous,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, max_wal_size: '256MB', wal_keep_size: '128MB' },
        },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `${address},127.0.0.1:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(disk, 'data'),
      bin_dir: BINARIES,
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host all all 10.86.0.0/24 trust',
        'host replication all 10.86.0.0/24 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
      authentication: {
        superuser: { username: 'postgres', password: 'chaos' },
        replication: { username: 'replicator', password: 'chaos' },
        rewind: { username: 'rewinder', password: 'chaos' },
      },
      // A leader that was cut off can have diverged too far for pg_rewind; then it is created again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      parameters: { unix_socket_directories: disk },
    },
  })
}

function startProxy(folder: string, programs: Programs): void {
  const file = join(folder, 'haproxy.cfg')
  const servers = NODES.map((node) => `  server node${node} ${addressOf(node)}:5432 check port 8008`)
  writeFileSync(
    file,
    [
      'defaults',
      '  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n  timeout check 2s',
      'listen leader',
      `  bind 127.0.0.1:${HAPROXY_PORT}`,
      '  option httpchk GET /primary\n  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ].join('\n'),
  )
  programs.start('haproxy', ['haproxy', '-db', '-f', file])
}

function writePooler(folder: string): string {
  const users = join(folder, 'users.txt')
  writeFileSync(users, '"portico_app" ""\n', { mode: 0o644 })
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `portico = host=127.0.0.1 port=${HAPROXY_PORT} dbname=portico`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${POOLER_PORT}\nunix_socket_dir =`,
      `auth_type = trust\nauth_file = ${users}`,
      'pool_mode = transaction\nmax_client_conn = 200\ndefault_pool_size = 20\nserver_login_retry = 1',
      'server_connect_timeout = 5\nquery_wait_timeout = 10\n',
    ].join('\n'),
    { mode: 0o644 },
  )
  return file
}

type Member = { name: string; role: string; state: string }

async function listMembers(): Promise<Member[]> {
  for (const node of NODES) {
    const reply = await fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members
  }
  return []
}

async function findNode(role: string): Promise<Node> {
  const found = (await listMembers()).find((member) => member.role === role)
  const node = NODES.find((one) => `node${one}` === found?.name)
  if (!node) throw new Error(`No node has the role ${role}.`)
  return node
}

async function findLost(): Promise<Node[]> {
  const well = (await listMembers()).filter(({ state }) => state === 'running' || state === 'streaming')
  return NODES.filter((node) => !well.some(({ name }) => name === `node${node}`))
}
