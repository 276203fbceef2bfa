import type { NewPassword, SecurityAnswers } from './credentials.ts'
import { checkConfirmPassword, checkPassword, checkSecurityAnswer, checkSecurityQuestion } from './rules.ts'

export const passwordProblems = (form: NewPassword) => ({
  password: checkPassword(form.password),
  confirmPassword: checkConfirmPassword(form.confirmPassword, form.password),
})

/** A repeated question is reported at its later field. */
export function questionProblems(form: SecurityAnswers) {
  const { securityQuestion1: first, securityQuestion2: second, securityQuestion3: third } = form
  return {
    securityQuestion1: checkSecurityQuestion(first, []),
    securityAns1: checkSecurityAnswer(form.securityAns1),
    securityQuestion2: checkSecurityQuestion(second, [first]),
    securityAns2: checkSecurityAnswer(form.securityAns2),
    securityQuestion3: checkSecurityQuestion(third, [first, second]),
    securityAns3: checkSecurityAnswer(form.securityAns3),
  }
}
