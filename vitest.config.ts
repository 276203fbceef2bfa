import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { WAIT_MS } from './e2e/support/throttle.ts'

// No test is about elapsed time. This only ends a test that hangs, also on a very busy machine.
const TIMEOUT_MS = 300_000

/**
 * Most of what a test builds, such as a whole portal, is garbage at its end. With the usual size the collector copies much
 * of it first, which took a sixth of the server tests' processor time.
 */
const LARGE_NURSERY = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Node itself loads what it can load, as it does for the server: without Vite's transforms, the server tests take an
 * eighth less processor time. A stack trace names the same lines.
 */
const BY_NODE = { viteModuleRunner: false }

/** Files that share the modules of their worker replace none: a third of the work, where they are pure. */
const unitTests = (name: string, experimental = BY_NODE) => ({
  test: {
    name,
    isolate: false,
    experimental,
    include: [`${name}/**/*.test.{ts,tsx,mjs}`],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.component.test.tsx'],
    execArgv: LARGE_NURSERY,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_MS } },
  },
})

/** Large files first, as always; before them what tries the portal as a whole, in few lines that take long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...projects.values()].flatMap((bySize) =>
      bySize.toSorted((one, other) => Number(isOfWhole(other)) - Number(isOfWhole(one))),
    )
  }
}

/** Vitest shuffles files only without a sequencer of our own. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))

const isOfWhole = ({ moduleId }: TestSpecification) => /\/server\/(test\/|src\/main\.test\.ts)/.test(moduleId)

export default defineConfig({
  test: {
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    projects: [
      unitTests('core'),
      unitTests('web', { viteModuleRunner: true }),
      unitTests('scripts'),
      './web/test/vitest.config.ts',
      {
        test: {
          name: 'server',
          include: ['{server,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/hashing-cost.ts'],
          // The files of a worker share the modules it has loaded: loading the server costs more than most of its
          // tests. So a test replaces no module, and what it replaces of an object it puts back.
          isolate: false,
          experimental: BY_NODE,
          execArgv: LARGE_NURSERY,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: WAIT_MS } },
        },
      },
    ],
  },
})
