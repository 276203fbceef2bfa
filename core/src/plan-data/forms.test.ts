import { describe, expect, test } from 'vitest'
import { isCalendarDay, planDayOf } from '../forms/calendar-day.ts'
import { checkDays, checkEligibilityForm } from './forms.ts'
import { BAD_DAY, DAYS_REVERSED, ENTER } from './sentences.ts'

const form = { by: 'memberId' as const, memberId: '', firstName: '', lastName: '', birthDate: '', onDate: '' }

describe('checkEligibilityForm', () => {
  test('requires only the member ID in a search by member ID', () => {
    expect(checkEligibilityForm(form)).toEqual({ memberId: ENTER.memberId })
    expect(checkEligibilityForm({ ...form, memberId: '100' })).toEqual({})
  })

  test('requires both names and the birth date in a search by name', () => {
    const { firstName, lastName, birthDate } = ENTER
    expect(checkEligibilityForm({ ...form, by: 'name' })).toEqual({ firstName, lastName, birthDate })
    const person = { ...form, by: 'name' as const, firstName: 'Ada', lastName: 'Fern' }
    expect(checkEligibilityForm({ ...person, birthDate: '1950-02-30' })).toEqual({ birthDate: BAD_DAY })
    expect(checkEligibilityForm({ ...person, birthDate: '1950-02-28', onDate: 'soon' })).toEqual({ onDate: BAD_DAY })
  })
})

test('accepts no dates, one date or both, and rejects an end before the start', () => {
  expect(checkDays({})).toEqual({})
  expect(checkDays({ from: '2026-02-01', to: '2026-02-01' })).toEqual({})
  expect(checkDays({ from: '2026-02-02', to: '2026-02-01' })).toEqual({ to: DAYS_REVERSED })
  expect(checkDays({ from: '2026-13-01', to: '2026-02-01' })).toEqual({ from: BAD_DAY })
})

test.each(['2026-02-29', '2026-2-1', '20260201', '2026-00-10', '2026-04-31', ''])(
  'isCalendarDay rejects %j',
  (text) => {
    expect(isCalendarDay(text)).toBe(false)
  },
)

test('starts the plan’s day at midnight of its own time zone, in winter and in summer', () => {
  expect(isCalendarDay('2028-02-29')).toBe(true)
  expect(planDayOf(new Date('2026-01-15T04:59:00Z'))).toBe('2026-01-14')
  expect(planDayOf(new Date('2026-01-15T05:00:00Z'))).toBe('2026-01-15')
  expect(planDayOf(new Date('2026-07-15T04:00:00Z'))).toBe('2026-07-15')
})
