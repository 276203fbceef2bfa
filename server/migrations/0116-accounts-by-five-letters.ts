import { type Kysely, sql } from 'kysely'

/**
 * Whoever has all trigrams of a name is found by going through a long list for each of them, for most are common. Five
 * letters in a row are rare: their lists are about as short as what is found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Said to be costly, so that it is never asked of every account in turn.
    create function grams_of(words text) returns text[] language plpgsql immutable parallel safe cost 10000 as $$
      declare
        word text;
        grams text[] := '{}';
      begin
        foreach word in array string_to_array(words, ' ') loop
          for at in 1..length(word) - 4 loop
            grams := grams || substr(word, at, 5);
          end loop;
        end loop;
        return grams;
      end $$;
    create index account_search_grams on account_search using gin (grams_of(words)) with (fastupdate = off);
  `.execute(db)
}
