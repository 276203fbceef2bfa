import { listMyChanges } from '@portico/core/directory/calls'
import { CHANGE_LABELS } from '@portico/core/directory/change-kinds'
import type { RosterChange } from '@portico/core/directory/shapes'
import { TitledCard } from '../kit/card.tsx'
import { formatMoment } from '../kit/format-day.ts'
import { Tag } from '../kit/tag.tsx'
import type { ListAddress } from '../shell/list-address.ts'
import { PagedEntries } from '../shell/paged-table.tsx'
import { useCall } from '../shell/use-call.ts'

/** What this office told the plan, and what the plan answered. Mounted anew, it reads anew. */
export function ReportedChanges({ address }: { address: ListAddress<Record<never, never>> }) {
  const found = useCall(listMyChanges, { query: { page: address.page }, keepPrevious: true })
  return (
    <TitledCard id="reports" heading="Reported changes">
      <PagedEntries
        list={found}
        address={address}
        what="reports"
        className="reports"
        head={null}
        rowKey={(change) => change.id}
        entry={(change) => <ReportedChange change={change} />}
        empty="Nothing has been reported yet."
      />
    </TitledCard>
  )
}

function ReportedChange({ change }: { change: RosterChange }) {
  return (
    <>
      <h3>
        {change.providerName || `NPI ${change.npi}`}{' '}
        {change.answeredAt ? <Tag tone="ok">Answered</Tag> : <Tag tone="warn">With the plan</Tag>}
      </h3>
      <p className="soft small">
        {CHANGE_LABELS[change.kind]}, NPI <span className="num">{change.npi}</span>, reported by {change.reportedBy} on{' '}
        {formatMoment(change.reportedAt)}
      </p>
      <p className="typed">{change.details}</p>
      {change.answeredAt && (
        <blockquote>
          <p className="soft small">The plan answered on {formatMoment(change.answeredAt)}</p>
          <p className="typed">{change.answer}</p>
        </blockquote>
      )}
    </>
  )
}
