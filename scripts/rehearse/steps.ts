import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs a command of an installed archive. */
export function command(
  archive: string,
  settings: Record<string, string>,
  args: string[],
  before: string[] = [],
): string {
  const [program = '', ...rest] = [...before, join(archive, 'bin/portico'), ...args]
  const env = { PATH: process.env.PATH, ...settings }
  return execFileSync(program, rest, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] })
}

export function step(name: string, act: () => string): string {
  const startedAt = performance.now()
  const output = act()
  console.log(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return output
}

export function assert(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
