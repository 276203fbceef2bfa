import type { Account } from '@portico/core/access/account-shapes'
import { reopenAccount, resendInvitation, suspendAccount } from '@portico/core/access/calls'
import type { Call } from '@portico/core/call'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ReasonDialog } from '#shell/forms/reason-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { FactorReset } from '../administration/people/factor-reset.tsx'
import { OwnerCheck } from './owner-check.tsx'

type Action = Exclude<Account['actions'][number], 'resetFactors' | 'confirmOwner'>
type AccountCall = Call<(typeof suspendAccount | typeof reopenAccount | typeof resendInvitation)['described']>

const CALLS: Record<Action, AccountCall> = { suspendAccount, reopenAccount, resendInvitation }

type Words = { heading: string; explained: string; label: string; question: string; says: string; done: string }

const WORDS: Record<Action, (person: Account) => Words> = {
  suspendAccount: ({ name }) => ({
    heading: 'Suspend account',
    explained: 'The person can’t sign in until plan staff reopen the account. All their access is suspended.',
    label: 'Suspend',
    question: `Suspend the account of ${name}?`,
    says: 'They’re signed out immediately.',
    done: `${name} is suspended and signed out. We emailed them the reason.`,
  }),
  reopenAccount: ({ name }) => ({
    heading: 'Reopen account',
    explained: 'The person can sign in again. Suspended access stays suspended until someone reactivates it.',
    label: 'Reopen',
    question: `Reopen the account of ${name}?`,
    says: 'We’ll notify them by email.',
    done: `The account of ${name} is open again. Reactivate suspended access below.`,
  }),
  resendInvitation: ({ name, email }) => ({
    heading: 'Resend invitation',
    explained: 'The person gets a new link. The earlier link stops working.',
    label: 'Send again',
    question: `Resend the invitation of ${name}?`,
    says: `We’ll send it to ${email}.`,
    done: `A new invitation was sent to ${email}. The earlier link no longer works.`,
  }),
}

type PersonAccountProps = { person: Account; onDone: (done: string) => void }

/** Actions on the whole account: suspend, reopen, resend the invitation, reset the second factor, confirm the owner. */
export function PersonAccount({ person, onDone }: PersonAccountProps) {
  return person.actions.map((action) => {
    if (action === 'resetFactors') return <FactorReset key={action} person={person} onDone={onDone} />
    if (action === 'confirmOwner') return <OwnerCheck key={action} person={person} onDone={onDone} />
    return <AccountActCard key={action} action={action} person={person} onDone={onDone} />
  })
}

function AccountActCard({ action, person, onDone }: PersonAccountProps & { action: Action }) {
  const [asking, setAsking] = useState(false)
  const words = WORDS[action](person)
  const save = useAction(CALLS[action], () => {
    setAsking(false)
    onDone(words.done)
  })
  // A suspension needs a reason, which is mailed to the person.
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
