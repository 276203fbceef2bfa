import { reactivateGrant, removeGrant, suspendGrant } from '@portico/core/access/calls'
import { permissionLabel } from '@portico/core/access/permissions'
import type { Account, AccountGrant, GrantBody } from '@portico/core/access/shapes'
import type { Call } from '@portico/core/call'
import { roleWithShortName } from '@portico/core/forms/messages'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { longTime } from '../kit/format-time.ts'
import { LabelTag } from '../kit/label-tag.tsx'
import { grantState } from '../shell/access-labels.ts'
import { ReasonDialog } from '../shell/reason-dialog.tsx'
import { useAct } from '../shell/use-act.ts'

type Act = 'suspend' | 'reactivate' | 'remove'

const ACTS: Record<Act, { label: string; danger: boolean; told: string; done: string }> = {
  suspend: {
    label: 'Suspend',
    danger: true,
    told: 'It opens nothing until it is given back. The person is signed out at once.',
    done: 'is suspended. The person was told by email.',
  },
  reactivate: {
    label: 'Give back',
    danger: false,
    told: 'It opens again what it opened before.',
    done: 'is active again. The person was told by email.',
  },
  remove: {
    label: 'Remove',
    danger: true,
    told: 'This is for good: a new request or invitation is needed to come back.',
    done: 'is removed. The person was told by email.',
  },
}

type GrantCall = Call<(typeof suspendGrant | typeof reactivateGrant | typeof removeGrant)['described']>
const CALLS: Record<Act, GrantCall> = { suspend: suspendGrant, reactivate: reactivateGrant, remove: removeGrant }

function actsOn({ state, invited }: AccountGrant): Act[] {
  if (state === 'ACTIVE') return ['suspend', 'remove']
  if (state === 'SUSPENDED') return ['reactivate', 'remove']
  return isOpenInvitation({ state, invited }) ? ['remove'] : []
}

const isOpenInvitation = ({ state, invited }: Pick<AccountGrant, 'state' | 'invited'>) =>
  state === 'PENDING_APPROVAL' && invited

/** What the person holds, provider by provider. */
export function PersonGrants({ person, onDone }: { person: Account; onDone: (done: string) => void }) {
  const [asking, setAsking] = useState<{ act: Act; grant: AccountGrant } | null>(null)
  return (
    <Card as="section" aria-labelledby="held">
      <h2 id="held">Access</h2>
      {person.grants.length === 0 && <p className="soft">This person has asked for nothing yet.</p>}
      <ul className="held">
        {person.grants.map((grant) => (
          <li key={grant.grantId}>
            <h3>
              {grant.scopeName} <span className="soft num">{grant.scopeId}</span>
            </h3>
            <p>
              <LabelTag of={grantState(isOpenInvitation(grant) ? 'INVITED' : grant.state)} />{' '}
              {roleWithShortName(grant.role)}, since {longTime(grant.since)}
            </p>
            <p className="soft small">{grant.permissions.map(permissionLabel).join(' · ')}</p>
            {grant.reason && <p className="small">Reason: ‘{grant.reason}’</p>}
            <p className="row acts">
              {actsOn(grant).map((act) => (
                <TextButton
                  key={act}
                  aria-label={`${ACTS[act].label}: ${grant.role} of ${grant.scopeName}`}
                  onClick={() => setAsking({ act, grant })}
                >
                  {ACTS[act].label}
                </TextButton>
              ))}
            </p>
          </li>
        ))}
      </ul>
      {asking && (
        <GrantDialog
          {...asking}
          name={person.name}
          onClose={() => setAsking(null)}
          onDone={(done) => {
            setAsking(null)
            onDone(done)
          }}
        />
      )}
    </Card>
  )
}

type GrantDialogProps = {
  act: Act
  grant: AccountGrant
  name: string
  onClose: () => void
  onDone: (done: string) => void
}

function GrantDialog({ act, grant, name, onClose, onDone }: GrantDialogProps) {
  const { label, danger, told, done } = ACTS[act]
  const save = useAct(CALLS[act], () => onDone(`The access of ${name} to ${grant.scopeName} ${done}`))
  return (
    <ReasonDialog
      heading={`${label}: access of ${name} to ${grant.scopeName}?`}
      save={save}
      bodyOf={(reason): GrantBody => (reason ? { grantId: grant.grantId, reason } : { grantId: grant.grantId })}
      label={label}
      danger={danger}
      {...(act === 'reactivate' ? {} : { reason: 'required' as const })}
      onClose={onClose}
    >
      <p>{told}</p>
    </ReasonDialog>
  )
}
