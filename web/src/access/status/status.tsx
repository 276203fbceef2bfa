import { listMyRequests } from '@portico/core/access/calls'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import type { Me } from '@portico/core/signon/shapes'
import { useEffect, useRef, useState } from 'react'
import { LinkButton } from '#kit/button.tsx'
import { Card, TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { type Loaded, useCall } from '#shell/gateway/use-call.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { isOpenTo, isSuspended, usePage } from '#shell/router/pages.ts'
import { useMe } from '#shell/session/me.ts'
import { ApplicationTiles } from '#shell/sign-on-hub/application-tiles.tsx'
import { isPending } from '../grants/labels.ts'
import { RequestCard } from './request-card.tsx'

/** The user's requests with their state, next step and actions. */
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
          {me.state === 'ready' && !me.entity.active && <NoAccessNotice me={me.entity} />}
        </div>
        <Done message={done} />
        <RequestCards requests={requests} onChanged={reload} />
        {me.state === 'ready' && !me.entity.active && <ApplicationTiles />}
      </div>
      <TitledCard as="aside" id="status-help" heading="Questions about a request?">
        <p>Please have the reference number ready.</p>
        <ProviderServices />
      </TitledCard>
    </Page>
  )
}

/** Message about the last action. It takes the focus, because the pressed button may be gone. */
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

/** Explains why the user has no access, and what to do. */
function NoAccessNotice({ me }: { me: Me }) {
  if (isSuspended(me)) {
    return (
      <p>
        Hello {me.firstName}. Your access is suspended. See{' '}
        <a href={PROVIDER_PATHS.access}>why, and who can reactivate it</a>.
      </p>
    )
  }
  if (me.pendingRequests.length > 0) {
    return (
      <p>
        Hello {me.firstName}. You’ll have full access once your request is approved. Until then you can use this page
        and your profile.
      </p>
    )
  }
  return (
    <p>
      Hello {me.firstName}. You have no open requests and no access to the portal. You can{' '}
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

/** Pending requests first, then newest first. */
function sortRequests(requests: readonly MyRequest[]): MyRequest[] {
  const rank = (request: MyRequest) => (isPending(request.state) ? 0 : 1)
  return [...requests].sort((a, b) => rank(a) - rank(b) || b.askedOn.localeCompare(a.askedOn))
}

function NoRequests() {
  const me = useMe()
  return (
    <Card>
      <h2>You have no requests</h2>
      <p>When you request access to a provider or group, or a new role, you can follow it here.</p>
      {me.state === 'ready' && isOpenTo(me.entity, 'can-request') && (
        <LinkButton look="line" href={PROVIDER_PATHS.additionalAccess}>
          Request additional access
        </LinkButton>
      )}
    </Card>
  )
}
