import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export type ImportFigures = { milliseconds: number; megabytes: number; rows: number }

/** Runs import-process.ts in its own process and returns its figures. */
export async function runImport(kind: string, file: string, config: pg.ClientConfig): Promise<ImportFigures> {
  const program = fileURLToPath(new URL('./import-process.ts', import.meta.url))
  const child = fork(program, [kind, file, JSON.stringify(config)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${kind} exited with code ${code} without a result`)
  })
  const [figures] = (await Promise.race([once(child, 'message'), exited])) as [ImportFigures]
  exited.catch(() => {})
  if (child.exitCode === null) await once(child, 'exit')
  return figures
}
