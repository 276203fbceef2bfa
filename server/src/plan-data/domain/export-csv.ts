import { Readable } from 'node:stream'
import { csvLine } from '@portico/core/spreadsheet/csv-cell'
import type { FileReply } from '#platform/calls/mount.ts'
import type { Outcome } from '#platform/outcome.ts'

/** A date as pages show it, and beside it in ISO 8601, which other programs read. */
export const dateColumns = <Row>(
  header: string,
  readIso: (row: Row) => string,
  format: (iso: string) => string,
): CsvColumns<Row> => ({ [header]: (row) => format(readIso(row)), [`${header} (ISO 8601)`]: readIso })

const CHUNK = 1000

/** The rows after the last one read, in list order. */
export type ReadAfter<Row> = (last: Row | undefined, limit: number) => Promise<Row[]>
/** The columns in order, each with its header and value. */
type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string>>

/**
 * Streams a CSV file. Reads a thousand rows at a time, each after the last one sent. Memory use does not grow with the
 * list, and a slow client holds no transaction open. The reply begins after the first rows were read, so that a failing
 * query is still answered with its error.
 */
export async function csvFile<Row>(
  saveAs: string,
  readAfter: ReadAfter<Row>,
  columns: CsvColumns<Row>,
): Promise<Outcome<FileReply>> {
  const first = await readAfter(undefined, CHUNK)
  return { entity: { content: Readable.from(linesOf(first, readAfter, columns)), saveAs } }
}

async function* linesOf<Row>(first: Row[], readAfter: ReadAfter<Row>, columns: CsvColumns<Row>) {
  const cells = Object.values(columns)
  const write = (rows: Row[]) => rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for (let rows = first; rows.length > 0; rows = await readAfter(rows.at(-1), CHUNK)) {
    yield write(rows)
    if (rows.length < CHUNK) return
  }
}
