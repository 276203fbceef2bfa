import { HIDDEN } from '../forms/formats.ts'
import { HIDDEN_CHARACTERS } from '../forms/sentences.ts'
import { readTypedDay } from '../spreadsheet/typed-day.ts'
import type { ListAnswer, ListRow } from './eligibility-list-shapes.ts'
import { checkEligibilityForm } from './forms.ts'
import { ASK_MEMBER, BAD_DAY } from './sentences.ts'

/** Members of one list, and rows that the page sends in one call. */
export const LIST_ROWS = 500
export const ROWS_A_CALL = 50

export const LIST_TEXTS = {
  tooMany: `A list can have up to ${LIST_ROWS} rows. Please split it into smaller lists.`,
  empty: 'The list has no rows. Please add at least one member.',
  tooLong: 'A value in this row is too long.',
  limit: 'This would be more rows than your account can check in a day. Please check the most urgent ones one by one.',
  byIdOnly: 'Too many names were not found today. Please enter the member ID for this row.',
  partly: 'You left the page before all rows were checked. Start a new list for the others.',
  noList: 'Your list is no longer available. Please check it again.',
} as const

const LONGEST = { memberId: 40, firstName: 75, lastName: 75, birthDate: 40, onDate: 40 } as const
const FIELDS = ['memberId', 'firstName', 'lastName', 'birthDate', 'onDate'] as const

/** A row as it is looked up, or the error text of a malformed one. The browser and the server use the same rule. */
export function readListRow(row: ListRow): { row: Required<ListRow> } | { problem: string } {
  const read = { memberId: '', firstName: '', lastName: '', birthDate: '', onDate: '' }
  for (const field of FIELDS) {
    const value = (row[field] ?? '').trim()
    if (value.length > LONGEST[field]) return { problem: LIST_TEXTS.tooLong }
    if (HIDDEN.test(value)) return { problem: HIDDEN_CHARACTERS }
    read[field] = field === 'birthDate' || field === 'onDate' ? readTypedDay(value) : value
  }
  const errors = Object.values(checkEligibilityForm({ by: read.memberId ? 'memberId' : 'name', ...read }))
  if (errors.length === 0) return { row: read }
  return { problem: errors.every((text) => text === BAD_DAY) ? BAD_DAY : ASK_MEMBER }
}

/** Empty if the plan's file has no deductible. */
export function deductibleLeft({ deductible, deductibleMet }: ListAnswer): string {
  if (!deductible) return ''
  return Math.max(0, Number(deductible) - Number(deductibleMet || 0)).toFixed(2)
}
