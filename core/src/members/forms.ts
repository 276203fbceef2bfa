import { isCalendarDay } from '../forms/calendar-day.ts'
import { passwordProblems, questionProblems } from '../forms/credential-rules.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import * as rule from '../forms/rules.ts'
import { personProblems } from '../forms/rules.ts'
import { MEMBER_CODE_DIGITS, MEMBER_ID_MAX } from './limits.ts'
import { BAD_BIRTH_DATE, CODE_DIGITS, TERMS_NEEDED } from './sentences.ts'
import type { MemberAccount, MemberDetails } from './shapes.ts'

/** Checks of the members' forms. The server uses the same checks. */

export function checkMemberDetails(form: MemberDetails, today: string): FormErrors {
  const { birthDate } = form
  const isPast = isCalendarDay(birthDate) && birthDate <= today && birthDate >= '1880-01-01'
  return collectErrors({
    memberId: rule.required(form.memberId) ?? rule.atMost(form.memberId, MEMBER_ID_MAX),
    ...personProblems(form),
    birthDate: rule.required(birthDate) ?? (isPast ? undefined : BAD_BIRTH_DATE),
  })
}

export function checkMemberCode(form: { code: string }): FormErrors {
  const isCode = form.code.length === MEMBER_CODE_DIGITS && /^\d+$/.test(form.code)
  return collectErrors({ code: rule.required(form.code) ?? (isCode ? undefined : CODE_DIGITS) })
}

/** Account rules (behaviour 5). The email address comes from the confirmed code. */
export function checkMemberAccount(form: MemberAccount): FormErrors {
  return collectErrors({
    ...personProblems(form),
    userName: rule.checkUserName(form.userName),
    ...passwordProblems(form),
    ...questionProblems(form),
    termsAccepted: form.termsAccepted ? undefined : TERMS_NEEDED,
  })
}
