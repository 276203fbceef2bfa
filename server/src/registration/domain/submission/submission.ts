import { createHmac } from 'node:crypto'
import type { RegistrationModel } from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import { ALREADY_SUBMITTED } from '@portico/core/registration/texts/sentences'
import type { InTransaction } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { Credentials } from '../../../access/access.ts'
import type { ProviderScopes } from '../../store/provider-scopes.ts'
import { lockRegistration, type RegistrationRow, updateSubmitted } from '../../store/registrations.ts'
import type { Registering } from '../proofs/current-registration.ts'
import { missingProof, type ProvedCall } from '../proofs/proofs.ts'
import type { OpenRequest } from '../proofs/request-link.ts'
import type { ChosenLevel } from './level.ts'
import type { Requester } from './requester.ts'

/** The calls that end a registration. addSaa has three variants. */
export type SubmissionKind = Extract<
  ProvedCall,
  'addSaaSelf' | 'addSaaBehalf' | 'addSaaAccept' | 'addPoPgSaa' | 'addNonSaaUser' | 'activateUserAccount'
>

export type Submission = {
  context: Registering
  kind: SubmissionKind
  body: RegistrationBody
  /** Equal for repeated submissions. */
  hash: Buffer
  found: Partial<Found>
}

/** Facts that the checks of a submission find. */
export type Found = {
  scopes: ProviderScopes
  level: ChosenLevel
  permissions: string[]
  typed: RegistrationModel
  requester: Requester
  request: OpenRequest
  invitation: { linkId: string; accountId: string }
  credentials: Credentials
}

/** Returns a fact of an earlier check. */
export function known<Name extends keyof Found>({ found }: Submission, name: Name): Found[Name] {
  const value = found[name]
  if (value === undefined) throw new Error(`the ${name} of this submission has not been read`)
  return value
}

/** Secrets are not part of the comparison: a repeated submission is the same regardless of the password field. */
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
] satisfies (keyof RegistrationBody)[]

export function hashSubmission(secretKey: string, call: ProvedCall, body: RegistrationBody): Buffer {
  const compared = Object.entries(body)
    .filter(([field]) => !NOT_COMPARED.includes(field))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', secretKey)
    .update(JSON.stringify([call, compared]))
    .digest()
}

/** Returns the stored result of the same submission. Refuses a different submission of a completed registration. */
export function repeatedResult(registration: RegistrationRow, submissionHash: Buffer): Outcome<true> | undefined {
  if (!registration.submitted_at) return undefined
  return registration.submission_hash?.equals(submissionHash)
    ? { entity: true }
    : refuse(407, ALREADY_SUBMITTED, 'already-submitted')
}

/** `requestId`: the request that the submission created. */
type Made = { requestId?: string }

/**
 * Runs proofs and their results in one transaction. It locks the registration's row first, so that identical
 * submissions wait for the first and return its result. It checks the proofs again on the locked row.
 */
export function submitOnce(
  { context, kind, hash }: { context: Registering; kind: ProvedCall; hash: Buffer },
  work: (inside: InTransaction<Registering>) => Promise<Outcome<Made>>,
): Promise<Outcome<true>> {
  return transact<Registering, Outcome<true>>(context, async (inside) => {
    const registration = await lockRegistration(inside.db, context.registration.id_hash)
    const settled = repeatedResult(registration, hash) ?? missingProof(kind, registration)
    if (settled) return settled
    const made = await work({ ...inside, registration })
    if ('refusal' in made) return made
    const submitted = { hash, now: context.now, requestId: made.entity.requestId ?? null }
    await updateSubmitted(inside.db, registration.id_hash, submitted)
    return { entity: true }
  })
}
