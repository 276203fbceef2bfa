import type { Db } from '#platform/context.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'

type IdentifierHashes = { ssn_hash: Buffer | null; tin_hash: Buffer | null }

/** The keyed hashes in the plan's records of a person in its network. */
export function findIdentifierHashes(db: Db, npi: string): Promise<IdentifierHashes | undefined> {
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
export async function updateIdentifierHash(db: Db, npi: string, { method, from, to, by }: Rehashed): Promise<void> {
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
