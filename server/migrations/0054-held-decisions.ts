import { type Kysely, sql } from 'kysely'

/**
 * Decisions that were made and wait a few seconds before anything happens, so that they can be undone. Whichever
 * process finds one due carries it out, in the transaction that ends its row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_decision (
      id bigint generated always as identity primary key,
      request_id bigint not null references access_request on delete cascade,
      -- The copy that was looked at, where it is about a signed contract.
      contract_id bigint references signed_contract on delete cascade,
      act text not null check (act in ('VALIDATE', 'RETURN', 'APPROVE', 'DENY')),
      reason text,
      permissions text[],
      decided_by bigint not null references account on delete cascade,
      address text,
      asked_at timestamptz not null,
      due_at timestamptz not null,
      state text not null default 'HELD' check (state in ('HELD', 'DONE', 'UNDONE', 'REFUSED')),
      ended_at timestamptz,
      -- Why it could not be carried out, until whoever decided has read it.
      message text,
      seen_at timestamptz
    );
    create unique index held_decision_open on held_decision (request_id) where state = 'HELD';
    create index held_decision_due on held_decision (due_at) where state = 'HELD';
    create index held_decision_of on held_decision (decided_by, ended_at);
    create index held_decision_contract on held_decision (contract_id);
  `.execute(db)
}
