import type { ContractSigned, SignBody } from '@portico/core/contracts/signing-shapes'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import { type Context, systemContext, type Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import type { Outcome } from '#platform/outcome.ts'
import { findRequest } from '../../access/access.ts'
import { findSigning, updateSigning } from '../store/signings.ts'
import { acceptContract } from './accept-contract.ts'
import { leftToStaff } from './signing/events.ts'
import { actOn } from './signing/readers.ts'
import { signContract } from './signing/sign.ts'

/** signContract: signs, then validates a contract that needs no plan staff. */
export async function signAndValidate(context: Visit, given: SignBody): Promise<Outcome<ContractSigned>> {
  const signed = await signContract(context, given)
  if ('refusal' in signed) return signed
  const { copyId, signing } = signed.entity
  if (signing.self_validates) await selfValidate(context, signing.id)
  return { entity: { copyId } }
}

/**
 * Validates a contract without plan staff if it was signed at the plan's own address for the entity. Uses a separate
 * transaction: if it is refused, the signature remains and plan staff decide. A scheduled job retries after a crash.
 */
export async function selfValidate(context: Context, signingId: string): Promise<boolean> {
  const system = systemContext(context, context.now)
  const signing = await findSigning(system.db, signingId)
  const request = signing && (await findRequest(system.db, signing.request_id))
  if (!signing?.contract_id || !request || !signing.self_validates) return false
  const { contract_id: contractId, request_id: requestId } = signing
  const done = await transact(system, async (inside) => {
    await updateSigning(inside.db, signing.id, { self_validates: false })
    return acceptContract(inside, { contractId, requestId, decidedAs: 'SYSTEM', decidedBy: null })
  })
  if ('entity' in done) return true
  await transact(system, async (inside) => {
    await updateSigning(inside.db, signing.id, { self_validates: false })
    await recordStaffEvent(inside, { event: 'staff.contracts-waiting' })
    await announce(inside, leftToStaff, actOn(request, { details: { why: done.refusal.messageCode ?? '' } }))
  })
  return false
}
