import { sql, type Transaction } from 'kysely'
import { APP_ROLE } from '../../platform/database.ts'
import type { Database } from '../../platform/schema.ts'
import type { MergeCounts, Staging } from './import-kind.ts'
import { insertSearchWords } from './merge-providers.ts'
import { PROVIDER_COLUMN_NAMES } from './provider-columns.ts'

const NEXT = 'provider_next'

/**
 * Loads a large file into a new table beside the old one, builds the indexes over the whole and exchanges the two at
 * the end of the transaction. Far cheaper than filling a table that has its indexes, and readers notice nothing.
 */
export async function openProviderRebuild(trx: Transaction<Database>): Promise<Staging> {
  await sql`create table ${sql.table(NEXT)} (like provider including defaults including constraints)`.execute(trx)
  return {
    copyTarget: `${NEXT} (${PROVIDER_COLUMN_NAMES.join(', ')})`,
    tracksLines: false,
    merge: rebuildProviders,
  }
}

async function rebuildProviders(trx: Transaction<Database>): Promise<MergeCounts> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  const { rows } = await sql<{ copied: number }>`select count(*)::int as copied from ${sql.table(NEXT)}`.execute(trx)
  const copied = rows[0]?.copied ?? 0
  const indexes = await findIndexes(trx)
  for (const index of indexes.filter((index) => index.isPrimary)) await createNextIndex(trx, index)
  await keepKnownNames(trx)
  const { updated, unchanged } = await countExisting(trx)
  await carryOver(trx)
  for (const index of indexes.filter((index) => !index.isPrimary)) await createNextIndex(trx, index)
  await insertSearchWords(trx, NEXT)
  await sql`analyze ${sql.table(NEXT)}`.execute(trx)
  await exchangeTables(trx, indexes)
  return { inserted: copied - updated - unchanged, updated, unchanged, left: 0 }
}

type Index = { name: string; definition: string; isPrimary: boolean }

/** Whatever indexes the table has by now: a later migration's are rebuilt too. */
async function findIndexes(trx: Transaction<Database>): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as "isPrimary"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'provider'::regclass`.execute(trx)
  return rows
}

const nextName = (index: Index) => `${index.name}_next`

async function createNextIndex(trx: Transaction<Database>, index: Index): Promise<void> {
  const statement = index.definition.replace(
    /^CREATE (UNIQUE )?INDEX \S+ ON (\S+\.)?provider /,
    (_all, unique = '') => `CREATE ${unique}INDEX ${nextName(index)} ON ${NEXT} `,
  )
  if (!statement.includes(NEXT)) throw new Error(`The index ${index.name} cannot be built anew.`)
  await sql.raw(statement).execute(trx)
}

/** A deactivated stub has no name: the last name known stays. */
async function keepKnownNames(trx: Transaction<Database>): Promise<void> {
  await sql`
    update ${sql.table(NEXT)} n
    set name = p.name, first_name = p.first_name, last_name = p.last_name
    from provider p where p.npi = n.npi and n.name = '' and p.name <> ''`.execute(trx)
}

async function countExisting(trx: Transaction<Database>): Promise<{ updated: number; unchanged: number }> {
  const columns = (table: string) => sql.join(PROVIDER_COLUMN_NAMES.map((name) => sql.ref(`${table}.${name}`)))
  const { rows } = await sql<{ updated: number; unchanged: number }>`
    select count(*) filter (where row(${columns('p')}) is distinct from row(${columns('n')}))::int as updated,
      count(*) filter (where row(${columns('p')}) is not distinct from row(${columns('n')}))::int as unchanged
    from provider p join ${sql.table(NEXT)} n on n.npi = p.npi`.execute(trx)
  return rows[0] as { updated: number; unchanged: number }
}

/** Whom the file does not name stays: an import adds and changes, it never takes a provider away. */
async function carryOver(trx: Transaction<Database>): Promise<void> {
  const columns = sql.join(PROVIDER_COLUMN_NAMES.map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(NEXT)} (${columns})
    select ${columns} from provider p where not exists (select from ${sql.table(NEXT)} n where n.npi = p.npi)
  `.execute(trx)
}

async function exchangeTables(trx: Transaction<Database>, indexes: Index[]): Promise<void> {
  await sql`drop table provider`.execute(trx)
  await sql`alter table ${sql.table(NEXT)} rename to provider`.execute(trx)
  for (const index of indexes) {
    await sql`alter index ${sql.ref(nextName(index))} rename to ${sql.ref(index.name)}`.execute(trx)
    if (index.isPrimary)
      await sql`alter table provider add constraint ${sql.ref(index.name)} primary key using index ${sql.ref(index.name)}`.execute(
        trx,
      )
  }
  await sql`grant select, insert, update, delete on provider to ${sql.id(APP_ROLE)}`.execute(trx)
}
