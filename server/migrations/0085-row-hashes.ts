import { type Kysely, sql } from 'kysely'

/**
 * What the national file said of a provider when it was last read, as a hash: a row that says the same again is passed
 * over while the file is read. Whoever changes a provider otherwise makes the hash go, and the next file is compared.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider add column row_hash bigint;
    create function forget_row_hash() returns trigger language plpgsql as $$
      begin
        new.row_hash := null;
        return new;
      end $$;
    create trigger provider_row_hash before update on provider for each row
      when (old.row_hash is not null and old.row_hash is not distinct from new.row_hash)
      execute function forget_row_hash();
  `.execute(db)
}
