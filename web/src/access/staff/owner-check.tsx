import type { Account } from '@portico/core/access/account-shapes'
import { REQUIRED } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { confirmOwner } from '@portico/core/signon/factors/calls'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { RadioCards } from '#kit/choice.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { useAction } from '#shell/gateway/use-action.ts'

type OwnerCheckProps = { person: Account; onDone: (done: string) => void }

/** After a report 'This was not me' that no second factor can settle (behaviour 11.26). */
export function OwnerCheck({ person, onDone }: OwnerCheckProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Card>
      <h2>Confirm the owner</h2>
      <p>
        Someone reported ‘This was not me’ for this account. It is locked until you have confirmed on the phone who its
        owner is.
      </p>
      <Button onClick={() => setAsking(true)}>Confirm the owner</Button>
      {asking && <ConfirmOwnerDialog person={person} onClose={() => setAsking(false)} onDone={onDone} />}
    </Card>
  )
}

function ConfirmOwnerDialog({ person, onDone, onClose }: OwnerCheckProps & { onClose: () => void }) {
  const { accountId, name, ownerAddresses } = person
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = useAction(confirmOwner, () => {
    onClose()
    onDone(`We emailed a link to set a new password to ${email}.`)
  })
  const submit = () => {
    setProblem(email ? undefined : REQUIRED)
    if (email) void save.send({ accountId, email })
  }
  return (
    <Dialog
      open
      heading={`Confirm the owner of ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={save.busy} onClick={submit}>
            Confirm and send the link
          </Button>
        </>
      }
    >
      {save.refusal && <Alert>{save.refusal.entity.message}</Alert>}
      <p>We’ll email a link to set a new password to the address you choose. The account then keeps this address.</p>
      <RadioCards
        legend="Which address does the owner use?"
        name="owner-address"
        value={email}
        onPick={setEmail}
        error={problem}
        options={ownerAddresses.map(({ email: value, until }) => ({
          value,
          label: <span className="break">{value}</span>,
          description: until ? `Replaced on ${formatMoment(until)}` : 'The current address',
        }))}
      />
    </Dialog>
  )
}
