import * as limit from '../constants.ts'
import { HIDDEN, sameIgnoringCase, storedAmount, storedUserName, stripPhone } from './formats.ts'
import * as text from './messages.ts'
import { mapPerson, PERSON_FIELD_NAMES, PERSON_FIELDS, type PersonField } from './person-fields.ts'
import * as own from './sentences.ts'

/**
 * The field rules (behaviour 5): each takes a value and returns the error text, or undefined. The browser and the server
 * use the same functions.
 */
export type Problem = string | undefined

export const required = (value: string): Problem => (value.trim() === '' ? text.REQUIRED : undefined)

export const atMost = (value: string, max: number): Problem => (value.length > max ? own.tooLong(max) : undefined)

const requiredText = (value: string, max: number): Problem => required(value) ?? atMost(value, max)

/** Free text without hidden characters (behaviour 5.17). */
const requiredLine = (value: string, max: number): Problem =>
  requiredText(value, max) ?? (HIDDEN.test(value) ? own.HIDDEN_CHARACTERS : undefined)

/** regBy, acceptStaffReq, the role, the level. */
export const checkChoice = (value: string): Problem => (value === '' ? text.SELECT_OPTION : undefined)

export const checkGroups = (groups: { checked: boolean }[]): Problem =>
  groups.some((group) => group.checked) ? undefined : text.SELECT_GROUP

export const checkPermissions = (items: { checked: boolean }[]): Problem =>
  items.some((item) => item.checked) ? undefined : text.SELECT_PERMISSION

export const checkLastSsn = (value: string): Problem => (/^\d{4}$/.test(value) ? undefined : text.SSN_ERROR)

export const checkTaxId = (value: string): Problem => (/^\d{9}$/.test(value) ? undefined : text.TIN_ERROR)

export const checkClaimNumber = (value: string): Problem => requiredLine(value, limit.CLAIM_NUMBER_MAX)

export function checkBilledAmount(value: string): Problem {
  const entered = value.replace(/[\s$]/g, '')
  if (entered === '') return text.REQUIRED
  // The appended '.00' does not count towards the sixteen characters.
  const tooLong = atMost(entered.replace(/\.00$/, ''), limit.BILLED_AMOUNT_MAX)
  return tooLong ?? (/^\d+\.\d{2}$/.test(storedAmount(entered)) ? undefined : own.AMOUNT_STYLE)
}

export const checkQuiz = (questions: { selectedChoice: string }[]): Problem =>
  questions.every((question) => question.selectedChoice !== '') ? undefined : text.ANSWER_ALL_QUESTIONS

/** A name that reverses the text after it can pass for another name. */
export const checkName = (value: string): Problem =>
  requiredLine(value, limit.NAME_MAX) ?? (/\p{Bidi_Control}/u.test(value) ? own.TEXT_DIRECTION : undefined)

function checkUserNameOf(value: string, allowed: RegExp): Problem {
  const name = storedUserName(value)
  if (name === '') return text.REQUIRED
  if (name.length < limit.USER_NAME_MIN) return text.USER_NAME_TOO_SHORT
  return atMost(name, limit.USER_NAME_MAX) ?? (allowed.test(name) ? undefined : own.USER_NAME_CHARACTERS)
}

export const checkUserName = (value: string): Problem => checkUserNameOf(value, /^[A-Za-z0-9]+$/)

/** The activation input also allows spaces. */
export const checkActivationUserName = (value: string): Problem => checkUserNameOf(value, /^[A-Za-z0-9 ]+$/)

export function checkPassword(value: string): Problem {
  if (value === '') return text.REQUIRED
  const wellFormed = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]+$/.test(value)
  const rightLength = value.length >= limit.PASSWORD_MIN && value.length <= limit.PASSWORD_MAX
  return wellFormed && rightLength ? undefined : text.INVALID_PASSWORD
}

export function checkConfirmPassword(value: string, password: string): Problem {
  if (value === '') return text.REQUIRED
  return value === password ? undefined : text.PASSWORD_MISMATCH
}

/** One @, a local part without spaces, dotted host labels, a top-level domain of two or more letters. */
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/

