import { sql } from 'kysely'
import type { Trx } from '#platform/context.ts'

type Key = { type: string; id: string }
/** A resource with its search values: pairs of a parameter and a value. */
export type ResourceValues = Key & { values: [parameter: string, value: string][] }

/** Replaces the search values of these resources; those of deleted resources have no new ones. */
export async function replaceValues(
  db: Trx,
  written: readonly ResourceValues[],
  deleted: readonly Key[],
): Promise<void> {
  const keys = [...written, ...deleted].map(({ type, id }) => ({ type, id }))
  if (keys.length === 0) return
  await sql`
    delete from published_value v using json_to_recordset(${JSON.stringify(keys)}::json) as k (type text, id text)
    where v.type = k.type and v.id = k.id`.execute(db)
  await sql`
    insert into published_value (type, id, parameter, value)
    select r.type, r.id, v ->> 0, v ->> 1
    from json_to_recordset(${JSON.stringify(written)}::json) as r (type text, id text, values json)
    cross join json_array_elements(r.values) v`.execute(db)
}
