import { formatMoment } from '@portico/core/forms/moments'
import { decideUnmasking, listUnmaskRequests } from '@portico/core/staff-views/calls'
import type { UnmaskRequest } from '@portico/core/staff-views/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { ConsolePage } from '#shell/console/console-page.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'

/** Reviewers and administrators decide whether a support view shows claims and members' data. */
export function Unmasking() {
  const requests = useCall(listUnmaskRequests)
  const [done, setDone] = useState('')
  return (
    <ConsolePage intro="Support agents ask to see claims and members’ data in a view. You decide for this one view.">
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Loading of={requests} label="Loading the requests">
        {(found) =>
          found.length === 0 ? (
            <Card>
              <p className="soft">No support agent is asking now.</p>
            </Card>
          ) : (
            <div className="stack">
              {found.map((request) => (
                <Request key={request.viewId} request={request} onDone={setDone} />
              ))}
            </div>
          )
        }
      </Loading>
    </ConsolePage>
  )
}

function Request({ request, onDone }: { request: UnmaskRequest; onDone: (done: string) => void }) {
  const { viewId, agent, name, userName, viewReason, reason, askedAt, endsAt } = request
  const approval = useAction(decideUnmasking, () => onDone(`The view of ${name} shows claims and members’ data.`))
  const decline = useAction(decideUnmasking, () => onDone(`You declined the request of ${agent}.`))
  const busy = approval.busy || decline.busy
  const refusal = approval.refusal ?? decline.refusal
  return (
    <Card>
      <h2>
        {agent} asks about {name}
      </h2>
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <SummaryList
        items={[
          { term: 'Reason', value: reason },
          { term: 'Person', value: `${name} (${userName})` },
          { term: 'Reason of the view', value: viewReason },
          { term: 'Asked', value: formatMoment(askedAt) },
          { term: 'The view ends', value: formatMoment(endsAt) },
        ]}
      />
      <div className="actions">
        <Button look="line" busy={busy} onClick={() => void decline.send({ viewId, approve: false })}>
          Decline
        </Button>
        <Button busy={busy} onClick={() => void approval.send({ viewId, approve: true })}>
          Show the data
        </Button>
      </div>
    </Card>
  )
}
