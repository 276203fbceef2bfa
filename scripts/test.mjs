// npm test: runs all checks and tests, including the browser, from a bare checkout. Prints one line of counts.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cores, countReport, runChecks, runVitest } from './check.mjs'
import { ensurePdfTools } from './ensure-pdf-tools.mjs'
import { temporaryFolder } from './memory-folder.mjs'
import { ensurePackages, node24, projectEnvironment, root, runForeground } from './setup.mjs'

ensurePackages()
ensurePdfTools()
const { passed, failed } = await runChecks(async (chromium, quickTests) => {
  const journeys = chromium ? [runJourneys(chromium)] : []
  const serverTests = quickTests.then(() => runVitest('server', ['server'], chromium))
  return Promise.all([...journeys, serverTests])
})
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Half as many as there are cores: each also keeps the portal, its database and a browser busy. */
async function runJourneys(chromium) {
  const report = join(root, '.cache', 'playwright.json')
  rmSync(report, { force: true })
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const env = projectEnvironment({ CHROMIUM_PATH: chromium, TMPDIR: temporaryFolder() })
  const stdio = ['ignore', 'inherit', 'inherit']
  const code = await runForeground(node24, [playwright, 'test', `--workers=${Math.ceil(cores / 2)}`], { env, stdio })
  return countReport(report, code, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))
}
