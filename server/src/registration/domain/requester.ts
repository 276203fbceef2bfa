import { pairQuestions } from '@portico/core/forms/credentials'
import { stripPhone } from '@portico/core/forms/formats'
import { ACCOUNT_FOUND } from '@portico/core/forms/messages'
import { isSecurityQuestion } from '@portico/core/forms/security-questions'
import { PROOF_EXPIRED, QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import { SIGNATORY_FIELDS } from '@portico/core/registration/account-fields'
import { takesNamesFromNpi } from '@portico/core/registration/decisions'
import { checkStep3, type FieldErrors } from '@portico/core/registration/forms'
import type { RegistrationModel } from '@portico/core/registration/model'
import type { RegistrationBody } from '@portico/core/registration/shapes'
import type { AccessPorts, ContactDetails, Credentials, NewRequest, Trx } from '../../platform/access-ports.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { updateRegistration } from '../store/registrations.ts'
import type { Held } from './held-registration.ts'
import type { ProvedCall } from './proofs.ts'
import { type Made, submitOnce } from './submission.ts'

/** Who the access will belong to: a newcomer with a filled-in form, or the signed-in person who asks for more. */
export type Requester = { accountId: string } | { contact: ContactDetails; credentials: Credentials }

/** Who is calling, beside the registration. */
export type Caller = { accountId: string | undefined; address: string }

const SIGNATORY: readonly string[] = SIGNATORY_FIELDS

/** A signed-in person asks for additional access without the account form; whoever fills it in wants an account. */
export function asksForMore(held: Held, body: RegistrationBody): boolean {
  return held.account_id !== null && !body.userName
}

/** Checks the form by the rules of both sides and hashes, all before a transaction opens. */
export async function prepareRequester(
  ports: AccessPorts,
  held: Held,
  body: RegistrationBody,
  model: RegistrationModel,
  caller: Caller,
  npiName: { first_name: string; last_name: string },
): Promise<Outcome<Requester>> {
  // The captcha is a proof and is checked as one.
  const { captchaRes: _proof, ...errors }: FieldErrors = checkStep3(model)
  if (asksForMore(held, body)) {
    if (caller.accountId !== held.account_id) return refuse(407, PROOF_EXPIRED, 'session-ended')
    const problem = Object.entries(errors).find(([field]) => SIGNATORY.includes(field))
    return problem ? refuse(407, problem[1], 'field') : { entity: { accountId: held.account_id as string } }
  }
  const problem = Object.values(errors)[0]
  if (problem) return refuse(407, problem, 'field')
  const prepared = await prepareCredentials(ports, model)
  if ('refusal' in prepared) return prepared
  const fromNpi = takesNamesFromNpi(model)
  const contact: ContactDetails = {
    firstName: fromNpi ? npiName.first_name : model.firstName,
    lastName: fromNpi ? npiName.last_name : model.lastName,
    email: model.email,
    phone: stripPhone(model.phone),
    phoneExt: model.phoneExt || undefined,
  }
  return { entity: { contact, credentials: prepared.entity } }
}

/** Questions come from the master list; everything else about credentials is the access area's to check. */
export async function prepareCredentials(
  ports: AccessPorts,
  model: RegistrationModel,
  options: { allowSpaces?: true } = {},
): Promise<Outcome<Credentials>> {
  const questions = pairQuestions(model)
  if (!questions.every(({ question }) => isSecurityQuestion(question))) return refuse(407, QUESTION_UNKNOWN, 'field')
  return ports.prepareCredentials({ userName: model.userName, password: model.password, questions, ...options })
}

/** The account inside the submitting transaction: 403 when one is found and was not shown before, 405 when taken. */
async function createRequester(
  deps: Deps,
  ports: AccessPorts,
  trx: Trx,
  locked: Held,
  requester: Requester,
  ignoreExisting: boolean,
): Promise<Outcome<string>> {
  if ('accountId' in requester) return { entity: requester.accountId }
  const { contact, credentials } = requester
  const mayIgnore = ignoreExisting && locked.account_found_at !== null
  if (!mayIgnore && (await ports.accountFound(trx, contact))) return refuse(403, ACCOUNT_FOUND, 'account-found')
  const created = await ports.createAccount(trx, {
    kind: 'provider',
    brand: locked.brand,
    contact,
    credentials,
    state: 'ACTIVE',
    now: deps.clock.now(),
  })
  return 'refusal' in created ? created : { entity: created.entity.accountId }
}

/** The ignore flags count only after this registration was answered 403 (behaviour 7.13). */
async function noteAccountFound<Entity>(deps: Deps, held: Held, outcome: Outcome<Entity>): Promise<Outcome<Entity>> {
  if ('refusal' in outcome && outcome.refusal.status === 403)
    await updateRegistration(deps.db, held.id_hash, { account_found_at: deps.clock.now() })
  return outcome
}

type Submission = {
  call: ProvedCall
  hash: Buffer
  requester: Requester
  /** The person was shown that there is an account, and wants a new one all the same. */
  ignoreExisting: boolean
}

/** One transaction from the proofs over a newcomer's account to what `ask` asks for in its name. */
export async function submitRequest(
  deps: Deps,
  ports: AccessPorts,
  held: Held,
  { call, hash, requester, ignoreExisting }: Submission,
  ask: (trx: Trx, locked: Held, author: Pick<NewRequest, 'accountId' | 'signedIn'>) => Promise<Outcome<Made>>,
): Promise<Outcome<true>> {
  const outcome = await submitOnce(deps, held, call, hash, async (trx, locked) => {
    const account = await createRequester(deps, ports, trx, locked, requester, ignoreExisting)
    if ('refusal' in account) return account
    return ask(trx, locked, { accountId: account.entity, signedIn: 'accountId' in requester })
  })
  return noteAccountFound(deps, held, outcome)
}
