import { passwordProblems, questionProblems } from '../forms/credential-rules.ts'
import type { Credentials } from '../forms/credentials.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import * as rule from '../forms/rules.ts'
import { personProblems } from '../forms/rules.ts'
import { captchaNeeded, isOnBehalf, takesNamesFromNpi } from './conditions.ts'
import type { PROOF_FIELDS, RegistrationModel } from './model.ts'
import { chosenGroups } from './selection.ts'
import type { Quiz } from './shapes.ts'

/**
 * Validation of each screen's form: field → error text. Any error also shows the banner FIX_ERRORS. The server runs the
 * same functions on the posted model.
 */
export type FormField = keyof RegistrationModel | 'questionList'
export type FieldErrors = FormErrors<FormField>

type Model = RegistrationModel

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0

export const checkRoleSel = (model: Pick<Model, 'regRoleSel'>) =>
  collectErrors({ regRoleSel: rule.checkChoice(model.regRoleSel) })

/** PG and PO require at least one group. */
export function checkRegWith(model: Pick<Model, 'regType' | 'pgGroupMap' | 'pgGroupKeys'>): FieldErrors {
  const needsGroups = model.regType === 'PG' || model.regType === 'PO'
  return collectErrors({
    regType: rule.checkChoice(model.regType),
    pgGroupMap: needsGroups ? rule.checkGroups(chosenGroups(model)) : undefined,
  })
}

export const checkSaaPerm = (model: Pick<Model, 'permissionList'>) =>
  collectErrors({ permissionList: rule.checkPermissions(model.permissionList) })

export const checkRegBy = (model: Pick<Model, 'regBy'>) => collectErrors({ regBy: rule.checkChoice(model.regBy) })

export const checkRegByStaff = (model: Pick<Model, 'acceptStaffReq'>) =>
  collectErrors({ acceptStaffReq: rule.checkChoice(model.acceptStaffReq) })

type Step1 = Pick<Model, 'validateBy' | keyof typeof PROOF_FIELDS>

export function checkStep1(model: Step1): FieldErrors {
  if (model.validateBy === 'ssn') return collectErrors({ lastSsn: rule.checkLastSsn(model.lastSsn) })
  if (model.validateBy === 'tin') return collectErrors({ taxId: rule.checkTaxId(model.taxId) })
  return collectErrors({
    claimNu1: rule.checkClaimNumber(model.claimNu1),
    billAmt1: rule.checkBilledAmount(model.billAmt1),
    claimNu2: rule.checkClaimNumber(model.claimNu2),
    billAmt2: rule.checkBilledAmount(model.billAmt2),
  })
}

export const checkQuizAnswers = (quiz: Pick<Quiz, 'questionList'>) =>
  collectErrors({ questionList: rule.checkQuiz(quiz.questionList) })

/** On behalf: name and address of the provider who gets the request. */
const signatoryProblems = (model: Model) => ({
  contactFirstName: rule.checkName(model.contactFirstName),
  contactLastName: rule.checkName(model.contactLastName),
  signatoryEmail: rule.checkSignatoryEmail(model.signatoryEmail),
  signatoryConfEmail: rule.checkSignatoryConfEmail(model.signatoryConfEmail, model.signatoryEmail),
})

/** Names from the NPI data are not typed. */
function ownProblems(model: Model) {
  const { firstName, lastName, ...others } = personProblems(model)
  return takesNamesFromNpi(model) ? others : { firstName, lastName, ...others }
}

/** In screen order, for the error summary. */
export function checkStep3(model: Model): FieldErrors {
  return collectErrors({
    ...(isOnBehalf(model) ? signatoryProblems(model) : {}),
    ...ownProblems(model),
    userName: rule.checkUserName(model.userName),
    ...passwordProblems(model),
    ...questionProblems(model),
    captchaRes: captchaNeeded(model) ? rule.checkCaptcha(model.captchaRes) : undefined,
  })
}

/** A signed-in user has an account, so only the signatory and the Captcha are checked. */
export function checkAdditionalAccess(model: Model): FieldErrors {
  return collectErrors({
    ...(isOnBehalf(model) ? signatoryProblems(model) : {}),
    captchaRes: captchaNeeded(model) ? rule.checkCaptcha(model.captchaRes) : undefined,
  })
}

export function checkActivateUser(model: Credentials): FieldErrors {
  return collectErrors({
    userName: rule.checkActivationUserName(model.userName),
    ...passwordProblems(model),
    ...questionProblems(model),
  })
}
