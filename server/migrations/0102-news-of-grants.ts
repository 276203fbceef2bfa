import { type Kysely, sql } from 'kysely'

/**
 * Whoever comes back is told who asked and who got access below what they look after, since the week they were here:
 * each grant is found by its entity and what lies above it, together with the weeks it was made and began in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function news_of_grant(entities text[], made timestamptz, begun timestamptz) returns text[]
      language sql immutable parallel safe as $$
      select array(
        select distinct e || '@' || floor(extract(epoch from at at time zone 'UTC') / 604800)::int
        from unnest(entities) e, unnest(array[made, begun]) at where at is not null)
    $$;
    create index access_grant_news on access_grant
      using gin (news_of_grant(array_append(reach, entity), created_at, activated_at)) with (fastupdate = off);
  `.execute(db)
}
