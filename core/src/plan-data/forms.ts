import { isCalendarDay } from '../forms/calendar-day.ts'
import { collectErrors, type FormErrors } from '../forms/form-errors.ts'
import { BAD_DAY, DAYS_REVERSED, ENTER } from './sentences.ts'

/** Checks of the portal's forms. The server applies the same rules again. */

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

/** Requires a member ID, or a name and birth date (behaviour 13.4). An empty `onDate` means today. */
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

/** Both dates are optional. */
export function checkDays(form: { from?: string | undefined; to?: string | undefined }): FormErrors {
  const { from = '', to = '' } = form
  const problems = { from: optionalDay(from), to: optionalDay(to) }
  if (!problems.from && !problems.to && from !== '' && to !== '' && to < from) problems.to = DAYS_REVERSED
  return collectErrors(problems)
}
