import { sql, type Transaction } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** The demo's SAA has named the AA of the office as successor, who can agree at once. */
export async function seedSuccessor(trx: Transaction<Database>, now: Date): Promise<void> {
  await sql`
    insert into saa_successor (entity, saa_grant_id, successor_grant_id, state, named_at, confirm_due_at)
    select saa.entity, saa.id, successor.id, 'NAMED', ${now}::timestamptz - interval '2 days',
      ${now}::timestamptz + interval '363 days'
    from access_grant saa join account a on a.id = saa.account_id
    join access_grant successor on successor.entity = saa.entity and successor.state = 'ACTIVE'
    join account b on b.id = successor.account_id
    where a.public_id = 'demosaa' and saa.role = 'SAA' and saa.state = 'ACTIVE' and b.public_id = 'demoaa'
    on conflict (entity) where state not in ('DONE', 'ENDED') do nothing`.execute(trx)
}
