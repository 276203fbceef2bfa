import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Envelope, ErrorEntity } from '@portico/core/envelope'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { type TestDatabase, testSecretKey } from './database.ts'
import { findFreePort } from './free-port.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type RunningServer = {
  address: string
  /** Simulates a power cut, without cleanup. */
  kill(): Promise<void>
}

/** Starts the product in a separate process on a test database, so that a test can run several and kill them. */
export async function startServer(
  { config }: TestDatabase,
  other: { main?: string; env?: Record<string, string> } = {},
): Promise<RunningServer> {
  const port = await findFreePort()
  const query = new URLSearchParams({ host: config.host, port: String(config.port) })
  const child = spawn(process.execPath, [other.main ?? main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: String(port),
      PORTICO_DEMO: '0',
      PORTICO_SECRET_KEY: testSecretKey,
      PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_USER: '1000',
      PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_ADDRESS: '1000',
      PORTICO_LIMIT_HASHES_WAITING: '1000',
      PORTICO_LIMIT_HASHES_WAITING_PER_ADDRESS: '1000',
      ...other.env,
      DATABASE_URL: `postgres://${config.user}@/${config.database}?${query}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await isReady(child)
  return {
    address: `http://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      if (said.includes('is ready')) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)))
  })
}

/** Signs in over the network and returns a function that posts calls as that person. */
export async function signInOverNetwork(address: string, userName: string, password: string) {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const token = cookies.get('XSRF-TOKEN')
    const headers = { cookie, origin: address, ...(token ? { 'x-xsrf-token': token } : {}), ...init.headers }
    const response = await fetch(address + path, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name && value) cookies.set(name, decodeURIComponent(value))
    }
    return response
  }
  await send('/thp/portal/internal/login', { method: 'GET' })
  const form = { USER: userName, PASSWORD: password, SMENC: 'UTF-8', SMLOCALE: 'US-EN', SMAGENTNAME: 'portico' }
  await send(SIGN_ON_PATH, { method: 'POST', body: new URLSearchParams({ ...form, TARGET: '' }) })
  return async (call: string, body: unknown) => {
    const json = { 'content-type': 'application/json' }
    const response = await send(`/Provider${call}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
    return (await response.json()) as Envelope<ErrorEntity & unknown>
  }
}
