import { permissionLabel } from '@portico/core/access/permissions'
import type { PersonGrant } from '@portico/core/access/shapes'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Card } from '#kit/card.tsx'
import { Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { personState, scopeDetail } from '../../grants/labels.ts'
import { ChangeGrant } from './change-grant.tsx'
import { GrantActions } from './grant-actions.tsx'

type PersonGrantCardProps = { grant: PersonGrant; onDone: (message: string) => void }

/** A person's access to one scope, with the allowed actions. */
export function PersonGrantCard({ grant, onDone }: PersonGrantCardProps) {
  const [changing, setChanging] = useState(false)
  const [finished, setFinished] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const finish = (message: string) => {
    setChanging(false)
    setFinished((times) => times + 1)
    onDone(message)
  }
  // The pressed button may be gone, so the focus moves to the card's heading after the dialog closes.
  useEffect(() => {
    if (finished > 0) heading.current?.focus()
  }, [finished])
  const headingId = `grant-${grant.grantId}`
  return (
    <Card as="section" aria-labelledby={headingId}>
      <div className="card-head">
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {grant.scope.name}
        </h2>
        <LabelTag of={personState(grant)} />
      </div>
      {grant.state === 'SUSPENDED' && (
        <Note tone="warn">
          <p>{grant.suspendedReason ? `Suspended: ${grant.suspendedReason}` : 'Suspended. No reason was given.'}</p>
        </Note>
      )}
      {changing ? (
        <ChangeGrant grant={grant} onDone={finish} onCancel={() => setChanging(false)} />
      ) : (
        <>
          <SummaryList across items={factsOf(grant)} />
          <GrantActions grant={grant} onChange={() => setChanging(true)} onDone={finish} />
        </>
      )}
    </Card>
  )
}

function factsOf(grant: PersonGrant): { term: string; value: ReactNode }[] {
  const invited = grant.accountState === 'INVITED'
  return [
    { term: 'Type', value: scopeDetail(grant.scope) },
    { term: 'Role', value: roleWithShortName(grant.role) },
    { term: 'Permissions', value: grant.permissions.map(permissionLabel).join(', ') },
    { term: invited ? 'Invited on' : 'Since', value: formatDay(grant.since) },
    ...(grant.confirmDue && grant.state === 'ACTIVE'
      ? [{ term: 'Confirm by', value: formatDay(grant.confirmDue) }]
      : []),
  ]
}
