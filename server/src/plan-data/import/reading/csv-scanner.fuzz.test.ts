import { CsvError, parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvScanner, readHeader } from './csv-scanner.ts'

const SEED = 20_260_401

type Read = { line: number; problem: string | undefined; plain: boolean; values: string[] }

/** Scans the bytes in chunks that end at the given positions, as an import reads a file. */
function scan(bytes: Buffer, columns: number, cuts: readonly number[] = []): Read[] {
  const slots = Array.from({ length: columns }, (_, column) => column)
  const scanner = new CsvScanner(columns, slots)
  const read: Read[] = []
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other), bytes.length]
  let from = 0
  for (const [index, end] of ends.entries()) {
    if (end < from) continue
    const isLast = index === ends.length - 1
    from += scanner.scan(bytes.subarray(from, end), isLast, ({ line, problem, plain, value }) => {
      const textOf = (slot: number) => Buffer.from(value.call(scanner, slot), 'latin1').toString()
      read.push({ line, problem, plain, values: problem ? [] : slots.map(textOf) })
    })
  }
  expect(from).toBe(bytes.length)
  return read
}

/** The same text read by csv-parse, or undefined where csv-parse refuses it. */
function readByLibrary(text: string): string[][] | undefined {
  try {
    return parse(text, { record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

const isPlain = (values: readonly string[]) => !/[^\x20-\x7e]|\\/.test(values.join(''))

const COLUMNS = 4
const cell = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', '\\', ' ', 'a', 'é', '\t'), maxLength: 8 }),
)
const writtenCell = fc
  .record({ value: cell, quoted: fc.boolean() })
  .map(({ value, quoted }) => (quoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
const row = fc.array(writtenCell, { minLength: COLUMNS, maxLength: COLUMNS }).map((cells) => cells.join(','))
const file = fc
  .tuple(fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n')), { maxLength: 12 }), row)
  .map(([lines, last]) => lines.map(([text, end]) => text + end).join('') + last)
const cuts = fc.array(fc.nat(), { maxLength: 6 })

test('reads every well-formed file as csv-parse does, however it is cut into pieces', () => {
  fc.assert(
    fc.property(file, cuts, (text, places) => {
      const read = scan(Buffer.from(text), COLUMNS, places)
      expect(read.map(({ problem }) => problem)).toEqual(read.map(() => undefined))
      expect(read.map(({ values }) => values)).toEqual(readByLibrary(text))
      for (const { plain, values } of read) expect(plain).toBe(isPlain(values))
    }),
    { seed: SEED, numRuns: 500 },
  )
})

const hostile = fc
  .array(fc.constantFrom('"', '""', '"",', '"","","","",', ',', '\n', '\r', '\r\n', '\\', 'a', ' ', 'é'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

test('reads hostile text without throwing, and as csv-parse does where csv-parse accepts it', () => {
  let accepted = 0
  fc.assert(
    fc.property(hostile, (text) => {
      const ended = `${text}\n`
      const read = scan(Buffer.from(ended), COLUMNS)
      const expected = readByLibrary(ended)
      if (!expected) return
      accepted += 1
      expect(read.length).toBe(expected.length)
      for (const [index, { problem, values }] of read.entries()) {
        const cells = expected[index] ?? []
        if (cells.length === COLUMNS) expect(values).toEqual(cells)
        else expect(problem).toBe(`The row has ${cells.length} columns, the header has ${COLUMNS}.`)
      }
    }),
    { seed: SEED, numRuns: 1000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('reads hostile bytes the same however they are cut into pieces', () => {
  const bytes = fc.oneof(
    hostile.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw)),
  )
  fc.assert(
    fc.property(bytes, cuts, (raw, places) => {
      expect(scan(raw, COLUMNS, places)).toEqual(scan(raw, COLUMNS))
    }),
    { seed: SEED, numRuns: 1000 },
  )
})

test('reads the names of a header as csv-parse does', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'B', '_', ' ', '(', '.', ','), minLength: 1, maxLength: 6 })
  const written = name.map((text) => (text.includes(',') ? `"${text}"` : text))
  const header = fc.tuple(
    fc.array(written, { minLength: 1, maxLength: 6 }),
    fc.boolean(),
    fc.constantFrom('\n', '\r\n'),
  )
  fc.assert(
    fc.property(header, ([names, marked, end]) => {
      const line = names.join(',') + end
      const text = Buffer.from(`${marked ? '\uFEFF' : ''}${line}x,y\n`).toString('latin1')
      const expected = readByLibrary(line)?.[0]?.map((each) => each.trim().toLowerCase())
      expect(readHeader(text)).toEqual({ names: expected, length: text.length - 4, lines: 1 })
    }),
    { seed: SEED, numRuns: 300 },
  )
})
