import { isCalendarDay } from '../directory/calendar-day.ts'
import * as rule from '../registration/rules.ts'
import { MEMBER_CODE_DIGITS } from './calls.ts'
import { BAD_BIRTH_DATE, CODE_DIGITS, TERMS_NEEDED } from './sentences.ts'

/** The checks of the members' forms: field → text, in the order of the screen. The server uses the same. */
export type MemberErrors = Partial<Record<string, string>>

const collect = (problems: Record<string, rule.Problem>): MemberErrors =>
  Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const MEMBER_ID_MAX = 30

export type MemberDetails = { memberId: string; firstName: string; lastName: string; birthDate: string }

export function checkMemberDetails(form: MemberDetails, today: string): MemberErrors {
  const { birthDate } = form
  const isPast = isCalendarDay(birthDate) && birthDate <= today && birthDate >= '1880-01-01'
  return collect({
    memberId: rule.required(form.memberId) ?? rule.atMost(form.memberId, MEMBER_ID_MAX),
    firstName: rule.checkName(form.firstName),
    lastName: rule.checkName(form.lastName),
    birthDate: rule.required(birthDate) ?? (isPast ? undefined : BAD_BIRTH_DATE),
  })
}

export function checkMemberCode(form: { code: string }): MemberErrors {
  const isCode = form.code.length === MEMBER_CODE_DIGITS && /^\d+$/.test(form.code)
  return collect({ code: rule.required(form.code) ?? (isCode ? undefined : CODE_DIGITS) })
}

export type MemberAccountForm = {
  phone: string
  phoneExt: string
  userName: string
  password: string
  confirmPassword: string
  securityQuestion1: string
  securityQuestion2: string
  securityQuestion3: string
  securityAns1: string
  securityAns2: string
  securityAns3: string
  termsAccepted: boolean
}

/** The account rules of spec section 5; the email address is the one the code proved. */
export function checkMemberAccount(form: MemberAccountForm): MemberErrors {
  const { securityQuestion1: first, securityQuestion2: second, securityQuestion3: third } = form
  return collect({
    phone: rule.checkPhone(form.phone),
    phoneExt: rule.checkExtension(form.phoneExt),
    userName: rule.checkUserName(form.userName),
    password: rule.checkPassword(form.password),
    confirmPassword: rule.checkConfirmPassword(form.confirmPassword, form.password),
    securityQuestion1: rule.checkSecurityQuestion(first, []),
    securityAns1: rule.checkSecurityAnswer(form.securityAns1),
    securityQuestion2: rule.checkSecurityQuestion(second, [first]),
    securityAns2: rule.checkSecurityAnswer(form.securityAns2),
    securityQuestion3: rule.checkSecurityQuestion(third, [first, second]),
    securityAns3: rule.checkSecurityAnswer(form.securityAns3),
    termsAccepted: form.termsAccepted ? undefined : TERMS_NEEDED,
  })
}
