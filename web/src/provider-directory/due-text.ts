import { formatCalendarDay } from '@portico/core/forms/moments'
import type { VerificationScope } from '@portico/core/provider-directory/verify-shapes'
import { countOf } from '#kit/count-of.ts'

/** What is due in a scope, most urgent first. */
export function describeDue({ total, overdue, dueSoon, dueOn }: VerificationScope): string {
  if (total === 0) return 'No provider has a location yet'
  if (overdue > 0) return `${countOf(overdue, 'entry is', 'entries are')} overdue`
  if (dueSoon > 0) return `${countOf(dueSoon, 'entry is', 'entries are')} due, the first on ${formatCalendarDay(dueOn)}`
  return `Nothing due before ${formatCalendarDay(dueOn)}`
}
