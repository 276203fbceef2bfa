import { storedAmount } from '@portico/core/forms/formats'
import { checkStep1, hasErrors } from '@portico/core/registration/forms'
import type { ValidationMethod } from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import {
  identityMismatch,
  NPI_LOCKED,
  TOO_MANY_ATTEMPTS,
  TOO_MANY_ATTEMPTS_HERE,
} from '@portico/core/registration/texts/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import { transact } from '#platform/database/transaction.ts'
import { findMatchingKey, hashIdentifier } from '#platform/keys/keyed-hash.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { insertFailureToReport } from '../../../access/access.ts'
import { findIdentifierHashes, updateIdentifierHash } from '../../../plan-data/plan-data.ts'
import type { LimitOf } from '../../store/proofs/attempt-limits.ts'
import { lockAttempts } from '../../store/proofs/attempts.ts'
import { countProvedSubscribers } from '../../store/proofs/identity-facts.ts'
import { updateRegistration, updateTypedAmounts } from '../../store/registrations.ts'
import { consumeAttempt, refundAttempt } from '../proofs/attempts.ts'
import { npiOf, type Registering } from '../proofs/current-registration.ts'
import { DROPPED_BY_METHOD, missingProof, otherNpi, VISITOR } from '../proofs/proofs.ts'

/**
 * valRegProfile. The attempt is consumed before anything is compared and given back on success. Every wrong attempt gets
 * the same reply (behaviour 7.6).
 */
export async function validateIdentity(context: Registering, body: RegistrationBody): Promise<Outcome<true>> {
  const { db, registration } = context
  const refused = missingProof('valRegProfile', registration) ?? otherNpi(registration, body.npiId)
  if (refused) return refused
  const npi = npiOf(registration)
  const method = body.validateBy
  if (method && registration.step1_method && registration.step1_method !== method) {
    await updateRegistration(db, registration.id_hash, DROPPED_BY_METHOD)
  }
  const typed = method && readTyped(method, body)
  const consumed = await consumeStep1Attempt(context, npi)
  if ('refusal' in consumed) return consumed
  const { attemptId, left, last } = consumed.entity
  if (method === 'claim') await updateTypedAmounts(db, registration.id_hash, typedAmounts(body))
  if (!typed || !(await verifyIdentity(context, typed))) {
    await recordAudit(context, { actor: VISITOR, npi, details: { method }, action: 'identity.refused' })
    await insertFailureToReport(db, { of: 'NUMBER', npi, brand: context.brand.id, now: context.now })
    return refuse(404, identityMismatch(left), last ? LOCKS[last].code : 'identity')
  }
  return passStep1(context, typed.validateBy, attemptId)
}

/** Committed before anything is compared, so that a crash or a lost reply gives no attempt back. */
function consumeStep1Attempt(context: Registering, npi: string) {
  const subject = { npi, address: networkOf(context.address), registrationId: context.registration.id_hash }
  return transact(context, async (inside) => {
    await lockAttempts(inside.db, 'STEP1', subject)
    const consumed = await consumeAttempt(inside, 'STEP1', subject)
    if (!('reached' in consumed)) return { entity: consumed }
    // Not audited: a client that is locked out could fill the audit trail.
    const { sentence, code } = LOCKS[consumed.reached]
    return refuse(404, sentence, code)
  })
}

function passStep1(context: Registering, method: ValidationMethod, attemptId: string): Promise<Outcome<true>> {
  const { registration, now } = context
  return transact(context, async (inside) => {
    const dropped = registration.step1_method === method ? {} : DROPPED_BY_METHOD
    const repeated = { number_due: false, number_repeated: registration.number_due }
    const proved = { ...dropped, step1_method: method, step1_at: now, ...repeated }
    await updateRegistration(inside.db, registration.id_hash, proved)
    await refundAttempt(inside, attemptId)
    await recordAudit(inside, { actor: VISITOR, npi: registration.npi, details: { method }, action: 'identity.proved' })
    return { entity: true }
  })
}

/** The reply to the last failed attempt has the code of the lock it reached, so that the page offers the contract. */
const LOCKS = {
  step1PerNpi: { sentence: NPI_LOCKED, code: 'npi-locked' },
  step1PerAddressAndNpi: { sentence: TOO_MANY_ATTEMPTS_HERE, code: 'npi-refused' },
  step1PerRegistration: { sentence: TOO_MANY_ATTEMPTS_HERE, code: 'npi-refused' },
  step1PerAddress: { sentence: TOO_MANY_ATTEMPTS, code: 'address-locked' },
} as const satisfies Record<LimitOf<'STEP1'>, { sentence: string; code: string }>

/** The quiz of this registration does not ask about these amounts (behaviour 7.8). */
function typedAmounts({ billAmt1 = '', billAmt2 = '' }: RegistrationBody): string[] {
  return [billAmt1, billAmt2].map(storedAmount).filter((amount) => /^\d{1,10}\.\d\d$/.test(amount))
}

type Typed = Parameters<typeof checkStep1>[0] & { validateBy: ValidationMethod }

/** Returns undefined if the form is incomplete or malformed. */
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

/** Compares with the plan's records. Replaces a hash that was made with the retired key. */
async function verifyIdentity({ db, registration, settings }: Registering, typed: Typed): Promise<boolean> {
  const npi = npiOf(registration)
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
  const key = findMatchingKey(acceptedKeys(settings), stored ?? null, hashOf)
  if (key !== undefined && key === settings.otherKey?.key && settings.otherKey.is === 'former' && stored)
    await updateIdentifierHash(db, npi, {
      method,
      from: stored,
      to: hashOf(settings.secretKey),
      by: settings.secretKey,
    })
  return key !== undefined
}
