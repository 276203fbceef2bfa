import { createHash } from 'node:crypto'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import { olderKey } from '#platform/keys/secret-key.ts'
import type { Outcome } from '#platform/outcome.ts'
import { providerAccount, type Registering } from '../proofs/current-registration.ts'
import { acceptRequest } from './accept-request.ts'
import { activateInvited } from './activation.ts'
import { hashSubmission, type Submission, type SubmissionKind } from './submission.ts'
import * as check from './submission-checks.ts'
import { submitRequest } from './submit-request.ts'

const person = ['addSaaSelf', 'addSaaBehalf'] as const
const request = [...person, 'addPoPgSaa', 'addNonSaaUser'] as const
const every = [...request, 'addSaaAccept', 'activateUserAccount'] as const

/**
 * The security checks of every call that ends a registration, in order. Each row names a check and the submissions it
 * applies to; the first check that returns a reply ends the submission. The server writes only after all checks pass,
 * in one transaction that checks submission and proofs again (submitOnce).
 */
const ORDER: readonly (readonly [check.Check, ...SubmissionKind[]])[] = [
  [check.notTooMany, ...every],
  [check.notSubmittedBefore, ...every],
  [check.proofsPresent, ...every],
  [check.aboutTheCurrentNpi, ...request],
  [check.notOnHold, ...request, 'addSaaAccept'],
  [check.inTheCurrentRole, 'addNonSaaUser'],
  [check.requestStillOpen, 'addSaaAccept'],
  [check.invitationStillOpen, 'activateUserAccount'],
  [check.personInNetwork, ...person],
  [check.providerInNetwork, 'addPoPgSaa', 'addNonSaaUser'],
  [check.administratorThere, 'addNonSaaUser'],
  [check.levelOffered, 'addPoPgSaa', 'addNonSaaUser'],
  [check.captchaSolvedOrStep1, 'addPoPgSaa'],
  [check.captchaSolved, 'addNonSaaUser'],
  [check.replacementConfirmed, ...person, 'addPoPgSaa'],
  [check.permissionsOffered, 'addNonSaaUser'],
  [check.accountFormFilledIn, ...request],
  [check.credentialsFilledIn, 'activateUserAccount'],
]

const WRITE: Record<SubmissionKind, (submission: Submission) => Promise<Outcome<true>>> = {
  addSaaSelf: submitRequest('SELF'),
  addSaaBehalf: submitRequest('BEHALF'),
  addPoPgSaa: submitRequest('CONTRACT'),
  addNonSaaUser: submitRequest('APPROVAL'),
  addSaaAccept: acceptRequest,
  activateUserAccount: activateInvited,
}

async function submit(context: Registering, kind: SubmissionKind, body: RegistrationBody): Promise<Outcome<true>> {
  // A provider who accepts a request posts a model, but the server reads only the token of the link.
  const compared = kind === 'addSaaAccept' ? { reqId: body.reqId ?? '' } : body
  const hash = hashSubmission(olderKey(context.settings), kind, compared)
  const submission: Submission = { context, kind, body, hash, found: {} }
  for (const [passes, ...kinds] of ORDER) {
    if (!kinds.includes(kind)) continue
    const result = await passes(submission)
    if (result && !('found' in result)) return result
    Object.assign(submission.found, result?.found)
  }
  return WRITE[kind](submission)
}

/** Chooses the variant of addSaa by the registration first, then by the visitor's choice. */
export function addSaaPaths({ registration }: Registering, { regBy }: RegistrationBody): SubmissionKind {
  if (registration.link_id !== null) return 'addSaaAccept'
  return regBy === 'behalf' ? 'addSaaBehalf' : 'addSaaSelf'
}

/** The calls that end a registration. Identical parallel submissions of one visitor run once. */
export function createSubmissions() {
  const share = createInFlight<Outcome<true>>()
  return (kindOf: SubmissionKind | typeof addSaaPaths) => (context: Registering, body: RegistrationBody) => {
    const kind = typeof kindOf === 'string' ? kindOf : kindOf(context, body)
    const content = JSON.stringify([kind, providerAccount(context), context.address, body])
    const key = createHash('sha256').update(context.registration.id_hash).update(content).digest('base64')
    return share(key, () => submit(context, kind, body))
  }
}

/**
 * Shares identical work that is still running: fifty clicks on one button hash one password. This only saves time; the
 * database prevents duplicates across processes.
 */
export function createInFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, work) => {
    const shared = running.get(key)
    if (shared) return shared
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
