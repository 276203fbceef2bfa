import { registerHooks } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type { InspectionTask } from './inspect-process.ts'
import { splitBySizes } from './split-by-sizes.ts'

// Each file has its own process, and the bundled library loads in a quarter of the time of its separate modules.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (specifier !== '@cantoo/pdf-lib') return found
    return { ...found, url: new URL('../dist/pdf-lib.esm.min.js', found.url).href, format: 'module' }
  },
})

/** Runs in a separate process (inspect-process.ts): writes 'ready', a line of JSON, then the files that it made. */
const task: InspectionTask = JSON.parse(process.argv[1] ?? '')
const run = await load()
process.stdout.write('ready\n')
const { files, ...result } = await run(await buffer(process.stdin))
process.stdout.write(`${JSON.stringify({ ...result, sizes: files.map((file) => file.byteLength) })}\n`)
for (const file of files) process.stdout.write(file)

type Done = { files: Uint8Array[]; problem?: string; pages?: number }

/** Loads only what the task needs. */
async function load(): Promise<(input: Buffer) => Promise<Done>> {
  if (task.kind === 'picture') {
    const { redrawPicture } = await import('./pictures/redraw-picture.ts')
    return async (input) => {
      const drawn = redrawPicture(input, task.turn)
      return 'problem' in drawn ? { files: [], problem: drawn.problem } : { files: [drawn.picture] }
    }
  }
  const { inspectDocument } = await import('./documents/inspect-document.ts')
  const inspect = async (file: Buffer, made: Uint8Array[]): Promise<Done> => {
    const finding = await inspectDocument(file)
    if ('problem' in finding) return { files: [], problem: finding.problem }
    return { files: [finding.safeCopy, ...made], pages: finding.pages }
  }
  if (task.kind === 'document') return (input) => inspect(input, [])
  const { bindPages } = await import('./pictures/bind-pages.ts')
  return async (input) => {
    const document = Buffer.from(await bindPages(splitBySizes(input, task.sizes)))
    return inspect(document, [document])
  }
}
