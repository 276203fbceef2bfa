/** Size limit for the entries of one reply, which keeps the whole reply below 100 kB. */
const ENTRIES_MAX_BYTES = 90_000

/** Returns as many prepared entries as fit into one reply: always the first, and only whole entries. */
export function lightEnough<Entry, Ready>(
  entries: readonly Entry[],
  prepare: (entry: Entry) => Ready,
): { kept: Ready[]; cut: boolean } {
  const kept: Ready[] = []
  let bytes = 0
  for (const entry of entries) {
    const ready = prepare(entry)
    bytes += Buffer.byteLength(JSON.stringify(ready))
    if (bytes > ENTRIES_MAX_BYTES && kept.length > 0) return { kept, cut: true }
    kept.push(ready)
  }
  return { kept, cut: false }
}
