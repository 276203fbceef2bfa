import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PagedEntries, type Rows } from './paged-table.tsx'

const address = { page: 1, now: () => ({ page: 1 }), setPage: () => undefined, narrowed: false }

const show = (counted: Pick<Rows<string>, 'total' | 'roughly'>) =>
  renderToStaticMarkup(
    <PagedEntries
      list={{ state: 'ready', entity: { rows: ['one'], pageSize: 25, ...counted }, reload: () => undefined }}
      address={address}
      what="rows"
      className="rows"
      rowKey={(row) => row}
      entry={(row) => row}
      empty="Nothing."
    />,
  )

test.each([
  [{ total: 10_000 }, '>10,000 found<', '>26–50 of 10,000<'],
  [{ total: 10_000, roughly: 'more than' }, '>More than 10,000 found<', '>26–50 of more than 10,000<'],
  [{ total: 12_345, roughly: 'about' }, '>About 12,345 found<', '>26–50 of about 12,345<'],
] as const)('a list and its pages say how exact the total is: %o', (counted, found, pages) => {
  const shown = show(counted)
  expect(shown).toContain(found)
  expect(shown).toContain(pages)
})
