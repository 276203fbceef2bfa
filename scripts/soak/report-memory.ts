import type { Memory } from './uploads.ts'

/** The soak test loads this into the server. It replies to each message with the memory after a garbage collection. */
process.on('message', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ resident: rss, used: heapUsed + external } satisfies Memory)
})
// The server can still exit.
process.channel?.unref()
