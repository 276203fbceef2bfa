import type { Account, AccountGrant } from '@portico/core/access/account-shapes'
import { permissionLabel } from '@portico/core/access/permissions'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { useState } from 'react'
import { TextButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { grantState } from '#shell/console/access-labels.ts'
import { type ActWords, type GrantAct, GrantDialog } from '../administration/people/grant-dialog.tsx'

const ACTS: Record<GrantAct, { label: string; says: string; done: string }> = {
  suspend: {
    label: 'Suspend',
    says: 'The person can’t use this access until it’s reactivated, and is signed out immediately.',
    done: 'is suspended. We notified the person by email.',
  },
  reactivate: {
    label: 'Reactivate',
    says: 'The person can use this access again as before.',
    done: 'is active again. We notified the person by email.',
  },
  remove: {
    label: 'Remove',
    says: 'This is permanent. To get access again, the person needs a new request or invitation.',
    done: 'is removed. We notified the person by email.',
  },
}
const OFFERED = ['suspend', 'reactivate', 'remove'] as const

/** The person's grants with their actions. */
export function PersonGrants({ person, onDone }: { person: Account; onDone: (done: string) => void }) {
  const [asking, setAsking] = useState<{ act: GrantAct; grant: AccountGrant }>()
  const close = () => setAsking(undefined)
  return (
    <TitledCard id="access" heading="Access">
      {person.grants.length === 0 && <p className="soft">This person has not requested access yet.</p>}
      <ul className="stacked-rows">
        {person.grants.map((grant) => (
          <li key={grant.grantId}>
            <GrantFacts grant={grant} />
            <p className="row acts">
              {OFFERED.filter((act) => grant.actions.includes(act)).map((act) => (
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
          act={asking.act}
          grantId={asking.grant.grantId}
          words={wordsFor(asking.act, person.name, asking.grant)}
          reason="required"
          onClose={close}
          onDone={(done) => {
            close()
            onDone(done)
          }}
        />
      )}
    </TitledCard>
  )
}

function wordsFor(act: GrantAct, name: string, { scopeName }: AccountGrant): ActWords {
  const { label, says, done } = ACTS[act]
  const heading = `${label}: access of ${name} to ${scopeName}?`
  return { heading, says, label, done: `The access of ${name} to ${scopeName} ${done}` }
}

function GrantFacts({ grant }: { grant: AccountGrant }) {
  const isOpenInvitation = grant.state === 'PENDING_APPROVAL' && grant.invited
  return (
    <>
      <h3>
        {grant.scopeName} <span className="soft num">{grant.scopeId}</span>
      </h3>
      <p>
        <LabelTag of={grantState(isOpenInvitation ? 'INVITED' : grant.state, grant.contract)} />{' '}
        {roleWithShortName(grant.role)}, since {formatMoment(grant.since)}
      </p>
      <p className="soft small">{grant.permissions.map(permissionLabel).join(' · ')}</p>
      {grant.reason && <p className="small">Reason: ‘{grant.reason}’</p>}
    </>
  )
}
