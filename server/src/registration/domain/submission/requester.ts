import { pairQuestions } from '@portico/core/forms/credentials'
import { mapPerson, type PersonDetails } from '@portico/core/forms/person-fields'
import { isSecurityQuestion } from '@portico/core/forms/security-questions'
import { QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import { takesNamesFromNpi } from '@portico/core/registration/conditions'
import { checkStep3, type FieldErrors } from '@portico/core/registration/forms'
import { namesOf, type RegistrationModel, SIGNATORY_FIELDS } from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/model-shapes'
import { ACCOUNT_FOUND } from '@portico/core/registration/texts/later-messages'
import { PROOF_EXPIRED } from '@portico/core/registration/texts/sentences'
import type { InTransaction } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import * as access from '../../../access/access.ts'
import type { RegistrationRow } from '../../store/registrations.ts'
import { providerAccount, type Registering } from '../proofs/current-registration.ts'

/** The future owner of the access: a new user with a completed form, or a signed-in user who requests more. */
export type Requester = { accountId: string } | { contact: PersonDetails; credentials: access.Credentials }

const SIGNATORY: readonly string[] = namesOf(SIGNATORY_FIELDS)

/** A signed-in user requests additional access without the account form. A completed form requests a new account. */
const accountOf = (registration: RegistrationRow, { userName }: RegistrationBody): string | null =>
  userName ? null : registration.account_id

/** Checks the form with the shared rules and hashes the secrets, both before a transaction starts. */
export async function prepareRequester(
  context: Registering,
  body: RegistrationBody,
  model: RegistrationModel,
  npiName: { first_name: string; last_name: string },
): Promise<Outcome<Requester>> {
  // ensureCaptcha checks the captcha as a proof.
  const { captchaRes: _proof, ...errors }: FieldErrors = checkStep3(model)
  const accountId = accountOf(context.registration, body)
  if (accountId !== null) {
    if (providerAccount(context) !== accountId) return refuse(407, PROOF_EXPIRED, 'session-ended')
    const problem = Object.entries(errors).find(([field]) => SIGNATORY.includes(field))
    return problem ? refuse(407, problem[1], 'field') : { entity: { accountId } }
  }
  const problem = Object.values(errors)[0]
  if (problem) return refuse(407, problem, 'field')
  const prepared = await prepareCredentials(model)
  if ('refusal' in prepared) return prepared
  const fromNpi = takesNamesFromNpi(model)
  const names = fromNpi ? { firstName: npiName.first_name, lastName: npiName.last_name } : {}
  const contact = { ...mapPerson((field) => model[field]), ...names }
  return { entity: { contact, credentials: prepared.entity } }
}

/** Security questions must be in the master list. The access area checks the other credentials. */
export async function prepareCredentials(
  model: RegistrationModel,
  options: { allowSpaces?: true } = {},
): Promise<Outcome<access.Credentials>> {
  const questions = pairQuestions(model)
  if (!questions.every(({ question }) => isSecurityQuestion(question))) return refuse(407, QUESTION_UNKNOWN, 'field')
  return access.prepareCredentials({ userName: model.userName, password: model.password, questions, ...options })
}

/**
 * Creates the account in the submitting transaction. Returns 403 for a match not shown before, and 405 for a taken
 * name.
 */
export async function createRequester(
  context: InTransaction<Registering>,
  requester: Requester,
  ignoresFound: boolean,
): Promise<Outcome<{ accountId: string }>> {
  if ('accountId' in requester) return { entity: requester }
  const { registration } = context
  // The visitor has seen that an account exists, and wants a new one (behaviour 7.13).
  const mayIgnore = ignoresFound && registration.account_found_at !== null
  if (!mayIgnore && (await access.hasAccountOf(context.db, requester.contact)))
    return refuse(403, ACCOUNT_FOUND, 'account-found')
  return access.createAccount(context, { kind: 'provider', brand: registration.brand, ...requester, state: 'ACTIVE' })
}
