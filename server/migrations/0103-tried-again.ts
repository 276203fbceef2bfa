import { type Kysely, sql } from 'kysely'

/**
 * Most of those who try and fail do it once. An attempt knows how many there were with it when it was made, and a proof
 * that failed likewise: whoever reached a limit is found among the few who tried again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_attempt add column nth int not null default 1;
    alter table proof_failure add column nth int not null default 1;
  `.execute(db)
  await sql.raw(COUNTED).execute(db)
  await sql`
    update identity_attempt t set nth = n.nth from (
      select id, row_number() over (partition by npi, kind order by id) as nth from identity_attempt) n
      where t.id = n.id and n.nth > 1;
    update proof_failure t set nth = n.nth from (
      select id, row_number() over (partition by npi, kind order by id) as nth from proof_failure
      where forgotten_at is null) n
      where t.id = n.id and n.nth > 1;
    create index identity_attempt_again on identity_attempt (kind, at) include (nth, npi) where nth > 1;
    create index proof_failure_again on proof_failure (kind) include (nth, npi) where forgotten_at is null and nth > 1;
  `.execute(db)
}

/** Whoever writes one has locked the NPI, so that no two are the same in number. */
const COUNTED = `
  create function count_attempt() returns trigger language plpgsql as $$
    begin
      new.nth := 1 + (select count(*) from identity_attempt where npi = new.npi and kind = new.kind);
      return new;
    end $$;
  create trigger count_attempt before insert on identity_attempt for each row execute function count_attempt();
  create function count_failure() returns trigger language plpgsql as $$
    begin
      new.nth := 1 + (select count(*) from proof_failure
        where npi = new.npi and kind = new.kind and forgotten_at is null);
      return new;
    end $$;
  create trigger count_failure before insert on proof_failure for each row execute function count_failure();`
