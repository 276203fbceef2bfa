import { confirmEmail, emailByLink } from '@portico/core/access/calls'
import { useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useSave } from '#shell/gateway/use-save.ts'
import { Page, ProviderServices } from '#shell/layout/layout.tsx'
import { clearMailedLink, readMailedLink } from '#shell/router/mailed-link.ts'

/** Opened from the receipt of a request. Mail scanners open links too, so only the button confirms (behaviour 8.21). */
export function ConfirmEmail() {
  const [confirmId] = useState(() => readMailedLink('confirmId'))
  useEffect(() => clearMailedLink, [])
  const request = useCall(emailByLink, { query: { confirmId } })
  const [done, setDone] = useState(false)
  const save = useSave(confirmEmail, () => setDone(true))
  return (
    <Page narrow>
      <Card>
        <PageHeading bad={save.refusal !== null}>Confirm your email address</PageHeading>
        {done ? (
          <Alert tone="ok">Your email address is confirmed. We’ll email you when your request is decided.</Alert>
        ) : (
          <Loading of={request} label="Loading the request">
            {({ reference }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  You gave this email address when you requested access. Your reference number is{' '}
                  <span className="num nowrap">{reference}</span>. If you didn’t request access, close this page.
                </p>
                <p>
                  <Button busy={save.busy} onClick={() => void save.send({ confirmId })}>
                    Confirm my email address
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
