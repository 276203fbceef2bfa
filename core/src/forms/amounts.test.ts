import { expect, test } from 'vitest'
import { writeCount, writeDollars, writeTotal } from './amounts.ts'

const figures = [0, 1, 12, 999, 1_000, 1_234, 12_345, 999_999, 1_000_000, 9_700_000, 123_456_789]

test('counts are grouped by thousands as Intl does', () => {
  for (const count of [...figures, ...figures.map((figure) => -figure)])
    expect(writeCount(count)).toBe((count + 0).toLocaleString('en-US'))
})

test('a total that is not exact is marked', () => {
  expect(writeTotal({ total: 12_345 })).toBe('12,345')
  expect(writeTotal({ total: 12_345, roughly: 'about' })).toBe('about 12,345')
  expect(writeTotal({ total: 1000, roughly: 'more than' })).toBe('more than 1,000')
})

test('amounts are formatted as Intl does, in cents or whole dollars', () => {
  const written = (digits: 0 | 2) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: digits })
  for (const amount of [...figures, 0.5, 125, 1234.5, 99_999.99, 0.07, -45.25, -12_000]) {
    expect(writeDollars(amount)).toBe(written(2).format(amount))
    expect(writeDollars(amount, 0)).toBe(written(0).format(amount))
  }
})
