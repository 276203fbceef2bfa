import { STAFF_DECIDE } from '@portico/core/registration/sentences'
import { insertFailureToTell, passRequestToStaff } from '../../access/access.ts'
import type { Context, InTransaction } from '../../platform/context.ts'
import { refuse } from '../../platform/outcome.ts'
import {
  countFailures,
  countRequestFailures,
  insertFailure,
  lockProofFailures,
  type ProofKind,
} from '../store/proof-failures.ts'

type Proof = { kind: ProofKind; npi: string; request_id: string | null }

/** Whoever failed twice on the link of a request proves nothing by it any more (behaviour 7.10). */
export async function refusedOnLink({ db, settings }: Pick<Context, 'db' | 'settings'>, requestId: string | null) {
  if (requestId === null) return undefined
  const failed = await countRequestFailures(db, requestId)
  return failed >= settings.limits.proofFailuresPerRequest ? refuse(407, STAFF_DECIDE, 'staff-decide') : undefined
}

/**
 * Whether a proof that is under way may still be passed: what failed elsewhere since it was begun counts too (behaviour
 * 7.10). Asked in the transaction that ends it, before any of its rows is held: failures wait for each other here.
 */
export async function mayStillPass(
  context: Pick<InTransaction, 'db' | 'settings'>,
  { kind, npi, request_id: requestId }: Proof,
): Promise<boolean> {
  const { db, settings } = context
  await lockProofFailures(db, npi)
  if ((await countFailures(db, npi, kind)) >= settings.limits.proofFailuresPerNpi) return false
  return (await refusedOnLink(context, requestId)) === undefined
}

/**
 * Puts a failed proof down, in the transaction that ends it. Whoever failed twice on the link of a request decides no
 * longer about it: plan staff do (behaviour 7.10).
 */
export async function failProof(context: InTransaction, { kind, npi, request_id: requestId }: Proof): Promise<void> {
  const { db, now, settings, brand } = context
  await insertFailure(db, { kind, npi, requestId, now })
  await insertFailureToTell(db, npi, brand.id)
  if (requestId && (await countRequestFailures(db, requestId)) >= settings.limits.proofFailuresPerRequest)
    await passRequestToStaff(context, requestId)
}
