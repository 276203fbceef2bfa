import { type Kysely, sql } from 'kysely'

/**
 * What plan staff search and page through grows with the plan for ever: people, mail, the audit trail. Each way to ask
 * for a page has its index. Words within words are found by their trigrams; what accounts are searched by stands in a
 * table of its own, so that signing in does not write to that index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`
    create table account_search (
      account_id bigint primary key references account on delete cascade,
      -- Each after a space, so that a beginning can be asked for.
      words text not null
    );
    create function keep_account_search() returns trigger language plpgsql as $$
      begin
        insert into account_search (account_id, words)
          values (new.id, lower(' ' || new.first_name || ' ' || new.last_name || ' ' || new.email || ' ' || coalesce(new.username, '')))
          on conflict (account_id) do update set words = excluded.words;
        return null;
      end $$;
    create trigger keep_account_search after insert or update of first_name, last_name, email, username on account
      for each row execute function keep_account_search();
    insert into account_search (account_id, words)
      select id, lower(' ' || first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(username, '')) from account;
    create index account_search_words on account_search using gin (words gin_trgm_ops);

    create index account_kind_name on account (kind, lower(last_name), lower(first_name), id);
    create index account_state_name on account (state, lower(last_name), lower(first_name), id) where state <> 'ACTIVE';
    create index account_created on account (created_at, id);
    create index account_last_sign_in on account (last_sign_in_at desc nulls last, id desc);

    create index mail_message_words on mail_message
      using gin ((lower(' ' || to_address || ' ' || subject || ' ' || kind)) gin_trgm_ops);
    create index mail_message_given_up on mail_message (created_at, id) where gave_up_at is not null;

    create index audit_event_time on audit_event (at, id);
    create index audit_event_area on audit_event (split_part(action, '.', 1), at, id);

    -- What was asked for, and what plan staff decided, since some day.
    create index access_request_made on access_request (created_at) include (state, path);
    create index signed_contract_decision on signed_contract (state, decided_at desc) where decided_at is not null;
    create index access_request_by_staff on access_request (decided_at desc, id desc) include (path, state)
      where decided_as = 'STAFF';
  `.execute(db)
}
