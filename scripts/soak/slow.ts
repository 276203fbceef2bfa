import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1']
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--workers=1']

type Part = 'components' | 'journeys' | 'server' | 'order'
/** `kind` is how many times slower Chromium runs, or the seed of the order. */
type Run = { part: Part; kind: string }

/** How much slower the server tests are beside a busy process on the same core, generously. */
const SHARED_CORE = '4'

const RUNS: readonly Run[] = [
  { part: 'components', kind: '4' },
  { part: 'components', kind: '12' },
  { part: 'journeys', kind: '4' },
  { part: 'journeys', kind: '12' },
  { part: 'server', kind: 'shared-core' },
  { part: 'order', kind: '1' },
  { part: 'order', kind: '20' },
  { part: 'order', kind: '300' },
]

/**
 * Proves that no test depends on the machine's speed or on the order: component tests and journeys in a slowed Chromium,
 * server tests on one core beside a busy process, and all of Vitest's tests in three random orders.
 *
 *     npm run soak -- slow [components | journeys | server | order] [RATE… | SEED…] [FILE…]
 */
export async function soakSlow([part, ...others]: readonly string[]): Promise<boolean> {
  const isNumber = (argument: string) => /^\d+$/.test(argument)
  const standard = RUNS.filter((run) => !part || run.part === part)
  const asked = others.filter(isNumber).flatMap((kind) => standard.slice(0, 1).map((run) => ({ ...run, kind })))
  const runs = asked.length > 0 ? asked : standard
  const files = others.filter((argument) => !isNumber(argument))
  if (runs.length === 0) throw new Error(`Unknown part ${part}. Known: components, journeys, server, order.`)
  const results: string[] = []
  let isGreen = true
  for (const run of runs) {
    const start = Date.now()
    const passed = await runPart(run, files)
    isGreen &&= passed
    results.push(
      `${run.part} ${run.kind}: ${passed ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s`,
    )
  }
  console.log(results.join('\n'))
  return isGreen
}

async function runPart({ part, kind }: Run, files: readonly string[]): Promise<boolean> {
  if (part === 'components')
    return runTests([...VITEST, '--project=components', ...files], { PORTICO_TEST_THROTTLE: kind })
  if (part === 'journeys') return runTests([...PLAYWRIGHT, ...files], { PORTICO_TEST_THROTTLE: kind })
  if (part === 'order') return runTests([...VITEST, '--sequence.shuffle', `--sequence.seed=${kind}`, ...files])
  const busy = startBusyProcess()
  try {
    return await runTests(
      [...VITEST, '--project=server', ...files],
      { PORTICO_TEST_THROTTLE: SHARED_CORE },
      ON_ONE_CORE,
    )
  } finally {
    busy.kill('SIGKILL')
  }
}

const ON_ONE_CORE = ['taskset', '--cpu-list', '0']

/** Competes for the core. It ends with this process, whichever way this one ends. */
function startBusyProcess(): ChildProcess {
  if (spawnSync('taskset', ['--version']).error) throw new Error('This part needs taskset (package util-linux).')
  const loop = `for (;;) { const end = Date.now() + 1000; while (Date.now() < end); if (process.ppid !== ${process.pid}) break }`
  const [command = '', ...args] = [...ON_ONE_CORE, process.execPath, '--eval', loop]
  return spawn(command, args, { stdio: 'ignore' })
}

async function runTests(program: string[], env: Record<string, string> = {}, before: string[] = []): Promise<boolean> {
  const [command = '', ...args] = [...before, process.execPath, ...program]
  console.log([...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...before, ...program].join(' '))
  const tests = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  const [code] = await once(tests, 'exit')
  return code === 0
}

if (import.meta.main) process.exitCode = (await soakSlow(process.argv.slice(2))) ? 0 : 1
