import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { transact } from '#platform/database/transaction.ts'
import { claims } from './kinds/claims.ts'
import { locations } from './kinds/locations.ts'
import { members } from './kinds/members.ts'
import { network } from './kinds/network.ts'
import { nppes } from './kinds/nppes.ts'
import { nppesDeactivations } from './kinds/nppes-deactivations.ts'
import { plans } from './kinds/plans.ts'
import { practices } from './kinds/practices.ts'
import { scoCases } from './kinds/sco-cases.ts'
import { scoInvoices } from './kinds/sco-invoices.ts'
import { checkSuspensions, refreshDeactivated } from './merging/deactivations.ts'
import { lockListing, refreshListed, refreshListing } from './merging/listing.ts'
import { ImportError } from './reading/import-error.ts'
import { type FileReader, openFile } from './reading/open-file.ts'
import { RejectsFile } from './reading/rejects-file.ts'
import { limitIndexBuilders, lockImportKind, openImportConnection } from './staging/import-connection.ts'
import {
  type DeactivatedAccess,
  IMPORT_KINDS,
  type ImportContext,
  type ImportKind,
  type ImportKindName,
  type Merged,
  type Trx,
} from './staging/import-kind.ts'
import { IMPORT_SIZES, type ImportSizes } from './staging/import-sizes.ts'
import { PageWriter } from './staging/page-writer.ts'
import { StagingCopy } from './staging/staging-copy.ts'
import { updateLastImport } from './staging/update-last-import.ts'

/** The default of PORTICO_IMPORT_REMOVALS_PERCENT. */
const REMOVALS_PERCENT = 10
/** The default of PORTICO_IMPORT_SUSPENSIONS_PERCENT. */
const SUSPENSIONS_PERCENT = 1

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
  /** Grants suspended because their NPIs are deactivated, and NPIs active again that have such grants. */
  deactivated: number
  activeAgain: number
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
  suspensionsPercent?: number
  /** The operator consents to suspending more than that. */
  confirmed?: boolean
  /** Ends access to deactivated NPIs, after `check`. `npis` became deactivated or active again. */
  settleDeactivations?: (trx: Trx, settle: SettleDeactivations) => Promise<DeactivatedAccess>
  /** Publishes what the directory says of these NPIs now. */
  publish?: (trx: Trx, npis: string[], now: Date) => Promise<unknown>
}

type SettleDeactivations = { npis: string[]; now: Date; check: (access: DeactivatedAccess) => void }

function listSnapshots(): string {
  const names = IMPORT_KINDS.filter((name) => importKinds[name].allowsSnapshot)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Imports one file in one transaction: readers see all of it or nothing, and a failure leaves no trace. */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const { kind: name, snapshot = false } = options
  const kind = importKinds[name]
  if (snapshot && !kind.allowsSnapshot) throw new ImportError(`--snapshot is for ${listSnapshots()}, not for ${name}.`)
  const { sheetBytes: fileBytes, unpackedSheetBytes: unpackedBytes } = { ...IMPORT_SIZES, ...options.sizes }
  const sheet = kind.allowsSheets && { fileBytes, unpackedBytes }
  const reader = await openFile(options.file, { headerHas: kind.headerHas, sheet })
  try {
    return await importOpened(reader, kind.recognize?.(reader.names) ?? kind, options)
  } finally {
    await reader.close()
  }
}

async function importOpened(reader: FileReader, kind: ImportKind, options: ImportOptions): Promise<ImportReport> {
  const { kind: name } = options
  const missing = kind.required.filter((column) => !reader.names.includes(column))
  if (missing.length) throw new ImportError(`${options.file} lacks these columns in its header: ${missing.join(', ')}.`)
  const rejectsPath = options.rejectsFile ?? `${options.file}.rejects.csv`
  const rejects = new RejectsFile(rejectsPath)
  const pages = new PageWriter(options.config)
  const connection = await openImportConnection(options.config)
  try {
    const counts = await transact(connection, async (inside) => {
      await lockImportKind(inside.db, name)
      return importRows(inside, { ...options, name, kind, reader, rejects, pages })
    })
    return { ...counts, rejected: rejects.count, rejectsFile: rejects.count ? rejectsPath : undefined }
  } finally {
    await rejects.close()
    await pages.end()
    await connection.close()
  }
}

const NOTHING_SETTLED = { deactivated: 0, activeAgain: 0 }

type ImportRun = Omit<ImportOptions, 'kind'> & {
  name: ImportKindName
  kind: ImportKind
  reader: FileReader
  rejects: RejectsFile
  pages: PageWriter
}

/** Brings the network, the access to it and what is published in line with the national file. */
async function settleNational(trx: Trx, context: ImportContext, run: ImportRun, beside: Merged['beside']) {
  const providers = beside?.providers
  await lockListing(trx)
  if (run.kind === nppes) await refreshListing(trx, context, providers)
  const npis = await refreshDeactivated(trx, context, { providers })
  if (run.kind !== nppes) await refreshListed(trx, context, npis)
  const check = (access: DeactivatedAccess) => checkSuspensions(context, access)
  const access = await run.settleDeactivations?.(trx, { npis, now: context.now, check })
  if (npis.length > 0) await run.publish?.(trx, npis, context.now)
  return { deactivated: access?.suspended ?? 0, activeAgain: access?.activeAgain ?? 0 }
}

/** More memory for this transaction than a portal's query gets. */
async function giveMemory(trx: Trx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx)
  // Staged rows are read several times, from memory if they fit.
  await sql`set local temp_buffers = '64MB'`.execute(trx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  await limitIndexBuilders(trx, availableParallelism())
}

function createContext(run: ImportRun, { sizes, step }: Pick<ImportContext, 'sizes' | 'step'>): ImportContext {
  const { reader, pages } = run
  return {
    secretKey: run.secretKey,
    now: run.now,
    snapshot: run.snapshot ?? false,
    sizes,
    header: reader.names,
    present: new Set(reader.names),
    step,
    writePages: () => pages.begin(),
    removalsPercent: run.removalsPercent ?? REMOVALS_PERCENT,
    acceptedRemovals: run.acceptedRemovals,
    suspensionsPercent: run.suspensionsPercent ?? SUSPENSIONS_PERCENT,
    confirmed: run.confirmed ?? false,
    onSuspended: run.onSuspended ?? (async () => {}),
  }
}

async function importRows({ client, db: trx }: { client: pg.Client; db: Trx }, run: ImportRun) {
  const { kind, reader, rejects, ...options } = run
  const bytesTotal = (await stat(options.file)).size
  const sizes = { ...IMPORT_SIZES, ...options.sizes }
  const step = (step: string) => report({ phase: 'merging', step, rows, bytesRead: bytesTotal })
  const context = createContext(run, { sizes, step })
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
  const settled = kind.tellsDeactivated ? await settleNational(trx, context, run, beside) : NOTHING_SETTLED
  const restored = kind.allowsSnapshot ? await options.restoreReturned?.(trx, options.now) : undefined
  await rejects.drain()
  const { inserted, updated, left } = counts
  await updateLastImport(trx, {
    kind: kind === nppesDeactivations ? 'nppes-deactivations' : run.name,
    file: basename(options.file),
    rows,
    changed: inserted + updated + left,
    rejected: rejects.count,
    at: options.now,
  })
  context.step('committing')
  await beside?.exchange(trx, context)
  return {
    rows,
    ...counts,
    ...settled,
    unchanged: counts.unchanged + read.unchanged,
    suspended: counts.suspended ?? 0,
    restored: restored ?? 0,
  }
}
