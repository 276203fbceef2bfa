import { reopenAccount, resendInvitation, suspendAccount } from '@portico/core/access/calls'
import type { Account, AccountBody } from '@portico/core/access/shapes'
import type { Call } from '@portico/core/call'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { useAct } from '../shell/use-act.ts'

type AccountCall = Call<(typeof suspendAccount | typeof reopenAccount | typeof resendInvitation)['described']>

type AccountAct = {
  call: AccountCall
  heading: string
  explained: string
  label: string
  /** Takes something away, so the person is told why. */
  danger?: boolean
  question: string
  consequence: string
  done: string
}

/** What can be done with an account in its present state. */
function actOn({ state, name, email }: Account): AccountAct | undefined {
  if (state === 'ACTIVE')
    return {
      call: suspendAccount,
      heading: 'Suspend the account',
      explained: 'Nobody can sign in to it until plan staff open it again, and all its access is suspended.',
      label: 'SUSPEND',
      danger: true,
      question: `Suspend the account of ${name}?`,
      consequence: 'They are signed out at once.',
      done: `${name} is suspended. Their sessions ended, and they were told why by email.`,
    }
  if (state === 'SUSPENDED')
    return {
      call: reopenAccount,
      heading: 'Open the account again',
      explained: 'The person can sign in again. Suspended access stays suspended until somebody gives it back.',
      label: 'REOPEN',
      question: `Open the account of ${name} again?`,
      consequence: 'They are told by email.',
      done: `The account of ${name} is open again. Give back their access below where it is suspended.`,
    }
  if (state === 'INVITED')
    return {
      call: resendInvitation,
      heading: 'Send the invitation again',
      explained: 'The person gets a new link; the older one ends.',
      label: 'SEND AGAIN',
      question: `Send the invitation of ${name} again?`,
      consequence: `It goes to ${email}.`,
      done: `A new invitation was sent to ${email}. The older link no longer works.`,
    }
  return undefined
}

type PersonAccountProps = { person: Account; onDone: (done: string) => void }

/** Shuts the whole account out, lets it in again, or sends the invitation once more. Nobody does it to themselves. */
export function PersonAccount({ person, onDone }: PersonAccountProps) {
  const act = actOn(person)
  return person.isMe || !act ? null : (
    <AccountActCard key={act.call.path} act={act} accountId={person.accountId} onDone={onDone} />
  )
}

type AccountActProps = { act: AccountAct; accountId: string; onDone: PersonAccountProps['onDone'] }

function AccountActCard({ act, accountId, onDone }: AccountActProps) {
  const [asking, setAsking] = useState(false)
  const save = useAct(act.call, () => {
    setAsking(false)
    onDone(act.done)
  })
  const asksWhy = act.danger === true
  return (
    <Card quiet>
      <h2>{act.heading}</h2>
      <p>{act.explained}</p>
      <Button look={asksWhy ? 'danger' : 'main'} onClick={() => setAsking(true)}>
        {act.label}
      </Button>
      {asking && (
        <ReasonDialog
          heading={act.question}
          save={save}
          bodyOf={(reason): AccountBody => (asksWhy ? { accountId, reason } : { accountId })}
          label={act.label}
          danger={asksWhy}
          {...(asksWhy ? { reason: 'required' as const } : {})}
          onClose={() => setAsking(false)}
        >
          <p>{act.consequence}</p>
        </ReasonDialog>
      )}
    </Card>
  )
}
