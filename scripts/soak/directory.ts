import { spawnSync } from 'node:child_process'

const FILES = ['publish-files', 'published-demo', 'must-supports'].map(
  (name) => `server/src/provider-directory/${name}.test.ts`,
)

/** Validates each published resource against its profile. `npm test` validates one of each form. */
export function soakDirectory(): boolean {
  const test = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--testTimeout=1800000', ...FILES]
  const env = { ...process.env, PORTICO_EVERY_RESOURCE: '1' }
  return spawnSync(process.execPath, test, { env, stdio: 'inherit' }).status === 0
}

if (import.meta.main) process.exitCode = soakDirectory() ? 0 : 1
