import { expect, test } from 'vitest'
import { wilsonInterval, writeShare } from './wilson.ts'

/** Method 3 in table I of Newcombe, Statistics in Medicine 17 (1998), to four decimals. */
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %i in %i is the published one', (successes, trials, low, high) => {
  const interval = wilsonInterval(successes, trials)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

test('the interval of all successes ends at one, and mirrors that of none', () => {
  const { low, high } = wilsonInterval(20, 20)
  expect(high).toBe(1)
  expect(low).toBeCloseTo(1 - 0.1611, 4)
})

test('the interval contains the share, and narrows with the size', () => {
  const small = wilsonInterval(9, 10)
  const large = wilsonInterval(900, 1000)
  for (const { low, high } of [small, large]) {
    expect(low).toBeLessThan(0.9)
    expect(high).toBeGreaterThan(0.9)
  }
  expect(large.high - large.low).toBeLessThan(small.high - small.low)
})

test('nothing is known without a trial', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
})

test.each([
  [0.925, '92.5%'],
  [1, '100.0%'],
  [0, '0.0%'],
])('writes %d as %s', (share, text) => {
  expect(writeShare(share)).toBe(text)
})
