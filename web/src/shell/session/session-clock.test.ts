import { expect, test } from 'vitest'
import { phaseAt } from './session-clock.ts'

const START = 1_000_000

test('phaseAt is quiet before 1620 s', () => {
  expect(phaseAt(START + 1_619_999, START)).toEqual({ phase: 'quiet' })
})

test('phaseAt counts down from 180 and rounds up', () => {
  expect(phaseAt(START + 1_620_000, START)).toEqual({ phase: 'warning', secondsLeft: 180 })
  expect(phaseAt(START + 1_620_001, START)).toEqual({ phase: 'warning', secondsLeft: 180 })
  expect(phaseAt(START + 1_621_000, START)).toEqual({ phase: 'warning', secondsLeft: 179 })
  expect(phaseAt(START + 1_799_999, START)).toEqual({ phase: 'warning', secondsLeft: 1 })
})

test('phaseAt is expired at 1800 s and after a long sleep', () => {
  expect(phaseAt(START + 1_800_000, START)).toEqual({ phase: 'expired' })
  expect(phaseAt(START + 86_400_000, START)).toEqual({ phase: 'expired' })
})

test('phaseAt is expired at once if another tab ended the session', () => {
  expect(phaseAt(START, 0)).toEqual({ phase: 'expired' })
})
