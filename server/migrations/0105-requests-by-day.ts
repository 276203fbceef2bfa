import { type Kysely, sql } from 'kysely'

/**
 * How many requests were made on each day (UTC), and how many of them are active: what the console's home tells of 90
 * days. A row for each change, so that nobody waits for who else makes a request; the sweep adds them up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(COUNTS).execute(db)
  await sql`
    insert into request_tally
      select request_day(created_at), count(*), count(*) filter (where state = 'ACTIVE')
      from access_request where path <> 'INVITATION' group by 1;
  `.execute(db)
}

const COUNTS = `
  create table request_tally (day date not null, submitted int not null, active int not null);
  create index request_tally_day on request_tally (day);
  create function request_day(made timestamptz) returns date language sql immutable parallel safe as $$
    select (made at time zone 'UTC')::date $$;

  create function tally_new_requests() returns trigger language plpgsql as $$
    begin
      insert into request_tally
        select request_day(created_at), count(*), count(*) filter (where state = 'ACTIVE')
        from new_rows where path <> 'INVITATION' group by 1;
      return null;
    end $$;
  create trigger tally_new_requests after insert on access_request
    referencing new table as new_rows for each statement execute function tally_new_requests();
  create function tally_request() returns trigger language plpgsql as $$
    begin
      if old.path <> 'INVITATION' then
        insert into request_tally values (request_day(old.created_at), -1, -(old.state = 'ACTIVE')::int);
      end if;
      if tg_op = 'UPDATE' and new.path <> 'INVITATION' then
        insert into request_tally values (request_day(new.created_at), 1, (new.state = 'ACTIVE')::int);
      end if;
      return null;
    end $$;
  create trigger tally_changed_request after update on access_request for each row
    when ((old.state = 'ACTIVE') <> (new.state = 'ACTIVE') or old.path <> new.path or old.created_at <> new.created_at)
    execute function tally_request();
  create trigger tally_gone_request after delete on access_request for each row execute function tally_request();`
