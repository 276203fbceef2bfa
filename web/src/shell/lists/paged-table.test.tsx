import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PagedEntries, type Rows } from './paged-table.tsx'

const show = (counted: Pick<Rows<string>, 'total' | 'roughly'>, page = 1) =>
  renderToStaticMarkup(
    <PagedEntries
      list={{ state: 'ready', entity: { rows: ['one'], pageSize: 25, ...counted }, reload: () => undefined }}
      address={{ page, readCurrent: () => ({ page }), setPage: () => undefined, isFiltered: false }}
      rowsLabel="rows"
      className="rows"
      rowKey={(row) => row}
      entry={(row) => row}
      empty="Nothing."
    />,
  )

test.each([
  [{ total: 1000 }, '>1,000 found<', '>26–50 of 1,000<'],
  [{ total: 1000, roughly: 'more than' }, '>More than 1,000 found<', '>26–50 of more than 1,000<'],
  [{ total: 12_345, roughly: 'about' }, '>About 12,345 found<', '>26–50 of about 12,345<'],
] as const)('a list and its pager show how exact the total is: %o', (counted, found, pages) => {
  const shown = show(counted)
  expect(shown).toContain(found)
  expect(shown).toContain(pages)
})

test.each([
  [{ total: 1000 }, 39, '>976–1,000 of 1,000<', false],
  [{ total: 1000, roughly: 'more than' }, 39, '>976–1,000 of more than 1,000<', true],
  [{ total: 1025, roughly: 'more than' }, 40, '>1,001–1,025 of more than 1,025<', true],
  [{ total: 1026 }, 41, '>1,026–1,026 of 1,026<', false],
] as const)('for %o on page %d, the pager shows whether there is a next page', (counted, page, pages, isFollowed) => {
  const shown = show(counted, page)
  expect(shown).toContain(pages)
  expect(/<button[^>]*disabled[^>]*>Next</.test(shown)).toBe(!isFollowed)
})
