import { listHistory } from '@portico/core/access/calls'
import type { History } from '@portico/core/access/shapes'
import { Card } from '../../kit/card.tsx'
import { formatMoment } from '../../kit/format-day.ts'
import { Loading } from '../../shell/loading.tsx'
import { useCall } from '../../shell/use-call.ts'

/** What happened to a person, the newest first, as far as it concerns the administrator's own scopes. */
export function PersonHistory({ accountId }: { accountId: string }) {
  const history = useCall(listHistory, { query: { accountId } })
  return (
    <Card as="aside" aria-labelledby="history-heading">
      <h2 className="aside-heading" id="history-heading">
        What happened
      </h2>
      <Loading of={history} label="Loading what happened">
        {(entries) => (entries.length === 0 ? <p className="soft">Nothing yet.</p> : <Entries entries={entries} />)}
      </Loading>
    </Card>
  )
}

function Entries({ entries }: { entries: History }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.action} ${entry.sentence}`} className="done">
          <b>{entry.sentence}</b>
          {entry.reason && <span className="small">Reason: {entry.reason}</span>}
          <span className="soft small">
            {formatMoment(entry.at)}, {entry.by}
          </span>
        </li>
      ))}
    </ol>
  )
}
