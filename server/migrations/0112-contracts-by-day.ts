import { type Kysely, sql } from 'kysely'

/** A page of contracts is read from an index, however many there are; those that never came by the day of the request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What came since the last migration has its day already.
    update access_request r set contract_since = c.received_at
      from (select distinct on (request_id) request_id, received_at from signed_contract order by request_id, id desc) c
      where c.request_id = r.id and r.contract_since is null;
    create index access_request_contracts on access_request
      (state, coalesce(contract_since, created_at), reference) where path = 'CONTRACT';
  `.execute(db)
}
