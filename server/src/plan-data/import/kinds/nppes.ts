import { toSearchName } from '@portico/core/plan-data/search-name'
import { sql } from 'kysely'
import { openProviderMerge } from '../merging/merge-providers.ts'
import { ACTIVATION_STATUS } from '../merging/provider-columns.ts'
import { readKnownRows } from '../merging/read-known-rows.ts'
import { openProviderRebuild } from '../merging/rebuild-providers.ts'
import type { ScannedRecord } from '../reading/csv-scanner.ts'
import { DayReader, isNpi } from '../reading/field-values.ts'
import { findPosition, type KnownRows, NpiSet, readPosition } from '../reading/known-rows.ts'
import { type Rejection, type RowReader, UNCHANGED } from '../reading/read-rows.ts'
import { hashBytes, writeHash } from '../reading/row-hash.ts'
import type { ImportKind, Trx } from '../staging/import-kind.ts'
import { isDeactivationFile, nppesDeactivations } from './nppes-deactivations.ts'

/** The national file has fifteen taxonomies per provider, each with its license and a flag for the primary one. */
const TAXONOMIES = 15

const columns = [
  'npi',
  'entity type code',
  'provider organization name (legal business name)',
  'provider last name (legal name)',
  'provider first name',
  'provider first line business practice location address',
  'provider business practice location address city name',
  'provider business practice location address state name',
  'provider business practice location address postal code',
  'provider business practice location address telephone number',
  'provider enumeration date',
  'npi deactivation date',
  'npi reactivation date',
  ...numbered('healthcare provider primary taxonomy switch'),
  ...numbered('healthcare provider taxonomy code'),
  ...numbered('provider license number'),
  ...numbered('provider license number state code'),
  ACTIVATION_STATUS,
  'npi_activation_future_change_date',
  'npi_activation_change_reason_list',
]

const NPI = 0
const ENTITY_TYPE = 1
const ORGANIZATION_NAME = 2
const LAST_NAME = 3
const FIRST_NAME = 4
const FIRST_PLAIN = 5
const LAST_PLAIN = 9
const ENUMERATED = 10
const DEACTIVATED = 11
const REACTIVATED = 12
const SWITCHES = 13
const CODES = SWITCHES + TAXONOMIES
const LICENSES = CODES + TAXONOMIES
const LICENSE_STATES = LICENSES + TAXONOMIES
const STATUS = LICENSE_STATES + TAXONOMIES
const CHANGE_DATE = STATUS + 1
const CHANGE_REASONS = STATUS + 2
/** An invalid day. */
const NO_DAY = '0000-00-00'
const QUOTE = 34
const REPEATED: Rejection = { reason: 'The NPI is already on an earlier line; that line is used.' }
const DATES = [ENUMERATED, DEACTIVATED, REACTIVATED, CHANGE_DATE]

function numbered(name: string): string[] {
  return Array.from({ length: TAXONOMIES }, (_, index) => `${name}_${index + 1}`)
}

/**
 * The national provider file as published by CMS, complete or the changes of a week; only the columns that the product
 * uses are read. Also recognizes the monthly file of deactivations.
 */
export const nppes: ImportKind = {
  columns,
  required: columns.slice(0, SWITCHES),
  allowsSnapshot: false,
  tellsDeactivated: true,
  headerHas: 'npi',
  allowsSheets: true,
  recognize: (header) => (isDeactivationFile(header) ? nppesDeactivations : undefined),
  createReader({ header }, { known }) {
    // Repeated NPIs are found while reading: sorting millions of staged rows would cost more than everything else.
    const seen = new NpiSet()
    const days = new DayReader()
    const seed = hashReading(header)
    return {
      readRow(record) {
        const row = readProvider(record, seen, days)
        if (!Array.isArray(row)) return row
        const hash = record.hash(seed)
        if (known?.isKnown(findPosition(record.value(NPI)), hash)) return UNCHANGED
        row.push(writeHash(hash))
        return row
      },
      ...(known && header[0] === columns[NPI] && { readLine: recognizeLines(known, seen, seed) }),
    }
  },
  async openStaging(trx, { bytes, client, sizes }) {
    if (bytes < sizes.largeFile) return openProviderMerge(trx)
    return (await hasFewKnown(trx, sizes.fewProviders))
      ? openProviderRebuild(trx)
      : openProviderMerge(trx, await readKnownRows(client, trx))
  },
}

