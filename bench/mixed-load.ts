import { Agent, get } from 'node:http'
import { availableParallelism, cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { npiSearch, valRegNpi } from '@portico/core/registration/calls'
import type pg from 'pg'
import type { Country } from './country-database.ts'
import { describeSpread, type Measurement, median } from './measurement.ts'
import { nationalNpi } from './national-file.ts'
import { type PortalProcess, startPortal } from './portal-process.ts'

const SECONDS = 4
/** The p99 of one short round depends on few samples, so several rounds are run. */
const ROUNDS = 3
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Target CPU utilization of the process, or of the whole machine with database and client. */
const WANTED_BUSY = 0.8

/**
 * Measures event loop lag under lookups and searches, at a rate that keeps one process or the machine 80% busy. On a
 * saturated machine the benchmark would measure the wait for a core instead.
 */
export async function measureMixedLoad({ config, sizes }: Country): Promise<Measurement[]> {
  const portal = await startPortal(config)
  try {
    const callPortal = (turn: number) => call(portal.port, pathOf(turn, sizes.network))
    await atRate(50, 2, callPortal)
    const rate = await findRate(portal, callPortal)
    const watched: Watched[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      watched.push(await watchAtRate(portal, { rate, seconds: SECONDS, ask: callPortal }))
    const lags = watched.map(({ lagP99 }) => lagP99)
    const cpu = median(watched.map((round) => round.cpu))
    const machine = median(watched.map((round) => round.machine))
    return [
      {
        name: 'mixed load, requests/s per core used by the process',
        value: rate / cpu,
        detail: 'NPI lookups, which write, and searches by name; without the database',
      },
      {
        name: 'mixed load, event loop lag p99 of one process in ms',
        value: median(lags),
        target: '<= 20',
        detail: `${rate}/s, using ${percent(cpu)} of a core in the process and ${percent(machine)} of the machine; ${describeSpread(lags)}`,
      },
      await measureSecond(portal, config, sizes.network),
    ]
  } finally {
    portal.stop()
  }
}

/** Cores needed for two processes, the database and the client. */
const CORES_FOR_TWO = 4

async function measureSecond(first: PortalProcess, config: pg.PoolConfig, network: number): Promise<Measurement> {
  const name = 'mixed load, two processes / one process'
  const cores = availableParallelism()
  if (cores < CORES_FOR_TWO)
    return { name, value: Number.NaN, detail: `not measured: ${cores} cores are enough for only one process` }
  const second = await startPortal(config)
  try {
    const one = await throughput([first.port], network)
    const two = await throughput([first.port, second.port], network)
    return { name, value: two / one, target: '>= 1.8', detail: `${Math.round(two)}/s against ${Math.round(one)}/s` }
  } finally {
    second.stop()
  }
}

/** Replies per second, with 16 concurrent requests for each process. */
async function throughput(ports: number[], network: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let answered = 0
  const send = async (port: number, from: number) => {
    for (let turn = from; performance.now() < end; turn += 16, answered++) await call(port, pathOf(turn, network))
  }
  await Promise.all(ports.flatMap((port) => Array.from({ length: 16 }, (_, from) => send(port, from))))
  return answered / SECONDS
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

type Watched = Awaited<ReturnType<typeof watchAtRate>>
type Load = { rate: number; seconds: number; ask: (turn: number) => Promise<void> }

/** Runs the load and returns the figures of the process and the CPU utilization of the machine. */
async function watchAtRate(portal: PortalProcess, { rate, seconds, ask: send }: Load) {
  await portal.watch()
  const before = machineTimes()
  await atRate(rate, seconds, send)
  const after = machineTimes()
  return { ...(await portal.watch()), machine: (after.busy - before.busy) / (after.all - before.all) }
}

function machineTimes(): { busy: number; all: number } {
  const times = cpus().flatMap(({ times }) => Object.entries(times))
  const sum = (entries: [string, number][]) => entries.reduce((total, [, time]) => total + time, 0)
  return { busy: sum(times.filter(([kind]) => kind !== 'idle')), all: sum(times) }
}

const STEPS = 3

/** Doubles the rate up to half of the target, then adjusts it in steps, because a busy machine slows down. */
async function findRate(portal: PortalProcess, ask: (turn: number) => Promise<void>): Promise<number> {
  const busyAt = async (rate: number) => {
    const { cpu, machine } = await watchAtRate(portal, { rate, seconds: 2, ask })
    return Math.max(cpu, machine)
  }
  let rate = 50
  let busy = await busyAt(rate)
  for (; busy < WANTED_BUSY / 2 && rate < 3200; busy = await busyAt(rate)) rate *= 2
  for (let step = 0; step < STEPS; step++) {
    rate = Math.max(1, Math.round((rate * WANTED_BUSY) / busy))
    busy = await busyAt(rate)
  }
  return rate
}

async function atRate(rate: number, seconds: number, ask: (turn: number) => Promise<void>): Promise<void> {
  const pending: Promise<void>[] = []
  const begin = performance.now()
  for (let turn = 0; turn < rate * seconds; turn++) {
    const wait = begin + (turn * 1000) / rate - performance.now()
    if (wait > 1) await sleep(wait)
    pending.push(ask(turn))
  }
  await Promise.all(pending)
}

/** Spreads the NPIs, so that a short run covers the same kinds of office as a long one. */
const STRIDE = 104_729
const WORDS = ['smi', 'joh', 'wil', 'bar', 'and']

function pathOf(turn: number, network: number): string {
  if (turn % 3 === 0) return `/Provider${npiSearch.path}?search=${WORDS[turn % WORDS.length]}`
  return `/Provider${valRegNpi.path}?npiId=${nationalNpi((turn * STRIDE) % network)}`
}

function call(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (reply) => {
      reply.resume().on('end', resolve)
    }).on('error', reject)
  })
}
