import { storedAmount } from '@portico/core/forms/formats'
import { IDENTITY_MISMATCH, NPI_LOCKED, TOO_MANY_ATTEMPTS } from '@portico/core/forms/sentences'
import { checkStep1, hasErrors } from '@portico/core/registration/forms'
import type { ValidationMethod } from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { matchesIdentifier } from '../../platform/keyed-hash.ts'
import { networkOf } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { deleteAttempt, insertAttempt } from '../store/identity-attempts.ts'
import { countProvedSubscribers, findIdentifierHashes } from '../store/identity-facts.ts'
import { updateRegistration } from '../store/registrations.ts'
import { step1Limits } from './attempt-limits.ts'
import type { Held } from './held-registration.ts'
import { DROPPED_BY_METHOD, missingProof, otherNpi } from './proofs.ts'

/**
 * valRegProfile. The attempt is counted before anything is checked and given back on success, and one reply covers
 * everything that can be wrong (behaviour 7.6).
 */
export async function validateIdentity(
  deps: Deps,
  held: Held,
  body: RegistrationBody,
  address: string,
): Promise<Outcome<true>> {
  const refused = missingProof('valRegProfile', held) ?? otherNpi(held, body.npiId)
  if (refused) return refused
  const npi = held.npi as string
  const method = body.validateBy
  if (!method) return refuse(404, IDENTITY_MISMATCH, 'identity')
  const now = deps.clock.now()
  if (held.step1_method && held.step1_method !== method) {
    await updateRegistration(deps.db, held.id_hash, DROPPED_BY_METHOD)
  }
  const attempt = { kind: 'STEP1' as const, npi, address: networkOf(address), now }
  const limits = step1Limits(deps.settings.limits, now)
  const counted = await deps.db.transaction().execute((trx) => insertAttempt(trx, attempt, limits))
  // Not audited: whoever is locked out could fill the trail for ever.
  if ('reached' in counted) {
    return counted.reached.by === 'npi'
      ? refuse(404, NPI_LOCKED, 'npi-locked')
      : refuse(404, TOO_MANY_ATTEMPTS, 'address-locked')
  }
  if (!(await isProved(deps, npi, method, body))) {
    await legacyRecordAudit(deps.db, { ...visitor(now, npi, address), action: 'identity.refused', details: { method } })
    return refuse(404, IDENTITY_MISMATCH, 'identity')
  }
  await deps.db.transaction().execute(async (trx) => {
    await deleteAttempt(trx, counted.attemptId)
    const change = held.step1_method === method ? {} : DROPPED_BY_METHOD
    await updateRegistration(trx, held.id_hash, { ...change, step1_method: method, step1_at: now })
    await legacyRecordAudit(trx, { ...visitor(now, npi, address), action: 'identity.proved', details: { method } })
  })
  return { entity: true }
}

const visitor = (at: Date, npi: string, address: string) => ({ at, actorKind: 'visitor' as const, npi, address })

async function isProved(deps: Deps, npi: string, method: ValidationMethod, body: RegistrationBody): Promise<boolean> {
  const typed = {
    validateBy: method,
    lastSsn: body.lastSsn ?? '',
    taxId: body.taxId ?? '',
    claimNu1: (body.claimNu1 ?? '').trim(),
    claimNu2: (body.claimNu2 ?? '').trim(),
    billAmt1: body.billAmt1 ?? '',
    billAmt2: body.billAmt2 ?? '',
  }
  if (hasErrors(checkStep1(typed))) return false
  if (method === 'claim') {
    const patients = await countProvedSubscribers(
      deps.db,
      npi,
      { claimNumber: typed.claimNu1, billedAmount: storedAmount(typed.billAmt1) },
      { claimNumber: typed.claimNu2, billedAmount: storedAmount(typed.billAmt2) },
    )
    return patients === 2
  }
  const hashes = await findIdentifierHashes(deps.db, npi)
  const stored = method === 'ssn' ? hashes?.ssn_hash : hashes?.tin_hash
  const value = method === 'ssn' ? typed.lastSsn : typed.taxId
  return matchesIdentifier(stored ?? null, deps.settings.secretKey, method, npi, value)
}
