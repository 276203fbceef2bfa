import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import type { MergeCounts, Staging } from './import-kind.ts'
import { PROVIDER_COLUMN_NAMES, PROVIDER_COLUMNS } from './provider-columns.ts'
import { createStagingTable, STAGING } from './staged-rows.ts'

/** A deactivated stub has no name: the last name known stays, so that lists do not lose people. */
const KEPT_WHEN_EMPTY = new Set(['name', 'first_name', 'last_name'])

/** Compares staged rows with the directory and touches only those that differ: for files of changes, and small ones. */
export async function openProviderMerge(trx: Transaction<Database>): Promise<Staging> {
  await createStagingTable(trx, PROVIDER_COLUMNS)
  return { copyTarget: STAGING, tracksLines: false, merge: mergeProviders }
}

async function mergeProviders(trx: Transaction<Database>): Promise<MergeCounts> {
  await sql`analyze ${sql.table(STAGING)}`.execute(trx)
  const others = PROVIDER_COLUMN_NAMES.filter((name) => name !== 'npi')
  const merged = (name: string) =>
    KEPT_WHEN_EMPTY.has(name)
      ? sql`coalesce(nullif(${sql.ref(`s.${name}`)}, ''), ${sql.ref(`p.${name}`)}, ${sql.ref(`s.${name}`)})`
      : sql.ref(`s.${name}`)
  await sql`
    create temporary table changed_provider on commit drop as
    with changed as (
      insert into provider (${sql.join(PROVIDER_COLUMN_NAMES.map((name) => sql.ref(name)))})
      select s.npi, ${sql.join(others.map(merged))}
      from ${sql.table(STAGING)} s left join provider p on p.npi = s.npi
      where p.npi is null or row(${sql.join(others.map((name) => sql.ref(`p.${name}`)))})
        is distinct from row(${sql.join(others.map(merged))})
      on conflict (npi) do update
      set ${sql.join(others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
      returning search_name, (xmax = 0) as inserted
    ) select * from changed`.execute(trx)
  await insertSearchWords(trx, 'changed_provider')
  const counted = await sql<{ staged: number; inserted: number; updated: number }>`
    select (select count(*)::int from ${sql.table(STAGING)}) as staged,
      count(*) filter (where inserted)::int as inserted, count(*) filter (where not inserted)::int as updated
    from changed_provider`.execute(trx)
  const { staged, inserted, updated } = counted.rows[0] as { staged: number; inserted: number; updated: number }
  return { inserted, updated, unchanged: staged - inserted - updated, left: 0 }
}

/** New words join the list the typeahead walks. A word nobody has any more stays; it leads to nobody. */
export async function insertSearchWords(trx: Transaction<Database>, table: string): Promise<void> {
  await sql`
    insert into provider_word (word)
    select distinct unnest(string_to_array(search_name, ' ')) from ${sql.table(table)} where search_name <> ''
    on conflict do nothing`.execute(trx)
}
