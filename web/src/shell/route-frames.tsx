import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Card } from '../kit/card.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import { Page } from './layout.tsx'
import { SignedIn } from './signed-in.tsx'

/** Around the routes whose page is downloaded when it is opened. */
export function LaterPages() {
  return (
    <Suspense fallback={<PageComing />}>
      <Outlet />
    </Suspense>
  )
}

/** Around the routes that need a session. */
export function SignedInPages() {
  return (
    <SignedIn>
      <LaterPages />
    </SignedIn>
  )
}

function PageComing() {
  return (
    <Page narrow>
      <Card>
        <Skeleton label="Loading the page" lines={5} />
      </Card>
    </Page>
  )
}
