import { type Kysely, sql } from 'kysely'

/** Mail carries its own due dates; audit rows know that they wait for their seal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail_message
      add column next_attempt_at timestamptz,
      -- While one process hands a message to the mail server no other one picks it up.
      add column claimed_until timestamptz,
      -- The mail server refused the address for good, or days went by.
      add column gave_up_at timestamptz,
      -- Somebody not signed in chose the address; such mail is limited per day.
      add column by_stranger boolean not null default false;
    update mail_message set next_attempt_at = created_at;
    alter table mail_message alter column next_attempt_at set not null;
    drop index mail_message_waiting;
    create index mail_message_waiting on mail_message (next_attempt_at) where sent_at is null and gave_up_at is null;
    create index mail_message_created on mail_message (created_at);

    -- One hash per row lets a broken row be named; the seal's own hash covers them all and the seal before.
    alter table audit_seal add column row_hashes bytea[] not null default '{}';

    -- Rows that no seal covers yet. Written by the row's own transaction, so rows that commit out of order are not missed.
    create table audit_unsealed (event_id bigint primary key references audit_event);
    create function await_audit_seal() returns trigger language plpgsql as $$
      begin
        insert into audit_unsealed (event_id) values (new.id);
        return null;
      end $$;
    create trigger audit_event_awaits_seal after insert on audit_event
      for each row execute function await_audit_seal();
    create index audit_event_at on audit_event (at);
    create index audit_event_request on audit_event (request_id);
  `.execute(db)
}
