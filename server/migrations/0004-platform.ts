import { type Kysely, sql } from 'kysely'

/** What every area leans on: the audit trail, the mail that left or waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_event (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      actor_account_id bigint,
      actor_kind text not null,
      action text not null,
      npi text,
      subject_account_id bigint,
      request_id bigint,
      address text,
      details jsonb not null default '{}'
    );
    create index audit_event_actor on audit_event (actor_account_id, id);
    create index audit_event_subject on audit_event (subject_account_id, id);
    create index audit_event_npi on audit_event (npi, id);

    -- The hash chain over batches of audit events, written by a job so that no transaction waits for another.
    create table audit_seal (
      seq bigint primary key,
      first_id bigint not null,
      last_id bigint not null,
      event_ids bigint[] not null,
      previous_hash bytea not null,
      hash bytea not null,
      sealed_at timestamptz not null
    );

    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'audit rows cannot be changed'; end $$;
    create trigger audit_event_append_only before update or delete or truncate on audit_event
      for each statement execute function refuse_audit_change();
    create trigger audit_seal_append_only before update or delete or truncate on audit_seal
      for each statement execute function refuse_audit_change();

    create table mail_message (
      id bigint generated always as identity primary key,
      message_id text not null unique,
      kind text not null,
      brand text not null,
      to_address text not null,
      subject text not null,
      body text not null,
      account_id bigint references account,
      request_id bigint references access_request,
      created_at timestamptz not null,
      sent_at timestamptz,
      attempts int not null default 0,
      last_error text
    );
    create index mail_message_to on mail_message (lower(to_address), created_at);
    create index mail_message_waiting on mail_message (created_at) where sent_at is null;
  `.execute(db)
}
