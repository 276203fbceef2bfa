import { holdByLink, holdRegistration } from '@portico/core/registration/calls'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Alert, Note } from '../kit/note.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { Loading } from '../shell/gateway/loading.tsx'
import { useCall } from '../shell/gateway/use-call.ts'
import { useSave } from '../shell/gateway/use-save.ts'
import { Page, ProviderServices } from '../shell/layout/layout.tsx'
import { forgetMailedLink, fromMailedLink } from '../shell/router/mailed-link.ts'

const SOMEBODY_TRIED = 'Somebody tried to register, or asked for access or was given it, for'
const SAA_ASKED = 'Somebody asked to be the Senior Access Administrator (SAA) for'
const SAA_GIVEN = 'Somebody became the Senior Access Administrator (SAA) for'
const WHAT_HOLDING_DOES =
  'If it was not you and nobody you asked, put registration for this NPI on hold. Nobody can register for it then until Provider Services have looked into it.'
const WHAT_OBJECTING_DOES = 'If your office does not want this, object, and Provider Services will look into it.'
const NOTHING_YET = 'Nothing changes until the request has been proved.'
const HELD = 'Registration for this provider is on hold. Provider Services will look into it.'
const OBJECTED = 'We passed your objection on. Provider Services will look into it.'

/** Opened from a notice. Opening changes nothing, for mail scanners do it too; the button does (behaviour 7.19). */
export function NotMe() {
  const [holdId] = useState(() => fromMailedLink('holdId'))
  useEffect(() => forgetMailedLink, [])
  const about = useCall(holdByLink, { query: { holdId } })
  const objection = about.state === 'ready' && about.entity.objection
  const [held, setHeld] = useState('')
  const save = useSave(holdRegistration, () => setHeld(objection ? OBJECTED : HELD))
  return (
    <Page narrow>
      <Card>
        <PageHeading bad={save.refusal !== null}>{objection ? 'I object' : 'This was not me'}</PageHeading>
        {held ? (
          <Alert tone="ok">{held}</Alert>
        ) : (
          <Loading of={about} label="Loading the notice">
            {({ npi, name, given }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  {objection ? (given ? SAA_GIVEN : SAA_ASKED) : SOMEBODY_TRIED} {name}, NPI{' '}
                  <span className="num">{npi}</span>.
                </p>
                <Note>
                  <p>{objection ? WHAT_OBJECTING_DOES : WHAT_HOLDING_DOES}</p>
                  {objection && !given && <p>{NOTHING_YET}</p>}
                </Note>
                <p>
                  <Button busy={save.busy} onClick={() => void save.send({ holdId })}>
                    {objection ? 'I object' : 'This was not me'}
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
