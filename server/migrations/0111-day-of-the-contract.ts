import { type Kysely, sql } from 'kysely'

/**
 * Contracts are listed by the day they came: a request carries that day of its newest one. Whoever records a contract
 * has locked its request. Those there are follow in a transaction of their own, so that nobody waits for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table access_request add column contract_since timestamptz;
    create function keep_contract_since() returns trigger language plpgsql as $$
      declare
        its bigint := case tg_op when 'DELETE' then old.request_id else new.request_id end;
      begin
        update access_request set contract_since =
            (select received_at from signed_contract where request_id = its order by id desc limit 1)
          where id = its;
        return null;
      end $$;
    create trigger keep_contract_since after insert or delete or update of received_at on signed_contract
      for each row execute function keep_contract_since();
  `.execute(db)
}
