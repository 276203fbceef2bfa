import { deflateRawSync, deflateSync } from 'node:zlib'
import { decodePDFRawStream, PDFContext, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAllowance, Unreadable, unpackStream } from './unpack-stream.ts'

const SEED = 20_260_402

/** Decodes with pdf-lib, which has its own decoders, including inflate. */
function decodeByLibrary(data: Uint8Array, filters: readonly string[]): Buffer {
  const context = PDFContext.create()
  const dict = context.obj({ Filter: filters.map((filter) => PDFName.of(filter)) })
  return Buffer.from(decodePDFRawStream(PDFRawStream.of(dict, data)).decode())
}

function encodeRuns(data: Uint8Array): Buffer {
  const parts: number[] = []
  for (let at = 0; at < data.length; ) {
    const byte = data[at] ?? 0
    let run = 1
    while (run < 128 && data[at + run] === byte) run += 1
    if (run > 1) parts.push(257 - run, byte)
    else parts.push(0, byte)
    at += run
  }
  return Buffer.from([...parts, 128])
}

function encode85(data: Uint8Array): Buffer {
  let text = ''
  for (let at = 0; at < data.length; at += 4) {
    const chunk = Buffer.alloc(4)
    chunk.set(data.subarray(at, at + 4))
    const length = Math.min(4, data.length - at)
    let value = chunk.readUInt32BE()
    let digits = ''
    for (let digit = 0; digit < 5; digit += 1, value = Math.floor(value / 85))
      digits = String.fromCharCode((value % 85) + 33) + digits
    text += length === 4 && digits === '!!!!!' ? 'z' : digits.slice(0, length + 1)
  }
  return Buffer.from(`${text}~>`)
}

/** Encodes LZW as PDF does: codes of 9 to 12 bits, widened one code early. */
function encodeLzw(data: Uint8Array): Buffer {
  const bits: number[] = []
  let codes = new Map<string, number>()
  let width = 9
  const write = (code: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((code >> bit) & 1)
  }
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : codes.get(text))
  write(256)
  let text = ''
  for (const byte of data) {
    const longer = text + String.fromCharCode(byte)
    if (codeOf(longer) !== undefined) {
      text = longer
      continue
    }
    write(codeOf(text) ?? 0)
    codes.set(longer, 258 + codes.size)
    if (258 + codes.size + 1 > 1 << width) width += 1
    if (codes.size === 4093 - 258) {
      write(256)
      codes = new Map()
      width = 9
    }
    text = String.fromCharCode(byte)
  }
  if (text) write(codeOf(text) ?? 0)
  write(257)
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries()) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)))
  return bytes
}

const encoders = {
  FlateDecode: (data: Uint8Array) => deflateSync(data),
  LZWDecode: encodeLzw,
  RunLengthDecode: encodeRuns,
  ASCIIHexDecode: (data: Uint8Array) => Buffer.from(`${Buffer.from(data).toString('hex')}>`),
  ASCII85Decode: encode85,
}
type Filter = keyof typeof encoders
const FILTERS = Object.keys(encoders) as Filter[]

