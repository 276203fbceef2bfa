import type { Context, Session } from '../context.ts'
import type { ProofKind } from '../database/schema.ts'

/**
 * How and when the person behind a session proved who they are. A proof is good for ten minutes; a call that rests on it
 * renews it, so that somebody at work is not asked every few minutes, for an hour at most (behaviour 11.17).
 */
const FRESH_MS = 10 * 60_000
const LONGEST_MS = 60 * 60_000

type Moment = Pick<Context, 'db' | 'now'>
type Proved = Pick<Session, 'idHash'>

/** Whether the session's proof is good for a call that needs one. */
export function provedWithin({ proof }: Pick<Session, 'proof'>, now: Date): boolean {
  const last = Math.max(proof.at.getTime(), proof.usedAt?.getTime() ?? 0)
  return now.getTime() - last < FRESH_MS && now.getTime() - proof.at.getTime() < LONGEST_MS
}

/** A call rested on the proof. */
export async function renewProof({ db, now }: Moment, { idHash }: Proved): Promise<void> {
  await db.updateTable('account_session').set({ proof_used_at: now }).where('id_hash', '=', idHash).execute()
}

/** Proved anew, in this session alone. */
export async function recordProof({ db, now }: Moment, { idHash }: Proved, by: ProofKind): Promise<void> {
  const proof = { proved_by: by, proved_at: now, proof_used_at: null }
  await db.updateTable('account_session').set(proof).where('id_hash', '=', idHash).execute()
}
