// npm test: runs all checks and tests, including the browser, from a bare checkout. Prints one line of counts.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_TESTS, countReport, runChecks } from './check.mjs'
import { ensurePdfTools } from './ensure-pdf-tools.mjs'
import { temporaryFolder } from './memory-folder.mjs'
import { ensurePackages, node24, projectEnvironment, root, runForeground } from './setup.mjs'

ensurePackages()
ensurePdfTools()
// Tests wait for the database and for processes a third of the time.
const { passed, failed } = await runChecks({ projects: ALL_TESTS, workers: 3, runBeside: runBrowserTests })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runBrowserTests(chromium) {
  const report = join(root, '.cache', 'playwright.json')
  rmSync(report, { force: true })
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const env = projectEnvironment({ CHROMIUM_PATH: chromium, TMPDIR: temporaryFolder() })
  const stdio = ['ignore', 'inherit', 'inherit']
  const code = await runForeground(node24, [playwright, 'test'], { env, stdio })
  return countReport(report, code, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))
}