/** Short random bytes, and long inputs of few letters that produce runs and long LZW codes. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.array(fc.constantFrom(0, 65, 255), { maxLength: 2000 }).map((bytes) => Uint8Array.from(bytes)),
  fc.tuple(fc.integer({ min: 0, max: 255 }), fc.nat(6000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
)

test.each(FILTERS)('%s decodes what was encoded, as pdf-lib does', (filter) => {
  fc.assert(
    fc.property(content, (data) => {
      const encoded = encoders[filter](data)
      const decoded = unpackStream(encoded, [filter], createAllowance())
      expect(decoded.equals(data)).toBe(true)
      expect(decodeByLibrary(encoded, [filter]).equals(data)).toBe(true)
    }),
    { seed: SEED, numRuns: 100 },
  )
})

test('LZWDecode follows a table that fills up and starts again', () => {
  const data = Uint8Array.from({ length: 60_000 }, (_, index) => (index * index + (index >> 7)) % 251)
  const encoded = encodeLzw(data)
  expect(unpackStream(encoded, ['LZWDecode'], createAllowance()).equals(data)).toBe(true)
  expect(decodeByLibrary(encoded, ['LZWDecode']).equals(data)).toBe(true)
})

test('FlateDecode reads a stream with a wrong checksum', () => {
  fc.assert(
    fc.property(content, (data) => {
      const unchecked = Buffer.concat([Buffer.of(0x78, 0x9c), deflateRawSync(data), Buffer.of(1, 2, 3, 4)])
      expect(unpackStream(unchecked, ['FlateDecode'], createAllowance()).equals(data)).toBe(true)
    }),
    { seed: SEED, numRuns: 50 },
  )
})

test('decodes nested filters as pdf-lib does', () => {
  const chain = fc.array(fc.constantFrom(...FILTERS), { minLength: 2, maxLength: 3 })
  fc.assert(
    fc.property(content, chain, (data, filters) => {
      const encoded = filters.reduceRight<Uint8Array>((inner, filter) => encoders[filter](inner), data)
      const decoded = unpackStream(encoded, filters, createAllowance())
      expect(decoded.equals(data)).toBe(true)
      expect(decodeByLibrary(encoded, filters).equals(data)).toBe(true)
    }),
    { seed: SEED, numRuns: 60 },
  )
})

/** Truncated, altered by one byte, or random. */
const damaged = fc.record({ data: content, cut: fc.nat(), at: fc.nat(), byte: fc.nat(255), noise: fc.boolean() })

test('a truncated stream decodes to the beginning of its content, or is refused', () => {
  fc.assert(
    fc.property(
      damaged,
      fc.constantFrom<Filter[]>('FlateDecode', 'LZWDecode', 'RunLengthDecode'),
      ({ data, cut }, filter) => {
        const encoded = encoders[filter](data)
        const decoded = decode(encoded.subarray(0, cut % encoded.length), [filter], 1 << 20)
        // A run that lost its byte at the very end is padded with one zero for each repetition.
        const prefix = filter === 'RunLengthDecode' ? decoded?.subarray(0, -128) : decoded
        if (prefix) expect(prefix.equals(data.subarray(0, prefix.length))).toBe(true)
      },
    ),
    { seed: SEED, numRuns: 200 },
  )
})

/** Returns the decoded bytes, or undefined for Unreadable. Any other error fails the test. */
function decode(data: Uint8Array, filters: readonly string[], left: number): Buffer | undefined {
  const allowance = { left }
  try {
    const decoded = unpackStream(data, filters, allowance)
    expect(decoded.length).toBeLessThan(left)
    expect(allowance.left).toBeGreaterThan(0)
    if (filters.length === 1) expect(allowance.left).toBe(left - decoded.length)
    return decoded
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

test('damaged streams are refused with its own error or stay within the allowance', () => {
  const more = fc.array(fc.constantFrom(...FILTERS, 'DCTDecode', 'Crypt', '__proto__', 'toString'), { maxLength: 3 })
  fc.assert(
    fc.property(
      damaged,
      fc.tuple(fc.constantFrom(...FILTERS), more),
      fc.constantFrom(1, 50, 1000, 1 << 20),
      ({ data, at, byte, noise }, [filter, others], left) => {
        const encoded = noise ? Buffer.from(data) : encoders[filter](data)
        if (encoded.length > 0) encoded[at % encoded.length] = byte
        decode(encoded, [filter, ...others], left)
      },
    ),
    { seed: SEED, numRuns: 800 },
  )
})

test.each(FILTERS)('%s stops at the allowance, whatever the size of the decoded stream', (filter) => {
  const bomb = encoders[filter](new Uint8Array(200_000))
  expect(() => unpackStream(bomb, [filter], { left: 1000 })).toThrow(Unreadable)
  expect(unpackStream(bomb, [filter], { left: 200_001 })).toHaveLength(200_000)
})
