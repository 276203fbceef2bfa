import { type Kysely, sql } from 'kysely'

/** Codes mailed to the address the plan holds: hashed, for one registration, counted like quizzes. Where attempts came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_code (
      id bigint generated always as identity primary key,
      code_id text not null unique,
      registration_id bytea not null references registration on delete cascade,
      npi text collate "C" not null,
      request_id bigint references access_request on delete set null,
      code_hash bytea not null,
      tries int not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      status text not null check (status in ('PENDING', 'PASS', 'FAIL')),
      transaction_id text,
      attempt_id bigint
    );
    create index identity_code_registration on identity_code (registration_id);
    -- Where a plan asks for both: which of the two was passed first.
    alter table registration add column half_proof text check (half_proof in ('QUIZ', 'CODE'));
    -- The registration an attempt was made in: too many refuse it there, and lock nobody else out.
    alter table identity_attempt add column registration_id bytea;
    alter table identity_attempt drop constraint identity_attempt_kind_check;
    alter table identity_attempt add constraint identity_attempt_kind_check check (kind in ('STEP1', 'QUIZ', 'CODE'));
  `.execute(db)
}
