import { isCalendarDay } from '../forms/calendar-day.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import { BAD_DAY, DAYS_REVERSED, ENTER } from './sentences.ts'

/** What the portal's forms check before they are sent. The server checks again by the same rules. */

const isEmpty = (text: string) => text.trim() === ''
const optionalDay = (text: string) => (text === '' || isCalendarDay(text) ? undefined : BAD_DAY)

export type EligibilityForm = {
  by: 'memberId' | 'name'
  memberId: string
  firstName: string
  lastName: string
  birthDate: string
  onDate: string
}

/** By member ID, or by name and birth date (behaviour 13.4); the day asked about is today when left empty. */
export function checkEligibilityForm(form: EligibilityForm): FormErrors {
  const missing = (field: keyof typeof ENTER) => (isEmpty(form[field]) ? ENTER[field] : undefined)
  const who =
    form.by === 'memberId'
      ? { memberId: missing('memberId') }
      : {
          firstName: missing('firstName'),
          lastName: missing('lastName'),
          birthDate: missing('birthDate') ?? optionalDay(form.birthDate),
        }
  return collectErrors({ ...who, onDate: optionalDay(form.onDate) })
}

/** From and until, both optional. */
export function checkDays(form: { from?: string | undefined; to?: string | undefined }): FormErrors {
  const { from = '', to = '' } = form
  const problems = { from: optionalDay(from), to: optionalDay(to) }
  if (!problems.from && !problems.to && from !== '' && to !== '' && to < from) problems.to = DAYS_REVERSED
  return collectErrors(problems)
}
