import { holdByLink, holdRegistration } from '@portico/core/registration/calls'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Alert, Note } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Page, ProviderServices } from '../shell/layout.tsx'
import { Loading } from '../shell/loading.tsx'
import { forgetMailedLink, fromMailedLink } from '../shell/mailed-link.ts'
import { useCall } from '../shell/use-call.ts'
import { useSave } from '../shell/use-save.ts'

/** Opened from a notice. Opening changes nothing, for mail scanners do it too; the button does (behaviour 7.19). */
export function NotMe() {
  const [holdId] = useState(() => fromMailedLink('holdId'))
  useEffect(() => forgetMailedLink, [])
  const about = useCall(holdByLink, { query: { holdId } })
  const [held, setHeld] = useState(false)
  const save = useSave(holdRegistration, () => setHeld(true))
  return (
    <Page narrow>
      <Card>
        <PageHeading bad={save.refusal !== null}>This was not me</PageHeading>
        {held ? (
          <Alert tone="ok">Registration for this provider is on hold. Provider Services will look into it.</Alert>
        ) : (
          <Loading of={about} label="Loading the notice">
            {({ npi, name }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  Somebody tried to register, or asked for access, for {name}, NPI <span className="num">{npi}</span>.
                </p>
                <Note>
                  <p>
                    If it was not you and nobody you asked, put registration for this NPI on hold. Nobody can register
                    for it then until Provider Services have looked into it.
                  </p>
                </Note>
                <p>
                  <Button busy={save.busy} onClick={() => void save.send({ holdId })}>
                    THIS WAS NOT ME
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
