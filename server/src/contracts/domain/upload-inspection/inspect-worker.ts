import { registerHooks } from 'node:module'
import { buffer } from 'node:stream/consumers'

// Every file has a process, and this library in one piece is loaded in a quarter of the time of its hundreds of modules.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (specifier !== '@cantoo/pdf-lib') return found
    return { ...found, url: new URL('../dist/pdf-lib.esm.min.js', found.url).href, format: 'module' }
  },
})

/** Runs in a process of its own (inspect-process.ts): says when it begins, then a line of JSON, and behind it the copy. */
const { inspectDocument } = await import('./inspect-document.ts')
process.stdout.write('ready\n')
const finding = await inspectDocument(await buffer(process.stdin))
const [told, safeCopy] = 'problem' in finding ? [finding, ''] : [{ pages: finding.pages }, finding.safeCopy]
process.stdout.write(`${JSON.stringify(told)}\n`)
process.stdout.write(safeCopy)
