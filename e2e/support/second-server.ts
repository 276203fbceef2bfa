import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { connectTestDatabase } from './test-plan.ts'

/**
 * Starts a second process of the product on the test server's database, without demo mode and with settings of its own.
 * Clients can name their address in X-Forwarded-For, so that they do not use up the limits of other journeys.
 */
export async function startSecondServer(own: Record<string, string> = {}) {
  const plan = await connectTestDatabase()
  const { host = '', port, user, database } = plan.config
  const query = new URLSearchParams({ host, port: String(port) })
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('PORTICO_') && name !== 'PORT')
  const server = spawn(process.execPath, ['--import', './e2e/support/cheap-hashes.ts', 'server/src/main.ts'], {
    env: {
      ...Object.fromEntries(settings),
      ...{ HOST: '127.0.0.1', PORT: '0', TRUST_PROXY: '1', PORTICO_DEMO: '0', PORTICO_CAPTCHA_COST: '500' },
      ...own,
      PORTICO_SECRET_KEY: plan.secretKey(),
      DATABASE_URL: `postgres://${user}@/${database}?${query}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const [, address] = /is ready at .*:(\d+)/.exec(line) ?? []
      if (address) resolve(`http://localhost:${address}`)
    })
    server.once('exit', () => reject(new Error('The second server did not start.')))
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await plan.close()
  }
  return { origin, stop }
}
