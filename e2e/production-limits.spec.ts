import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { REGISTRATION } from './fixtures.ts'
import { connectTestDatabase } from './support/test-plan.ts'
import {
  acceptTerms,
  alert,
  button,
  chooseAndContinue,
  clickContinue,
  createAccount,
  expect,
  fillAccount,
  heading,
  newAccount,
  reachStep3,
  SSN_FIELD,
  test,
} from './support/wizard.ts'

/**
 * A second process of the product on the test server's database, with the limits that production has. Its visitors come
 * from an address of their own, so that the other journeys do not use up what the address may do.
 */
async function startServer() {
  const plan = await connectTestDatabase()
  const { host = '', port, user, database } = plan.config
  const query = new URLSearchParams({ host, port: String(port) })
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('PORTICO_') && name !== 'PORT')
  const server = spawn(process.execPath, ['--import', './e2e/support/cheap-hashes.ts', 'server/src/main.ts'], {
    env: {
      ...Object.fromEntries(settings),
      ...{ HOST: '127.0.0.1', PORT: '0', TRUST_PROXY: '1', PORTICO_DEMO: '0', PORTICO_CAPTCHA_COST: '500' },
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
    server.once('exit', () => reject(new Error('The server with the limits of production did not start.')))
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await plan.close()
  }
  return { origin, stop }
}

async function enterNpi(page: Page, origin: string, npi: string): Promise<void> {
  await page.context().clearCookies({ name: 'portico_reg' })
  await page.goto(`${origin}${REGISTRATION}`)
  await page.getByLabel('National Provider Identifier (NPI)').fill(npi)
  await button(page, 'CONTINUE WITH REGISTRATION').click()
}

test('with the limits of production a provider registers, and five wrong numbers lock another', async ({
  page,
  plan,
}) => {
  const server = await startServer()
  try {
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '198.51.100.88' })
    const provider = await plan.takeProvider('full')
    await enterNpi(page, server.origin, provider.npi)
    await reachStep3(page, plan, provider)
    await fillAccount(page, newAccount(), { names: false })
    await acceptTerms(page)
    await createAccount(page)
    await expect(heading(page)).toHaveText('Registration successful')

    const other = await plan.takeProvider('full')
    await enterNpi(page, server.origin, other.npi)
    await chooseAndContinue(page, 'I am the Provider')
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try', 'no tries']) {
      await page.getByLabel(SSN_FIELD).fill('0000')
      await clickContinue(page)
      await expect(alert(page)).toContainText(`You have ${left} left`)
    }
    await page.getByLabel(SSN_FIELD).fill(other.lastSsn)
    await clickContinue(page)
    await expect(alert(page)).toContainText(
      'There were too many attempts for this provider from your connection. Please try again in a few hours.',
    )
    await expect(page.getByText('You can still register with a signed form.')).toBeVisible()
  } finally {
    await server.stop()
  }
})
