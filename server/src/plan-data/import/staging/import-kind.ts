import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database/schema.ts'
import type { KnownRows } from '../reading/known-rows.ts'
import type { RowReader } from '../reading/read-rows.ts'
import type { RejectsFile } from '../reading/rejects-file.ts'
import type { ImportSizes } from './import-sizes.ts'

/** An import needs only the database, not a running server. */
export type Trx = Transaction<Database>

export const IMPORT_KINDS = [
  'nppes',
  'network',
  'claims',
  'members',
  'sco-cases',
  'sco-invoices',
  'plans',
  'locations',
  'practices',
] as const
export type ImportKindName = (typeof IMPORT_KINDS)[number]

/** What the national file's deactivations end and what they could give back. */
export type DeactivatedAccess = {
  /** Active grants for single NPIs before the import, and those that it suspends. */
  active: number
  suspended: number
  /** NPIs that are active again and have suspended grants. */
  activeAgain: number
}

export type SuspendedAccess = { grantIds: string[]; accountIds: string[]; reason: string; now: Date }

export type ImportContext = {
  secretKey: string
  now: Date
  snapshot: boolean
  sizes: ImportSizes
  /** The file's header, in order. */
  header: readonly string[]
  /** Columns that the file has; values of absent columns stay. */
  present: ReadonlySet<string>
  /** Reports the current step, as a phrase after 'Now: '. */
  step: (what: string) => void
  /** Starts flushing written pages to disk during the import. */
  writePages: () => void
  /** The share of a snapshot's subjects, in percent, that it can remove without consent. */
  removalsPercent: number
  /** The number of missing subjects to which the operator consents. */
  acceptedRemovals: number | undefined
  /** The share of active grants for single NPIs, in percent, that deactivations can suspend without consent. */
  suspensionsPercent: number
  /** The operator consents to more. */
  confirmed: boolean
  /** Records suspended access in the import's transaction. */
  onSuspended: (trx: Trx, suspended: SuspendedAccess) => Promise<void>
}

export type MergeCounts = { inserted: number; updated: number; unchanged: number; left: number; suspended?: number }

/** Tables built beside those in use, exchanged at the end; for the directory, its providers. */
export type Beside = { providers?: string; exchange(trx: Trx, context: ImportContext): Promise<void> }

export type Merged = MergeCounts & { beside?: Beside }

/** One kind of file: its columns, how a row is read, and how staged rows are merged. */
export type ImportKind = {
  columns: readonly string[]
  /** A file without these columns is refused. */
  required: readonly string[]
  allowsSnapshot: boolean
  /** The file says which NPIs are deactivated. */
  tellsDeactivated?: true
  /** The header has this column; lines before it are a title. */
  headerHas?: string
  /** The file can be an XLSX file. */
  allowsSheets?: true
  /** A file of another kind that is given as this one, recognized by its header. */
  recognize?(header: readonly string[]): ImportKind | undefined
  createReader(context: ImportContext, staging: Staging): RowReader
  /** Creates the staging table in the import's transaction and defines how its rows are merged. */
  openStaging(trx: Trx, file: { bytes: number; client: pg.Client; sizes: ImportSizes }): Promise<Staging>
}

export type Staging = {
  /** The target of COPY. */
  copyTarget: string
  /** True if each staged row starts with its line and whether it was rejected. */
  tracksLines: boolean
  /** Hashes of the stored rows: the reader skips rows that match. */
  known?: KnownRows
  /** Called with each provider of a valid row. */
  onProvider?(npi: string): void
  /** Processes staged rows while others are still being read. */
  meanwhile?(context: ImportContext): Promise<void>
  merge(trx: Trx, context: ImportContext, rejects: RejectsFile): Promise<Merged>
}
