import type { RegistrationModel, ValidationMethod } from '../model.ts'

/** The questions the flow asks of the model. */

type Model = Readonly<RegistrationModel>

export const isSaa = (model: Model) => model.regRoleSel === 'SAA'
export const isNonSaa = (model: Model) => model.regRoleSel === 'AA' || model.regRoleSel === 'AU'
export const isGroupLevel = (model: Model) => model.regType === 'PG' || model.regType === 'PO'
export const hasSsnOrTin = (model: Model) => model.foundSsn || model.foundTaxId

/** 'personFlag is Y and easyReg is off': a person who is asked who is registering and proves it. */
export const isProvablePerson = (model: Model) => model.personFlag === 'Y' && !model.easyReg

/** A registration exists at any group of the NPI or at its organization (behaviour 4.36). */
export const isRegisteredAboveNpi = (model: Model) =>
  model.regAtPgExists || model.regAtPoExists || model.regAtSgExists || model.regAtIpaExists

/** 'Replace Current SAA?' shows whenever SAA is chosen and a registration exists (behaviour 4.5). */
export const mustConfirmReplacement = (model: Model) => isSaa(model) && model.regExists

/** Every invitation names a role, except those of the plan's own people. */
export const isPlanStaff = (model: Model) => model.regType === 'accountActivation' && model.regRoleSel === ''

export type SubmitCall = 'addNonSaaUser' | 'addPoPgSaa' | 'addSaa'

/** Which call creates the account (behaviour 4.22). */
export function submitCall(model: Model): SubmitCall {
  if (isNonSaa(model)) return 'addNonSaaUser'
  const unproved = !model.identifyFound && model.regBy === 'self'
  if (isGroupLevel(model) || isByContract(model) || model.personFlag === 'N' || unproved) return 'addPoPgSaa'
  return 'addSaa'
}

/** Staff asking in a provider's name; the provider will be asked by mail. */
export const isOnBehalf = (model: Model) => model.regBy === 'behalf' && submitCall(model) === 'addSaa'

/** A person registering as the provider at NPI level has the names of the NPI data (behaviour 5.8). */
export const takesNamesFromNpi = (model: Model) =>
  isSaa(model) && model.regType === 'NPI' && model.regBy === 'self' && isProvablePerson(model)

/** Also wherever no step1 proof is held: easyReg, an organization's NPI, a provider who is locked (behaviour 5.14). */
export const captchaNeeded = (model: Model) =>
  isGroupLevel(model) || isNonSaa(model) || !isProvablePerson(model) || isByContract(model)

export type ConfirmationVariant = 'success' | 'pending' | 'contract'

/** Which of the three confirmations regConf shows (behaviour 4.32). */
export function confirmationVariant(model: Model): ConfirmationVariant {
  if (model.regType === 'accountActivation') return 'success'
  if (isNonSaa(model)) return 'pending'
  const provedPerson = model.regType === 'NPI' && model.personFlag === 'Y' && model.identifyFound
  return provedPerson && isSaa(model) ? 'success' : 'contract'
}

/** Where the end that is shown has got to since: found again, the form may be here or all may be decided (behaviour 4.45). */
export type ChangeSinceSubmission = 'nothing' | 'formReceived' | 'active' | 'ended'

export function findChangeSinceSubmission(model: Model): ChangeSinceSubmission {
  const { state, contract } = model.submissionStatus ?? { state: 'PENDING_CONTRACT' }
  if (state.startsWith('PENDING')) return contract === 'RECEIVED' ? 'formReceived' : 'nothing'
  if (state !== 'ACTIVE') return 'ended'
  return confirmationVariant(model) === 'success' ? 'nothing' : 'active'
}

/** The success and contract screens sign the new user on in the background (behaviour 4.32). */
export const signsOnInBackground = (model: Model) =>
  model.regType !== 'accountActivation' && confirmationVariant(model) !== 'pending'

export type RequestOutcome = 'pending' | 'accepted' | 'rejected'

/** Which of its three views regReqComplete shows. */
export function requestOutcome(model: Model): RequestOutcome {
  if (model.acceptStaffReq === 'Y') return 'accepted'
  return model.acceptStaffReq === 'N' ? 'rejected' : 'pending'
}

/** Nothing can be validated, here or at all: the contract is the way on (behaviour 7.6). */
export const isLockedOut = (model: Model) => validationMethods(model).length === 0

/** No proof is asked for before the contract: by an easyReg link, or because nothing can be validated any more. */
const isByContract = (model: Model) => model.easyReg || (model.regBy === '' && isLockedOut(model))

/** What pinssnSel offers; none means that registration cannot begin (behaviour 3.8). */
export function validationMethods(model: Model): ValidationMethod[] {
  const offered: ValidationMethod[] = []
  if (model.foundSsn) offered.push('ssn')
  if (model.foundTaxId) offered.push('tin')
  offered.push('claim')
  return offered.filter((method) => !model.lockedMethods.includes(method))
}

/** The entities whose SAA's permissions saaPerm offers: one getSaaActivePerms call each (behaviour 3.6). */
export function permissionEntities(model: Model): string[] {
  if (model.regType === 'PO') return [model.poId]
  if (model.regType === 'PG') return model.pgGroupKeys.filter((id) => model.pgGroupMap[id]?.checked)
  return [model.entityId]
}
