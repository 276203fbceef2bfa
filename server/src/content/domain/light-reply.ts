/** What the entries of one reply may weigh together, in bytes: no reply is larger than 100 kB. */
const ENTRIES_MAX_BYTES = 90_000

/** As many of the entries, made ready to be read, as one reply carries: always the first, and none is cut in two. */
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
