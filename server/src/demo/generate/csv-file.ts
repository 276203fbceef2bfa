import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DemoProvider } from './demo-people.ts'

/** A row by column name; missing columns are empty. */
export type CsvRow = Record<string, string | undefined>

/** Writes rows as a plan would: values are quoted only if necessary. */
export function writeCsvFile(path: string, columns: readonly string[], rows: Iterable<CsvRow>): Promise<void> {
  return writeLines(path, formatPlanLines(columns, rows))
}

function* formatPlanLines(columns: readonly string[], rows: Iterable<CsvRow>): Generator<string> {
  yield columns.join(',')
  for (const row of rows) yield columns.map((column) => quoteWhereNeeded(row[column] ?? '')).join(',')
}

function quoteWhereNeeded(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Writes providers in the format of the national file: 330 columns, every value quoted, days as MM/DD/YYYY. */
export async function writeNppesFile(path: string, providers: Iterable<DemoProvider>): Promise<void> {
  const header = (await readFile(new URL('./nppes-header.csv', import.meta.url), 'utf8')).trim()
  const columns = header.slice(1, -1).split('","')
  await writeLines(path, formatNationalLines(header, columns, providers))
}

function* formatNationalLines(header: string, columns: string[], providers: Iterable<DemoProvider>): Generator<string> {
  yield header
  const position = new Map(columns.map((column, index) => [column, index]))
  for (const provider of providers) {
    const values = new Array<string>(columns.length).fill('""')
    for (const [column, value] of Object.entries(describeNationally(provider))) {
      const index = position.get(column)
      if (index === undefined) throw new Error(`The national file has no column '${column}'.`)
      values[index] = `"${(value ?? '').replaceAll('"', '""')}"`
    }
    yield values.join(',')
  }
}

function describeNationally(provider: DemoProvider): CsvRow {
  if (provider.deactivationDate)
    // CMS publishes a deactivated NPI as a stub with only its number and the date.
    return { NPI: provider.npi, 'NPI Deactivation Date': toNationalDay(provider.deactivationDate) }
  return {
    NPI: provider.npi,
    'Entity Type Code': String(provider.entityType),
    'Employer Identification Number (EIN)': provider.entityType === 2 ? '<UNAVAIL>' : '',
    'Provider Organization Name (Legal Business Name)': provider.organizationName,
    'Provider Last Name (Legal Name)': provider.lastName,
    'Provider First Name': provider.firstName,
    'Provider Credential Text': provider.credential,
    ...addressed('Mailing', provider),
    ...addressed('Practice Location', provider),
    'Provider Business Practice Location Address Telephone Number': provider.phone,
    'Provider Enumeration Date': toNationalDay(provider.enumerationDate),
    'Last Update Date': toNationalDay('2025-01-15'),
    'Healthcare Provider Taxonomy Code_1': provider.specialty.code,
    'Provider License Number_1': provider.licenseNumber,
    'Provider License Number State Code_1': provider.licenseNumber ? 'MA' : '',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    'Is Sole Proprietor': provider.entityType === 1 ? 'N' : '',
    'Is Organization Subpart': provider.entityType === 2 ? 'N' : '',
    'Certification Date': toNationalDay('2025-01-15'),
  }
}

function addressed(what: string, { street, city, postalCode }: DemoProvider): CsvRow {
  const address = `Provider Business ${what} Address`
  return {
    [`Provider First Line Business ${what} Address`]: street,
    [`${address} City Name`]: city,
    [`${address} State Name`]: 'MA',
    [`${address} Postal Code`]: postalCode,
    [`${address} Country Code (If outside U.S.)`]: 'US',
  }
}

function toNationalDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
}

function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  return pipeline(Readable.from(joinLines(lines)), createWriteStream(path))
}

/** Writes many lines at once: one write per line would take most of the time. */
function* joinLines(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < 1 << 18) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
