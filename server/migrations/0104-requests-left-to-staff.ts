import { type Kysely, sql } from 'kysely'

/**
 * Plan staff decide about requests that no SAA is left for; all that wait were held against who could decide about each.
 * Whatever may be one of these is noted: every request when it is made, and those below an SAA who is one no longer, or
 * whose place in the network changed. Notes that somebody else takes care of go with the sweep. A note is no answer:
 * each is looked at as before, so that one too many shows nothing, and none may be missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(NOTES).execute(db)
  await sql`
    insert into left_to_staff select id from access_request where path = 'APPROVAL' and state = 'PENDING_APPROVAL'
  `.execute(db)
}

/**
 * What is noted again is noted when its transaction ends, so that nobody is waited for who waits for it; and never while
 * the sweep takes notes away, which would not see who is SAA no longer.
 */
const NOTES = `
  create table left_to_staff (request_id bigint primary key);

  create function note_request() returns trigger language plpgsql as $$
    begin
      insert into left_to_staff values (new.id) on conflict do nothing;
      return null;
    end $$;
  create trigger note_new_request after insert on access_request
    for each row when (new.path = 'APPROVAL' and new.state = 'PENDING_APPROVAL') execute function note_request();
  create trigger note_waiting_request after update of path, state on access_request
    for each row when (new.path = 'APPROVAL' and new.state = 'PENDING_APPROVAL'
      and (old.path <> new.path or old.state <> new.state)) execute function note_request();

  create function note_requests_below(entities text[]) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7262, 104);
      insert into left_to_staff
        select distinct r.id from access_grant g join access_request r on r.id = g.request_id
        where g.state = 'PENDING_APPROVAL' and (g.entity = any(entities) or g.reach && entities)
          and r.path = 'APPROVAL' and r.state = 'PENDING_APPROVAL' order by r.id
        on conflict do nothing;
    end $$;
  create function note_after_saa() returns trigger language plpgsql as $$
    begin
      perform note_requests_below(array[old.entity]);
      return null;
    end $$;
  create constraint trigger note_after_saa after update on access_grant deferrable initially deferred
    for each row when (old.role = 'SAA' and old.state = 'ACTIVE'
      and (new.role <> 'SAA' or new.state <> 'ACTIVE' or new.entity <> old.entity or new.account_id <> old.account_id))
    execute function note_after_saa();
  create constraint trigger note_after_saa_gone after delete on access_grant deferrable initially deferred
    for each row when (old.role = 'SAA' and old.state = 'ACTIVE') execute function note_after_saa();
  create function note_after_holder() returns trigger language plpgsql as $$
    begin
      perform note_requests_below(array(
        select entity from access_grant where account_id = new.id and role = 'SAA' and state = 'ACTIVE'));
      return null;
    end $$;
  create constraint trigger note_after_holder after update on account deferrable initially deferred
    for each row when (old.state = 'ACTIVE' and new.state <> 'ACTIVE') execute function note_after_holder();
  create function note_after_move() returns trigger language plpgsql as $$
    begin
      perform note_requests_below(array[new.entity]);
      return null;
    end $$;
  create constraint trigger note_after_move after update on access_grant deferrable initially deferred
    for each row when (new.state = 'PENDING_APPROVAL' and new.reach <> old.reach) execute function note_after_move();`
