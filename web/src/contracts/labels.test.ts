import { formatMoment } from '@portico/core/forms/moments'
import { expect, test } from 'vitest'
import { receivedOn } from './labels.ts'

test('the date of a request is not taken for that of a contract that never came', () => {
  const since = '2026-03-02T15:00:00.000Z'
  expect(receivedOn({ cameBy: 'FAX', since })).toBe(formatMoment(since))
  expect(receivedOn({ cameBy: '', since })).toBe('—')
})
