import { completePermissions } from '@portico/core/access/permissions'
import { SELECT_PERMISSION } from '@portico/core/forms/messages'
import { checkPermissions } from '@portico/core/forms/rules'
import { ACTIVATION_LINK_EXPIRED, ACTIVATION_LINK_UNKNOWN } from '@portico/core/forms/sentences'
import { checkActivateUser } from '@portico/core/registration/forms'
import {
  NO_ADMINISTRATOR_YET,
  PERMISSION_NOT_OFFERED,
  PROOF_MISSING,
  REPLACEMENT_NOT_CONFIRMED,
  TOO_MANY_SUBMISSIONS,
} from '@portico/core/registration/texts/sentences'
import { readTogether } from '#platform/database/transaction.ts'
import { hitAll, networkOf } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { getSaaActivePerms } from '../../../access/access.ts'
import { findLinkAccount } from '../../store/invitations.ts'
import { findProviderScopes } from '../../store/provider-scopes.ts'
import { npiOf, refusedOnHold } from '../proofs/current-registration.ts'
import { ensureCaptcha, hasStep1, missingProof, otherNpi } from '../proofs/proofs.ts'
import { findOpenRequest } from '../proofs/request-link.ts'
import { npiLevel, readLevel } from './level.ts'
import { type KnownFacts, readTyped } from './posted-model.ts'
import { prepareCredentials, prepareRequester } from './requester.ts'
import { type Found, known, repeatedResult, type Submission } from './submission.ts'

/** A check passes, returns facts it found, or ends the submission with a reply. submit.ts defines the order. */
type Passed = { found: Partial<Found> } | undefined
export type Check = (submission: Submission) => Outcome<true> | Passed | Promise<Outcome<true> | Passed>

const SUBMISSIONS_PER_REGISTRATION = 60

/**
 * A visitor can resubmit a form after each correction, but must not probe user names: 405 and 403 reveal existing
 * accounts, and every attempt computes four hashes.
 */
export const notTooMany: Check = async ({ context }) => {
  const { registration, address, settings } = context
  const submits = (key: string, limit: number) => ({ key: `submit:${key}` as const, limit })
  const forAddress = submits(networkOf(address), settings.limits.npiLookupsPer5Min)
  const forRegistration = submits(registration.id_hash.toString('base64url'), SUBMISSIONS_PER_REGISTRATION)
  const counted = registration.submitted_at === null ? [forAddress, forRegistration] : [forAddress]
  return (await hitAll(context, counted, 300)) ? undefined : refuse(407, TOO_MANY_SUBMISSIONS, 'flood')
}

export const notSubmittedBefore: Check = ({ context, hash }) => repeatedResult(context.registration, hash)

export const proofsPresent: Check = ({ context, kind }) => missingProof(kind, context.registration)

export const aboutTheCurrentNpi: Check = ({ context, body }) => otherNpi(context.registration, body.npiId)

export const notOnHold: Check = ({ context }) => refusedOnHold(context)

export const inTheCurrentRole: Check = ({ context, body }) =>
  body.regRoleSel === context.registration.profile_role ? undefined : refuse(400, PROOF_MISSING, 'other-role')

export const requestStillOpen: Check = async ({ context, body }) => {
  const open = await findOpenRequest(context, body.reqId ?? '')
  if ('refusal' in open) return open
  if (open.entity.link.id !== context.registration.link_id) return refuse(400, PROOF_MISSING, 'other-link')
  return { found: { request: open.entity } }
}

export const invitationStillOpen: Check = async ({ context: { db, registration, now } }) => {
  const linkId = registration.link_id ?? ''
  const link = await findLinkAccount(db, linkId)
  if (!link) return refuse(407, ACTIVATION_LINK_UNKNOWN, 'link-unknown')
  if (link.expiresAt <= now) return refuse(407, ACTIVATION_LINK_EXPIRED, 'link-expired')
  return { found: { invitation: { linkId, accountId: link.accountId } } }
}

