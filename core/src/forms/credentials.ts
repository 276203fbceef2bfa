/** User name, password and security questions: the same part of every account form. */
export const NO_CREDENTIALS = {
  userName: '',
  password: '',
  confirmPassword: '',
  securityQuestion1: '',
  securityQuestion2: '',
  securityQuestion3: '',
  securityAns1: '',
  securityAns2: '',
  securityAns3: '',
}
export type Credentials = typeof NO_CREDENTIALS
export type NewPassword = Pick<Credentials, 'password' | 'confirmPassword'>
export type SecurityAnswers = Omit<Credentials, 'userName' | keyof NewPassword>

/** Each question with its answer, in the order of the form. */
export const pairQuestions = (form: SecurityAnswers): { question: string; answer: string }[] => [
  { question: form.securityQuestion1, answer: form.securityAns1 },
  { question: form.securityQuestion2, answer: form.securityAns2 },
  { question: form.securityQuestion3, answer: form.securityAns3 },
]
