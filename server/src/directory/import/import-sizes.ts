/** From which size on a file is brought in another way. */
export type ImportSizes = {
  /** So many rows of a plan: building a table anew and exchanging it pays. */
  manyRows: number
  /** So many bytes of the national file: the same, from some ten thousand rows on. */
  largeFile: number
  /** With more providers whose row is known to say what is stored, the next file is compared with what is known. */
  fewProviders: number
  /** So many bytes go to the database before it does something else for a while, and come meanwhile: some ten thousand rows. */
  part: number
  /** The first part is smaller: until then the database has nothing else to do. */
  firstPart: number
}

export const IMPORT_SIZES: ImportSizes = {
  manyRows: 5_000,
  largeFile: 16_000_000,
  fewProviders: 100_000,
  part: 6 << 20,
  firstPart: 1 << 20,
}
