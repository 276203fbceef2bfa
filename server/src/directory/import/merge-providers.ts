import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { type ImportContext, type MergeCounts, STAGING } from './import-kind.ts'
import { countStaged } from './merge-by-key.ts'

export const PROVIDER_COLUMNS: readonly [name: string, type: string][] = [
  ['npi', 'text collate "C"'],
  ['entity_type', 'smallint'],
  ['name', 'text'],
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['credential', 'text'],
  ['address', 'text'],
  ['city', 'text'],
  ['state', 'text'],
  ['postal_code', 'text'],
  ['phone', 'text'],
  ['taxonomy_code', 'text'],
  ['license_number', 'text'],
  ['license_state', 'text'],
  ['enumeration_date', 'date'],
  ['last_update_date', 'date'],
  ['deactivation_date', 'date'],
  ['reactivation_date', 'date'],
  ['replacement_npi', 'text'],
]

/** A deactivated stub has no name: the last name known stays, so that lists do not lose people. */
const KEPT_WHEN_EMPTY = new Set(['name', 'first_name', 'last_name'])

export async function mergeProviders(trx: Transaction<Database>, _context: ImportContext): Promise<MergeCounts> {
  const names = PROVIDER_COLUMNS.map(([name]) => name)
  const others = names.filter((name) => name !== 'npi')
  const merged = (name: string) =>
    KEPT_WHEN_EMPTY.has(name)
      ? sql`coalesce(nullif(${sql.ref(`s.${name}`)}, ''), ${sql.ref(`p.${name}`)}, ${sql.ref(`s.${name}`)})`
      : sql.ref(`s.${name}`)
  await sql`
    create temporary table changed_provider on commit drop as
    with changed as (
      insert into provider (${sql.join(names.map((name) => sql.ref(name)))})
      select s.npi, ${sql.join(others.map(merged))}
      from ${sql.table(STAGING)} s left join provider p on p.npi = s.npi
      where p.npi is null or row(${sql.join(others.map((name) => sql.ref(`p.${name}`)))})
        is distinct from row(${sql.join(others.map(merged))})
      order by s.npi
      on conflict (npi) do update
      set ${sql.join(others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
      returning npi, name, (xmax = 0) as inserted
    ) select * from changed`.execute(trx)
  await updateProviderWords(trx)
  const counted = await sql<{ inserted: number; updated: number }>`
    select count(*) filter (where inserted)::int as inserted, count(*) filter (where not inserted)::int as updated
    from changed_provider`.execute(trx)
  const { inserted, updated } = counted.rows[0] as { inserted: number; updated: number }
  return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, left: 0 }
}

/** The words a provider is found by, for changed rows only. */
async function updateProviderWords(trx: Transaction<Database>): Promise<void> {
  await sql`
    delete from provider_word w using changed_provider c where not c.inserted and w.npi = c.npi`.execute(trx)
  await sql`
    insert into provider_word (word, npi)
    select distinct word, npi from changed_provider, unnest(search_words(name)) word
    order by word, npi`.execute(trx)
}
