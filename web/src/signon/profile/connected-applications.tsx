import type { Call } from '@portico/core/call'
import { formatMoment } from '@portico/core/forms/moments'
import { connectedApplications, signOutOfApplication, withdrawConsent } from '@portico/core/sign-on-hub/calls'
import type { ConnectedApplication } from '@portico/core/sign-on-hub/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

/** Applications that the user is signed in to or allowed to see data. */
export function ConnectedApplications() {
  const connected = useCall(connectedApplications)
  return (
    <TitledCard id="connected-applications" heading="Connected applications">
      <Loading of={connected} label="Loading your applications">
        {(found) => <Applications applications={found} onChanged={connected.reload} />}
      </Loading>
    </TitledCard>
  )
}

type Outcome = { tone: 'ok' | 'bad'; message: string }
type EndCall = typeof signOutOfApplication | typeof withdrawConsent
type ApplicationsProps = { applications: readonly ConnectedApplication[]; onChanged: () => void }

function Applications({ applications, onChanged }: ApplicationsProps) {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const end = async (call: EndCall, { clientId }: ConnectedApplication, message: string) => {
    setBusy(true)
    setOutcome(undefined)
    const reply = await gateway.call(call as Call<EndCall['described']>, { clientId })
    setBusy(false)
    setOutcome(reply.ok ? { tone: 'ok', message } : { tone: 'bad', message: reply.entity.message })
    onChanged()
  }

  return (
    <>
      {outcome && <Alert tone={outcome.tone}>{outcome.message}</Alert>}
      {applications.length === 0 && <p className="soft">You’re not signed in to any application.</p>}
      <ul className="entries">
        {applications.map((application) => (
          <Entry
            key={application.clientId}
            application={application}
            busy={busy}
            onSignOut={() => void end(signOutOfApplication, application, `We signed you out of ${application.name}.`)}
            onWithdraw={() =>
              void end(withdrawConsent, application, `${application.name} can no longer see your data.`)
            }
          />
        ))}
      </ul>
    </>
  )
}

type EntryProps = { application: ConnectedApplication; busy: boolean; onSignOut: () => void; onWithdraw: () => void }

function Entry({
  application: { name, shared, signedIn, lastUsed, allowedOn },
  busy,
  onSignOut,
  onWithdraw,
}: EntryProps) {
  return (
    <li className="with-action">
      <div>
        <h3>{name}</h3>
        {shared.length > 0 && <p className="small">Can see: {shared.map(lowerFirst).join('; ')}.</p>}
        <p className="soft small">
          {[
            signedIn ? `Last used ${formatMoment(lastUsed)}.` : 'You’re not signed in now.',
            allowedOn && `You allowed it ${formatMoment(allowedOn)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <div className="row">
        {signedIn && (
          <Button look="line" busy={busy} onClick={onSignOut}>
            Sign out<span className="visually-hidden"> of {name}</span>
          </Button>
        )}
        {allowedOn && (
          <Button look="line" busy={busy} onClick={onWithdraw}>
            Withdraw<span className="visually-hidden"> what you allowed {name}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
