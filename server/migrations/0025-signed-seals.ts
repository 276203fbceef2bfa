import { type Kysely, sql } from 'kysely'

/**
 * Seals are signed from here on. A release that does not sign leaves its rows waiting, for a seal without a signature is
 * refused; the next one that signs seals them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_seal add column signature bytea;
    -- Proving that every row is covered asks for the seals of a range of rows.
    create index audit_seal_rows on audit_seal using gist (int8range(first_id, last_id, '[]'));

    create table audit_signing (
      only_one boolean primary key default true check (only_one),
      -- The last seal of before seals were signed.
      unsigned_through bigint not null
    );
    insert into audit_signing (unsigned_through) select coalesce(max(seq), 0) from audit_seal;
    create trigger audit_signing_fixed before insert or update or delete or truncate on audit_signing
      for each statement execute function refuse_audit_change();

    do $$ begin
      execute format('alter table audit_seal add constraint audit_seal_signed check (signature is not null or seq <= %s)',
        (select unsigned_through from audit_signing));
    end $$;
  `.execute(db)
}
