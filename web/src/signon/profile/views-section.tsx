import { formatMoment } from '@portico/core/forms/moments'
import { listViewsOfMe } from '@portico/core/staff-views/calls'
import type { ViewOfMe } from '@portico/core/staff-views/shapes'
import { TitledCard } from '#kit/card.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

/** When support agents saw the portal as this person sees it. */
export function ViewsSection() {
  const views = useCall(listViewsOfMe)
  return (
    <TitledCard id="support-views" heading="Views by support agents">
      <p>
        A support agent can see the portal as you see it, to help you. The agent can’t change anything, and we mail you
        each time.
      </p>
      <Loading of={views} label="Loading the views">
        {(found) =>
          found.length === 0 ? (
            <p className="soft">No support agent has viewed your account.</p>
          ) : (
            <ul className="entries">
              {found.map((view) => (
                <ViewEntry key={view.openedAt} view={view} />
              ))}
            </ul>
          )
        }
      </Loading>
    </TitledCard>
  )
}

function ViewEntry({ view: { openedAt, endsAt, reason, unmasked } }: { view: ViewOfMe }) {
  return (
    <li>
      <div>
        <b>{formatMoment(openedAt)}</b>
        <span className="soft small below">Until {formatMoment(endsAt)}</span>
        <span className="below">Reason: {reason}</span>
        <span className="soft small below">
          {unmasked ? 'Claims and members’ data were shown.' : 'Claims and members’ data were hidden.'}
        </span>
      </div>
    </li>
  )
}
