import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ConsolePageName } from '@portico/core/internal/console'
import type { ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { LazyPart } from '#kit/lazy-part.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { FailedLoading, Loading } from './gateway/loading.tsx'
import { Page } from './layout/layout.tsx'
import { type Audience, isOpenTo, usePage } from './router/pages.ts'
import { Redirect } from './router/router.tsx'
import { useMe } from './session/me.ts'
import { useSession } from './session/session.tsx'

/** Frame of a lazy page. */
export function LazyPage({ children }: { children: ReactNode }) {
  return <LazyPart fallback={<PageSkeleton />}>{children}</LazyPart>
}

/** Requires access. A user with only pending requests is redirected to the status page. */
export function RequireAccess({ audience, children }: { audience: Audience; children: ReactNode }) {
  const me = useMe()
  if (me.state === 'ready') return isOpenTo(me.entity, audience) ? children : <Redirect to={PROVIDER_PATHS.status} />
  return (
    <Page narrow>
      <Card>
        <Loading of={me} label="Loading your page">
          {() => null}
        </Loading>
      </Card>
    </Page>
  )
}

/** Requires a staff role that includes the console page. */
export function RequireRole({ console, children }: { console: ConsolePageName; children: ReactNode }) {
  const me = useMe()
  const { title } = usePage()
  if (me.state === 'ready' && me.entity.opens.includes(console)) return children
  return (
    <Page narrow>
      <Card>
        {me.state === 'ready' && <PageHeading>{title}</PageHeading>}
        <Loading of={me} label="Loading your page">
          {() => <p>Your role doesn’t include this page. An administrator can change your role.</p>}
        </Loading>
      </Card>
    </Page>
  )
}

function PageSkeleton() {
  return (
    <Page narrow>
      <Card>
        <Skeleton label="Loading the page" lines={5} />
      </Card>
    </Page>
  )
}

/** Requires a session. Shows a skeleton until the server has confirmed it, or the error. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state === 'signed-in') return children
  return (
    <Page narrow>
      <Card>
        {session.state === 'failed' ? (
          <FailedLoading message={session.message} reload={session.reload} />
        ) : (
          <Skeleton label="Loading your page" lines={5} />
        )}
      </Card>
    </Page>
  )
}
