import { type Kysely, sql } from 'kysely'

/**
 * Nothing asks for pairs of three letters and five any more. On its own, because it waits for whoever reads the
 * directory: what was built before need not be built again when it has to try once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index provider_pair_of_two, provider_pairs_of_many, provider_word_first_after, provider_word_second_after;
    drop function search_pairs, look_at_pairs, names_by_pairs, pair_beginnings_of, heads_of;
    drop function pair_of_two, pair_around, pairs_of_many;
  `.execute(db)
}
