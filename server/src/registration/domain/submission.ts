import { createHmac } from 'node:crypto'
import { ALREADY_SUBMITTED, TOO_MANY_SUBMISSIONS } from '@portico/core/forms/sentences'
import type { RegistrationBody } from '@portico/core/registration/shapes'
import type { Trx } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit, networkOf } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import { findRegistrationForUpdate, updateRegistration } from '../store/registrations.ts'
import type { Held } from './held-registration.ts'
import { missingProof, type ProvedCall } from './proofs.ts'

/** What a submission made: the request it opened, and nothing else the caller did not know. */
export type Made = { requestId?: string | undefined }

/** Everything but secrets: a repeated submission is the same whatever the password field holds. */
const NOT_COMPARED: readonly string[] = [
  'password',
  'confirmPassword',
  'securityAns1',
  'securityAns2',
  'securityAns3',
  'lastSsn',
  'taxId',
  'captchaRes',
  'ignoreExistSaaAccount',
  'ignoreExistAuAaAccount',
]

export function hashSubmission(secretKey: string, call: ProvedCall, body: RegistrationBody): Buffer {
  const compared = Object.entries(body)
    .filter(([field]) => !NOT_COMPARED.includes(field))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', secretKey)
    .update(JSON.stringify([call, compared]))
    .digest()
}

const SUBMISSIONS_PER_REGISTRATION = 60

/**
 * A form may be sent again after each correction, but not to try out user names: 405 and 403 tell who is there, and
 * every try hashes four times.
 */
export async function limitSubmissions({ db, clock, settings }: Deps, held: Held, address: string) {
  const now = clock.now()
  const { npiLookupsPer5Min } = settings.limits
  const forAddress = await legacyHit(db, `submit:${networkOf(address)}`, npiLookupsPer5Min, 300, now)
  const key = `submit:${held.id_hash.toString('base64url')}`
  const forRegistration =
    held.submitted_at !== null || (await legacyHit(db, key, SUBMISSIONS_PER_REGISTRATION, 300, now))
  return forAddress && forRegistration ? undefined : refuse(407, TOO_MANY_SUBMISSIONS, 'flood')
}

/** The stored result of the same submission; a different one on a completed registration is told so. */
export function repeatedResult(held: Held, submissionHash: Buffer): Outcome<true> | undefined {
  if (!held.submitted_at) return undefined
  return held.submission_hash?.equals(submissionHash)
    ? { entity: true }
    : refuse(407, ALREADY_SUBMITTED, 'already-submitted')
}

/**
 * One transaction from the proofs to what they open. The registration's row is locked first, so that identical
 * submissions wait for the first and find its result; proofs are checked again on the locked row.
 */
export async function submitOnce(
  deps: Deps,
  held: Held,
  call: ProvedCall,
  submissionHash: Buffer,
  work: (trx: Trx, locked: Held) => Promise<Outcome<Made>>,
): Promise<Outcome<true>> {
  return legacyTransact<true>(deps.db, async (trx) => {
    const locked = await findRegistrationForUpdate(trx, held.id_hash)
    const settled = repeatedResult(locked, submissionHash) ?? missingProof(call, locked)
    if (settled) return settled
    const made = await work(trx, locked)
    if ('refusal' in made) return made
    await updateRegistration(trx, held.id_hash, {
      submission_hash: submissionHash,
      submitted_at: deps.clock.now(),
      request_id: made.entity.requestId ?? null,
    })
    return { entity: true }
  })
}
