import { expect, test } from 'vitest'
import { signedFormTakes, signerAlwaysNeeded, signerNeeded } from './review-promise.ts'

test.each([
  [1, 'one business day.'],
  [2, 'two business days.'],
  [12, '12 business days.'],
])('a promise of %s days is written as %s', (days, words) => {
  expect(signedFormTakes(days)).toContain(`within ${words}`)
  for (const needed of [signerNeeded, signerAlwaysNeeded])
    expect(needed(days).endsWith(`paper takes up to ${words}`)).toBe(true)
})

test('promises nothing until the review time is known', () => {
  expect(signedFormTakes(undefined)).not.toMatch(/business|undefined/)
  for (const needed of [signerNeeded, signerAlwaysNeeded]) expect(needed(undefined)).toMatch(/takes a few minutes\.$/)
})
