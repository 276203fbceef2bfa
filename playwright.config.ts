import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from './e2e/support/chromium-flags.ts'
import { checksEveryLook } from './e2e/support/every-look.ts'
import { THROTTLE, WAIT_MS } from './e2e/support/throttle.ts'
import { findChromium, whatToInstall } from './scripts/find-chromium.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error(whatToInstall)

// Workers read this file again and must come to the same port and folder, so the first reading leaves both in the
// environment. The folder holds the test server's database, where journeys read the mail that was sent.
process.env.PORTICO_E2E_PORT ??= String(await findFreePort())
process.env.PORTICO_E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'portico-e2e-'))
const port = process.env.PORTICO_E2E_PORT

export default defineConfig({
  testDir: 'e2e',
  testIgnore: checksEveryLook ? [] : ['looks-of-*.spec.ts', 'typing-moments.spec.ts'],
  globalSetup: './e2e/support/import-test-providers.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // For journeys that run alone: `npm test` has its own number.
  workers: 2,
  retries: 0,
  // Long enough for a machine that has much else to do: they only end what hangs.
  timeout: 600_000 * THROTTLE,
  globalTimeout: 60 * 60_000 * THROTTLE,
  expect: { timeout: WAIT_MS },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    // The default brand. Chromium resolves every name under localhost, so the partner's is partner.localhost.
    baseURL: `http://localhost:${port}`,
    // One window a worker, emptied between journeys: a new one loads and compiles every page anew.
    reuseContext: true,
    // A page that does not come ends the journey here instead of using up its time.
    navigationTimeout: 200_000 * THROTTLE,
    // What moves is drawn again and again, and no journey is about movement.
    contextOptions: { reducedMotion: 'reduce' },
    // Playwright would take a picture at the end of every journey, and keep those of the failed ones. The journeys' own
    // fixture (e2e/fixtures.ts) takes one of the failed ones only.
    screenshot: 'off',
    // A trace of every journey costs as much as the journey; ask for one with --trace on.
    trace: 'off',
    launchOptions: {
      executablePath,
      args: [
        ...CHROMIUM_FLAGS,
        // With two of the disabled features: every page of a window in one process. A new one has nothing compiled, and
        // there would be one for each journey's first page and each change of brand.
        '--disable-site-isolation-trials',
        '--renderer-process-limit=1',
        // No page lives long enough for what the engine compiles for the long run.
        '--js-flags=--no-opt --no-maglev --min-semi-space-size=16',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
  webServer: {
    command: 'node scripts/e2e-server.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: port },
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      )
    })
  })
}
