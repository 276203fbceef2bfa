import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { transact } from '../../platform/database/transaction.ts'
import { ImportError } from './import-error.ts'
import { IMPORT_KINDS, type ImportContext, type ImportKind, type ImportKindName, type Trx } from './import-kind.ts'
import { IMPORT_SIZES, type ImportSizes } from './import-sizes.ts'
import { claims, scoCases, scoInvoices } from './kinds/keyed-kinds.ts'
import { locations } from './kinds/locations.ts'
import { members } from './kinds/members.ts'
import { network } from './kinds/network.ts'
import { nppes } from './kinds/nppes.ts'
import { plans } from './kinds/plans.ts'
import { practices } from './kinds/practices.ts'
import { lockListing, refreshListing } from './merging/listing.ts'
import { type FileReader, openCsvFile } from './reading/read-rows.ts'
import { RejectsFile } from './reading/rejects-file.ts'
import { limitIndexBuilders, lockImportKind, openImportConnection } from './staging/import-connection.ts'
import { PageWriter } from './staging/page-writer.ts'
import { StagingCopy } from './staging/staging-copy.ts'

/** The default of PORTICO_IMPORT_REMOVALS_PERCENT. */
const REMOVALS_PERCENT = 10

export const importKinds: Record<ImportKindName, ImportKind> = {
  nppes,
  network,
  claims,
  members,
  'sco-cases': scoCases,
  'sco-invoices': scoInvoices,
  plans,
  locations,
  practices,
}

export type ImportProgress = {
  phase: 'reading' | 'merging'
  /** Steps after the last row. */
  step?: string
  rows: number
  rejected: number
  bytesRead: number
  bytesTotal: number
}

export type ImportReport = {
  rows: number
  inserted: number
  updated: number
  unchanged: number
  /** Subjects missing from a snapshot. */
  left: number
  /** Grants and accounts suspended because their subjects are missing, and restored because they are back. */
  suspended: number
  restored: number
  rejected: number
  rejectsFile: string | undefined
}

export type ImportOptions = {
  kind: ImportKindName
  file: string
  snapshot?: boolean
  /** The owner's login: imports create and exchange tables. */
  config: pg.ClientConfig
  secretKey: string
  now: Date
  rejectsFile?: string
  /** Tests use smaller sizes. */
  sizes?: Partial<ImportSizes>
  onProgress?: (progress: ImportProgress) => void
  removalsPercent?: number
  acceptedRemovals?: number
  onSuspended?: ImportContext['onSuspended']
  /** Restores access whose subjects are in the file again. Returns how much. */
  restoreReturned?: (trx: Trx, now: Date) => Promise<number>
}

function listSnapshots(): string {
  const names = IMPORT_KINDS.filter((name) => importKinds[name].allowsSnapshot)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Imports one file in one transaction: readers see all of it or nothing, and a failure leaves no trace. */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const { kind: name, snapshot = false } = options
  const kind = importKinds[name]
  if (snapshot && !kind.allowsSnapshot) throw new ImportError(`--snapshot is for ${listSnapshots()}, not for ${name}.`)
  const reader = await openCsvFile(options.file)
  try {
    return await importOpened(reader, options)
  } finally {
    await reader.close()
  }
}

async function importOpened(reader: FileReader, options: ImportOptions): Promise<ImportReport> {
  const { kind: name } = options
  const kind = importKinds[name]
  const missing = kind.required.filter((column) => !reader.names.includes(column))
  if (missing.length) throw new ImportError(`${options.file} lacks these columns in its header: ${missing.join(', ')}.`)
  const rejectsPath = options.rejectsFile ?? `${options.file}.rejects.csv`
  const rejects = new RejectsFile(rejectsPath)
  const pages = new PageWriter(options.config)
  const connection = await openImportConnection(options.config)
  try {
    const counts = await transact(connection, async (inside) => {
      await lockImportKind(inside.db, name)
      return importRows(inside, { ...options, kind, reader, rejects, pages })
    })
    return { ...counts, rejected: rejects.count, rejectsFile: rejects.count ? rejectsPath : undefined }
  } finally {
    await rejects.close()
    await pages.end()
    await connection.close()
  }
}

type ImportRun = Omit<ImportOptions, 'kind'> & {
  kind: ImportKind
  reader: FileReader
  rejects: RejectsFile
  pages: PageWriter
}

async function renewListing(trx: Trx, context: ImportContext, providers?: string): Promise<void> {
  await lockListing(trx)
  await refreshListing(trx, context, providers)
}

/** More memory for this transaction than a portal's query gets. */
async function giveMemory(trx: Trx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx)
  // Staged rows are read several times, from memory if they fit.
  await sql`set local temp_buffers = '64MB'`.execute(trx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  await limitIndexBuilders(trx, availableParallelism())
}

async function importRows({ client, db: trx }: { client: pg.Client; db: Trx }, run: ImportRun) {
  const { kind, reader, rejects, pages, ...options } = run
  const bytesTotal = (await stat(options.file)).size
  const sizes = { ...IMPORT_SIZES, ...options.sizes }
  const context: ImportContext = {
    secretKey: options.secretKey,
    now: options.now,
    snapshot: options.snapshot ?? false,
    sizes,
    header: reader.names,
    present: new Set(reader.names),
    step: (step) => report({ phase: 'merging', step, rows, bytesRead: bytesTotal }),
    writePages: () => pages.begin(),
    removalsPercent: options.removalsPercent ?? REMOVALS_PERCENT,
    acceptedRemovals: options.acceptedRemovals,
    onSuspended: options.onSuspended ?? (async () => {}),
  }
  let rows = 0
  const report = (progress: Omit<ImportProgress, 'rejected' | 'bytesTotal'>) =>
    options.onProgress?.({ ...progress, rejected: rejects.count, bytesTotal })
  await giveMemory(trx)
  const staging = await kind.openStaging(trx, { bytes: bytesTotal, client, sizes })
  const { meanwhile } = staging
  const parts = meanwhile && { ...sizes, meanwhile: () => meanwhile(context) }
  const copy = new StagingCopy(client, staging.copyTarget, parts)
  const copied = finished(copy)
  copied.catch(() => {})
  const read = await reader
    .read({
      columns: kind.columns,
      tracksLines: staging.tracksLines,
      ...kind.createReader(context, staging),
      copy,
      rejects,
      onProgress: (count, bytesRead) => report({ phase: 'reading', rows: count, bytesRead }),
    })
    .catch(async (error) => {
      copy.destroy(error)
      await copied.catch(() => {})
      throw error
    })
  copy.end()
  await copied
  rows = read.rows
  const { beside, ...counts } = await staging.merge(trx, context, rejects)
  if (kind === nppes) await renewListing(trx, context, beside?.providers)
  const restored = kind.allowsSnapshot ? await options.restoreReturned?.(trx, options.now) : undefined
  await rejects.drain()
  context.step('committing')
  await beside?.exchange(trx, context)
  return {
    rows,
    ...counts,
    unchanged: counts.unchanged + read.unchanged,
    suspended: counts.suspended ?? 0,
    restored: restored ?? 0,
  }
}
