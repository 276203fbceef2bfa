import { resetFactors } from '@portico/core/signon/factors/calls'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'

type FactorResetProps = { person: { accountId: string; name: string }; onDone: (done: string) => void }

/** Resets a lost second factor a day after the person confirms by email (behaviour 11.27). */
export function FactorReset({ person: { accountId, name }, onDone }: FactorResetProps) {
  const [asking, setAsking] = useState(false)
  const save = useAction(resetFactors, () => {
    setAsking(false)
    onDone(`We emailed ${name} to confirm. The second factor is reset 24 hours after that.`)
  })
  return (
    <Card>
      <h2>Lost second factor</h2>
      <p>If this person lost their passkey or authenticator app and has no recovery codes left, you can reset it.</p>
      <Button onClick={() => setAsking(true)}>Reset second factor</Button>
      {asking && (
        <ReasonDialog
          heading={`Reset the second factor of ${name}?`}
          save={save}
          buildBody={() => ({ accountId })}
          label="Reset second factor"
          onClose={() => setAsking(false)}
        >
          <p>They must confirm by email. The reset takes effect 24 hours later, unless they stop it.</p>
        </ReasonDialog>
      )}
    </Card>
  )
}
