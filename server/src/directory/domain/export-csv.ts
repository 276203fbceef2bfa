import { Readable } from 'node:stream'

/** A cell as spreadsheets read it: quoted where needed, and never taken for a formula. */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const CHUNK = 1000

/**
 * A CSV file as a stream. Rows are read a thousand at a time, each time after the last one sent, so memory stays the
 * same however long the list is, and a slow reader holds no transaction open.
 */
export function streamCsv<Row>(
  columns: readonly { header: string; cell: (row: Row) => string }[],
  readAfter: (last: Row | undefined, limit: number) => Promise<Row[]>,
): Readable {
  async function* lines() {
    yield `\uFEFF${columns.map((column) => csvCell(column.header)).join(',')}\r\n`
    let last: Row | undefined
    for (;;) {
      const rows = await readAfter(last, CHUNK)
      if (rows.length > 0)
        yield `${rows.map((row) => columns.map((column) => csvCell(column.cell(row))).join(',')).join('\r\n')}\r\n`
      last = rows.at(-1)
      if (rows.length < CHUNK) return
    }
  }
  return Readable.from(lines())
}
