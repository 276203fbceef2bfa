/** The cells of a spreadsheet as text, without empty rows. Reading happens in the browser: the file is not uploaded. */
export type Cells = string[][]

export const UNREADABLE_SHEET = 'This file can’t be read. Please use a CSV or Excel file (.xlsx).'
const MAX_BYTES = 5 * 1024 * 1024
export const SHEET_TOO_LARGE = 'This file is too large. Please use a file of up to 5 MB.'

/** Rows that are not empty, and the number of each in the spreadsheet. */
export type Sheet = { cells: Cells; lines: number[] }
export type ReadSheet = Sheet | { problem: string }

/** Reads a CSV or Excel file. The readers load with the first file. */
export async function readSpreadsheet(file: File): Promise<ReadSheet> {
  if (file.size > MAX_BYTES) return { problem: SHEET_TOO_LARGE }
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return isZip(bytes) ? await readExcel(file) : await readDelimited(decode(bytes))
  } catch {
    return { problem: UNREADABLE_SHEET }
  }
}

/** An Excel file is a ZIP archive. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

async function readExcel(file: File): Promise<Sheet> {
  const { readSheet } = await import('read-excel-file/browser')
  return withoutEmpty((await readSheet(file)).map((row) => row.map(writeCell)))
}

/** Excel stores days as numbers; the reader returns them as dates at midnight UTC. */
function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value).trim()
}

/** Spreadsheet programs on Windows save CSV files in their own code page. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Text with commas, semicolons or tabs between its cells, such as cells copied from a spreadsheet. */
export async function readDelimited(text: string): Promise<ReadSheet> {
  if (text.includes('\0')) return { problem: UNREADABLE_SHEET }
  const { parse } = await import('csv-parse/browser/esm/sync')
  try {
    const cells: Cells = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    })
    return withoutEmpty(cells)
  } catch {
    return { problem: UNREADABLE_SHEET }
  }
}

const DELIMITERS = ['\t', ';', ','] as const

/** The first delimiter that the first line has. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return DELIMITERS.find((delimiter) => first.includes(delimiter)) ?? ','
}

function withoutEmpty(all: Cells): Sheet {
  const kept = all.flatMap((row, at) => (row.some((cell) => cell !== '') ? [{ row, line: at + 1 }] : []))
  return { cells: kept.map(({ row }) => row), lines: kept.map(({ line }) => line) }
}
