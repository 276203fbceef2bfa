import type { ReactNode } from 'react'
import { Card } from '../kit/card.tsx'
import { Alert } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Skeleton } from '../kit/waiting.tsx'
import { Page } from './layout.tsx'
import { useSession } from './session.tsx'

/** Shows its page once the server has said who is signed in; until then a skeleton, and if it cannot say, why. */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state === 'signed-in') return children
  return (
    <Page narrow>
      <Card>
        {session.state === 'failed' ? (
          <>
            <PageHeading bad>This page is not available</PageHeading>
            <Alert>{session.message}</Alert>
          </>
        ) : (
          <Skeleton label="Loading your page" lines={5} />
        )}
      </Card>
    </Page>
  )
}
