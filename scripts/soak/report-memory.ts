/** The soak test loads this into the server: it replies to each message with the memory in use after a garbage collection. */
process.on('message', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.send?.(process.memoryUsage.rss())
})
// The server can still exit.
process.channel?.unref()
