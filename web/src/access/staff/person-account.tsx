import type { Account } from '@portico/core/access/account-shapes'
import { reopenAccount, resendInvitation, suspendAccount } from '@portico/core/access/calls'
import type { Call } from '@portico/core/call'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { ReasonDialog } from '../../shell/forms/reason-dialog.tsx'
import { useAction } from '../../shell/gateway/use-action.ts'
import { FactorReset } from '../factor-reset.tsx'

type Action = Exclude<Account['actions'][number], 'resetFactors'>
type AccountCall = Call<(typeof suspendAccount | typeof reopenAccount | typeof resendInvitation)['described']>

const CALLS: Record<Action, AccountCall> = { suspendAccount, reopenAccount, resendInvitation }

type Words = { heading: string; explained: string; label: string; question: string; says: string; done: string }

const WORDS: Record<Action, (person: Account) => Words> = {
  suspendAccount: ({ name }) => ({
    heading: 'Suspend the account',
    explained: 'Nobody can sign in to it until plan staff open it again, and all its access is suspended.',
    label: 'Suspend',
    question: `Suspend the account of ${name}?`,
    says: 'They are signed out at once.',
    done: `${name} is suspended. Their sessions ended, and they were told why by email.`,
  }),
  reopenAccount: ({ name }) => ({
    heading: 'Open the account again',
    explained: 'The person can sign in again. Suspended access stays suspended until somebody gives it back.',
    label: 'Reopen',
    question: `Open the account of ${name} again?`,
    says: 'They are told by email.',
    done: `The account of ${name} is open again. Give back their access below where it is suspended.`,
  }),
  resendInvitation: ({ name, email }) => ({
    heading: 'Send the invitation again',
    explained: 'The person gets a new link; the older one ends.',
    label: 'Send again',
    question: `Send the invitation of ${name} again?`,
    says: `It goes to ${email}.`,
    done: `A new invitation was sent to ${email}. The older link no longer works.`,
  }),
}

type PersonAccountProps = { person: Account; onDone: (done: string) => void }

/** Shuts the whole account out, lets it in again, sends the invitation once more, or resets a lost second factor. */
export function PersonAccount({ person, onDone }: PersonAccountProps) {
  return person.actions.map((action) =>
    action === 'resetFactors' ? (
      <FactorReset key={action} person={person} onDone={onDone} />
    ) : (
      <AccountActCard key={action} action={action} person={person} onDone={onDone} />
    ),
  )
}

function AccountActCard({ action, person, onDone }: PersonAccountProps & { action: Action }) {
  const [asking, setAsking] = useState(false)
  const words = WORDS[action](person)
  const save = useAction(CALLS[action], () => {
    setAsking(false)
    onDone(words.done)
  })
  // Who is shut out is told why.
  const asksWhy = action === 'suspendAccount'
  const { accountId } = person
  return (
    <Card>
      <h2>{words.heading}</h2>
      <p>{words.explained}</p>
      <Button look={asksWhy ? 'danger' : 'main'} onClick={() => setAsking(true)}>
        {words.label}
      </Button>
      {asking && (
        <ReasonDialog
          heading={words.question}
          save={save}
          buildBody={(reason) => (asksWhy ? { accountId, reason } : { accountId })}
          label={words.label}
          danger={asksWhy}
          {...(asksWhy ? { reason: 'required' as const } : {})}
          onClose={() => setAsking(false)}
        >
          <p>{words.says}</p>
        </ReasonDialog>
      )}
    </Card>
  )
}
