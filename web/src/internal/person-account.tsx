import { ACCESS_CALLS } from '@portico/core/access/calls'
import type { Person } from '@portico/core/internal/console-api'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { useAct } from '../shell/use-act.ts'

type AccountBody = { accountId: string; reason?: string }

/** Shuts the whole account out, lets it in again, or sends the invitation once more. Nobody does it to themselves. */
export function PersonAccount({ person, onDone }: { person: Person; onDone: (done: string) => void }) {
  const { accountId, name } = person
  const [asking, setAsking] = useState(false)
  const finish = (done: string) => {
    setAsking(false)
    onDone(done)
  }
  const suspend = useAct<AccountBody>(ACCESS_CALLS.suspendAccount, () =>
    finish(`${name} is suspended. Their sessions ended, and they were told why by email.`),
  )
  const reopen = useAct<AccountBody>(ACCESS_CALLS.reopenAccount, () =>
    finish(`The account of ${name} is open again. Give back their access below where it is suspended.`),
  )
  const resend = useAct<AccountBody>(ACCESS_CALLS.resendInvitation, () =>
    finish(`A new invitation was sent to ${person.email}. The older link no longer works.`),
  )
  if (person.isMe || person.state === 'CLOSED') return null
  return (
    <Card quiet>
      {person.state === 'ACTIVE' && (
        <>
          <h2>Suspend the account</h2>
          <p>Nobody can sign in to it until plan staff open it again, and all its access is suspended.</p>
          <Button look="danger" onClick={() => setAsking(true)}>
            SUSPEND
          </Button>
        </>
      )}
      {person.state === 'SUSPENDED' && (
        <>
          <h2>Open the account again</h2>
          <p>The person can sign in again. Suspended access stays suspended until somebody gives it back.</p>
          <Button onClick={() => setAsking(true)}>REOPEN</Button>
        </>
      )}
      {person.state === 'INVITED' && (
        <>
          <h2>Send the invitation again</h2>
          <p>The person gets a new link; the older one ends.</p>
          <Button onClick={() => setAsking(true)}>SEND AGAIN</Button>
        </>
      )}
      {asking && person.state === 'ACTIVE' && (
        <ReasonDialog
          heading={`Suspend the account of ${name}?`}
          save={suspend}
          bodyOf={(reason): AccountBody => ({ accountId, reason })}
          label="SUSPEND"
          danger
          reason="required"
          onClose={() => setAsking(false)}
        >
          <p>They are signed out at once.</p>
        </ReasonDialog>
      )}
      {asking && person.state === 'SUSPENDED' && (
        <ReasonDialog
          heading={`Open the account of ${name} again?`}
          save={reopen}
          bodyOf={(): AccountBody => ({ accountId })}
          label="REOPEN"
          onClose={() => setAsking(false)}
        >
          <p>They are told by email.</p>
        </ReasonDialog>
      )}
      {asking && person.state === 'INVITED' && (
        <ReasonDialog
          heading={`Send the invitation of ${name} again?`}
          save={resend}
          bodyOf={(): AccountBody => ({ accountId })}
          label="SEND AGAIN"
          onClose={() => setAsking(false)}
        >
          <p>It goes to {person.email}.</p>
        </ReasonDialog>
      )}
    </Card>
  )
}
