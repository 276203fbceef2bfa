import type { Context, Session } from '../context.ts'
import type { ProofKind } from '../database/schema.ts'

/**
 * How and when the user last confirmed their identity. A proof is valid for ten minutes; each call that uses it renews
 * it, for an hour at most (behaviour 11.17).
 */
const FRESH_MS = 10 * 60_000
const LONGEST_MS = 60 * 60_000

type Moment = Pick<Context, 'db' | 'now'>
type Proved = Pick<Session, 'idHash'>

/** True if the session's proof is valid for a call that needs one. */
export function provedWithin({ proof }: Pick<Session, 'proof'>, now: Date): boolean {
  const last = Math.max(proof.at.getTime(), proof.usedAt?.getTime() ?? 0)
  return now.getTime() - last < FRESH_MS && now.getTime() - proof.at.getTime() < LONGEST_MS
}

/** Renews the proof after a call used it. */
export async function renewProof({ db, now }: Moment, { idHash }: Proved): Promise<void> {
  await db.updateTable('account_session').set({ proof_used_at: now }).where('id_hash', '=', idHash).execute()
}

/** Records a new proof, in this session only. Returns false if the session ended in the meantime. */
export async function recordProof({ db, now }: Moment, { idHash }: Proved, by: ProofKind): Promise<boolean> {
  const proof = { proved_by: by, proved_at: now, proof_used_at: null }
  const updated = await db
    .updateTable('account_session')
    .set(proof)
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
