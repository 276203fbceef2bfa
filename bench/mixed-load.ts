import { Agent, get } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { npiSearch, valRegNpi } from '@portico/core/registration/calls'
import type pg from 'pg'
import type { Country } from './country-database.ts'
import type { Measurement } from './measurement.ts'
import { nationalNpi } from './national-file.ts'
import { type PortalProcess, startPortal } from './portal-process.ts'

const SECONDS = 4
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Look-ups and searches at a rate that keeps one process four fifths busy: how long its loop keeps others waiting. */
export async function measureMixedLoad({ config, sizes }: Country): Promise<Measurement[]> {
  const portal = await startPortal(config)
  try {
    const ask = (turn: number) => call(portal.port, pathOf(turn, sizes.network))
    await atRate(50, 2, ask)
    const rate = await findRate(portal, ask)
    await portal.watch()
    await atRate(rate, SECONDS, ask)
    const { lagP99, cpu } = await portal.watch()
    return [
      {
        name: 'mixed load, requests a second for each core that the process takes',
        value: rate / cpu,
        detail: 'look-ups of an NPI, which write, and searches by name; the database not counted',
      },
      {
        name: 'mixed load, loop lag p99 in ms of one process',
        value: lagP99,
        target: '<= 20',
        detail: `${rate}/s at ${Math.round(cpu * 100)} % of a core`,
      },
      await measureSecond(portal, config, sizes.network),
    ]
  } finally {
    portal.stop()
  }
}

/** For two processes, the database and who asks. */
const CORES_FOR_TWO = 4

async function measureSecond(first: PortalProcess, config: pg.PoolConfig, network: number): Promise<Measurement> {
  const name = 'mixed load, two processes over one'
  const cores = availableParallelism()
  if (cores < CORES_FOR_TWO)
    return { name, value: Number.NaN, detail: `not measured: ${cores} cores hold database, load and one process` }
  const second = await startPortal(config)
  try {
    const one = await throughput([first.port], network)
    const two = await throughput([first.port, second.port], network)
    return { name, value: two / one, target: '>= 1.8', detail: `${Math.round(two)}/s against ${Math.round(one)}/s` }
  } finally {
    second.stop()
  }
}

/** As many as get answered, sixteen at a time from each process. */
async function throughput(ports: number[], network: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let answered = 0
  const ask = async (port: number, from: number) => {
    for (let turn = from; performance.now() < end; turn += 16, answered++) await call(port, pathOf(turn, network))
  }
  await Promise.all(ports.flatMap((port) => Array.from({ length: 16 }, (_, from) => ask(port, from))))
  return answered / SECONDS
}

/** Twice as much until the process is busy, then as much as makes it four fifths. */
async function findRate(portal: PortalProcess, ask: (turn: number) => Promise<void>): Promise<number> {
  for (let rate = 50; ; rate *= 2) {
    await portal.watch()
    await atRate(rate, 2, ask)
    const { cpu } = await portal.watch()
    if (cpu >= 0.4 || rate >= 3200) return Math.round((rate * 0.8) / Math.max(cpu, 0.4))
  }
}

async function atRate(rate: number, seconds: number, ask: (turn: number) => Promise<void>): Promise<void> {
  const asked: Promise<void>[] = []
  const begin = performance.now()
  for (let turn = 0; turn < rate * seconds; turn++) {
    const wait = begin + (turn * 1000) / rate - performance.now()
    if (wait > 1) await sleep(wait)
    asked.push(ask(turn))
  }
  await Promise.all(asked)
}

const WORDS = ['smi', 'joh', 'wil', 'bar', 'and']

function pathOf(turn: number, network: number): string {
  if (turn % 3 === 0) return `/Provider${npiSearch.path}?search=${WORDS[turn % WORDS.length]}`
  return `/Provider${valRegNpi.path}?npiId=${nationalNpi((turn * 31) % network)}`
}

function call(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (reply) => {
      reply.resume().on('end', resolve)
    }).on('error', reject)
  })
}
