import { formatMoment } from '@portico/core/forms/moments'
import { listReceipts } from '@portico/core/provider-directory/calls'
import { receiptAddress } from '@portico/core/provider-directory/pages'
import type { ScopeQuery } from '@portico/core/provider-directory/verify-shapes'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { useListAddress } from '#shell/lists/list-address.ts'
import { PagedEntries } from '#shell/lists/paged-table.tsx'

const RECEIPTS = { fields: {}, prefix: 'receipts' } as const

/** Earlier verifications of the scope. */
export function Receipts({ scope }: { scope: ScopeQuery }) {
  const address = useListAddress(RECEIPTS)
  const found = useCall(listReceipts, { query: { ...scope, page: address.page }, keepPrevious: true })
  return (
    <TitledCard id="receipts" heading="Receipts">
      <PagedEntries
        list={found}
        address={address}
        rowsLabel="receipts"
        className="links described"
        rowKey={(row) => row.id}
        empty="Nobody has verified this practice yet."
        head={null}
        entry={(row) => (
          <>
            <a href={receiptAddress(row.id)}>{formatMoment(row.verifiedAt)}</a>
            <span className="soft small">
              {row.verifiedBy}: {countOf(row.rows, 'entry', 'entries')}, {countOf(row.changes, 'change', 'changes')}
            </span>
          </>
        )}
      />
    </TitledCard>
  )
}
