import { type Kysely, sql } from 'kysely'

/** When each part of the sweep last ran and what came of it, for whoever asks why something due was not done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sweep_run (
      handler text primary key,
      ran_at timestamptz not null,
      done int not null,
      -- The last time it found something to do.
      did_at timestamptz,
      failed_at timestamptz,
      failure text
    );
  `.execute(db)
}
