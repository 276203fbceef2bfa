/** Sizes at which an import changes its method. */
export type ImportSizes = {
  /** Rows of a plan file from which building and exchanging a new table pays off. */
  manyRows: number
  /** The same for the national file, in bytes: some ten thousand rows. */
  largeFile: number
  /** With more known providers than this, the next file is compared by row hashes. */
  fewProviders: number
  /** Bytes sent to the database between two processing steps: some ten thousand rows. */
  part: number
  /** The first part is smaller, because the database is idle until then. */
  firstPart: number
  /** The largest spreadsheet, as a file and unpacked: it is read as a whole. */
  sheetBytes: number
  unpackedSheetBytes: number
}

export const IMPORT_SIZES: ImportSizes = {
  manyRows: 5_000,
  largeFile: 16_000_000,
  fewProviders: 100_000,
  part: 6 << 20,
  firstPart: 1 << 20,
  sheetBytes: 64_000_000,
  unpackedSheetBytes: 256_000_000,
}
