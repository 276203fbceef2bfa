import { expect, test } from 'vitest'
import { CsvScanner } from '../reading/csv-scanner.ts'
import { findPosition, KnownRows } from '../reading/known-rows.ts'
import { type RowReader, UNCHANGED } from '../reading/read-rows.ts'
import type { ImportContext } from '../staging/import-kind.ts'
import { IMPORT_SIZES } from '../staging/import-sizes.ts'
import { nppes } from './nppes.ts'

const PERSON =
  '1100000011,1,,"WHITLOCK ",ELEANOR,12 LIGHTHOUSE RD,SALEM,MA,019700001,6175550001,05/23/2006,02/15/2019,03/01/2019'
const ORGANIZATION = '1100000029,2,"ST. ""JUDE"" CLÍNICA\nNORTH",,,,,,,,,,'
const STUB = '1100000037,,,,,,,,,,,02/15/2019,'
const repeated = { reason: 'The NPI is already on an earlier line; that line is used.' }

/** The reader's result for each row, and whether the line alone was enough. */
function read(text: string, known?: KnownRows, header = nppes.required) {
  const context: ImportContext = {
    secretKey: '',
    now: new Date(),
    snapshot: false,
    sizes: IMPORT_SIZES,
    header,
    present: new Set(header),
    step: () => {},
    writePages: () => {},
    removalsPercent: 10,
    acceptedRemovals: undefined,
    suspensionsPercent: 1,
    confirmed: false,
    onSuspended: async () => {},
  }
  const merge = async () => ({ inserted: 0, updated: 0, unchanged: 0, left: 0 })
  const staging = { copyTarget: '', tracksLines: false, merge, ...(known && { known }) }
  const reader: RowReader = nppes.createReader(context, staging)
  const wanted = nppes.columns.map((column) => header.indexOf(column))
  const rows: { line: number; row: unknown; byLine: boolean }[] = []
  const scanner = new CsvScanner(header.length, wanted)
  const { readLine } = reader
  scanner.scan(
    Buffer.from(text),
    true,
    (record) => rows.push({ line: record.line, row: reader.readRow(record), byLine: false }),
    readLine &&
      ((bytes, start, end) => {
        const row = readLine(bytes, start, end)
        if (row) rows.push({ line: scanner.line, row, byLine: true })
        return row !== undefined
      }),
  )
  return rows
}

/** Simulates a directory that contains these rows. */
function knowing(text: string): KnownRows {
  const rows = read(text).map(({ row }) => (Array.isArray(row) ? row : []))
  const known = new KnownRows(rows.length)
  for (const row of rows) {
    const hash = BigInt.asUintN(64, BigInt(row.at(-1)))
    known.add(findPosition(row[0]), { high: Number(hash >> 32n), low: Number(hash & 4294967295n) })
  }
  return known
}

test('changes the row hash whenever the parsed columns change, so that READING must be raised', () => {
  expect(read([PERSON, ORGANIZATION, STUB].join('\n')).map(({ row }) => row)).toMatchInlineSnapshot(`
    [
      [
        "1100000011",
        "1",
        "ELEANOR WHITLOCK",
        "ELEANOR",
        "WHITLOCK",
        "12 LIGHTHOUSE RD",
        "SALEM",
        "MA",
        "019700001",
        "6175550001",
        null,
        null,
        null,
        "2006-05-23",
        "2019-02-15",
        "2019-03-01",
        "f",
        null,
        null,
        "eleanor whitlock",
        "8448223802382245255",
      ],
      [
        "1100000029",
        "2",
        "ST. "JUDE" CLÃNICA
    NORTH",
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        "f",
        null,
        null,
        "st jude clinica north",
        "6574271614824402153",
      ],
      [
        "1100000037",
        null,
        "",
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        "2019-02-15",
        null,
        "f",
        null,
        null,
        "",
        "-3560601239975047484",
      ],
    ]
  `)
})

test('recognizes a known row by its line, and a row of several lines by all of them', () => {
  const all = [PERSON, ORGANIZATION, STUB].join('\n')
  expect(read(`${all}\n`, knowing(all))).toEqual([
    { line: 1, row: UNCHANGED, byLine: true },
    { line: 2, row: UNCHANGED, byLine: false },
    { line: 4, row: UNCHANGED, byLine: true },
  ])
  expect(read(all, knowing(all)).at(-1)).toEqual({ line: 4, row: UNCHANGED, byLine: false })
})

test('counts a duplicate known row once, whether it changed before or after', () => {
  const changed = PERSON.replace('SALEM', 'LYNN')
  const known = knowing(PERSON)
  expect(read([PERSON, PERSON, changed, ''].join('\n'), known)).toMatchObject([
    { row: UNCHANGED, byLine: true },
    { row: repeated, byLine: true },
    { row: repeated, byLine: false },
  ])
  expect(read([changed, PERSON, ''].join('\n'), known)).toMatchObject([
    { row: expect.arrayContaining(['LYNN']) },
    { row: repeated, byLine: true },
  ])
})

test('parses a row that differs in any byte, and every row if the columns moved', () => {
  const known = knowing(PERSON)
  for (const other of [PERSON.replace('12 L', '13 L'), PERSON.replace('"WHITLOCK "', 'WHITLOCK'), `${PERSON}\r`])
    expect(read(`${other}\n`, known)).toMatchObject([{ row: expect.arrayContaining(['1100000011']), byLine: false }])
  const swapped = nppes.required.with(6, nppes.required[7] ?? '').with(7, nppes.required[6] ?? '')
  expect(read(`${PERSON}\n`, known, swapped)).toMatchObject([{ row: expect.arrayContaining(['MA']), byLine: false }])
})

test('recognizes known rows after parsing if the NPI is not the first column', () => {
  const header = [...nppes.required.slice(1), 'npi']
  const [npi, ...others] = PERSON.split(',')
  const moved = [...others, npi].join(',')
  const [{ row } = { row: [] }] = read(moved, undefined, header)
  const hash = BigInt.asUintN(64, BigInt(Array.isArray(row) ? row.at(-1) : 0))
  const known = new KnownRows(1)
  known.add(findPosition('1100000011'), { high: Number(hash >> 32n), low: Number(hash & 4294967295n) })
  expect(read(`${moved}\n`, known, header)).toEqual([{ line: 1, row: UNCHANGED, byLine: false }])
})
