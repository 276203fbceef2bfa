import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../programs.ts'
import { type Cluster, type Node, TIMES } from './cluster.ts'
import { addresses, type createPortals, isReady } from './portals.ts'

type Scene = { cluster: Cluster; portals: ReturnType<typeof createPortals> }

export type Fault = {
  name: string
  /** Within how many seconds somebody is to be served again, where that is promised. */
  within?: number
  make(scene: Scene): Promise<unknown>
}

const FAILOVER_S = TIMES.ttl + TIMES.loopWait + 5

const atLeader =
  (act: (cluster: Cluster, leader: Node) => Promise<unknown>) =>
  async ({ cluster }: Scene) => {
    const leader = await cluster.leader()
    await act(cluster, leader)
  }

/** Longer than the leader's lease: another takes over meanwhile. */
const OUT_MS = (TIMES.ttl + TIMES.loopWait) * 1000

/**
 * Patroni's watchdog resets a machine that stood still for the lease less a margin of five seconds. Without it a leader
 * that goes on after its lease writes the lease back, and what its successor has confirmed meanwhile is lost.
 */
const WATCHDOG_MS = (TIMES.ttl - 5) * 1000

/** As when its machine loses power, and is back after a while. */
async function reset(cluster: Cluster, node: Node): Promise<void> {
  await cluster.killNode(node)
  void sleep(OUT_MS).then(() => cluster.startNode(node))
}

/** What is committed while the standbys are away is on the leader's disk alone, which is then gone. */
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
  { name: 'clock of one portal 40 s ahead', make: ({ portals }) => portals.moveClock(1, '+40s') },
  { name: 'portals restarted in turn', make: ({ portals }) => portals.roll() },
]

/** Back to the release before on the shape of this one, and up again: meanwhile both serve the same people. */
export const rollFrom = (releaseBefore: string): Fault => ({
  name: 'rolled back to the release before and up again',
  make: async ({ portals }) => {
    await portals.roll(releaseBefore)
    await portals.roll()
  },
})

const CALM_MS = 8_000

export type Figure = { name: string; seconds: number; within: number | undefined }

/** Longer than any node took that came back by itself. */
const BY_ITSELF_S = 90

async function waitUntilWhole(cluster: Cluster): Promise<void> {
  const whole = () => until('all nodes are well', cluster.isWhole, BY_ITSELF_S)
  await whole().catch(async () => {
    console.log(`Started anew, for it did not come back by itself: node ${(await cluster.renewLost()).join(', ')}`)
    await until('all nodes are well', cluster.isWhole, 240)
  })
}

/** Makes a fault, and tells how long after it nobody was served: until calls that write succeed for a while again. */
export async function measure(fault: Fault, scene: Scene): Promise<Figure> {
  await waitUntilWhole(scene.cluster)
  const startedAt = Date.now()
  let lastBad = startedAt
  let madeAt = Number.POSITIVE_INFINITY
  const watching = (async () => {
    while (Date.now() - Math.max(lastBad, madeAt) < CALM_MS) {
      const served = await Promise.all(addresses.map(isReady))
      if (!served.includes(true)) lastBad = Date.now()
      if (Date.now() - startedAt > 300_000) throw new Error(`Nobody was served for minutes after: ${fault.name}`)
      await sleep(200)
    }
  })()
  await fault.make(scene)
  madeAt = Date.now()
  await watching
  return { name: fault.name, seconds: (lastBad - startedAt) / 1000, within: fault.within }
}
