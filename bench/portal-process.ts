import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { SERVER_FLAGS, SERVER_MEMORY } from '../scripts/setup.mjs'

export type PortalProcess = {
  port: number
  /** Returns the figures of the process since the previous call. */
  watch(): Promise<{ lagP99: number; cpu: number }>
  stop(): void
}

/** Starts the portal in its own process, on this database and without limits. */
export async function startPortal(config: pg.PoolConfig): Promise<PortalProcess> {
  const program = fileURLToPath(new URL('./val-reg-npi-server.ts', import.meta.url))
  const child: ChildProcess = fork(program, ['portal', JSON.stringify(config)], {
    env: { ...process.env, GLIBC_TUNABLES: SERVER_MEMORY },
    execArgv: SERVER_FLAGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The portal did not start.'))),
  ])) as [number]
  return {
    port,
    async watch() {
      const answer = once(child, 'message')
      child.send('watch')
      const [figures] = (await answer) as [{ lagP99: number; cpu: number }]
      return figures
    },
    stop: () => child.disconnect(),
  }
}
