import { stopTakeover, takeoverByLink } from '@portico/core/access/successor-calls'
import { formatDay } from '@portico/core/forms/moments'
import { useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert, Note } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '#shell/router/mailed-link.ts'

/** Opened from mail about a takeover. Mail scanners open links too, so only the button stops it (behaviour 23.4). */
export function StopTakeover() {
  const [takeoverId] = useState(() => readMailedLink('takeoverId'))
  useEffect(() => clearMailedLink, [])
  const takeover = useCall(takeoverByLink, { query: { takeoverId } })
  const [done, setDone] = useState(false)
  const save = useSave(stopTakeover, () => setDone(true))
  return (
    <Page narrow>
      <Card>
        <PageHeading bad={save.refusal !== null}>Stop a takeover</PageHeading>
        {done ? (
          <Alert tone="ok">The takeover is stopped. Provider Services will review it and decide.</Alert>
        ) : (
          <Loading of={takeover} label="Loading the takeover">
            {({ scopeName, successor, dueOn }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  {successor} becomes the Senior Access Administrator (SAA) for {scopeName} on {formatDay(dueOn)}.
                </p>
                <Note>
                  <p>If your office does not want this, stop it. Provider Services then decides who takes over.</p>
                </Note>
                <p>
                  <Button busy={save.busy} onClick={() => void save.send({ takeoverId })}>
                    Stop the takeover
                  </Button>
                </p>
              </>
            )}
          </Loading>
        )}
        <ProviderServices />
      </Card>
    </Page>
  )
}
