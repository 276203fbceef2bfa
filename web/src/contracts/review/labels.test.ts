import { formatMoment } from '@portico/core/forms/moments'
import { expect, test } from 'vitest'
import { receivedOn } from './labels.ts'

test('shows no received date for a request without a contract', () => {
  const since = '2026-03-02T15:00:00.000Z'
  expect(receivedOn({ cameBy: 'FAX', since })).toBe(formatMoment(since))
  expect(receivedOn({ cameBy: '', since })).toBe('—')
})
