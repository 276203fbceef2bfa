import { decideRequest, listRequests } from '@portico/core/access/calls'
import type { DecideRequestBody, WaitingRequest } from '@portico/core/access/shapes'
import { INTERNAL_PATHS } from '@portico/core/constants'
import { formatPhone } from '@portico/core/forms/formats'
import { roleWithShortName } from '@portico/core/forms/messages'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { longTime } from '../kit/format-time.ts'
import { Alert, Note } from '../kit/note.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { SCOPE_LABELS } from '../shell/access-labels.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { useGoWithMessage } from '../shell/done-message.tsx'
import { Loading } from '../shell/loading.tsx'
import { PermissionChoice } from '../shell/permission-choice.tsx'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { useAct } from '../shell/use-act.ts'
import { useCall } from '../shell/use-call.ts'
import { nameOf, scopesOf, WHY_STAFF } from './request-labels.ts'

const BACK = { href: INTERNAL_PATHS.requests, label: 'Back to the requests' }

const PROVED_BY: Record<string, string> = {
  ssn: 'The last four digits of the provider’s SSN',
  tin: 'The provider’s TIN',
  claim: 'Two claims of the provider',
}

export function RequestDecision({ reference }: { reference: string }) {
  const requests = useCall(listRequests)
  // Once it is decided the request leaves the list; this page keeps showing what it was about.
  const [shown, setShown] = useState<WaitingRequest>()
  const found = requests.state === 'ready' ? requests.entity.find((one) => one.reference === reference) : undefined
  if (found && found !== shown) setShown(found)
  const request = found ?? shown
  if (request) return <Decision request={request} />
  return (
    <ConsolePage heading={`Request ${reference}`} back={BACK}>
      <Card>
        <Loading of={requests} label="Loading the request">
          {() => (
            <p>
              This request does not wait for plan staff. It has been decided or cancelled in the meantime, or somebody
              else decides about it.
            </p>
          )}
        </Loading>
      </Card>
    </ConsolePage>
  )
}

function Decision({ request }: { request: WaitingRequest }) {
  const go = useGoWithMessage()
  const [chosen, setChosen] = useState(request.permissions)
  const [asking, setAsking] = useState<'approve' | 'deny' | null>(null)
  const name = nameOf(request)
  const finish = (done: string) => go(INTERNAL_PATHS.requests, done)
  const approve = useAct(decideRequest, () =>
    finish(`${name} now has access to ${scopesOf(request)}. Everybody concerned was told by email.`),
  )
  const deny = useAct(decideRequest, () => finish(`The request of ${name} is rejected. They were told why by email.`))
  const behalf = request.path === 'BEHALF'
  const { reference } = request
  return (
    <ConsolePage heading={`Request of ${name}`} back={BACK}>
      <Card>
        <Note heading={WHY_STAFF[request.path]}>
          {behalf
            ? 'Ask the provider in another way, such as a call to the number the plan has on file, before you accept.'
            : 'Accept only what this person needs for the work they do there.'}
        </Note>
        <SummaryList across items={factsOf(request)} />
        {!behalf && (
          <PermissionChoice
            legend="What should they be able to use?"
            offered={request.permissions}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        <div className="actions">
          <Button look="line" onClick={() => setAsking('deny')}>
            REJECT
          </Button>
          <Button onClick={() => setAsking('approve')}>ACCEPT</Button>
        </div>
      </Card>
      {asking === 'approve' && (
        <ReasonDialog
          heading={`Accept the request of ${name}?`}
          save={approve}
          bodyOf={(): DecideRequestBody => ({
            reference,
            decision: 'approve',
            ...(behalf ? {} : { permissions: chosen }),
          })}
          label="ACCEPT"
          onClose={() => setAsking(null)}
        >
          <p>
            {name} becomes {roleWithShortName(request.role)} for {scopesOf(request)} at once.
          </p>
        </ReasonDialog>
      )}
      {asking === 'deny' && (
        <ReasonDialog
          heading={`Reject the request of ${name}?`}
          save={deny}
          bodyOf={(reason): DecideRequestBody => ({ reference, decision: 'deny', reason })}
          label="REJECT"
          danger
          reason="required"
          onClose={() => setAsking(null)}
        >
          <p>They get no access to {scopesOf(request)}. They may ask again.</p>
        </ReasonDialog>
      )}
      {approve.refusal && !asking && <Alert>{approve.refusal.entity.message}</Alert>}
    </ConsolePage>
  )
}

function factsOf(request: WaitingRequest) {
  const onBehalf =
    request.path === 'BEHALF'
      ? [
          { term: 'Provider', value: `${request.contactName}, NPI ${request.npi}` },
          { term: 'Provider was asked at', value: request.signatoryEmail },
          { term: 'The requester knew', value: PROVED_BY[request.validatedBy] ?? 'Nothing we could check' },
        ]
      : []
  return [
    { term: 'Role asked for', value: roleWithShortName(request.role) },
    {
      term: 'Access to',
      value: (
        <ul className="names">
          {request.scopes.map((scope) => (
            <li key={scope.entity}>
              {scope.name}{' '}
              <span className="soft num">
                {SCOPE_LABELS[scope.kind]} {scope.id}
              </span>
            </li>
          ))}
        </ul>
      ),
    },
    ...onBehalf,
    { term: 'Who asks', value: nameOf(request) },
    { term: 'Email', value: request.email },
    ...(request.phone ? [{ term: 'Phone', value: <span className="num">{formatPhone(request.phone)}</span> }] : []),
    { term: 'Asked on', value: longTime(request.requestedOn) },
    ...(request.expiresOn ? [{ term: 'Expires on', value: longTime(request.expiresOn) }] : []),
    { term: 'Reference', value: <span className="num">{request.reference}</span> },
  ]
}
