import { insertFailureToTell, passRequestToStaff } from '../../access/access.ts'
import type { InTransaction } from '../../platform/context.ts'
import { countRequestFailures, insertFailure, type ProofKind } from '../store/proof-failures.ts'

/**
 * Puts a failed proof down, in the transaction that ends it. Whoever failed twice on the link of a request decides no
 * longer about it: plan staff do (behaviour 7.10).
 */
export async function failProof(
  context: InTransaction,
  { kind, npi, request_id: requestId }: { kind: ProofKind; npi: string; request_id: string | null },
): Promise<void> {
  const { db, now, settings } = context
  await insertFailure(db, { kind, npi, requestId, now })
  await insertFailureToTell(db, npi)
  if (requestId && (await countRequestFailures(db, requestId)) >= settings.limits.proofFailuresPerRequest)
    await passRequestToStaff(context, requestId)
}