/** Raise it when parsing changes: stored row hashes become invalid. */
const READING = 1

/** The same bytes under another header may have another meaning. */
function hashReading(header: readonly string[]): number {
  const places = Buffer.from(JSON.stringify([READING, header.length, columns.map((column) => header.indexOf(column))]))
  return hashBytes(new DataView(places.buffer, places.byteOffset, places.length), 0, places.length, 0).low
}

/** Most rows are byte for byte those of the last file, which were already validated. */
function recognizeLines(known: KnownRows, seen: NpiSet, seed: number): NonNullable<RowReader['readLine']> {
  return (bytes, start, end) => {
    const position = readPosition(bytes, bytes.getUint8(start) === QUOTE ? start + 1 : start)
    if (position < 0 || !known.isKnown(position, hashBytes(bytes, start, end, seed))) return undefined
    if (seen.has(position)) return REPEATED
    seen.add(position)
    return UNCHANGED
  }
}

/** True if at most `few` stored providers have a row hash. */
async function hasFewKnown(trx: Trx, few: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from provider where row_hash is not null limit ${few + 1}) counted`.execute(
    trx,
  )
  return (rows[0]?.count ?? 0) <= few
}

function readProvider(record: ScannedRecord, seen: NpiSet, days: DayReader): (string | null)[] | Rejection {
  const npi = record.value(NPI)
  if (!isNpi(npi)) return { reason: 'NPI is not a National Provider Identifier (10 digits, check digit).' }
  const entityType = record.value(ENTITY_TYPE)
  // A deactivated NPI is published as a stub without an entity type.
  if (entityType !== '1' && entityType !== '2' && entityType !== '')
    return { reason: 'Entity Type Code is neither 1 nor 2.' }
  const dates: (string | null)[] = []
  for (const slot of DATES) {
    const text = record.value(slot)
    const day = text === '' || text === NO_DAY ? null : days.read(text)
    if (day === undefined) return { reason: `A date is not MM/DD/YYYY: column '${columns[slot]}'.` }
    dates.push(day)
  }
  const position = findPosition(npi)
  if (seen.has(position)) return REPEATED
  seen.add(position)
  const lastName = readText(record, LAST_NAME)
  const firstName = readText(record, FIRST_NAME)
  const name = readName(record, firstName, lastName)
  const [enumerated = null, deactivated = null, reactivated = null, changes = null] = dates
  const isDeactivated = record.value(STATUS).toLowerCase() === 'deactive'
  const isActive = !isDeactivated && (!deactivated || (reactivated && reactivated >= deactivated))
  const values = [npi, entityType || null, name, firstName, lastName]
  for (let slot = FIRST_PLAIN; slot <= LAST_PLAIN; slot++) values.push(readText(record, slot))
  const primary = findPrimaryTaxonomy(record)
  values.push(
    readText(record, CODES + primary),
    readText(record, LICENSES + primary),
    readText(record, LICENSE_STATES + primary),
    enumerated,
    deactivated,
    reactivated,
    isDeactivated ? 't' : 'f',
    changes,
    readText(record, CHANGE_REASONS),
    isActive ? writeSearchName(name, record.plain) : '',
  )
  return values
}

function readName(record: ScannedRecord, firstName: string | null, lastName: string | null): string {
  const organization = readText(record, ORGANIZATION_NAME)
  if (organization) return organization
  return firstName && lastName ? `${firstName} ${lastName}` : (lastName ?? firstName ?? '')
}

/** Text outside ASCII is held as latin1 bytes here: decoded for processing, and encoded again for COPY. */
function writeSearchName(name: string, plain: boolean): string {
  if (plain) return toSearchName(name)
  return Buffer.from(toSearchName(Buffer.from(name, 'latin1').toString('utf8')), 'utf8').toString('latin1')
}

function findPrimaryTaxonomy(record: ScannedRecord): number {
  for (let index = 0; index < TAXONOMIES; index++) if (record.value(SWITCHES + index) === 'Y') return index
  return 0
}

/** Trims only ASCII spaces, because the values are latin1 bytes. */
function readText(record: ScannedRecord, slot: number): string | null {
  let value = record.value(slot)
  if (value === '') return null
  if (value.charCodeAt(0) === 32 || value.charCodeAt(value.length - 1) === 32) value = value.replace(/^ +| +$/g, '')
  return value === '' ? null : value
}
