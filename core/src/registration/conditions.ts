import type { RegistrationModel, ValidationMethod } from './model.ts'

/** Conditions of the flow table on the model. */

type Model = Readonly<RegistrationModel>

export const isSaa = (model: Model) => model.regRoleSel === 'SAA'
export const isNonSaa = (model: Model) => model.regRoleSel === 'AA' || model.regRoleSel === 'AU'
export const isGroupLevel = (model: Model) => model.regType === 'PG' || model.regType === 'PO'
export const hasSsnOrTin = (model: Model) => model.foundSsn || model.foundTaxId

/** An individual without easyReg, who chooses on regBy and proves their identity. */
export const isProvablePerson = (model: Model) => model.personFlag === 'Y' && !model.easyReg

/** A registration exists at any group of the NPI or at its organization (behaviour 4.36). */
export const isRegisteredAboveNpi = (model: Model) =>
  model.regAtPgExists || model.regAtPoExists || model.regAtSgExists || model.regAtIpaExists

/** 'Replace Current SAA?' shows whenever SAA is chosen and a registration exists (behaviour 4.5). */
export const mustConfirmReplacement = (model: Model) => isSaa(model) && model.regExists

/** Only invitations of plan staff have no role. */
export const isPlanStaff = (model: Model) => model.regType === 'accountActivation' && model.regRoleSel === ''

export type SubmitCall = 'addNonSaaUser' | 'addPoPgSaa' | 'addSaa'

/** Which call creates the account (behaviour 4.22). */
export function submitCall(model: Model): SubmitCall {
  if (isNonSaa(model)) return 'addNonSaaUser'
  const unproved = !model.identifyFound && model.regBy === 'self'
  if (isGroupLevel(model) || isByContract(model) || model.personFlag === 'N' || unproved) return 'addPoPgSaa'
  return 'addSaa'
}

/** Office staff register for a provider, who gets the request by mail. */
export const isOnBehalf = (model: Model) => model.regBy === 'behalf' && submitCall(model) === 'addSaa'

/** A provider who registers alone at NPI level gets the names from the NPI data (behaviour 5.8). */
export const takesNamesFromNpi = (model: Model) =>
  isSaa(model) && model.regType === 'NPI' && model.regBy === 'self' && isProvablePerson(model)

/** Also on paths without a step1 proof: easyReg, an organization's NPI, a locked provider (behaviour 5.14). */
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

/** What happened after the submission, shown on the last screen after a reload (behaviour 4.45). */
export type ChangeSinceSubmission = 'nothing' | 'formReceived' | 'active' | 'ended'

export function findChangeSinceSubmission(model: Model): ChangeSinceSubmission {
  const { state, contract } = model.submissionStatus ?? { state: 'PENDING_CONTRACT' }
  if (state.startsWith('PENDING')) return contract === 'RECEIVED' ? 'formReceived' : 'nothing'
  if (state !== 'ACTIVE') return 'ended'
  return confirmationVariant(model) === 'success' ? 'nothing' : 'active'
}

/** The success and contract screens sign on the new user in the background (behaviour 4.32). */
export const signsOnInBackground = (model: Model) =>
  model.regType !== 'accountActivation' && confirmationVariant(model) !== 'pending'

export type RequestOutcome = 'pending' | 'accepted' | 'rejected'

/** Which of its three views regReqComplete shows. */
export function requestOutcome(model: Model): RequestOutcome {
  if (model.acceptStaffReq === 'Y') return 'accepted'
  return model.acceptStaffReq === 'N' ? 'rejected' : 'pending'
}

/** No validation method is left; only the contract path is open (behaviour 7.6). */
export const isLockedOut = (model: Model) => validationMethods(model).length === 0

/** The contract path without an identity proof: an easyReg link, or no validation method left. */
const isByContract = (model: Model) => model.easyReg || (model.regBy === '' && isLockedOut(model))

/** The methods that pinssnSel offers; if empty, registration cannot begin (behaviour 3.8). */
export function validationMethods(model: Model): ValidationMethod[] {
  const offered: ValidationMethod[] = []
  if (model.foundSsn) offered.push('ssn')
  if (model.foundTaxId) offered.push('tin')
  offered.push('claim')
  return offered.filter((method) => !model.lockedMethods.includes(method))
}

/** saaPerm makes one getSaaActivePerms call for each of these entities (behaviour 3.6). */
export function permissionEntities(model: Model): string[] {
  if (model.regType === 'PO') return [model.poId]
  if (model.regType === 'PG') return model.pgGroupKeys.filter((id) => model.pgGroupMap[id]?.checked)
  return [model.entityId]
}
