import { ACCESS_PAGES } from '@portico/core/access/pages'
import { confirmSuccessor } from '@portico/core/access/successor-calls'
import { endWithPeriod } from '@portico/core/forms/formats'
import { formatDay } from '@portico/core/forms/moments'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { EmailText } from '#kit/email-text.tsx'
import { Alert } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag, type StatusLabel } from '#kit/tag.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { NameSuccessor } from './name-successor.tsx'
import type { Naming, OwnProps } from './own-props.ts'
import { LeaveDialog, WithdrawDialog } from './successor-dialogs.tsx'

/** A scope whose SAA the user is: its successor, or the choice of one; and the way to leave. */
export function OwnSuccessor({ own, onDone }: OwnProps) {
  const [isLeaving, setLeaving] = useState(false)
  const { grantId, scope, naming } = own
  return (
    <TitledCard id={`own-${grantId}`} heading={`Your successor for ${scope.name}`}>
      {naming ? <Named own={own} naming={naming} onDone={onDone} /> : <Unnamed own={own} onDone={onDone} />}
      <h3>Leave</h3>
      <p>
        You can give up the role and your access to {endWithPeriod(scope.name)} A successor who agreed can then take
        over.
      </p>
      <p>
        <Button look="line" onClick={() => setLeaving(true)}>
          Give up your access
        </Button>
      </p>
      {isLeaving && <LeaveDialog own={own} onClose={() => setLeaving(false)} />}
    </TitledCard>
  )
}

function Unnamed({ own, onDone }: OwnProps) {
  const { refused, candidates } = own
  if (refused) return <p>{refused}</p>
  if (candidates.length > 0) return <NameSuccessor own={own} onDone={onDone} />
  return (
    <p>
      <b>No one can be named yet.</b> Only people with access to exactly this provider, group or organization can.{' '}
      <a href={ACCESS_PAGES.invite}>Invite a person</a>
    </p>
  )
}

const LABELS: Record<Naming['state'], StatusLabel> = {
  NAMED: { label: 'Has not answered yet', tone: 'warn' },
  AGREED: { label: 'Agreed', tone: 'ok' },
  OFFERED: { label: 'May take over' },
  WAITING: { label: 'Takes over soon' },
  STAFF: { label: 'Provider Services decides' },
}

function Named({ own, naming, onDone }: OwnProps & { naming: Naming }) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { successorId, name, confirmable } = naming
  const confirm = useAction(confirmSuccessor, () => onDone(`${name} is confirmed as your successor for 12 months.`))
  return (
    <>
      <SummaryList
        across
        items={[
          {
            term: 'Successor',
            value: (
              <>
                {name}{' '}
                <span className="under soft small break">
                  <EmailText of={naming.email} />
                </span>
              </>
            ),
          },
          { term: 'Status', value: <LabelTag of={LABELS[naming.state]} /> },
          { term: 'Named on', value: formatDay(naming.namedOn) },
          { term: 'Confirm by', value: formatDay(naming.confirmBy) },
        ]}
      />
      {confirm.refusal && <Alert>{confirm.refusal.entity.message}</Alert>}
      <p className="row acts">
        {confirmable && (
          <Button busy={confirm.busy} onClick={() => void confirm.send({ successorId })}>
            Confirm for 12 months
          </Button>
        )}
        <Button look="line" onClick={() => setWithdrawing(true)}>
          Withdraw
        </Button>
      </p>
      {isWithdrawing && (
        <WithdrawDialog own={own} naming={naming} onDone={onDone} onClose={() => setWithdrawing(false)} />
      )}
    </>
  )
}
