import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The program that looks at a document, ours of it without types. Every document has a process of its own, and taking
 * the types out there costs as much as reading most documents: it is done once for all of them.
 */

/** Where that process reads its program from. */
export const PROGRAM_FD = 3

/** Node is started with this: what was read before takes the place of the files. */
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
  // Taking types out is a part of Node that it still calls experimental.
  const args = ['--disable-warning=ExperimentalWarning', gathering]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, windowsHide: true })
  return stdout
}
