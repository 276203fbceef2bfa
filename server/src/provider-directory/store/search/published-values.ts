import { sql } from 'kysely'
import type { Trx } from '../../../platform/context.ts'

type Key = { type: string; id: string }
export type StoredValue = Key & { parameter: string; value: string }

/** Replaces the search values of these resources; those of deleted resources have no new ones. */
export async function replaceValues(db: Trx, of: readonly Key[], values: readonly StoredValue[]): Promise<void> {
  if (of.length === 0) return
  const keys = of.map(({ type, id }) => ({ type, id }))
  await sql`
    delete from published_value v using json_to_recordset(${JSON.stringify(keys)}::json) as k (type text, id text)
    where v.type = k.type and v.id = k.id`.execute(db)
  await sql`
    insert into published_value (type, id, parameter, value)
    select type, id, parameter, value from json_to_recordset(${JSON.stringify(values)}::json)
      as (type text, id text, parameter text, value text)`.execute(db)
}
