import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { readColumns } from './table-types.ts'

/** Database requirements of a release, stored at release time to check the next release against them. */
export type KeptRelease = {
  /** Its migrations with their file hashes. A released migration never changes. */
  migrations: Record<string, string>
  /** By 'table.column': the type, and whether an insert requires a value. */
  columns: Record<string, string>
}

const folder = join(import.meta.dirname, 'releases')
const migrations = join(import.meta.dirname, '../migrations')

export const fileOf = (version: string): string => join(folder, `${version}.json`)

/** A small database that the release created with its own migrations and code, as `pg_dump --inserts` output. */
export const dumpOf = (version: string): string => readFileSync(join(folder, `${version}.sql`), 'utf8')

export const thisVersion: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version

/** Earlier releases, oldest first. */
export function releasesBefore(): { version: string; kept: KeptRelease }[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const versions = files.map((name) => name.replace(/\.json$/, ''))
  return versions
    .filter((version) => version !== thisVersion)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((version) => ({ version, kept: JSON.parse(readFileSync(fileOf(version), 'utf8')) }))
}

export async function describeRelease(db: Kysely<Database>): Promise<KeptRelease> {
  return { migrations: hashMigrations(), columns: await describeColumns(db) }
}

function hashMigrations(): Record<string, string> {
  const names = readdirSync(migrations).sort()
  return Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(migrations, name)))]))
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function describeColumns(db: Kysely<Database>): Promise<KeptRelease['columns']> {
  const columns = await readColumns(db)
  return Object.fromEntries(
    columns.map((column) => {
      const required = !column.nullable && !column.filled && !column.always
      return [`${column.table}.${column.name}`, required ? `${column.type}, required` : column.type]
    }),
  )
}

/**
 * Finds changes that break the previous release while both run: a dropped or retyped column that it reads, or a new
 * required column. A column may be dropped one release after the last that reads it. A new migration must sort after
 * the released ones, because an unknown name before them marks a database of an unreleased version.
 */
export function whatBreaks(before: KeptRelease, now: KeptRelease): string[] {
  const tables = new Set(Object.keys(before.columns).map(tableOf))
  const lost = Object.entries(before.columns).flatMap(([column, kind]) => {
    const found = now.columns[column]
    if (found === undefined) return [`${column} is gone`]
    if (typeOf(found) !== typeOf(kind)) return [`${column} was ${typeOf(kind)} and is ${typeOf(found)}`]
    return isRequired(found) && !isRequired(kind) ? [`${column} must be filled now`] : []
  })
  const demanded = Object.entries(now.columns).flatMap(([column, kind]) =>
    isRequired(kind) && tables.has(tableOf(column)) && !(column in before.columns) ? [`${column} must be filled`] : [],
  )
  const rewritten = Object.entries(before.migrations).flatMap(([name, hash]) =>
    now.migrations[name] === hash ? [] : [`${name} was changed after it was released`],
  )
  const newest = Object.keys(before.migrations).sort().at(-1) ?? ''
  const early = Object.keys(now.migrations).flatMap((name) =>
    name < newest && !(name in before.migrations) ? [`${name} sorts before ${newest}, which is released`] : [],
  )
  return [...lost, ...demanded, ...rewritten, ...early]
}

const tableOf = (column: string): string => column.split('.')[0] ?? ''
const typeOf = (kind: string): string => kind.replace(', required', '')
const isRequired = (kind: string): boolean => kind.endsWith(', required')
