import type { SigningFacts } from '@portico/core/contracts/signing-shapes'
import type { Db, InTransaction } from '#platform/context.ts'
import { findHold, type RequestFacts } from '../../../access/access.ts'
import { findPlanAddresses, type Signing } from '../../store/signings.ts'

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
  const addresses = await findPlanAddresses(db, request)
  if (addresses.every((address) => address === null)) return 'NONE'
  if (!addresses.every((address) => address !== null && isSameAddress(address, email))) return 'OTHER'
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
