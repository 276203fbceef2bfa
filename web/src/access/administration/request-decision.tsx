import { decideRequest, listRequests } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import { completePermissions } from '@portico/core/access/permissions'
import type { DecideRequestBody, WaitingRequest } from '@portico/core/access/shapes'
import { formatPhone } from '@portico/core/forms/formats'
import { roleWithShortName } from '@portico/core/forms/messages'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { formatDay } from '../../kit/format-day.ts'
import { Alert } from '../../kit/note.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { SummaryList } from '../../kit/summary-list.tsx'
import { useGoWithMessage } from '../../shell/done-message.tsx'
import { Page } from '../../shell/layout.tsx'
import { Loading } from '../../shell/loading.tsx'
import { PermissionChoice } from '../../shell/permission-choice.tsx'
import { ReasonDialog } from '../../shell/reason-dialog.tsx'
import { useAct } from '../../shell/use-act.ts'
import { useCall } from '../../shell/use-call.ts'
import { ScopeNames } from '../scope-names.tsx'
import { BackToPeople } from './back-to-people.tsx'
import { nameOf } from './person-labels.ts'

/** One request for AA or AU: who asks for what, approve as asked or with less, or deny with a reason. */
export function RequestDecision() {
  const { reference } = useParams()
  const requests = useCall(listRequests)
  // Once a decision is under way the request leaves the list; this page keeps showing what it was about.
  const [shown, setShown] = useState<WaitingRequest>()
  const found = requests.state === 'ready' ? requests.entity.find((one) => one.reference === reference) : undefined
  if (found && found !== shown) setShown(found)
  const request = found ?? shown
  return (
    <Page narrow>
      <div className="stack">
        <BackToPeople />
        {request ? (
          <Decision request={request} />
        ) : (
          <Card>
            <Loading of={requests} label="Loading the request">
              {() => <NoLongerWaiting />}
            </Loading>
          </Card>
        )}
      </div>
    </Page>
  )
}

function NoLongerWaiting() {
  return (
    <>
      <PageHeading>This request is not waiting for you</PageHeading>
      <p>It has been decided or cancelled in the meantime, or somebody else decides about it.</p>
    </>
  )
}

function Decision({ request }: { request: WaitingRequest }) {
  const go = useGoWithMessage()
  const [chosen, setChosen] = useState(() => request.permissions.filter((id) => request.givable.includes(id)))
  const [denying, setDenying] = useState(false)
  const name = nameOf(request)
  const scopes = request.scopes.map((scope) => scope.name).join(', ')
  const approve = useAct(decideRequest, () =>
    go(ACCESS_PAGES.people, `${name} now has access to ${scopes}. We told them by email.`),
  )
  const deny = useAct(decideRequest, () =>
    go(ACCESS_PAGES.people, `The request of ${name} is denied. We told them why by email.`),
  )
  return (
    <Card>
      <PageHeading>Access request of {name}</PageHeading>
      {approve.refusal && <Alert>{approve.refusal.entity.message}</Alert>}
      <SummaryList across items={factsOf(request)} />
      <PermissionChoice
        legend="What should they be able to use?"
        offered={request.permissions.filter((id) => request.givable.includes(id))}
        locked={request.permissions.filter((id) => !request.givable.includes(id))}
        chosen={chosen}
        onChange={setChosen}
      />
      <div className="actions">
        <Button look="line" onClick={() => setDenying(true)}>
          Deny
        </Button>
        <Button
          busy={approve.busy}
          onClick={() =>
            void approve.send({
              reference: request.reference,
              decision: 'approve',
              permissions: completePermissions(chosen),
            })
          }
        >
          Approve
        </Button>
      </div>
      {denying && (
        <ReasonDialog
          heading={`Deny the request of ${name}?`}
          save={deny}
          bodyOf={(reason): DecideRequestBody => ({ reference: request.reference, decision: 'deny', reason })}
          label="Deny"
          danger
          reason="required"
          onClose={() => setDenying(false)}
        >
          <p>They get no access to {scopes}. They may ask again.</p>
        </ReasonDialog>
      )}
    </Card>
  )
}

function factsOf(request: WaitingRequest): { term: string; value: ReactNode }[] {
  return [
    { term: 'Role asked for', value: roleWithShortName(request.role) },
    { term: 'Access to', value: <ScopeNames scopes={request.scopes} /> },
    { term: 'Email', value: request.email },
    ...(request.phone ? [{ term: 'Phone', value: <span className="num">{formatPhone(request.phone)}</span> }] : []),
    { term: 'Asked on', value: formatDay(request.requestedOn) },
    ...(request.expiresOn ? [{ term: 'Expires on', value: formatDay(request.expiresOn) }] : []),
    { term: 'Reference', value: <span className="num">{request.reference}</span> },
  ]
}
