import { listMyChanges } from '@portico/core/directory/calls'
import { CHANGE_LABELS } from '@portico/core/directory/change-kinds'
import type { RosterChange } from '@portico/core/directory/shapes'
import { useState } from 'react'
import { Card } from '../kit/card.tsx'
import { formatMoment } from '../kit/format-day.ts'
import { Pager } from '../kit/pager.tsx'
import { Tag } from '../kit/tag.tsx'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'

/** What this office told the plan, and what the plan answered. Mounted anew, it reads anew. */
export function ReportedChanges() {
  const [page, setPage] = useState(0)
  const found = useCall(listMyChanges, { query: { page }, keepPrevious: true })
  return (
    <Card as="section" aria-labelledby="reports">
      <h2 id="reports">Reported changes</h2>
      <Loading of={found} label="Loading the reports" lines={4}>
        {(list) => (
          <>
            {list.total === 0 ? (
              <p className="soft">Nothing has been reported yet.</p>
            ) : (
              <ul className="reports" tabIndex={-1}>
                {list.rows.map((change) => (
                  <ReportedChange key={change.id} change={change} />
                ))}
              </ul>
            )}
            <Pager page={page} pageSize={list.pageSize} total={list.total} label="Pages of reports" onPage={setPage} />
          </>
        )}
      </Loading>
    </Card>
  )
}

function ReportedChange({ change }: { change: RosterChange }) {
  return (
    <li>
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
    </li>
  )
}