export const personInNetwork: Check = async ({ context: { db, registration } }) => {
  const scopes = await findProviderScopes(db, npiOf(registration))
  return scopes?.is_person ? { found: { scopes, level: npiLevel(scopes) } } : refuse(400, PROOF_MISSING, 'not-a-person')
}

export const providerInNetwork: Check = async ({ context: { db, registration } }) => {
  const scopes = await findProviderScopes(db, npiOf(registration))
  return scopes ? { found: { scopes } } : refuse(400, PROOF_MISSING, 'left-network')
}

export const administratorThere: Check = (submission) =>
  known(submission, 'scopes').is_registered ? undefined : refuse(400, NO_ADMINISTRATOR_YET, 'no-administrator')

export const levelOffered: Check = (submission) => {
  const level = readLevel(submission.body, known(submission, 'scopes'))
  return 'refusal' in level ? level : { found: { level: level.entity } }
}

export const captchaSolved: Check = ({ context, body }) => ensureCaptcha(context, body.captchaRes ?? '')

/** step1 at NPI level is a stronger proof than a captcha (behaviour 7.5). */
export const captchaSolvedOrStep1: Check = (submission) => {
  const hasProvedMore = known(submission, 'level').regType === 'NPI' && hasStep1(submission.context.registration)
  return hasProvedMore ? undefined : captchaSolved(submission)
}

export const replacementConfirmed: Check = (submission) =>
  known(submission, 'level').replaces && !submission.body.replaceSaa
    ? refuse(407, REPLACEMENT_NOT_CONFIRMED, 'replacement')
    : undefined

/**
 * A visitor can request only permissions that the SAA of every chosen entity has. Read-only permissions are mandatory.
 */
export const permissionsOffered: Check = async (submission) => {
  const posted = submission.body.permissionList ?? []
  if (checkPermissions(posted)) return refuse(407, SELECT_PERMISSION, 'permissions')
  const asked = posted.filter((item) => item.checked).map((item) => item.referenceId)
  const { entityIds } = known(submission, 'level')
  const offered = await readTogether(entityIds.map((id) => getSaaActivePerms(submission.context.db, id)))
  const isOffered = (id: string) => offered.every((items) => items.some((item) => item.referenceId === id))
  return asked.every(isOffered)
    ? { found: { permissions: completePermissions(asked) } }
    : refuse(407, PERMISSION_NOT_OFFERED, 'permissions')
}

export const accountFormFilledIn: Check = async (submission) => {
  const { context, body } = submission
  const typed = readTyped(body, factsOf(submission))
  const requester = await prepareRequester(context, body, typed, known(submission, 'scopes'))
  return 'refusal' in requester ? requester : { found: { typed, requester: requester.entity } }
}

/** Facts of the server, so that it validates the form that the visitor saw. */
function factsOf(submission: Submission): Partial<KnownFacts> {
  const { kind, context } = submission
  const { profile_role, step1_at } = context.registration
  const personFlag = known(submission, 'scopes').is_person ? 'Y' : 'N'
  const { regType } = known(submission, 'level')
  if (kind === 'addNonSaaUser') return { personFlag, regType, regRoleSel: profile_role ?? '' }
  const saa = { personFlag, regType, regRoleSel: 'SAA' } as const
  if (kind === 'addPoPgSaa')
    return { ...saa, regBy: step1_at ? 'self' : '', easyReg: step1_at === null, identifyFound: false }
  const isSelf = kind === 'addSaaSelf'
  return { ...saa, regBy: isSelf ? 'self' : 'behalf', easyReg: false, identifyFound: isSelf }
}

export const credentialsFilledIn: Check = async ({ body }) => {
  const typed = readTyped(body, { regType: 'accountActivation' })
  const problem = Object.values(checkActivateUser(typed))[0]
  if (problem) return refuse(407, problem, 'field')
  const prepared = await prepareCredentials(typed, { allowSpaces: true })
  return 'refusal' in prepared ? prepared : { found: { credentials: prepared.entity } }
}
