import { type Kysely, sql } from 'kysely'

/**
 * Failed proofs of an identity, kept however old: a few of them end quizzes for an NPI until plan staff open them
 * again. And the attempt a quiz was counted as, which a passed one gives back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table proof_failure (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('QUIZ', 'CODE')),
      npi text collate "C" not null,
      request_id bigint references access_request on delete set null,
      at timestamptz not null,
      -- By a proof that was passed, or by plan staff.
      forgotten_at timestamptz
    );
    create index proof_failure_npi on proof_failure (npi, kind) where forgotten_at is null;
    create index proof_failure_request on proof_failure (request_id) where request_id is not null;
    alter table quiz add column attempt_id bigint;
  `.execute(db)
}
