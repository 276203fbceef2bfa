import { describe, expect, test } from 'vitest'
import { isCalendarDay, planDayOf } from '../forms/calendar-day.ts'
import { checkDays, checkEligibilityForm } from './forms.ts'
import { BAD_DAY, DAYS_REVERSED, ENTER } from './sentences.ts'

const form = { by: 'memberId' as const, memberId: '', firstName: '', lastName: '', birthDate: '', onDate: '' }

describe('eligibility', () => {
  test('by member ID nothing else is asked for', () => {
    expect(checkEligibilityForm(form)).toEqual({ memberId: ENTER.memberId })
    expect(checkEligibilityForm({ ...form, memberId: '100' })).toEqual({})
  })

  test('by name all three are', () => {
    const { firstName, lastName, birthDate } = ENTER
    expect(checkEligibilityForm({ ...form, by: 'name' })).toEqual({ firstName, lastName, birthDate })
    const person = { ...form, by: 'name' as const, firstName: 'Ada', lastName: 'Fern' }
    expect(checkEligibilityForm({ ...person, birthDate: '1950-02-30' })).toEqual({ birthDate: BAD_DAY })
    expect(checkEligibilityForm({ ...person, birthDate: '1950-02-28', onDate: 'soon' })).toEqual({ onDate: BAD_DAY })
  })
})

test('from and until, either or both, the right way round', () => {
  expect(checkDays({})).toEqual({})
  expect(checkDays({ from: '2026-02-01', to: '2026-02-01' })).toEqual({})
  expect(checkDays({ from: '2026-02-02', to: '2026-02-01' })).toEqual({ to: DAYS_REVERSED })
  expect(checkDays({ from: '2026-13-01', to: '2026-02-01' })).toEqual({ from: BAD_DAY })
})

test.each(['2026-02-29', '2026-2-1', '20260201', '2026-00-10', '2026-04-31', ''])('%j is no day', (text) => {
  expect(isCalendarDay(text)).toBe(false)
})

test('the plan’s day changes at its own midnight, in winter and in summer', () => {
  expect(isCalendarDay('2028-02-29')).toBe(true)
  expect(planDayOf(new Date('2026-01-15T04:59:00Z'))).toBe('2026-01-14')
  expect(planDayOf(new Date('2026-01-15T05:00:00Z'))).toBe('2026-01-15')
  expect(planDayOf(new Date('2026-07-15T04:00:00Z'))).toBe('2026-07-15')
})
