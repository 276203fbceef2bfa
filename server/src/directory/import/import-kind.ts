import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../platform/database/schema.ts'
import type { ImportSizes } from './import-sizes.ts'
import type { KnownRows } from './merging/known-rows.ts'
import type { ScannedRecord } from './reading/csv-scanner.ts'
import type { RejectsFile } from './reading/rejects-file.ts'

/** An import needs the database alone, nothing of a running server. */
export type Trx = Transaction<Database>

export const IMPORT_KINDS = ['nppes', 'network', 'claims', 'members', 'sco-cases', 'sco-invoices'] as const
export type ImportKindName = (typeof IMPORT_KINDS)[number]

/** A failure the person running the import can do something about; its message is all they need. */
export class ImportError extends Error {}

export type SuspendedAccess = { grantIds: string[]; accountIds: string[]; reason: string; now: Date }

export type ImportContext = {
  secretKey: string
  now: Date
  snapshot: boolean
  sizes: ImportSizes
  /** The file's own header, in its order. */
  header: readonly string[]
  /** Columns the file really has: what is absent is left as it is stored. */
  present: ReadonlySet<string>
  /** Says what is done from now on, in words that go on from 'Now: '. */
  step: (what: string) => void
  /** Has what was written so far go to disk while the import goes on. */
  writePages: () => void
  /** Tells the people concerned, in the import's own transaction. */
  notifySuspended: (trx: Trx, suspended: SuspendedAccess) => Promise<void>
}

export type MergeCounts = { inserted: number; updated: number; unchanged: number; left: number }

/** What was built beside the tables in use: put in their place last of all; where it is the directory, its providers. */
export type Beside = { providers?: string; exchange(trx: Trx, context: ImportContext): Promise<void> }

export type Merged = MergeCounts & { beside?: Beside }

/** One kind of file: which columns it has, how a row is read, how the staged rows become the directory's. */
export type ImportKind = {
  columns: readonly string[]
  /** Without these in the header the file is refused as a whole. */
  required: readonly string[]
  allowsSnapshot: boolean
  createReader(context: ImportContext, staging: Staging): RowReader
  /** Makes the table the rows are copied into, in the import's transaction, and says what becomes of them. */
  openStaging(trx: Trx, file: { bytes: number; client: pg.Client; sizes: ImportSizes }): Promise<Staging>
}

export type Staging = {
  /** What COPY is told to fill. */
  copyTarget: string
  /** Whether each staged row begins with its line and whether it was rejected. */
  tracksLines: boolean
  /** Rows that would change nothing, where that can be told while reading. */
  known?: KnownRows
  /** Told of each provider that a good row names. */
  onProvider?(npi: string): void
  /** Does what can be done already for the rows that were read so far, while others are. */
  meanwhile?(context: ImportContext): Promise<void>
  merge(trx: Trx, context: ImportContext, rejects: RejectsFile): Promise<Merged>
}

export type RowReader = {
  readRow: RecordReader
  /** Tells a row that is known already by its bytes, so that it need not be taken apart; undefined for all others. */
  readLine?(bytes: DataView, start: number, end: number): typeof UNCHANGED | Rejection | undefined
}

/**
 * Gives the staged values, or why the row is rejected. A rejected row whose key could be read still says that its
 * subject is in the file (`staged`), so that a snapshot does not take it for missing.
 */
export type RecordReader = (record: ScannedRecord) => (string | null)[] | Rejection | typeof UNCHANGED

/** A row that says what is stored already. */
export const UNCHANGED = 'unchanged'

export type Rejection = { reason: string; staged?: (string | null)[] }
