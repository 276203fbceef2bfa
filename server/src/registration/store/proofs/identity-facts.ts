import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'

export type NamedClaim = { claimNumber: string; billedAmount: string }

/**
 * Counts the distinct patients of the given claims of this NPI with exactly these amounts, if they are subscribers. One
 * statement covers every kind of mismatch, so that the response time reveals nothing.
 */
export async function countProvedSubscribers(
  db: Kysely<Database>,
  npi: string,
  first: NamedClaim,
  second: NamedClaim,
): Promise<number> {
  const { rows } = await sql<{ patients: number }>`
    select count(distinct c.member_id)::int as patients
    from claim c
    join member m on m.member_id = c.member_id and m.relationship = 'SELF'
    join provider p on p.npi = c.npi and p.entity_type = 1
    where c.npi = ${npi}
      and ((c.claim_number in (${first.claimNumber}, ${first.claimNumber.toUpperCase()})
          and c.billed_amount = ${first.billedAmount}::numeric)
        or (c.claim_number in (${second.claimNumber}, ${second.claimNumber.toUpperCase()})
          and c.billed_amount = ${second.billedAmount}::numeric))
  `.execute(db)
  return rows[0]?.patients ?? 0
}
