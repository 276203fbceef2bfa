import { listSuccessors } from '@portico/core/access/successor-calls'
import type { Successors as Listed } from '@portico/core/access/successor-shapes'
import { type ReactNode, useState } from 'react'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { BackToPeople } from '../people/administration-subpage.tsx'
import { MyNaming } from './my-naming.tsx'
import { OwnSuccessor } from './own-successor.tsx'

/** The successors that the user named as SAA, and where the user was named. */
export function Successors() {
  const successors = useCall(listSuccessors)
  const [done, setDone] = useState('')
  return (
    <Page narrow>
      <div className="stack">
        <BackToPeople />
        <div className="flow">
          <PageHeading>Successors of administrators</PageHeading>
          <p>
            A successor takes over when the Senior Access Administrator (SAA) leaves, or no longer uses the account. So
            the office is not left without an administrator.
          </p>
        </div>
        {done && (
          <Alert key={done} tone="ok">
            {done}
          </Alert>
        )}
        {successors.state === 'ready' ? (
          <Cards listed={successors.entity} onDone={setDone} />
        ) : (
          <Card>
            <Loading of={successors} label="Loading the successors" lines={4}>
              {(): ReactNode => null}
            </Loading>
          </Card>
        )}
        <Card>
          <ProviderServices />
        </Card>
      </div>
    </Page>
  )
}

function Cards({ listed: { scopes, mine }, onDone }: { listed: Listed; onDone: (done: string) => void }) {
  return (
    <>
      {mine.map((naming) => (
        <MyNaming key={naming.successorId} naming={naming} onDone={onDone} />
      ))}
      {scopes.map((own) => (
        <OwnSuccessor key={own.grantId} own={own} onDone={onDone} />
      ))}
      {scopes.length + mine.length === 0 && (
        <Card>
          <p>You are not a Senior Access Administrator, and no one named you as successor.</p>
        </Card>
      )}
    </>
  )
}
