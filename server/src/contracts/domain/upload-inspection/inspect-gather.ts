import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'

/** Runs in a process of its own (inspect-program.ts): writes the files of the worker, all that it imports, without types. */
const urls = [new URL('./inspect-worker.ts', import.meta.url).href]
registerHooks({
  load(url, context, next) {
    if (url.endsWith('.ts')) urls.push(url)
    return next(url, context)
  },
})
await import('./inspect-document.ts')
process.stdout.write(JSON.stringify(urls.map((url) => [url, stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'))])))
