import { expect, test } from 'vitest'
import { provedWithin } from './session-proof.ts'

const at = new Date('2026-03-02T15:00:00Z')
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

test.each([
  ['just proved', null, 0, true],
  ['nine minutes ago', null, 9, true],
  ['ten minutes ago', null, 10, false],
  ['renewed by a call', 9, 18, true],
  ['renewed too long ago', 9, 19, false],
  ['renewed again and again, within the hour', 55, 59, true],
  ['renewed again and again, after an hour', 55, 60, false],
])('checks whether a proof is still valid: %s', (_what, usedAfter, now, good) => {
  const usedAt = usedAfter === null ? null : after(usedAfter)
  expect(provedWithin({ proof: { by: 'PASSWORD', at, usedAt } }, after(now))).toBe(good)
})
