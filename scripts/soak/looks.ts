import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Runs the journeys with every screen checked in every brand and at every width (`inspectEveryBrand` in
 * `e2e/fixtures.ts`), and input at 50 moments of loading
 * (`e2e/typing-moments.spec.ts`). `npm test` checks each screen once.
 */
export async function soakLooks(): Promise<boolean> {
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const journeys = spawn(process.execPath, [program, 'test', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PORTICO_EVERY_LOOK: '1' },
    stdio: 'inherit',
  })
  const [code] = await once(journeys, 'exit')
  return code === 0
}

if (import.meta.main) process.exitCode = (await soakLooks()) ? 0 : 1
