import { type Kysely, sql } from 'kysely'

/**
 * Nothing asks for the pairs of beginnings any more. On its own, because it waits for whoever reads the directory: what
 * was built before need not be built again when it has to try once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index provider_name_pair, provider_name_pairs;
    drop function name_pair, name_pairs, pair_beginnings, complete_start;
  `.execute(db)
}
