import type { FourEyesApproval, FourEyesDecided, IssuedSecret } from '@portico/core/access/account-shapes'
import { decideFourEyesApproval, listFourEyesApprovals } from '@portico/core/access/calls'
import { formatDay, formatMoment } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { APPROVER_HELP, APPROVER_RULE } from '#shell/console/approver-help.ts'
import { SecretDialog } from '#shell/console/secret-dialog.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'

/** Actions that wait for four-eyes approval. Hidden if there are none. */
export function FourEyesApprovals() {
  const waiting = useCall(listFourEyesApprovals)
  const [done, setDone] = useState('')
  const [secret, setSecret] = useState<IssuedSecret>()
  const rows = waiting.state === 'ready' ? waiting.entity : []
  const finish = (said: string, decided: FourEyesDecided = true) => {
    setDone(said)
    if (decided !== true) setSecret(decided)
  }
  if (rows.length === 0 && done === '') return null
  return (
    <TitledCard id="four-eyes-approvals" heading="Waiting for a second administrator">
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <ul className="stacked-rows">
        {rows.map((row) => (
          <Waiting key={row.askId} row={row} onDone={finish} />
        ))}
      </ul>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </TitledCard>
  )
}

const HEADINGS: Record<FourEyesApproval['kind'], (row: FourEyesApproval) => string> = {
  INVITE_SAA: ({ name, scopeName }) => `Invite ${name} as the Senior Access Administrator of ${scopeName}`,
  INVITE_ADMINISTRATOR: ({ name }) => `Invite ${name} as an administrator of this console`,
  MAKE_ADMINISTRATOR: ({ name }) => `Make ${name} an administrator of this console`,
  ADD_APPLICATION: ({ name }) => `Register the application ${name}`,
  CHANGE_APPLICATION: ({ name }) => `Change the application ${name}`,
  ROTATE_SECRET: ({ name }) => `Make a new secret for the application ${name}`,
  ENABLE_APPLICATION: ({ name }) => `Enable the application ${name}`,
  LIFT_HOLD: ({ npi, scopeName }) => `Lift the hold on registration for ${scopeName || 'the provider'}, NPI ${npi}`,
}

type WaitingProps = { row: FourEyesApproval; onDone: (done: string, decided?: FourEyesDecided) => void }

function Waiting({ row, onDone }: WaitingProps) {
  const { askId, isMine, canApprove, hasApprover } = row
  const agree = useAction(decideFourEyesApproval, (decided) => onDone(AGREED[row.kind](row), decided))
  const decline = useAction(decideFourEyesApproval, () => onDone('Declined. Nothing was changed.'))
  const refusal = agree.refusal ?? decline.refusal
  const heading = HEADINGS[row.kind](row)
  return (
    <li>
      <h3>{heading}</h3>
      {row.email && (
        <p className="soft small break">
          <EmailText of={row.email} />
        </p>
      )}
      {row.changes.length > 0 && (
        <ul className="small break">
          {row.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <p className="small">
        {isMine ? 'You' : row.askedBy} asked on {formatMoment(row.askedOn)}. This request ends on{' '}
        {formatDay(row.expiresOn)}.
      </p>
      {!hasApprover && <p className="small">No one can approve this yet. {APPROVER_HELP}</p>}
      {hasApprover && !isMine && !canApprove && (
        <p className="small">You can’t approve this, but another administrator can. {APPROVER_RULE}</p>
      )}
      {refusal && <Alert>{refusal.entity.message}</Alert>}
      <p className="row acts">
        {canApprove && (
          <Button
            busy={agree.busy}
            aria-label={`Approve: ${heading}`}
            onClick={() => void agree.send({ askId, agree: true })}
          >
            {' '}
            Approve{' '}
          </Button>
        )}
        <Button
          look="line"
          busy={decline.busy}
          aria-label={`${isMine ? 'Withdraw' : 'Decline'}: ${heading}`}
          onClick={() => void decline.send({ askId, agree: false })}
        >
          {isMine ? 'Withdraw' : 'Decline'}
        </Button>
      </p>
    </li>
  )
}

const AGREED: Record<FourEyesApproval['kind'], (row: FourEyesApproval) => string> = {
  INVITE_SAA: ({ email }) => `The invitation was sent to ${email}.`,
  INVITE_ADMINISTRATOR: ({ email }) => `The invitation was sent to ${email}.`,
  MAKE_ADMINISTRATOR: ({ name }) => `${name} is now an administrator.`,
  ADD_APPLICATION: ({ name }) => `${name} is registered.`,
  CHANGE_APPLICATION: ({ name }) => `${name} is changed.`,
  ROTATE_SECRET: ({ name }) => `${name} has a new secret. The old one stays valid for a day.`,
  ENABLE_APPLICATION: ({ name }) => `${name} is enabled.`,
  LIFT_HOLD: ({ npi }) => `Registration for NPI ${npi} is no longer on hold.`,
}
