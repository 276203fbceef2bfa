import { LIST_COUNT_MAX } from '@portico/core/internal/limits'
import { expect, test } from 'vitest'
import { countFound } from './paged-list.ts'

test.each([
  ['nobody counted them', [{ found: null }], 25, undefined],
  ['behind the last page', [], 25, undefined],
  ['as many as are counted', [{ found: LIST_COUNT_MAX }], 25, { total: LIST_COUNT_MAX }],
  ['more', [{ found: LIST_COUNT_MAX + 1 }], 25, { total: LIST_COUNT_MAX, roughly: 'more than' }],
  ['more than a page beyond', [{ found: 1100 }], 1050, { total: 1050, roughly: 'more than' }],
  ['the last page beyond', [{ found: 1100 }], 1100, { total: 1100 }],
] as const)('derives the total of a search from one page: %s', (_what, rows, seen, counted) => {
  expect(countFound(rows, seen)).toEqual(counted)
})
