import { sql, type Transaction } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

/** The demo's SAA has named the AA of the office as successor, who can agree at once. */
export async function seedSuccessor(trx: Transaction<Database>, now: Date): Promise<void> {
  await sql`
    insert into saa_successor (entity, saa_grant_id, successor_grant_id, state, named_at, confirm_due_at)
    select saa.entity, saa.id, successor.id, 'NAMED', ${now}::timestamptz - interval '2 days',
      ${now}::timestamptz + interval '363 days'
    from ${grantsOf('demosaa', 'demoaa')}
    on conflict (entity) where state not in ('DONE', 'ENDED') do nothing`.execute(trx)
}

/** The SAA of another office has left, and the successor's access as SAA begins in nine days unless someone objects. */
export async function seedTakeover(trx: Transaction<Database>, now: Date): Promise<void> {
  const ago = (days: number) => sql`${now}::timestamptz - ${days} * interval '1 day'`
  await sql`
    update access_grant g set state = 'REVOKED', ended_at = ${ago(6)}
    from account a where a.id = g.account_id and a.public_id = 'demoleft' and g.state = 'ACTIVE'`.execute(trx)
  await sql`
    insert into saa_successor (entity, saa_grant_id, successor_grant_id, state, named_at, agreed_at, confirm_due_at, cause,
      offered_at, accepted_at, due_at)
    select saa.entity, saa.id, successor.id, 'WAITING', ${ago(60)}, ${ago(59)}, ${ago(-305)}, 'LEFT', ${ago(6)}, ${ago(5)},
      ${ago(-9)}
    from ${grantsOf('demoleft', 'demonext')}
    on conflict (entity) where state not in ('DONE', 'ENDED') do nothing`.execute(trx)
}

const grantsOf = (saa: string, successor: string) => sql`access_grant saa
  join account a on a.id = saa.account_id and a.public_id = ${saa} and saa.role = 'SAA'
  join access_grant successor on successor.entity = saa.entity and successor.state = 'ACTIVE'
  join account b on b.id = successor.account_id and b.public_id = ${successor}`
