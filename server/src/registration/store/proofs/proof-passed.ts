import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { InTransaction } from '../../../platform/context.ts'
import { runPrepared } from '../../../platform/database/prepared.ts'
import type { ProofKind } from './proof-failures.ts'

/** A quiz or a code of a registration was passed. */
export type PassedProof = {
  kind: ProofKind
  act: AuditAct
  registrationId: Buffer
  npi: string
  requestId: string | null
  attemptId: string | null
  transactionId: string
  /** The whole proof by itself, or with the other half of it. */
  proves: 'alone' | 'with-the-other' | 'half'
}

/**
 * The proof or the half of it is kept, the attempt given back, what failed before forgotten by the whole proof, and it
 * is on record: in one statement. True where it was the whole one.
 */
export async function updateProofPassed(context: InTransaction, passed: PassedProof): Promise<boolean> {
  const { kind, act, registrationId, npi, requestId, attemptId, transactionId, proves } = passed
  const [row] = await runPrepared<{ isWhole: boolean }>(context, {
    name: 'pass-proof',
    text: passSql,
    values: [
      ...[registrationId, kind, transactionId, context.now, proves === 'alone', proves === 'with-the-other'],
      ...[attemptId, npi, requestId, act, context.address],
    ],
  })
  if (!row) throw new Error('A proof of a registration that is gone')
  return row.isWhole
}

const isWhole = `($5 or ($6 and half_proof <> $2))`

const passSql = `
with proved as (
  update registration set
    quiz_transaction_id = case when ${isWhole} then $3 else quiz_transaction_id end,
    quiz_at = case when ${isWhole} then $4 else quiz_at end,
    half_proof = case when ${isWhole} then half_proof else $2 end
  where id_hash = $1
  returning quiz_transaction_id is not distinct from $3 as "isWhole"
),
given_back as (delete from identity_attempt where id = $7),
forgotten as (
  update proof_failure set forgotten_at = $4
  where npi = $8 and forgotten_at is null and (select "isWhole" from proved)
),
recorded as (
  insert into audit_event (at, actor_kind, action, npi, request_id, address, details)
  values ($4, 'visitor', $10, $8, $9, $11, '{}')
)
select "isWhole" from proved`
