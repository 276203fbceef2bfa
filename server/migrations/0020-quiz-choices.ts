import { type Kysely, sql } from 'kysely'

/**
 * What was asked about a provider, and between which choices: shown again as long as the answers are the same, so that
 * comparing two quizzes tells nothing. And the amounts typed in a registration, about which it is not asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quiz_choice (
      npi text collate "C" primary key,
      kept jsonb not null,
      kept_at timestamptz not null
    );
    alter table registration add column typed_amounts text[] not null default '{}';
    -- Of the registration a request was made in: the provider who accepts is not asked about them either.
    alter table access_request add column typed_amounts text[] not null default '{}';
  `.execute(db)
}
