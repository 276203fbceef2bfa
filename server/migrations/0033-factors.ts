import { type Kysely, sql } from 'kysely'

/** Second factors: passkeys, authenticator apps, codes, and the browsers that are not asked for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      -- The first sign-in under a policy that requires a factor: days of grace are counted from here.
      add column factor_policy_since timestamptz,
      add column factor_offer_away_at timestamptz,
      add column email_factor_since timestamptz;

    -- A passkey belongs to the address of one brand.
    create table passkey (
      id bigint generated always as identity primary key,
      public_id text not null unique,
      account_id bigint not null references account on delete cascade,
      brand text not null,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkey_account on passkey (account_id);

    -- One key that counts and one that is being set up; encrypted under a key made from the secret key.
    create table app_key (
      id bigint generated always as identity primary key,
      account_id bigint not null references account on delete cascade,
      sealed bytea not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      -- A code is good once: the last time step that was accepted.
      last_step bigint not null default 0,
      last_used_at timestamptz
    );
    create unique index app_key_confirmed on app_key (account_id) where confirmed_at is not null;
    create unique index app_key_offered on app_key (account_id) where confirmed_at is null;

    create table recovery_code (
      account_id bigint not null references account on delete cascade,
      code_hash bytea not null,
      made_at timestamptz not null,
      used_at timestamptz,
      primary key (account_id, code_hash)
    );

    create table email_code (
      account_id bigint primary key references account on delete cascade,
      session_hash bytea not null,
      code_hash bytea not null,
      expires_at timestamptz not null,
      tries int not null default 0
    );

    -- Tries at codes that failed or are being checked. Only who gave the right password gets here.
    create table factor_tally (
      account_id bigint not null references account on delete cascade,
      kind text not null,
      failed_at timestamptz[] not null default '{}',
      told_at timestamptz,
      primary key (account_id, kind)
    );

    create unlogged table passkey_challenge (
      challenge_hash bytea primary key,
      purpose text not null check (purpose in ('SIGN_IN', 'PROVE', 'ADD')),
      -- Of whom it was asked, where somebody was.
      session_hash bytea,
      brand text not null,
      expires_at timestamptz not null
    );
    create index passkey_challenge_expiry on passkey_challenge (expires_at);

    alter table account_device
      add column public_id text unique,
      add column user_agent text,
      -- The owner said that it is theirs: no second factor is asked for here.
      add column trusted_until timestamptz;

    -- Everything is lost: somebody in charge asks, the person confirms by mail, and a day later it is done.
    create table factor_reset (
      id bigint generated always as identity primary key,
      account_id bigint not null references account on delete cascade,
      -- Null: by command.
      asked_by bigint references account on delete set null,
      asked_at timestamptz not null,
      confirmed_at timestamptz,
      due_at timestamptz,
      stopped_at timestamptz,
      done_at timestamptz
    );
    create unique index factor_reset_open on factor_reset (account_id) where stopped_at is null and done_at is null;
    create index factor_reset_due on factor_reset (due_at) where stopped_at is null and done_at is null;
  `.execute(db)
}
