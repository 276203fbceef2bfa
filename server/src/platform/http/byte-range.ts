/** The first and last byte of a reply, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Reads a Range header of one range. Undefined for the whole content: without a header, and for units or lists that
 * need not be served. 'unsatisfiable' if the range lies outside the content.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!first && !last) return undefined
  if (!first) {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  if (last && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 }
}
