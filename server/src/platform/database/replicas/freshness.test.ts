import { expect, test } from 'vitest'
import { freshAsOf } from './freshness.ts'

const mark = (at: number, bytes: bigint, timeline = 1) => ({ at, bytes, timeline })

test('counts everything committed before the last replayed mark as present on a replica', () => {
  const marks = [mark(10, 100n), mark(20, 200n), mark(30, 300n)]
  expect(freshAsOf(marks, { bytes: 300n, timeline: 1 })).toBe(30)
  expect(freshAsOf(marks, { bytes: 250n, timeline: 1 })).toBe(20)
  expect(freshAsOf(marks, { bytes: 99n, timeline: 1 })).toBe(Number.NEGATIVE_INFINITY)
  expect(freshAsOf([], { bytes: 300n, timeline: 1 })).toBe(Number.NEGATIVE_INFINITY)
})

test('does not report lag on the replica of an idle primary', () => {
  const marks = [mark(10, 100n), mark(5_000, 100n), mark(9_000, 100n)]
  expect(freshAsOf(marks, { bytes: 100n, timeline: 1 })).toBe(9_000)
})

test('ignores positions of another timeline, however far they are', () => {
  const marks = [mark(10, 100n, 1), mark(20, 120n, 2)]
  expect(freshAsOf(marks, { bytes: 999n, timeline: 1 })).toBe(10)
  expect(freshAsOf(marks, { bytes: 999n, timeline: 3 })).toBe(Number.NEGATIVE_INFINITY)
})
