import { STATUS } from '@portico/core/constants'
import { CsvError, parse } from 'csv-parse/sync'
import { type Outcome, refuse } from '#platform/outcome.ts'

export type CsvRow = { line: number; cells: string[] }

/** Spreadsheets leave out trailing empty cells, and people type quotes inside a value. */
const LENIENT = { bom: true, record_delimiter: '\n', relax_column_count: true, relax_quotes: true } as const

/** Reads a small CSV file. Each row has the line it starts on, for error messages. Rows without any text are left out. */
export function parseCsv(text: string): Outcome<CsvRow[]> {
  const rows: CsvRow[] = []
  let line = 1
  const keepRow = (cells: string[], { lines }: { lines: number }) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
    line = lines + 1
    return null
  }
  try {
    parse(text.replace(/\r\n?/g, '\n'), { ...LENIENT, on_record: keepRow })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse(STATUS.pageMessage, `The row on line ${line} opens a quote and never closes it.`)
  }
  return { entity: rows }
}
