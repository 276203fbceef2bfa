import { expect, test } from 'vitest'
import { signedFormTakes, signerAlwaysNeeded, signerNeeded } from './review-promise.ts'

test.each([
  [1, 'within one business day from when'],
  [2, 'within two business days from when'],
  [12, 'within 12 business days from when'],
])('what the plan promises is said in words: %s', (days, words) => {
  expect(signedFormTakes(days)).toContain(words)
  for (const needed of [signerNeeded, signerAlwaysNeeded])
    expect(needed(days)).toMatch(new RegExp(`on paper, looked at ${words.replace(' from when', '')}$`))
})

test('as long as it is not known nothing is promised', () => {
  expect(signedFormTakes(undefined)).not.toMatch(/business|undefined/)
  for (const needed of [signerNeeded, signerAlwaysNeeded]) expect(needed(undefined)).toMatch(/on paper$/)
})
