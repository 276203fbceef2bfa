import { registerHooks } from 'node:module'
import { buffer } from 'node:stream/consumers'

// Each file has its own process, and the bundled library loads in a quarter of the time of its separate modules.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (specifier !== '@cantoo/pdf-lib') return found
    return { ...found, url: new URL('../dist/pdf-lib.esm.min.js', found.url).href, format: 'module' }
  },
})

/** Runs in a separate process (inspect-process.ts): writes 'ready', a line of JSON, then the safe copy. */
const { inspectDocument } = await import('./inspect-document.ts')
process.stdout.write('ready\n')
const finding = await inspectDocument(await buffer(process.stdin))
const [result, safeCopy] = 'problem' in finding ? [finding, ''] : [{ pages: finding.pages }, finding.safeCopy]
process.stdout.write(`${JSON.stringify(result)}\n`)
process.stdout.write(safeCopy)
