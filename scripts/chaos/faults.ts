import { setTimeout as sleep } from 'node:timers/promises'
import type { startStallingProxy } from '../../server/test/stalling-proxy.ts'
import { until } from '../programs.ts'
import { type Cluster, type Node, TIMES } from './cluster.ts'
import { addresses, type createPortals, isReady, isServing } from './portals.ts'

type Proxy = Awaited<ReturnType<typeof startStallingProxy>>
/** `proxy` stands between the portals and the pooler. */
type Scene = { cluster: Cluster; portals: ReturnType<typeof createPortals>; proxy: Proxy }

export type Fault = {
  name: string
  /** Promised recovery time in seconds, if there is one. */
  within?: number
  make(scene: Scene): Promise<unknown>
}

/** The portals' PORTICO_DATABASE_TIMEOUT_S. */
const TIMEOUT_S = 20
const FAILOVER_S = TIMES.ttl + TIMES.loopWait + 5

const atLeader =
  (act: (cluster: Cluster, leader: Node) => Promise<unknown>) =>
  async ({ cluster }: Scene) => {
    const leader = await cluster.leader()
    await act(cluster, leader)
  }

/** Calls at once, so that each portal opens all the connections of its pool. */
const fillPools = () =>
  Promise.all(addresses.flatMap((address) => Array.from({ length: 40 }, () => isServing(address))))

/** Longer than the leader's lease, so that another node takes over. */
const OUT_MS = (TIMES.ttl + TIMES.loopWait) * 1000

/**
 * Patroni's watchdog resets a machine that was paused for its lease minus five seconds. Without the watchdog, a resumed
 * leader would renew its lease, and commits confirmed by its successor would be lost.
 */
const WATCHDOG_MS = (TIMES.ttl - 5) * 1000

/** Simulates a power loss and a later restart. */
async function reset(cluster: Cluster, node: Node): Promise<void> {
  await cluster.killNode(node)
  void sleep(OUT_MS).then(() => cluster.startNode(node))
}

/** Commits made while the standbys are cut off exist only on the leader's disk, which is then lost. */
export const stalledLeaderDies: Fault = {
  name: 'standbys cut off, then the leader dies',
  make: atLeader(async (cluster, leader) => {
    for (const standby of cluster.standbysOf(leader)) cluster.cut(standby)
    await sleep(10_000)
    await reset(cluster, leader)
    for (const standby of cluster.standbysOf(leader)) cluster.mend(standby)
  }),
}

export const faults: Fault[] = [
  { name: 'leader killed', within: FAILOVER_S, make: atLeader(reset) },
  { name: 'switchover', within: 10, make: async ({ cluster }) => cluster.switchover() },
  {
    name: 'leader paused, shorter than its lease',
    make: atLeader(async (cluster, leader) => {
      cluster.pause(leader)
      await sleep(WATCHDOG_MS / 2)
      cluster.resume(leader)
    }),
  },
  {
    name: 'leader paused until its watchdog resets it',
    make: atLeader(async (cluster, leader) => {
      cluster.pause(leader)
      await sleep(WATCHDOG_MS)
      await reset(cluster, leader)
    }),
  },
  {
    name: 'network of the leader cut',
    make: atLeader(async (cluster, leader) => {
      cluster.cut(leader)
      await sleep(OUT_MS)
      cluster.mend(leader)
    }),
  },
  stalledLeaderDies,
  { name: 'one portal killed', make: ({ portals }) => portals.killOne(0) },
  { name: 'pooler restarted', make: ({ cluster }) => cluster.restartPooler() },
  {
    name: 'disk of the leader full',
    make: atLeader(async (cluster, leader) => {
      cluster.fillDisk(leader)
      await sleep(10_000)
      cluster.freeDisk(leader)
    }),
  },
  {
    name: 'packets of the portals’ open database connections dropped',
    within: TIMEOUT_S + 5,
    make: async ({ proxy }) => {
      await fillPools()
      proxy.stallOpen()
    },
  },
  {
    name: 'all packets between the portals and the database dropped for 30 s',
    within: 30 + TIMEOUT_S + 5,
    make: async ({ proxy }) => {
      proxy.stallAll()
      await sleep(30_000)
      proxy.resume()
    },
  },
  { name: 'clock of one portal 40 s ahead', make: ({ portals }) => portals.moveClock(1, '+40s') },
  { name: 'rolling restart of the portals', make: ({ portals }) => portals.roll() },
]

/**
 * Rolls back to the previous release on the current schema, and forward again. Both releases serve the same users
 * meanwhile.
 */
export const rollFrom = (previousRelease: string): Fault => ({
  name: 'rolled back to the previous release and forward again',
  make: async ({ portals }) => {
    await portals.roll(previousRelease)
    await portals.roll()
  },
})

const CALM_MS = 8_000

export type Figure = { name: string; seconds: number; within: number | undefined }

/** Longer than any automatic recovery took. */
const BY_ITSELF_S = 90

async function waitUntilWhole(cluster: Cluster): Promise<void> {
  const whole = () => until('all nodes are healthy', cluster.isComplete, BY_ITSELF_S)
  await whole().catch(async () => {
    console.log(`Restarted, because it did not recover by itself: node ${(await cluster.restartLost()).join(', ')}`)
    await until('all nodes are healthy', cluster.isComplete, 240)
  })
}

/** A load balancer sends calls to each portal that reports ready, so each of them must serve one. */
async function isServed(): Promise<boolean> {
  const ready = await Promise.all(addresses.map(isReady))
  const inUse = addresses.filter((_, at) => ready[at])
  return inUse.length > 0 && (await Promise.all(inUse.map(isServing))).every(Boolean)
}

/** Injects a fault and returns the downtime: the time until calls succeed continuously again. */
export async function measure(fault: Fault, scene: Scene): Promise<Figure> {
  await waitUntilWhole(scene.cluster)
  const startedAt = Date.now()
  let lastBad = startedAt
  let madeAt = Number.POSITIVE_INFINITY
  const watching = (async () => {
    while (Date.now() - Math.max(lastBad, madeAt) < CALM_MS) {
      if (!(await isServed())) lastBad = Date.now()
      if (Date.now() - startedAt > 300_000)
        throw new Error(`The portal was unavailable for minutes after: ${fault.name}`)
      await sleep(200)
    }
  })()
  await fault.make(scene)
  madeAt = Date.now()
  await watching
  return { name: fault.name, seconds: (lastBad - startedAt) / 1000, within: fault.within }
}
