import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/schema.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'

type IdentifierHashes = { ssn_hash: Buffer | null; tin_hash: Buffer | null }

/** The keyed hashes in the plan's records of a person in its network. */
export function findIdentifierHashes(db: Kysely<Database>, npi: string): Promise<IdentifierHashes | undefined> {
  return db
    .selectFrom('network_provider')
    .innerJoin('provider', 'provider.npi', 'network_provider.npi')
    .select(['ssn_hash', 'tin_hash'])
    .where('network_provider.npi', '=', npi)
    .where('network_provider.left_at', 'is', null)
    .where('provider.entity_type', '=', 1)
    .executeTakeFirst()
}

type Rehashed = { method: 'ssn' | 'tin'; from: Buffer; to: Buffer; by: string }

/** Skips the update if an import has changed the number since. */
export async function updateIdentifierHash(
  db: Kysely<Database>,
  npi: string,
  { method, from, to, by }: Rehashed,
): Promise<void> {
  const change =
    method === 'ssn'
      ? { ssn_hash: to, ssn_hashed_by: keyFingerprint(by) }
      : { tin_hash: to, tin_hashed_by: keyFingerprint(by) }
  await db
    .updateTable('network_provider')
    .set(change)
    .where('npi', '=', npi)
    .where(`${method}_hash`, '=', from)
    .execute()
}

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
