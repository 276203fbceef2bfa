import { sql } from 'kysely'
import {
  createNextIndex,
  createNextTable,
  exchangeTables,
  findIndexes,
  withFewSamples,
} from '../staging/exchange-table.ts'
import type { ImportContext, Merged, Staging, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'
import {
  ACTIVATION_COLUMN_NAMES,
  ACTIVATION_STATUS,
  PROVIDER_COLUMN_NAMES,
  STAGED_COLUMN_NAMES,
} from './provider-columns.ts'

const NEXT = 'provider_next'
const NEXT_WORDS = 'provider_word_next'

/**
 * Loads a large file into a new table, builds its indexes and exchanges the two at the end of the transaction. Far
 * cheaper than filling an indexed table, and readers notice nothing.
 */
export async function openProviderRebuild(trx: Trx): Promise<Staging> {
  await createNextTable(trx, 'provider')
  return { copyTarget: `${NEXT} (${STAGED_COLUMN_NAMES.join(', ')})`, tracksLines: false, merge: rebuildProviders }
}

/** The same for staged rows of which too many turned out to be different. */
export async function rebuildFromStaged(trx: Trx, context: ImportContext): Promise<Merged> {
  context.step('copying new and changed rows beside stored rows')
  await createNextTable(trx, 'provider')
  const columns = sql.join(STAGED_COLUMN_NAMES.map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(NEXT)} (${columns}) select ${columns} from ${sql.table(STAGING)}`.execute(trx)
  return rebuildProviders(trx, context)
}

async function rebuildProviders(trx: Trx, { present, step, writePages }: ImportContext): Promise<Merged> {
  writePages()
  step('building the index of NPIs')
  const { rows } = await sql<{ copied: number }>`select count(*)::int as copied from ${sql.table(NEXT)}`.execute(trx)
  const copied = rows[0]?.copied ?? 0
  const indexes = await findIndexes(trx, 'provider')
  for (const index of indexes.filter((index) => index.isPrimary)) await createNextIndex(trx, index)
  step('comparing with stored rows')
  await keepKnownNames(trx)
  if (!present.has(ACTIVATION_STATUS)) await keepActivation(trx)
  const { updated, unchanged } = await countExisting(trx)
  await carryOver(trx)
  // Analyzes only columns that statements search by. The rest takes three times as long and is left to autovacuum.
  await withFewSamples(trx, () =>
    sql`analyze ${sql.table(NEXT)} (npi, entity_type, deactivated, search_name)`.execute(trx),
  )
  step('building the index of names')
  for (const index of indexes.filter((index) => !index.isPrimary)) await createNextIndex(trx, index)
  await rebuildSearchWords(trx, step)
  return {
    inserted: copied - updated - unchanged,
    updated,
    unchanged,
    left: 0,
    beside: { providers: NEXT, exchange: exchangeProviders },
  }
}

async function exchangeProviders(trx: Trx, context: ImportContext): Promise<void> {
  await forgetHashesOfChanged(trx)
  await exchangeTables(trx, context, ['provider', 'provider_word'])
}

/** Defined here and not copied from the old table, because the previous release builds one without hashes. */
async function forgetHashesOfChanged(trx: Trx): Promise<void> {
  await sql`
    create trigger provider_row_hash before update on ${sql.table(NEXT)} for each row
    when (old.row_hash is not null and old.row_hash is not distinct from new.row_hash)
    execute function clear_row_hash()`.execute(trx)
}

/** Sorted by word, so that words with the same prefix are adjacent on disk. */
async function rebuildSearchWords(trx: Trx, step: ImportContext['step']): Promise<void> {
  step('sorting search words')
  // Created by a query, so that several processes sort; they would not for an insert.
  await sql`set local parallel_tuple_cost = 0`.execute(trx)
  await sql`
    create table ${sql.table(NEXT_WORDS)} as
    select word collate "C" as word, npi, search_name from ${sql.table(NEXT)}, string_to_table(search_name, ' ') as word
    order by word, npi`.execute(trx)
  await sql`set local parallel_tuple_cost to default`.execute(trx)
  await requireWords(trx)
  step('building the index of words')
  const indexes = await findIndexes(trx, 'provider_word')
  for (const index of indexes) await createNextIndex(trx, index)
  await withFewSamples(trx, () => sql`analyze ${sql.table(NEXT_WORDS)} (word, npi)`.execute(trx))
}

/**
 * Columns created by a query are nullable. Since PostgreSQL 18 a NOT NULL constraint has a name, which is restored too.
 */
async function requireWords(trx: Trx): Promise<void> {
  await sql`
    alter table ${sql.table(NEXT_WORDS)} alter word set not null, alter npi set not null,
      alter search_name set not null`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${NEXT_WORDS}::regclass`.execute(trx)
  for (const { name } of rows)
    await sql`
      alter table ${sql.table(NEXT_WORDS)}
      rename constraint ${sql.ref(name)} to ${sql.ref(name.replace(NEXT_WORDS, 'provider_word'))}`.execute(trx)
}

/** A deactivated stub has no name: the last known name is kept. */
async function keepKnownNames(trx: Trx): Promise<void> {
  await sql`
    update ${sql.table(NEXT)} n
    set name = p.name, first_name = p.first_name, last_name = p.last_name
    from provider p where p.npi = n.npi and n.name = '' and p.name <> ''`.execute(trx)
}

async function keepActivation(trx: Trx): Promise<void> {
  const kept = ACTIVATION_COLUMN_NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`p.${name}`)}`)
  await sql`
    update ${sql.table(NEXT)} n set ${sql.join(kept)} from provider p
    where p.npi = n.npi and (p.deactivated or p.activation_change_date is not null)`.execute(trx)
}

async function countExisting(trx: Trx): Promise<{ updated: number; unchanged: number }> {
  const columns = (table: string) => sql.join(PROVIDER_COLUMN_NAMES.map((name) => sql.ref(`${table}.${name}`)))
  const { rows } = await sql<{ updated: number; unchanged: number }>`
    select count(*) filter (where row(${columns('p')}) is distinct from row(${columns('n')}))::int as updated,
      count(*) filter (where row(${columns('p')}) is not distinct from row(${columns('n')}))::int as unchanged
    from provider p join ${sql.table(NEXT)} n on n.npi = p.npi`.execute(trx)
  return rows[0] ?? { updated: 0, unchanged: 0 }
}

/** Providers missing from the file stay: an import adds and changes, but never removes a provider. */
async function carryOver(trx: Trx): Promise<void> {
  const columns = sql.join(STAGED_COLUMN_NAMES.map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(NEXT)} (${columns})
    select ${columns} from provider p where not exists (select from ${sql.table(NEXT)} n where n.npi = p.npi)
  `.execute(trx)
}
