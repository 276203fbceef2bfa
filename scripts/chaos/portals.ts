import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endGroup, type Programs, until } from '../programs.ts'
import { HAPROXY_PORT } from './cluster.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const PORTS = [8101, 8102, 8103]
export const SECRET_KEY = 'the-secret-key-of-a-cluster-in-trouble-0000'
export const addresses = PORTS.map((port) => `http://127.0.0.1:${port}`)

/** Commands connect as the owner, without the pooler. */
export const ownerLogin = {
  host: '127.0.0.1',
  port: HAPROXY_PORT,
  user: 'postgres',
  database: 'portico',
  password: 'chaos',
}

type Ports = { smtpPort: number; databasePort: number }

const many = '100000'
const environment = (port: number, { smtpPort, databasePort }: Ports) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  DATABASE_URL: `postgres://portico_app:chaos@127.0.0.1:${databasePort}/portico`,
  PORTICO_PREPARED: '0',
  PORTICO_MIGRATE: 'off',
  PORTICO_DEMO: '0',
  PORTICO_DRAIN_S: '2',
  PORTICO_SECRET_KEY: SECRET_KEY,
  PORTICO_CAPTCHA_COST: '1',
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  // All users share one address, and one user reviews all contracts.
  PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_ADDRESS: many,
  PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_USER: many,
  PORTICO_LIMIT_NPI_LOOKUPS_PER_5_MIN: many,
})

/** Three portal processes. */
export function createPortals(programs: Programs, ports: Ports) {
  const running: (ChildProcess | undefined)[] = []
  const start = async (at: number, { before = [], release = main }: { before?: string[]; release?: string } = {}) => {
    const port = PORTS[at] ?? 0
    running[at] = programs.start(`portal${at + 1}`, [...before, process.execPath, release], environment(port, ports))
    await until(`portal ${at + 1} is ready`, () => isReady(addresses[at] ?? ''), 180)
  }
  const stop = async (at: number, signal: NodeJS.Signals) => {
    const child = running[at]
    if (child) await endGroup(child, signal)
  }
  return {
    startAll: () => Promise.all(PORTS.map((_, at) => start(at))),
    async killOne(at: number) {
      await stop(at, 'SIGKILL')
      await start(at)
    },
    async moveClock(at: number, by: string) {
      await stop(at, 'SIGTERM')
      await start(at, { before: ['faketime', '-f', by] })
    },
    /** Rolling restart, also with another release. Each process is drained first. */
    async roll(release = main) {
      for (const at of PORTS.keys()) {
        await stop(at, 'SIGTERM')
        await start(at, { release })
      }
    },
  }
}

export const isReady = async (address: string): Promise<boolean> => (await get(`${address}/readyz`))?.status === 200

/** A real call that writes: it opens a registration. */
export async function isServing(address: string): Promise<boolean> {
  const reply = await get(`${address}/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011`)
  return reply?.status === 200 && JSON.parse(reply.body).status === 200
}

async function get(url: string): Promise<{ status: number; body: string } | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(4_000) })
    return { status: reply.status, body: await reply.text() }
  } catch {
    return undefined
  }
}
