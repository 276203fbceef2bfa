import { spawnSync } from 'node:child_process'

const FILES = [
  'src/provider-directory/publish-files.test.ts',
  'src/provider-directory/published-demo.test.ts',
  'src/provider-directory/must-supports.test.ts',
  'test/plan-net/validate.test.ts',
  'src/contracts/domain/upload-inspection/inspect-pictures.test.ts',
].map((file) => `server/${file}`)

/**
 * Runs the server tests that have a long form: every published resource and every example of the guide is validated, and
 * 200 hostile pictures are inspected. `npm test` runs their short form.
 */
export function soakLongTests(): boolean {
  const test = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--testTimeout=1800000', ...FILES]
  const env = { ...process.env, PORTICO_LONG_TESTS: '1' }
  return spawnSync(process.execPath, test, { env, stdio: 'inherit' }).status === 0
}

if (import.meta.main) process.exitCode = soakLongTests() ? 0 : 1
