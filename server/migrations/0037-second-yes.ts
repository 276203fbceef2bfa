import { type Kysely, sql } from 'kysely'

/** What one administrator of plan staff asked for and another has to agree to before it happens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_yes (
      id bigint generated always as identity primary key,
      public_id text not null unique,
      kind text not null check (kind in ('INVITE_SAA', 'LIFT_HOLD')),
      -- What it is about, so that the same is not asked for twice.
      subject text not null,
      npi text,
      -- An invitation, as it was typed.
      entity text,
      permissions text[] not null default '{}',
      first_name text,
      last_name text,
      email text,
      phone text,
      phone_ext text,
      asked_by bigint not null references account on delete cascade,
      asked_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      decided_by bigint references account on delete set null
    );
    create unique index second_yes_open on second_yes (kind, subject) where decided_at is null;
    create index second_yes_due on second_yes (expires_at) where decided_at is null;
  `.execute(db)
}
