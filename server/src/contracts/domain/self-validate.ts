import type { SigningFacts } from '@portico/core/contracts/signing-shapes'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import { type Context, type Db, type InTransaction, systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { findHold, findRequest, type RequestFacts } from '../../access/access.ts'
import { findPlanAddresses, findSigning, type Signing, updateSigning } from '../store/signings.ts'
import { acceptContract } from './accept-contract.ts'
import { recordSigning } from './signing/ask.ts'

export type PlanAddress = SigningFacts['planAddress']

/**
 * Compares the signatory's address with the plan's addresses for all entities that the contract covers. OWN: it is the
 * plan's, but the registrant gave it as their own, which proves nothing.
 */
export async function comparePlanAddress(
  db: Db,
  request: RequestFacts,
  { way, signer_email: email }: Pick<Signing, 'way' | 'signer_email'>,
): Promise<PlanAddress> {
  const held = await findPlanAddresses(db, request)
  if (held.every((address) => address === null)) return 'NONE'
  if (!held.every((address) => address !== null && isSameAddress(address, email))) return 'OTHER'
  return way === 'SELF' || isSameAddress(request.requester.email, email) ? 'OWN' : 'SAME'
}

const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** True only for groups and organizations, never for one physician's address, and not during a registration hold. */
export async function canSelfValidate(
  { db, settings }: InTransaction,
  { request, signing }: { request: RequestFacts; signing: Signing },
): Promise<boolean> {
  if (!settings.esignSelfValidates || request.regType === 'NPI') return false
  if (request.npi && (await findHold(db, request.npi))) return false
  return (await comparePlanAddress(db, request, signing)) === 'SAME'
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
    await recordSigning(inside, request, 'signing.left-to-staff', { why: done.refusal.messageCode ?? '' })
  })
  return false
}
