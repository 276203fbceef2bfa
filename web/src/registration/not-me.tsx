import { writeMoment } from '@portico/core/forms/moments'
import { holdByLink, holdRegistration } from '@portico/core/registration/calls'
import type { HoldNotice } from '@portico/core/registration/shapes'
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

const EVENTS: Record<HoldNotice['event'], string> = {
  FAILED: 'Someone tried to register for',
  REQUESTED: 'Someone asked to be the Senior Access Administrator (SAA) for',
  NEW_SAA: 'Someone became the Senior Access Administrator (SAA) for',
}
const HOLD_EXPLAINED =
  'If you don’t recognize this, block new registrations for your NPI. No one can register until we’ve talked to you. Access already given stays; call us to end it.'
const OBJECTION_EXPLAINED = 'If your office does not want this, select ‘I object’ and Provider Services will review it.'
const NOT_APPROVED_YET = 'Nothing changes unless the request is approved.'
const ON_HOLD = 'Registration for this provider is on hold. Provider Services will review it.'
const OBJECTED = 'We sent your objection to Provider Services. They will review it.'

/** Opened from a notice. Opening has no effect, because mail scanners open links too; only the button acts (behaviour 7.19). */
export function NotMe() {
  const [holdId] = useState(() => readMailedLink('holdId'))
  useEffect(() => clearMailedLink, [])
  const about = useCall(holdByLink, { query: { holdId } })
  const objection = about.state === 'ready' && about.entity.objection
  const [outcome, setOutcome] = useState('')
  const save = useSave(holdRegistration, () => setOutcome(objection ? OBJECTED : ON_HOLD))
  return (
    <Page narrow>
      <Card>
        <PageHeading bad={save.refusal !== null}>{objection ? 'I object' : 'This was not me'}</PageHeading>
        {outcome ? (
          <Alert tone="ok">{outcome}</Alert>
        ) : (
          <Loading of={about} label="Loading the notice">
            {({ npi, name, event, at, given }) => (
              <>
                {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
                <p>
                  {EVENTS[event]} {name}, NPI <span className="num">{npi}</span>, on {writeMoment(new Date(at))}.
                  {event === 'REQUESTED' && given && ' The request was approved.'}
                </p>
                <Note>
                  <p>{objection ? OBJECTION_EXPLAINED : HOLD_EXPLAINED}</p>
                  {objection && !given && <p>{NOT_APPROVED_YET}</p>}
                </Note>
                <p>
                  <Button busy={save.busy} onClick={() => void save.send({ holdId })}>
                    {objection ? 'I object' : 'Block registrations'}
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
