import { passwordProblems, questionProblems } from '../forms/credential-rules.ts'
import type { NewPassword, SecurityAnswers } from '../forms/credentials.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import { sameIgnoringCase } from '../forms/formats.ts'
import type { PersonForm } from '../forms/person-fields.ts'
import * as rule from '../forms/rules.ts'
import { personProblems } from '../forms/rules.ts'
import { ANSWER_TWO } from './sentences.ts'

/** Checks of the account forms. The server applies the same rules again. */

export type ContactForm = PersonForm & { confirmEmail: string; currentPassword: string }

/** A new email address needs the password, because the address controls the account. */
export function checkContactForm(form: ContactForm, emailNow: string): FormErrors {
  return collectErrors({
    ...personProblems(form),
    currentPassword: sameIgnoringCase(form.email, emailNow) ? undefined : rule.required(form.currentPassword),
  })
}

export function checkPasswordForm(form: NewPassword & { currentPassword: string }): FormErrors {
  return collectErrors({ currentPassword: rule.required(form.currentPassword), ...passwordProblems(form) })
}

export type QuestionsForm = SecurityAnswers & { currentPassword: string }

export function checkQuestionsForm(form: QuestionsForm): FormErrors {
  return collectErrors({ currentPassword: rule.required(form.currentPassword), ...questionProblems(form) })
}

export const checkForgotPasswordForm = (form: { userName: string }): FormErrors =>
  collectErrors({ userName: rule.required(form.userName) })

export const checkForgotUsernameForm = (form: { email: string }): FormErrors =>
  collectErrors({ email: rule.checkEmail(form.email.trim()) })

export type ResetForm = NewPassword & { answer1: string; answer2: string; answer3: string }

export const RIGHT_ANSWERS_NEEDED = 2

/** Requires any two of the three answers. The error appears at the first empty one. */
export function checkResetForm(form: ResetForm): FormErrors {
  const answers = { answer1: form.answer1, answer2: form.answer2, answer3: form.answer3 }
  const empty = Object.entries(answers).filter(([, answer]) => answer.trim() === '')
  const missing = Object.keys(answers).length - empty.length < RIGHT_ANSWERS_NEEDED ? empty[0]?.[0] : undefined
  return collectErrors({ ...(missing ? { [missing]: ANSWER_TWO } : {}), ...passwordProblems(form) })
}
