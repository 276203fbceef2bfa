import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The inspection program with types stripped. Each document has its own process, and stripping types there would cost
 * as much as reading most documents, so it is done once.
 */

/** The file descriptor from which the process reads its program. */
export const PROGRAM_FD = 3

/** Bootstrap code for Node: it loads the stripped sources instead of the files. */
export const startProgram = `
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const sources = new Map(JSON.parse(readFileSync(${PROGRAM_FD}, 'utf8')))
registerHooks({
  load(url, context, next) {
    const source = sources.get(url)
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
await import(${JSON.stringify(new URL('./inspect-worker.ts', import.meta.url).href)})
`

let program: Promise<string> | undefined

export function readProgram(): Promise<string> {
  program ??= gather().catch((error) => {
    program = undefined
    throw error
  })
  return program
}

async function gather(): Promise<string> {
  const gathering = fileURLToPath(new URL('./inspect-gather.ts', import.meta.url))
  // Node still marks type stripping as experimental.
  const args = ['--disable-warning=ExperimentalWarning', gathering]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, windowsHide: true })
  return stdout
}
