import { sql, type Transaction } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

type Trx = Transaction<Database>

/**
 * The plan loaded its directory 200 days ago. Most rows were verified in the last 80 days; one provider in ten 100 days
 * ago, which is too long, and one in twelve never. Derived from the NPI, so that it is the same on every machine.
 */
export async function seedVerified(trx: Trx, now: Date): Promise<void> {
  await sql`
    update practice p
    set loaded_at = ${now}::timestamptz - interval '200 days',
      verified_at = case
        when n.number % 12 = 0 then null
        when n.number % 10 = 1 then ${now}::timestamptz - interval '100 days'
        else ${now}::timestamptz - (5 + n.number % 76) * interval '1 day' end,
      verified_by = case when n.number % 12 <> 0 then a.id end
    from account a, (select id, left(npi, 9)::int as number from practice) n
    where n.id = p.id and a.username_key = 'demosaa'`.execute(trx)
}
