import { readSpreadsheet, SpreadsheetError } from '#platform/spreadsheet/read-spreadsheet.ts'
import { ImportError } from './import-error.ts'

export type SheetLimits = { fileBytes: number; unpackedBytes: number }

/** Writes the first sheet as CSV, one line a row, so that a line number is the number of the row. */
export async function sheetToCsv(bytes: Buffer, limits: SheetLimits, path: string): Promise<Buffer> {
  const rows = await readSpreadsheet(bytes, limits).catch((error) => {
    if (error instanceof SpreadsheetError) throw new ImportError(`The file ${path} ${error.message}. Save it as CSV.`)
    throw error
  })
  const lines: string[] = []
  for (const row of rows) lines.push(`${row.map(writeCell).join(',')}\n`)
  return Buffer.from(lines.join(''))
}

function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return `"${String(cell)
    .replaceAll('"', '""')
    .replace(/[\r\n]+/g, ' ')
    .trim()}"`
}
