import { sql } from 'kysely'
import type { ImportContext, MergeCounts, Trx } from '../staging/import-kind.ts'
import { STAGING } from '../staging/staged-rows.ts'
import { countStaged } from './merge-by-key.ts'

/**
 * Stores the days of deactivation. A later day that is stored already stays, and a reactivation on or after the day keeps
 * the provider active. An unknown NPI becomes the stub that the national file has for it.
 */
export async function mergeDeactivations(trx: Trx, { step }: ImportContext): Promise<MergeCounts> {
  await sql`
    create temporary table deactivated_provider on commit drop as
    select s.npi, s.deactivation_date, p.npi is null as is_new, p.search_name as old_search_name,
      coalesce(p.reactivation_date >= s.deactivation_date, false) as is_active
    from ${sql.table(STAGING)} s left join provider p on p.npi = s.npi
    where not s.rejected and (p.npi is null or p.deactivation_date is null or p.deactivation_date < s.deactivation_date)
    order by s.npi`.execute(trx)
  step('writing deactivations')
  await sql`
    insert into provider (npi, name, deactivation_date, search_name)
    select npi, '', deactivation_date, '' from deactivated_provider where is_new`.execute(trx)
  await sql`
    update provider p
    set deactivation_date = d.deactivation_date, search_name = case when d.is_active then p.search_name else '' end
    from deactivated_provider d where p.npi = d.npi and not d.is_new`.execute(trx)
  // The national file has no names of deactivated providers to search for.
  await sql`
    delete from provider_word w using (
      select unnest(string_to_array(old_search_name, ' ')) as word, npi from deactivated_provider
      where not is_active and old_search_name <> ''
    ) old where w.word = old.word and w.npi = old.npi`.execute(trx)
  const { rows } = await sql<{ inserted: number; updated: number }>`
    select count(*) filter (where is_new)::int as inserted, count(*) filter (where not is_new)::int as updated
    from deactivated_provider`.execute(trx)
  const { inserted, updated } = rows[0] ?? { inserted: 0, updated: 0 }
  return { inserted, updated, unchanged: (await countStaged(trx)) - inserted - updated, left: 0 }
}
