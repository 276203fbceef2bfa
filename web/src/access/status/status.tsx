import { listMyRequests } from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import type { Me } from '@portico/core/signon/shapes'
import { useEffect, useRef, useState } from 'react'
import { LinkButton } from '../../kit/button.tsx'
import { Card, TitledCard } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { Loading } from '../../shell/gateway/loading.tsx'
import { type Loaded, useCall } from '../../shell/gateway/use-call.ts'
import { Page, ProviderServices } from '../../shell/layout/layout.tsx'
import { isOpenTo, isSuspended, usePage } from '../../shell/router/pages.ts'
import { useMe } from '../../shell/session/me.ts'
import { isPending } from '../labels.ts'
import { RequestCard } from './request-card.tsx'

/** Where each of a person's requests stands, what happens next, and what they can do about it. */
export function Status() {
  const requests = useCall(listMyRequests)
  const me = useMe()
  const [done, setDone] = useState('')
  const reload = (message: string) => {
    setDone(message)
    if (requests.state !== 'loading') requests.reload()
    if (me.state !== 'loading') me.reload()
  }
  return (
    <Page aside>
      <div className="stack">
        <div className="flow">
          <PageHeading>{usePage().title}</PageHeading>
          {me.state === 'ready' && !me.entity.active && <NotYetOpen me={me.entity} />}
        </div>
        <Done message={done} />
        <RequestCards requests={requests} onChanged={reload} />
      </div>
      <TitledCard as="aside" id="status-help" heading="Questions about a request?">
        <p>Please have its reference number at hand.</p>
        <ProviderServices />
      </TitledCard>
    </Page>
  )
}

/** What was just done. It takes the focus: the button that did it may be gone, and may be far down the page. */
function Done({ message }: { message: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) box.current?.focus()
  }, [message])
  return message ? (
    <div ref={box} tabIndex={-1}>
      <Alert tone="ok">{message}</Alert>
    </div>
  ) : null
}

/** For people the portal is not open to: why, and what they can do. */
function NotYetOpen({ me }: { me: Me }) {
  if (isSuspended(me)) {
    return (
      <p>
        Hello {me.firstName}. Your access is suspended. See{' '}
        <a href={PROVIDER_PATHS.access}>why, and who can give it back</a>.
      </p>
    )
  }
  if (me.pendingRequests.length > 0) {
    return (
      <p>
        Hello {me.firstName}. As soon as a request is accepted, the portal opens for you; until then this page and your
        profile are all there is.
      </p>
    )
  }
  return (
    <p>
      Hello {me.firstName}. None of your requests is open, so the portal is not open to you. You can{' '}
      <a href={PROVIDER_PATHS.additionalAccess}>make a new request</a> with this account at any time.
    </p>
  )
}

type RequestCardsProps = { requests: Loaded<MyRequest[]>; onChanged: (message: string) => void }

function RequestCards({ requests, onChanged }: RequestCardsProps) {
  if (requests.state !== 'ready') {
    return (
      <Card>
        <Loading of={requests} label="Loading your requests">
          {() => null}
        </Loading>
      </Card>
    )
  }
  if (requests.entity.length === 0) return <NoRequests />
  return sortRequests(requests.entity).map((request) => (
    <RequestCard key={request.reference} request={request} onChanged={onChanged} />
  ))
}

/** What still waits comes first, the newest of each on top. */
function sortRequests(requests: readonly MyRequest[]): MyRequest[] {
  const rank = (request: MyRequest) => (isPending(request.state) ? 0 : 1)
  return [...requests].sort((a, b) => rank(a) - rank(b) || b.askedOn.localeCompare(a.askedOn))
}

function NoRequests() {
  const me = useMe()
  return (
    <Card>
      <h2>You have made no requests</h2>
      <p>What you ask for, another provider, a group or a role, shows up here until it is decided.</p>
      {me.state === 'ready' && isOpenTo(me.entity, 'can-request') && (
        <LinkButton look="line" href={PROVIDER_PATHS.additionalAccess}>
          Request additional access
        </LinkButton>
      )}
    </Card>
  )
}
