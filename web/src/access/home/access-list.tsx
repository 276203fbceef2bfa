import { permissionLabel } from '@portico/core/access/permissions'
import { roleWithShortName } from '@portico/core/forms/messages'
import { formatDay } from '@portico/core/forms/moments'
import type { MyGrant } from '@portico/core/signon/shapes'
import { useState } from 'react'
import { TextButton } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { grantState } from '#shell/console/access-labels.ts'
import { isPending, scopeDetail } from '../grants/labels.ts'

const SHOWN_AT_FIRST = 8

/** The user's grants with role and permissions. Pending requests are shown separately. */
export function AccessList({ grants }: { grants: readonly MyGrant[] }) {
  const granted = grants.filter((grant) => !isPending(grant.state))
  const [all, setAll] = useState(false)
  const shown = all ? granted : granted.slice(0, SHOWN_AT_FIRST)
  return (
    <TitledCard id="your-access" heading="Your access">
      {granted.length === 0 && <p className="soft">You don’t have access yet.</p>}
      <ul className="entries">
        {shown.map((grant) => (
          <GrantEntry key={grant.grantId} grant={grant} />
        ))}
      </ul>
      {granted.length > shown.length && <TextButton onClick={() => setAll(true)}>Show all {granted.length}</TextButton>}
    </TitledCard>
  )
}

function GrantEntry({ grant }: { grant: MyGrant }) {
  return (
    <li>
      <h3>
        {grant.scope.name}
        {grant.state !== 'ACTIVE' && (
          <>
            {' '}
            <LabelTag of={grantState(grant.state)} />
          </>
        )}
      </h3>
      <p className="soft small">
        {scopeDetail(grant.scope)}
        {grant.organization && ` of ${grant.organization}`}
      </p>
      <p>
        {roleWithShortName(grant.role)} since {formatDay(grant.since)}
      </p>
      <p className="small">
        <span className="soft">Opens:</span> {grant.permissions.map(permissionLabel).join(', ')}
      </p>
    </li>
  )
}
