import { storedAmount } from '@portico/core/forms/formats'
import { checkStep1, hasErrors } from '@portico/core/registration/forms'
import type { ValidationMethod } from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import {
  identityMismatch,
  NPI_LOCKED,
  REFUSED_HERE,
  TOO_MANY_ATTEMPTS,
} from '@portico/core/registration/texts/sentences'
import { insertFailureToTell } from '../../../access/access.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { openTransaction } from '../../../platform/database/transaction.ts'
import { findFittingKey, hashIdentifier } from '../../../platform/keys/keyed-hash.ts'
import { acceptedKeys } from '../../../platform/keys/secret-key.ts'
import { networkOf } from '../../../platform/limits/limits.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { type Attempt, insertAttempt } from '../../store/proofs/identity-attempts.ts'
import {
  countProvedSubscribers,
  findIdentifierHashes,
  updateIdentifierHash,
} from '../../store/proofs/identity-facts.ts'
import { DROPPED_BY_METHOD, updateStep1Passed } from '../../store/proofs/step1.ts'
import { updateRegistration, updateTypedAmounts } from '../../store/registrations.ts'
import { npiOf, type Registering } from '../current-registration.ts'
import { step1Limits } from './attempt-limits.ts'
import { missingProof, otherNpi, VISITOR } from './proofs.ts'

/**
 * valRegProfile. The attempt is counted before anything is checked and given back on success, and one reply covers
 * everything that can be wrong (behaviour 7.6).
 */
export async function validateIdentity(context: Registering, body: RegistrationBody): Promise<Outcome<true>> {
  const { db, held, now } = context
  const refused = missingProof('valRegProfile', held) ?? otherNpi(held, body.npiId)
  if (refused) return refused
  const npi = npiOf(held)
  const method = body.validateBy
  if (method && held.step1_method && held.step1_method !== method) {
    await updateRegistration(db, held.id_hash, DROPPED_BY_METHOD)
  }
  const here = { address: networkOf(context.address), registrationId: held.id_hash }
  const attempt: Attempt = { kind: 'STEP1', npi, ...here, now }
  const limits = step1Limits(context.settings.limits, now)
  const typed = method && readTyped(method, body)
  const counted = await openTransaction(db, (trx) => insertAttempt(trx, attempt, limits))
  // Not audited: a client that is locked out could fill the audit trail.
  if ('reached' in counted) {
    const { sentence, code } = LOCKS[counted.reached.by]
    return refuse(404, sentence, code)
  }
  if (method === 'claim') await updateTypedAmounts(db, held.id_hash, typedAmounts(body))
  if (!typed || !(await isProved(context, typed))) {
    await recordAudit(context, { actor: VISITOR, npi, details: { method }, action: 'identity.refused' })
    await insertFailureToTell(db, npi, context.brand.id)
    return refuse(404, identityMismatch(counted.left), counted.used ? LOCKS[counted.used.by].code : 'identity')
  }
  const keepsProofs = held.step1_method === typed.validateBy
  const passed = { method: typed.validateBy, attemptId: counted.attemptId, keepsProofs }
  await updateStep1Passed(context, { registration: held, ...passed })
  return { entity: true }
}

/**
 * Whoever tried too often is refused; only very many failures from everywhere lock the provider's methods. The last try
 * that fails carries the code of what it reached: the contract is offered at once.
 */
const LOCKS = {
  npi: { sentence: NPI_LOCKED, code: 'npi-locked' },
  npiHere: { sentence: REFUSED_HERE, code: 'npi-refused' },
  npiInRegistration: { sentence: REFUSED_HERE, code: 'npi-refused' },
  address: { sentence: TOO_MANY_ATTEMPTS, code: 'address-locked' },
} as const

/** What a quiz of this registration does not ask about (behaviour 7.8). */
function typedAmounts({ billAmt1 = '', billAmt2 = '' }: RegistrationBody): string[] {
  return [billAmt1, billAmt2].map(storedAmount).filter((amount) => /^\d{1,10}\.\d\d$/.test(amount))
}

type Typed = Parameters<typeof checkStep1>[0] & { validateBy: ValidationMethod }

/** Nothing where the form is not filled in as it must be. */
function readTyped(method: ValidationMethod, body: RegistrationBody): Typed | undefined {
  const typed = {
    validateBy: method,
    lastSsn: body.lastSsn ?? '',
    taxId: body.taxId ?? '',
    claimNu1: (body.claimNu1 ?? '').trim(),
    claimNu2: (body.claimNu2 ?? '').trim(),
    billAmt1: body.billAmt1 ?? '',
    billAmt2: body.billAmt2 ?? '',
  }
  return hasErrors(checkStep1(typed)) ? undefined : typed
}

async function isProved({ db, held, settings }: Registering, typed: Typed): Promise<boolean> {
  const npi = npiOf(held)
  const method = typed.validateBy
  if (method === 'claim') {
    const patients = await countProvedSubscribers(
      db,
      npi,
      { claimNumber: typed.claimNu1, billedAmount: storedAmount(typed.billAmt1) },
      { claimNumber: typed.claimNu2, billedAmount: storedAmount(typed.billAmt2) },
    )
    return patients === 2
  }
  const hashes = await findIdentifierHashes(db, npi)
  const stored = method === 'ssn' ? hashes?.ssn_hash : hashes?.tin_hash
  const value = method === 'ssn' ? typed.lastSsn : typed.taxId
  const hashOf = (key: string) => hashIdentifier(key, method, npi, value)
  const key = findFittingKey(acceptedKeys(settings), stored ?? null, hashOf)
  // What was hashed with a former key rests on this one from now on.
  if (key !== undefined && key === settings.otherKey?.key && settings.otherKey.is === 'former' && stored)
    await updateIdentifierHash(db, npi, {
      method,
      from: stored,
      to: hashOf(settings.secretKey),
      by: settings.secretKey,
    })
  return key !== undefined
}