function checkAddress(value: string, max: number): Problem {
  return requiredText(value, max) ?? (EMAIL.test(value) ? undefined : text.INVALID_EMAIL)
}

function checkSameAddress(value: string, address: string, mismatch: string): Problem {
  return required(value) ?? (sameIgnoringCase(value, address) ? undefined : mismatch)
}

export const checkEmail = (value: string): Problem => checkAddress(value, limit.EMAIL_MAX)

export const checkConfirmEmail = (value: string, email: string): Problem =>
  checkSameAddress(value, email, text.EMAIL_MISMATCH)

export const checkSignatoryEmail = (value: string): Problem => checkAddress(value, limit.SIGNATORY_EMAIL_MAX)

export const checkSignatoryConfEmail = (value: string, signatoryEmail: string): Problem =>
  checkSameAddress(value, signatoryEmail, text.SIGNATORY_EMAIL_MISMATCH)

export function checkPhone(value: string): Problem {
  const { length } = stripPhone(value)
  if (length > limit.PHONE_DIGITS) return own.PHONE_TOO_LONG
  return required(value) ?? (length < limit.PHONE_DIGITS ? text.INVALID_PHONE : undefined)
}

export const checkExtension = (value: string): Problem => (/^\d{0,6}$/.test(value) ? undefined : own.EXTENSION_DIGITS)

/** A question is required and must not be chosen in another field. */
export function checkSecurityQuestion(value: string, others: string[]): Problem {
  return required(value) ?? (others.includes(value) ? own.QUESTION_REPEATED : undefined)
}

export const checkSecurityAnswer = (value: string): Problem => requiredLine(value, limit.SECURITY_ANSWER_MAX)

export const checkCaptcha = (value: string): Problem => (value === '' ? text.COMPLETE_CAPTCHA : undefined)

/** The error for typed text that is not in the list: another field may have that question. */
export function explainUnlisted(typed: string, chosenElsewhere: string[]): string {
  const wanted = typed.trim().toLowerCase()
  const isTaken = chosenElsewhere.some((question) => question.toLowerCase() === wanted)
  return isTaken ? own.QUESTION_REPEATED : own.QUESTION_UNKNOWN
}

/** The list of a field: at most twenty questions that match, without those chosen in the other fields. */
export function offerQuestions(questions: string[], chosenElsewhere: string[], typed = ''): string[] {
  const wanted = typed.trim().toLowerCase()
  return questions
    .filter((question) => !chosenElsewhere.includes(question) && question.toLowerCase().includes(wanted))
    .slice(0, limit.SECURITY_QUESTION_OPTIONS_MAX)
}

const trim = (value: string) => value.trim()

/** How each field of a person is checked, and how a typed value is stored. */
export const PERSON_RULES: Record<
  PersonField,
  { check: (value: string) => Problem; clean: (value: string) => string }
> = {
  firstName: { check: checkName, clean: trim },
  lastName: { check: checkName, clean: trim },
  email: { check: checkEmail, clean: trim },
  phone: { check: checkPhone, clean: stripPhone },
  phoneExt: { check: checkExtension, clean: trim },
}

type Checked = { [Name in PersonField]?: string | undefined } & { confirmEmail?: string }
type Problems = Partial<Record<PersonField | 'confirmEmail', Problem>>

/** Checks the fields that a form has, in the order of the screen. */
export function personProblems(form: Checked): Problems {
  const problems: Problems = {}
  for (const field of PERSON_FIELD_NAMES) {
    const value = form[field]
    if (value !== undefined) problems[field] = PERSON_RULES[field].check(value)
    if (field === 'email' && form.confirmEmail !== undefined)
      problems.confirmEmail = checkConfirmEmail(form.confirmEmail, form.email ?? '')
  }
  return problems
}

/** Checks an invitation: optional fields may stay empty, for the invited person can add them. */
export function invitedProblems(form: Checked): Problems {
  const isEmpty = (field: PersonField) => PERSON_FIELDS[field].optional && !form[field]?.trim()
  return personProblems({ ...form, ...mapPerson((field) => (isEmpty(field) ? undefined : form[field]?.trim())) })
}
