import { sql } from 'kysely'
import type { KnownRows } from '../reading/known-rows.ts'
import type { ImportContext, MergeCounts, Staging, Trx } from '../staging/import-kind.ts'
import { createStagingTable, STAGING } from '../staging/staged-rows.ts'
import {
  ACTIVATION_COLUMN_NAMES,
  ACTIVATION_STATUS,
  PROVIDER_COLUMN_NAMES,
  STAGED_COLUMN_NAMES,
  STAGED_COLUMNS,
} from './provider-columns.ts'
import { rebuildFromStaged } from './rebuild-providers.ts'

/** A deactivated stub has no name: the last known name is kept, so that lists do not lose people. */
const KEPT_WHEN_EMPTY = new Set(['name', 'first_name', 'last_name'])

/** Compares staged rows with the directory and touches only those that differ: for small files and files of changes. */
export async function openProviderMerge(trx: Trx, known?: KnownRows): Promise<Staging> {
  await createStagingTable(trx, STAGED_COLUMNS)
  return {
    copyTarget: STAGING,
    tracksLines: false,
    ...(known && { known }),
    async merge(trx, context) {
      const staged = await countStagedProviders(trx)
      if (!known || staged <= known.size / 2) return mergeProviders(trx, context, staged)
      // For a file of another shape or the first one parsed differently, updating each row in place takes far longer.
      return rebuildFromStaged(trx, context)
    },
  }
}

async function countStagedProviders(trx: Trx): Promise<number> {
  const { rows } = await sql<{ staged: number }>`
    select count(*)::int as staged from ${sql.table(STAGING)}`.execute(trx)
  return rows[0]?.staged ?? 0
}

async function mergeProviders(trx: Trx, { present, step }: ImportContext, staged: number): Promise<MergeCounts> {
  step('comparing with stored rows')
  await sql`analyze ${sql.table(STAGING)}`.execute(trx)
  await findChangedProviders(trx, present.has(ACTIVATION_STATUS))
  step('writing new and changed rows')
  const columns = sql.join(STAGED_COLUMN_NAMES.map((name) => sql.ref(name)))
  const others = STAGED_COLUMN_NAMES.filter((name) => name !== 'npi')
  await sql`
    insert into provider (${columns}) select ${columns} from changed_provider
    on conflict (npi) do update
    set ${sql.join(others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.execute(trx)
  step('writing search words')
  await updateSearchWords(trx)
  const counted = await sql<{ inserted: number; updated: number }>`
    select count(*) filter (where old_search_name is null)::int as inserted,
      count(*) filter (where old_search_name is not null and is_different)::int as updated
    from changed_provider`.execute(trx)
  const { inserted, updated } = counted.rows[0] ?? { inserted: 0, updated: 0 }
  return { inserted, updated, unchanged: staged - inserted - updated, left: 0 }
}

/**
 * New and different rows as they will be stored, those with only another hash, and their previous search name; null for
 * new ones.
 */
async function findChangedProviders(trx: Trx, tellsActivation: boolean): Promise<void> {
  const merged = (name: string) => {
    const [staged, stored] = [sql.ref(`s.${name}`), sql.ref(`p.${name}`)]
    if (KEPT_WHEN_EMPTY.has(name)) return sql`coalesce(nullif(${staged}, ''), ${stored}, ${staged})`
    const isKept = !tellsActivation && ACTIVATION_COLUMN_NAMES.includes(name)
    return isKept ? sql`case when p.npi is null then ${staged} else ${stored} end` : staged
  }
  const named = PROVIDER_COLUMN_NAMES.map((name) => sql`${merged(name)} as ${sql.ref(name)}`)
  const stored = PROVIDER_COLUMN_NAMES.map((name) => sql.ref(`p.${name}`))
  const isDifferent = sql`row(${sql.join(stored)}) is distinct from row(${sql.join(PROVIDER_COLUMN_NAMES.map(merged))})`
  await sql`
    create temporary table changed_provider on commit drop as
    select ${sql.join(named)}, s.row_hash, p.search_name as old_search_name, ${isDifferent} as is_different
    from ${sql.table(STAGING)} s left join provider p on p.npi = s.npi
    where p.npi is null or p.row_hash is distinct from s.row_hash or ${isDifferent}
  `.execute(trx)
}

async function updateSearchWords(trx: Trx): Promise<void> {
  await sql`
    delete from provider_word w using (
      select unnest(string_to_array(old_search_name, ' ')) as word, npi from changed_provider
      where old_search_name <> search_name
    ) old where w.word = old.word and w.npi = old.npi`.execute(trx)
  await sql`
    insert into provider_word (word, npi, search_name)
    select unnest(string_to_array(search_name, ' ')), npi, search_name from changed_provider
    where search_name is distinct from old_search_name`.execute(trx)
}
