import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Registrations of the last weeks, so that the staff's picture of them is not empty: fewer at the weekend. */
export async function seedFunnel(trx: Transaction<Database>, now: Date): Promise<void> {
  await sql`
    insert into registration_tally (day, opened, proved)
    select day, opened, opened - opened / 3 from (
      select day::date, case when extract(isodow from day) > 5 then 1 else 2 + (extract(doy from day)::int * 7) % 4 end
        as opened
      from generate_series(${now}::timestamptz - interval '90 days', ${now}::timestamptz - interval '2 days',
        interval '1 day') day) days
    on conflict (day) do nothing`.execute(trx)
}
