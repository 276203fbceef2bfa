import { type Kysely, sql } from 'kysely'

/** What guessing costs, which browsers are an account's own, whom an invitation rests on; sent mail without its links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Tries to sign in that failed or are being checked, for a user name, or for one in a browser of its owner. The key
    -- is a keyed hash: people type passwords into the wrong field.
    create table sign_in_tally (
      key bytea primary key,
      failed_at timestamptz[] not null default '{}',
      touched_at timestamptz not null,
      -- When the owner was last told of them.
      told_at timestamptz
    );
    create index sign_in_tally_touched on sign_in_tally (touched_at);

    -- The browsers an account signed in with, by the hash of their cookie. People who share one share its cookie.
    create table account_device (
      id_hash bytea not null,
      account_id bigint not null references account on delete cascade,
      expires_at timestamptz not null,
      primary key (id_hash, account_id)
    );
    create index account_device_expiry on account_device (expires_at);
    create index account_device_account on account_device (account_id);

    -- What a code was hashed with: the registration it was mailed for, where a later one takes the same code.
    alter table member_registration add column code_salt bytea;

    alter table access_request add column invited_by bigint references account on delete set null;
    update access_request r set invited_by = e.actor_account_id
      from audit_event e join account a on a.id = e.actor_account_id
      where e.request_id = r.id and e.action = 'account.invited' and r.path = 'INVITATION';

    update mail_message
      set body = regexp_replace(body, '([?&][A-Za-z]+=)[A-Za-z0-9_-]{22,}', '\\1[removed]', 'g')
      where sent_at is not null or gave_up_at is not null;
  `.execute(db)
}
