import { type Kysely, sql } from 'kysely'

/**
 * The first migration was changed in place before the first release: databases from those days lack what it makes
 * today, and keep what it no longer makes. Elsewhere this finds nothing to do. The words come from the names as an
 * import would write them, but for rare characters, which the next import puts right.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = 'public' and table_name = 'provider_word' and column_name = 'search_name'`.execute(db)
  if (rows.length > 0) return
  await sql`
    drop table if exists provider_word;
    drop function if exists search_words(text);
    alter table provider add column if not exists search_name text not null default '';
    update provider set search_name = trim(regexp_replace(lower(name), '[^a-z0-9]+', ' ', 'g'))
      where deactivation_date is null or reactivation_date >= deactivation_date;
    create table provider_word (
      word text collate "C" not null,
      npi text collate "C" not null,
      search_name text not null
    );
    insert into provider_word (word, npi, search_name)
      select distinct word, npi, search_name from provider, string_to_table(search_name, ' ') as word where word <> '';
    create index provider_word_start on provider_word (word, npi);
  `.execute(db)
}
