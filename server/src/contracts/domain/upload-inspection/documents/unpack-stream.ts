import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** Thrown for a document that expands beyond its allowance or cannot be decoded. */
export class Unreadable extends Error {}

const MAX_STREAM = 64 * 1024 * 1024
const MAX_DOCUMENT = 256 * 1024 * 1024
/** Nested filters multiply the expansion. Real documents have one, sometimes with an ASCII filter around it. */
const MAX_FILTERS = 3

/** Bytes the document may still expand to; every filter of every stream takes from it. */
export type Allowance = { left: number }
export const createAllowance = (): Allowance => ({ left: MAX_DOCUMENT })

/** Image filters; the viewer decodes them. */
const pictures = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'])

type Decode = (data: Buffer, max: number) => Buffer

/** A map, not an object: a document may name a filter 'constructor'. */
const decoders = new Map<string, Decode>([
  ['FlateDecode', inflate],
  ['Fl', inflate],
  ['LZWDecode', decodeLzw],
  ['LZW', decodeLzw],
  ['RunLengthDecode', decodeRuns],
  ['RL', decodeRuns],
  ['ASCIIHexDecode', decodeHex],
  ['AHx', decodeHex],
  ['ASCII85Decode', decode85],
  ['A85', decode85],
])

/** Decodes a stream, but not an image filter at its end. Throws Unreadable if it exceeds the allowance or is broken. */
export function unpackStream(data: Uint8Array, filters: readonly string[], allowance: Allowance): Buffer {
  if (filters.length > MAX_FILTERS) throw new Unreadable('too many filters')
  let unpacked = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (const [index, filter] of filters.entries()) {
    if (pictures.has(filter) && index === filters.length - 1) return unpacked
    const decode = decoders.get(filter)
    if (!decode) throw new Unreadable('unknown filter')
    unpacked = decode(unpacked, Math.max(1, Math.min(MAX_STREAM, allowance.left)))
    allowance.left -= unpacked.length
    if (allowance.left <= 0) throw new Unreadable('it expands too far')
  }
  return unpacked
}

function inflate(data: Buffer, max: number): Buffer<ArrayBuffer> {
  const options = { maxOutputLength: max, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(data, options)
  } catch (error) {
    if (isTooLong(error)) throw new Unreadable('it expands too far')
    return inflateUnchecked(data, options)
  }
}

/** PDF readers ignore a wrong checksum at the end. */
function inflateUnchecked(
  data: Buffer,
  options: { maxOutputLength: number; finishFlush: number },
): Buffer<ArrayBuffer> {
  try {
    return inflateRawSync(data.subarray(2), options)
  } catch {
    throw new Unreadable('it cannot be decoded')
  }
}

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/** Grows as needed, never beyond `max`. */
class Output {
  #bytes = Buffer.alloc(64 * 1024)
  #length = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  push(byte: number): void {
    if (this.#length === this.#max) throw new Unreadable('it expands too far')
    if (this.#length === this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(this.#max, this.#bytes.length * 2))
      this.#bytes.copy(larger)
      this.#bytes = larger
    }
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  done(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }
}

const LZW_CLEAR = 256
const LZW_END = 257

/** Each code stands for its prefix code and one byte, so a code is expanded from its end. */
function decodeLzw(data: Buffer, max: number): Buffer {
  const output = new Output(max)
  const table = { prefix: new Int16Array(4096), suffix: new Uint8Array(4096), next: 258, width: 9 }
  const string: number[] = []
  let before = -1
  for (const code of readCodes(data, table)) {
    if (code === LZW_END) break
    if (code === LZW_CLEAR) {
      Object.assign(table, { next: 258, width: 9 })
      before = -1
      continue
    }
    if (code > table.next || (before < 0 && code > 255)) break
    const isNew = code === table.next
    string.length = 0
    for (let at = isNew ? before : code; at >= 0; at = at > 257 ? (table.prefix[at] ?? -1) : -1)
      string.push(at > 257 ? (table.suffix[at] ?? 0) : at)
    const first = string.at(-1) ?? 0
    for (let index = string.length - 1; index >= 0; index -= 1) output.push(string[index] ?? 0)
    if (isNew) output.push(first)
    if (before >= 0 && table.next < 4096) {
      table.prefix[table.next] = before
      table.suffix[table.next] = first
      table.next += 1
      // EarlyChange 1 is the default, and encoders use it.
      if (table.next + 1 >= 1 << table.width && table.width < 12) table.width += 1
    }
    before = code
  }
  return output.done()
}

function* readCodes(data: Buffer, table: { width: number }): Generator<number> {
  let bits = 0
  let bitCount = 0
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xff_ff_ff
    bitCount += 8
    if (bitCount < table.width) continue
    bitCount -= table.width
    yield (bits >> bitCount) & ((1 << table.width) - 1)
  }
}

const RUNS_END = 128

function decodeRuns(data: Buffer, max: number): Buffer {
  const output = new Output(max)
  for (let at = 0; at < data.length; ) {
    const length = data[at] ?? RUNS_END
    if (length === RUNS_END) break
    if (length < RUNS_END) {
      for (const byte of data.subarray(at + 1, at + length + 2)) output.push(byte)
      at += length + 2
    } else {
      for (let times = 257 - length; times > 0; times -= 1) output.push(data[at + 1] ?? 0)
      at += 2
    }
  }
  return output.done()
}

function decodeHex(data: Buffer): Buffer {
  const digits =
    data
      .toString('latin1')
      .split('>')[0]
      ?.replace(/[^0-9A-Fa-f]/g, '') ?? ''
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function decode85(data: Buffer, max: number): Buffer {
  const output = new Output(max)
  let value = 0
  let count = 0
  const write = (bytes: number) => {
    for (let index = 0; index < bytes; index += 1) output.push(Math.floor(value / 256 ** (3 - index)) % 256)
    value = 0
    count = 0
  }
  for (const byte of data) {
    if (byte === 0x7e) break
    if (byte === 0x7a && count === 0) write(4)
    if (byte < 0x21 || byte > 0x75) continue
    value = value * 85 + byte - 0x21
    count += 1
    if (count === 5) write(4)
  }
  if (count > 1) {
    const bytes = count - 1
    for (; count < 5; count += 1) value = value * 85 + 84
    write(bytes)
  }
  return output.done()
}
