import { type Kysely, sql } from 'kysely'

/** The registration the server holds for a visitor, with the proofs it has seen (behaviour 7.1), and its counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registration (
      id_hash bytea primary key,
      brand text not null,
      npi text collate "C",
      easy_reg boolean not null default false,
      created_at timestamptz not null,
      touched_at timestamptz not null,
      profile_role text,
      step1_method text check (step1_method in ('ssn', 'tin', 'claim')),
      step1_at timestamptz,
      quiz_transaction_id text,
      quiz_at timestamptz,
      quiz_unavailable_at timestamptz,
      captcha_at timestamptz,
      link_id bigint references link,
      account_found_at timestamptz,
      -- Set for a signed-in person asking for additional access.
      account_id bigint references account,
      request_id bigint references access_request,
      submission_hash bytea,
      result jsonb,
      submitted_at timestamptz
    );
    create index registration_touched on registration (touched_at);

    create table quiz (
      id bigint generated always as identity primary key,
      quiz_id text not null unique,
      registration_id bytea not null references registration on delete cascade,
      npi text collate "C" not null,
      workflow text not null check (workflow in ('SELF', 'REQUEST')),
      request_id bigint references access_request,
      vendor text not null,
      questions jsonb not null,
      issued_at timestamptz not null,
      expires_at timestamptz not null,
      status text not null check (status in ('PENDING', 'PASS', 'FAIL')),
      transaction_id text,
      graded_at timestamptz
    );
    create index quiz_registration on quiz (registration_id);
    create index quiz_npi on quiz (npi, issued_at);

    -- Spent answers of the captcha: one proof of work opens one registration only.
    create table captcha_spent (
      challenge text primary key,
      expires_at timestamptz not null
    );

    -- Attempts that guard an identity: they survive a crash.
    create table identity_attempt (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('STEP1', 'QUIZ')),
      npi text collate "C" not null,
      address text not null,
      at timestamptz not null
    );
    create index identity_attempt_npi on identity_attempt (npi, kind, at);
    create index identity_attempt_address on identity_attempt (address, kind, at);

    -- Flood counters: fixed windows, cheap, may be lost with the machine.
    create unlogged table flood_counter (
      key text collate "C" not null,
      window_start timestamptz not null,
      hits int not null,
      primary key (key, window_start)
    );
  `.execute(db)
}
