import { sameIgnoringCase } from '../registration/formats.ts'
import * as rule from '../registration/rules.ts'
import { ANSWER_TWO } from './sentences.ts'

/** What the account forms check before they are sent: field → text. The server checks again by the same rules. */
export type AccountErrors = Partial<Record<string, string>>

function collect(problems: Record<string, rule.Problem>): AccountErrors {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined)) as AccountErrors
}

export type ContactForm = {
  firstName: string
  lastName: string
  email: string
  confirmEmail: string
  phone: string
  phoneExt: string
  currentPassword: string
}

/** A new email address needs the password: whoever controls it controls the account. */
export function checkContactForm(form: ContactForm, emailNow: string): AccountErrors {
  return collect({
    firstName: rule.checkName(form.firstName),
    lastName: rule.checkName(form.lastName),
    email: rule.checkEmail(form.email),
    confirmEmail: rule.checkConfirmEmail(form.confirmEmail, form.email),
    phone: rule.checkPhone(form.phone),
    phoneExt: rule.checkExtension(form.phoneExt),
    currentPassword: sameIgnoringCase(form.email, emailNow) ? undefined : rule.required(form.currentPassword),
  })
}

type NewPassword = { password: string; confirmPassword: string }

const newPasswordProblems = (form: NewPassword) => ({
  password: rule.checkPassword(form.password),
  confirmPassword: rule.checkConfirmPassword(form.confirmPassword, form.password),
})

export function checkPasswordForm(form: NewPassword & { currentPassword: string }): AccountErrors {
  return collect({ currentPassword: rule.required(form.currentPassword), ...newPasswordProblems(form) })
}

export type QuestionsForm = {
  currentPassword: string
  securityQuestion1: string
  securityQuestion2: string
  securityQuestion3: string
  securityAns1: string
  securityAns2: string
  securityAns3: string
}

/** A repeated question is told at its later slot. */
export function checkQuestionsForm(form: QuestionsForm): AccountErrors {
  const { securityQuestion1: first, securityQuestion2: second, securityQuestion3: third } = form
  return collect({
    currentPassword: rule.required(form.currentPassword),
    securityQuestion1: rule.checkSecurityQuestion(first, []),
    securityAns1: rule.checkSecurityAnswer(form.securityAns1),
    securityQuestion2: rule.checkSecurityQuestion(second, [first]),
    securityAns2: rule.checkSecurityAnswer(form.securityAns2),
    securityQuestion3: rule.checkSecurityQuestion(third, [first, second]),
    securityAns3: rule.checkSecurityAnswer(form.securityAns3),
  })
}

export const checkForgotPasswordForm = (form: { userName: string }): AccountErrors =>
  collect({ userName: rule.required(form.userName) })

export const checkForgotUsernameForm = (form: { email: string }): AccountErrors =>
  collect({ email: rule.checkEmail(form.email.trim()) })

export type ResetForm = NewPassword & { answer1: string; answer2: string; answer3: string }

export const RIGHT_ANSWERS_NEEDED = 2

/** Two of the three answers; which two is the person's choice. The text stands at the first that is empty. */
export function checkResetForm(form: ResetForm): AccountErrors {
  const answers = { answer1: form.answer1, answer2: form.answer2, answer3: form.answer3 }
  const empty = Object.entries(answers).filter(([, answer]) => answer.trim() === '')
  const missing = Object.keys(answers).length - empty.length < RIGHT_ANSWERS_NEEDED ? empty[0]?.[0] : undefined
  return collect({ ...(missing ? { [missing]: ANSWER_TWO } : {}), ...newPasswordProblems(form) })
}
