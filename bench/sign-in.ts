import { type ChildProcess, spawn } from 'node:child_process'
import { argon2, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { SERVER_FLAGS, SERVER_MEMORY } from '../scripts/setup.mjs'
import { DEMO_PASSWORD } from '../server/src/demo/seed/demo-access.ts'
import { DEVICE_COOKIE } from '../server/src/platform/identity/session-cookie.ts'
import { findFreePort } from './free-port.ts'
import { cookiesOf, type LeanClient, openLeanClient } from './lean-client.ts'
import { describeSpread, type Measurement, median, ratios } from './measurement.ts'
import { preparePasskey } from './passkey-sign-in.ts'
import { probe } from './probe.ts'

const rounds = 5
/** Not all cores are busy at the start and end of a round, so a round must be long. */
const seconds = 8
/** Lets the engine compile hot code and all connections prepare their statements. */
const warmUpSeconds = 12
const DEMO_NPI = '1100000011'

/**
 * Compares sign-ins with the bare hash rate on the same cores, and measures their effect on another call. The sides
 * alternate, so that other load affects both.
 */
export async function measureSignIns(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  await chmod(dataDir, 0o755)
  const { child, port } = await startServer(dataDir)
  const bare: number[] = []
  const alone: number[] = []
  const rush: number[] = []
  const idle: number[] = []
  const busy: number[] = []
  const byPasskey: number[] = []
  try {
    const signInByPasskey = await preparePasskey(port)
    const client = openLeanClient(port)
    const browsers = Array.from({ length: 16 }, (): Browser => ({ client, cookie: '' }))
    await Promise.all([measureSignInRate(browsers, warmUpSeconds), probe(port, DEMO_NPI, warmUpSeconds)])
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await probe(port, DEMO_NPI, seconds))
      bare.push(await measureBareArgon2())
      alone.push(await measureSignInRate(browsers, seconds))
      const [signIns, p99] = await Promise.all([measureSignInRate(browsers, seconds), probe(port, DEMO_NPI, seconds)])
      rush.push(signIns)
      busy.push(p99)
      byPasskey.push(await ratePerSecond(16, seconds, signInByPasskey))
    }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  return [
    {
      name: 'sign-ins/s per core of the machine',
      value: median(alone) / availableParallelism(),
      detail: `${median(alone).toFixed(1)}/s on ${availableParallelism()} cores, including database and client`,
    },
    compareRates('sign-ins only / bare argon2 rate on the same cores', alone, bare),
    compareRates('sign-ins with 100 other calls/s / bare argon2 rate', rush, bare),
    {
      name: 'valRegNpi p99 during many sign-ins / idle p99',
      value: median(ratios(busy, idle)),
      target: '<= 3',
      detail: `${median(busy).toFixed(1)} ms against ${median(idle).toFixed(1)} ms; ${describeSpread(ratios(busy, idle))}`,
    },
    {
      name: 'sign-ins by passkey, with page and challenge / sign-ins by password',
      value: median(byPasskey) / median(rush),
      target: '>= 1',
      detail: `${median(byPasskey).toFixed(1)}/s against ${median(rush).toFixed(1)}/s`,
    },
  ]
}

function compareRates(name: string, rates: number[], bare: number[]): Measurement {
  const detail = `${median(rates).toFixed(1)}/s against ${median(bare).toFixed(1)}/s; ${describeSpread(ratios(rates, bare))}`
  return { name, value: median(ratios(rates, bare)), detail }
}

async function measureBareArgon2(): Promise<number> {
  const hash = promisify(argon2)
  const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  return ratePerSecond(availableParallelism(), seconds, async () => {
    await hash('argon2id', { message: DEMO_PASSWORD, nonce: randomBytes(16), ...parameters })
    return true
  })
}

/** The device cookie of the last sign-in makes the browser a known one. */
type Browser = { client: LeanClient; cookie: string }

/** Runs more concurrent sign-ins than cores, so that the server must queue them. */
async function measureSignInRate(browsers: Browser[], duration: number): Promise<number> {
  const fields = { USER: 'demosaa', PASSWORD: DEMO_PASSWORD, TARGET: PROVIDER_PATHS.home }
  const body = new URLSearchParams(fields).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return ratePerSecond(browsers.length, duration, async (worker) => {
    const browser = browsers[worker]
    if (!browser) return false
    const headers = { ...form, ...(browser.cookie ? { cookie: browser.cookie } : {}) }
    const reply = await browser.client.send({ method: 'POST', path: SIGN_ON_PATH, headers, body })
    const location = /^location: (\S+)/im.exec(reply.head)?.[1]
    if (location !== PROVIDER_PATHS.home) throw new Error(`Sign-in failed: ${location}`)
    const device = cookiesOf(reply).find(({ name }) => name === DEVICE_COOKIE)
    browser.cookie = device ? `${device.name}=${device.value}` : ''
    return true
  })
}

async function ratePerSecond(
  workers: number,
  duration: number,
  work: (worker: number) => Promise<boolean>,
): Promise<number> {
  const begin = performance.now()
  const end = begin + duration * 1000
  let done = 0
  const run = async (_: unknown, worker: number) => {
    while (performance.now() < end) if (await work(worker)) done += 1
  }
  await Promise.all(Array.from({ length: workers }, run))
  return done / ((performance.now() - begin) / 1000)
}

async function startServer(dataDir: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await findFreePort()
  const unlimited = '1000000000'
  const env = {
    PATH: process.env.PATH,
    GLIBC_TUNABLES: SERVER_MEMORY,
    PORT: String(port),
    PORTICO_DATA_DIR: dataDir,
    PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_USER: unlimited,
    PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_ADDRESS: unlimited,
    // A sign-in counts as failed until it is checked.
    PORTICO_LIMIT_SIGN_IN_FAILURES_UNTIL_CAPTCHA: unlimited,
    PORTICO_LIMIT_SIGN_IN_FAILURES_UNTIL_WAIT: unlimited,
    PORTICO_LIMIT_HASHES_WAITING: unlimited,
    PORTICO_LIMIT_HASHES_WAITING_PER_ADDRESS: unlimited,
    PORTICO_LIMIT_NPI_LOOKUPS_PER_5_MIN: unlimited,
    PORTICO_LIMIT_PASSKEY_CHALLENGES_PER_5_MIN_PER_ADDRESS: unlimited,
  }
  const main = join(import.meta.dirname, '../server/src/main.ts')
  const child = spawn(process.execPath, [...SERVER_FLAGS, main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      text += chunk
      if (!text.includes('is ready')) return
      // Discards the request log. Appending it to a string would copy the string with every line.
      child.stdout.off('data', listen).resume()
      resolve()
    }
    child.stdout.on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start: ${text}`)))
  })
  return { child, port }
}

if (import.meta.main) console.table(await measureSignIns())
