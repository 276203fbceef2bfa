import { type Kysely, sql } from 'kysely'

/**
 * How many registrations were begun and how many held a proof, by day. A registration is forgotten a day after it
 * ended; what plan staff see of the last weeks is counted in the very statement that forgets it, whoever runs it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registration_tally (
      day date primary key,
      opened integer not null,
      proved integer not null
    );
    create function tally_registrations() returns trigger language plpgsql as $$
      begin
        insert into registration_tally (day, opened, proved)
          select (created_at at time zone 'UTC')::date, count(*),
            count(*) filter (where coalesce(step1_at, quiz_at, captcha_at) is not null)
          from gone where npi is not null and link_id is null
          group by 1 order by 1
          on conflict (day) do update set
            opened = registration_tally.opened + excluded.opened, proved = registration_tally.proved + excluded.proved;
        return null;
      end $$;
    create trigger registration_tallied after delete on registration
      referencing old table as gone for each statement execute function tally_registrations();
  `.execute(db)
}
