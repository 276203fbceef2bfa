// npm run check: lint with borders, types, the checks of scripts/checks, and the tests that need no database.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium, whatToInstall } from './find-chromium.mjs'
import { temporaryFolder } from './memory-folder.mjs'
import { ensurePackages, node24, projectEnvironment, root, runForeground, runQuietly } from './setup.mjs'

const cache = join(root, '.cache')
/** Scripts of packages, run by Node: on Windows the files in `.bin` are shell scripts. */
export const BIOME = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
export const TSC = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Vitest projects that need neither a database nor the built pages; `components` needs Chromium. */
const QUICK_TESTS = ['core', 'web', 'scripts', 'components']

/** Busy processes at a time, about. */
export const cores = availableParallelism()

/**
 * Runs all checks, even after failures, and counts the results. The quick tests start at once. What needs the pages
 * starts when they are built: the checks of scripts/checks, and `runAfterBuild`, which gets Chromium and the end of the
 * quick tests.
 */
export async function runChecks(runAfterBuild = async () => []) {
  mkdirSync(cache, { recursive: true })
  const chromium = ensureChromium()
  const { ensureWebBuild } = await import('./build-web.mjs')
  const building = ensureWebBuild().then(({ ok, output }) => reportStep('Web build', ok, output))
  const onSources = runStepsOnSources()
  const quickTests = runVitest(
    'quick',
    QUICK_TESTS.filter((name) => chromium || name !== 'components'),
    chromium,
  )
  const build = await building
  const afterBuild = runAfterBuild(chromium, quickTests)
  const onPages = onSources.then(runStepsOnPages)
  const found = chromium ? [] : [reportStep('Chromium', false, whatToInstall)]
  const others = await Promise.all([onSources, onPages, afterBuild])
  return addUp([build, await quickTests, ...found, ...others.flat()])
}

async function runStepsOnSources() {
  return [
    await runStep('Lint, format and import borders', node24, [BIOME, 'ci', '--colors=off', '.']),
    await runStep('Types', node24, [TSC, '-b', '--checkers', '1', '--builders', '2']),
  ]
}

async function runStepsOnPages() {
  const outcomes = []
  for (const name of readdirSync(join(root, 'scripts', 'checks')).sort()) {
    if (name.endsWith('.mjs')) outcomes.push(await runStep(name, node24, [join('scripts', 'checks', name)]))
  }
  return outcomes
}

async function runStep(title, program, args) {
  const { code, output } = await runQuietly(program, args)
  return reportStep(title, code === 0, output)
}

function reportStep(title, ok, output) {
  if (!ok) console.log(output.trimEnd())
  console.log(`${ok ? '✓' : '✗'} ${title}`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

/** The report is `.cache/vitest-NAME.json`. */
export async function runVitest(name, projects, chromium) {
  const report = join(cache, `vitest-${name}.json`)
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [vitest, 'run', `--maxWorkers=${cores}`, ...reporters, ...projects.map((one) => `--project=${one}`)]
  const env = projectEnvironment({ CHROMIUM_PATH: chromium, TMPDIR: temporaryFolder() })
  const code = await runForeground(node24, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  return countReport(report, code, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }))
}

/** Counts a run that failed without a failing test (a load error, a crash) as one failure. */
export function countReport(path, code, count) {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  return { passed: counted.passed, failed: code === 0 ? counted.failed : Math.max(1, counted.failed) }
}

export function addUp(outcomes) {
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensurePackages()
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
