import { readSheet } from 'read-excel-file/node'
import { ArchiveError, packZip, unpackZip } from './zip.ts'

/** The file is no spreadsheet, is damaged, or is larger than allowed. The message completes 'The file …'. */
export class SpreadsheetError extends Error {}

export type SpreadsheetLimits = {
  /** Bytes of all sheets and texts when unpacked. */
  unpackedBytes: number
}

/** True if a file with these first bytes can be an XLSX file, which is a ZIP archive. */
export const isSpreadsheet = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/**
 * Reads the rows of the first sheet of an XLSX file: texts, numbers, booleans, dates, and null for an empty cell. The
 * first row of the result is the sheet's first row.
 */
export async function readSpreadsheet(bytes: Buffer, { unpackedBytes }: SpreadsheetLimits): Promise<unknown[][]> {
  const contents = unpack(bytes, unpackedBytes)
  if (!contents.has('xl/workbook.xml')) throw new SpreadsheetError('is not a spreadsheet')
  try {
    // The library would unpack without a limit, so it gets what was unpacked within the limit.
    return await readSheet(packZip(contents))
  } catch {
    throw new SpreadsheetError('is not a readable spreadsheet')
  }
}

function unpack(bytes: Buffer, unpackedBytes: number): Map<string, Buffer> {
  try {
    return unpackZip(bytes, (name) => /\.xml(\.rels)?$/.test(name), unpackedBytes)
  } catch (error) {
    if (error instanceof ArchiveError) throw new SpreadsheetError(error.message)
    throw error
  }
}
