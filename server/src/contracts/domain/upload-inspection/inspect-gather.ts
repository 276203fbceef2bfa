import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'

/** Runs in a separate process (inspect-program.ts): writes the worker and its imports with types stripped. */
const urls = [new URL('./inspect-worker.ts', import.meta.url).href]
registerHooks({
  load(url, context, next) {
    if (url.endsWith('.ts')) urls.push(url)
    return next(url, context)
  },
})
const parts = [
  './split-by-sizes.ts',
  './documents/inspect-document.ts',
  './pictures/redraw-picture.ts',
  './pictures/bind-pages.ts',
]
for (const part of parts) await import(part)
process.stdout.write(JSON.stringify(urls.map((url) => [url, stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))])))
