import { vi } from 'vitest'
import { describeFailure, exitCodeOf, run } from '../src/cli.ts'
import { type TestDatabase, testSecretKey } from './database.ts'

/** The environment of a command that runs on a test database. */
export const commandEnv = ({ config: { host, port, user, database } }: Pick<TestDatabase, 'config'>) => ({
  DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  PORTICO_SECRET_KEY: testSecretKey,
  PORTICO_DEMO: '0',
})

type Ended = { code: number; out: string; err: string; database: string }

/**
 * Runs a command in this process, which is faster than a new one, and captures its output. `database` is the line that
 * names its database, `err` the rest of standard error.
 */
export async function runCommand(
  line: string | string[],
  env: NodeJS.ProcessEnv,
  { installed = false } = {},
): Promise<Ended> {
  const said = { out: '', err: '', database: '' }
  const catchTo = (name: 'out' | 'err') => (chunk: string | Uint8Array) => {
    if (/^(Database: |\{"database":)/.test(String(chunk))) said.database += chunk
    else said[name] += chunk
    return true
  }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(catchTo('out'))
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(catchTo('err'))
  try {
    return { code: await run(typeof line === 'string' ? line.split(' ') : line, env, installed), ...said }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { ...said, code: exitCodeOf(error), err: said.err + describeFailure(error) }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
