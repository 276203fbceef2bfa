import { LIST_COUNT_MAX } from '@portico/core/internal/limits'
import { expect, test } from 'vitest'
import { countFound } from './paged-list.ts'

test.each([
  ['nobody counted them', [{ found: null }], undefined],
  ['behind the last page', [], undefined],
  ['as many as are counted', [{ found: LIST_COUNT_MAX }], { total: LIST_COUNT_MAX }],
  ['more', [{ found: LIST_COUNT_MAX + 1 }], { total: LIST_COUNT_MAX, roughly: 'more than' }],
])('what a page tells of all that was found: %s', (_what, rows, counted) => {
  expect(countFound(rows)).toEqual(counted)
})
