import { spawn } from 'node:child_process'
import type { Folders } from './folders.ts'

/** Runs one of PostgreSQL's programs in the database's home folder: relative paths need no shell quoting. */
export function runProgram(program: string, args: string[], { home, account }: Folders): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: home,
      ...account,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    // Not 'close': on Windows the postmaster inherits the pipes and keeps them open.
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else setImmediate(() => reject(new Error(`${args[0] === 'start' ? 'pg_ctl' : program} failed: ${output.trim()}`)))
    })
  })
}

/** Drops the caller's PG… variables and fixes the locale of messages and formats. */
function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMP }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}
