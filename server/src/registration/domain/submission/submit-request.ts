import type { RegistrationModel } from '@portico/core/registration/model'
import type { InTransaction } from '#platform/context.ts'
import type { Outcome } from '#platform/outcome.ts'
import {
  approveRequest,
  getDefaultPerms,
  insertRequest,
  type NewRequest,
  passRequestToStaff,
  type RequestPath,
} from '../../../access/access.ts'
import { type RegistrationRow, updateRegistration } from '../../store/registrations.ts'
import { npiOf, type Registering } from '../proofs/current-registration.ts'
import { findCodeAddress } from '../proofs/identity-ways.ts'
import { chooseIdentity } from '../quiz/choose-identity.ts'
import { createRequester } from './requester.ts'
import { known, type Submission, submitOnce } from './submission.ts'

/**
 * Who decides the request. SELF: no decision; a physician with SSN or TIN and a passed quiz becomes SAA at once.
 * BEHALF: the provider, by mail. CONTRACT: plan staff, with the signed form as proof (groups, organizations,
 * organization NPIs, easyReg, persons without a possible quiz). APPROVAL: the administrators of the scope.
 */
type Path = Extract<RequestPath, 'SELF' | 'BEHALF' | 'CONTRACT' | 'APPROVAL'>

/** Checks the proofs, creates the account of a new user and creates the request, all in one transaction. */
export const submitRequest = (path: Path) => async (submission: Submission) => {
  const { context, body } = submission
  const needsStaff = path === 'BEHALF' && (await cannotBeProved(context))
  const ignores = path === 'APPROVAL' ? body.ignoreExistAuAaAccount : body.ignoreExistSaaAccount
  const requester = known(submission, 'requester')
  const outcome = await submitOnce(submission, async (inside) => {
    const account = await createRequester(inside, requester, ignores === true)
    if ('refusal' in account) return account
    const request = { ...requestOf(submission, path, inside.registration), ...account.entity }
    const made = await insertRequest(inside, request, { byNewcomer: !('accountId' in requester) })
    if ('refusal' in made) return made
    return followUp(inside, path, made.entity.requestId, needsStaff)
  })
  // The ignore flags count only after this registration received a 403 (behaviour 7.13).
  if ('refusal' in outcome && outcome.refusal.status === 403)
    await updateRegistration(context.db, context.registration.id_hash, { account_found_at: context.now })
  return outcome
}

/** An SAA gets every permission of its provider type, and replaces the current SAA. */
function requestOf(submission: Submission, path: Path, registration: RegistrationRow): Omit<NewRequest, 'accountId'> {
  const { regType, orgId, scopes, replaces } = known(submission, 'level')
  const typed = known(submission, 'typed')
  const common = { path, regType, orgId, scopes, npi: known(submission, 'scopes').npi, brand: registration.brand }
  if (path === 'APPROVAL') {
    const permissions = known(submission, 'permissions')
    return { ...common, role: typed.regRoleSel || 'AU', permissions, replaceSaa: false }
  }
  return {
    ...common,
    role: 'SAA',
    permissions: getDefaultPerms(regType).map((item) => item.referenceId),
    replaceSaa: replaces,
    validatedBy: registration.step1_method ?? undefined,
    typedAmounts: registration.typed_amounts,
    ...(path === 'BEHALF' && signatoryOf(typed)),
  }
}

const signatoryOf = ({ contactFirstName, contactLastName, signatoryEmail }: RegistrationModel) => ({
  contactFirstName,
  contactLastName,
  signatoryEmail,
})

/**
 * Grants access to a proved provider at once, and passes the request to plan staff if the provider cannot be quizzed.
 */
async function followUp(
  context: InTransaction<Registering>,
  path: Path,
  requestId: string,
  needsStaff: boolean,
): Promise<Outcome<{ requestId: string }>> {
  if (path === 'SELF') {
    const active = await approveRequest(context, { requestId, decidedAs: 'PROVIDER' })
    if ('refusal' in active) return active
  }
  if (needsStaff) await passRequestToStaff(context, requestId)
  return { entity: { requestId } }
}

/** The embedded quiz knows this at once. An external service is called only when the provider is present to answer. */
async function cannotBeProved(context: Registering): Promise<boolean> {
  const { identityProof } = context.settings
  const email = await findCodeAddress(context, npiOf(context.registration))
  if (identityProof === 'code' || (identityProof === 'both' && !email)) return !email
  if (identityProof === 'either' && email) return false
  const identity = chooseIdentity(context)
  if (identity.vendor !== 'embedded') return false
  const result = await identity.request('', { npi: npiOf(context.registration), workflow: 'REQUEST' })
  return result.kind === 'not-enough'
}
