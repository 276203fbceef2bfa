import { permissionLabel } from '@portico/core/access/permissions'
import type { MyRequest } from '@portico/core/access/request-shapes'
import { roleWithShortName } from '@portico/core/forms/messages'
import { Card } from '#kit/card.tsx'
import { Note } from '#kit/note.tsx'
import { SummaryList } from '#kit/summary-list.tsx'
import { LabelTag, type StatusLabel } from '#kit/tag.tsx'
import { grantState, requestState, WAITING_FOR_STAFF } from '#shell/console/access-labels.ts'
import { isPending } from '../grants/labels.ts'
import { ScopeNames } from '../grants/scope-names.tsx'
import { ContractSteps } from './contract-steps.tsx'
import { RequestActions } from './request-actions.tsx'
import { SignedCopy, SigningSteps } from './signing-steps.tsx'
import { Timeline } from './timeline.tsx'

type RequestCardProps = { request: MyRequest; onChanged: (message: string) => void }

export function RequestCard({ request, onChanged }: RequestCardProps) {
  const declined =
    request.signing.state === 'DECLINED' && request.contract.state === 'NONE' ? request.signing.reason : ''
  const reason = request.reason || (isPending(request.state) ? request.contract.reason || declined : '')
  const headingId = `request-${request.reference}`
  return (
    <Card as="section" id={request.reference} aria-labelledby={headingId}>
      <div className="card-head">
        <h2 id={headingId}>{nameOf(request)}</h2>
        <LabelTag of={labelOf(request)} />
      </div>
      {request.next && (
        <Note tone={isPending(request.state) ? 'info' : request.access === 'ACTIVE' ? 'ok' : 'warn'}>
          <p>{request.next}</p>
          {reason && <p>Reason: {reason}</p>}
        </Note>
      )}
      <SummaryList across items={factsOf(request)} />
      {request.canSignOnline && request.contract.state !== 'RECEIVED' && (
        <SigningSteps request={request} onChanged={onChanged} />
      )}
      {request.signing.state === 'SIGNED' && <SignedCopy request={request} />}
      {request.needsContract && <ContractSteps request={request} onUploaded={onChanged} />}
      <h3 className="section-head">Progress</h3>
      <Timeline request={request} />
      <RequestActions request={request} onChanged={onChanged} />
    </Card>
  )
}

function labelOf({ byStaff, access, state, contract }: MyRequest): StatusLabel {
  if (byStaff) return WAITING_FOR_STAFF
  return access ? grantState(access) : requestState(state, contract.state)
}

/** The name of a single scope, or the number of groups. */
function nameOf({ scopes, npiName, npi }: MyRequest): string {
  const [first] = scopes
  if (scopes.length === 1 && first) return first.name
  return scopes.length > 1 ? `${scopes.length} groups of ${npiName || `NPI ${npi}`}` : npiName || `NPI ${npi}`
}

/** True if 'Access to' already shows the NPI. */
const isNpiAlone = ({ scopes }: MyRequest): boolean => scopes.length === 1 && scopes[0]?.kind === 'NPI'

function factsOf(request: MyRequest) {
  return [
    { term: 'Reference', value: <span className="num">{request.reference}</span> },
    { term: 'Role', value: roleWithShortName(request.role) },
    ...(request.npi && !isNpiAlone(request)
      ? [{ term: 'NPI', value: `${request.npi} ${request.npiName}`.trim() }]
      : []),
    ...(request.scopes.length > 0 ? [{ term: 'Access to', value: <ScopeNames scopes={request.scopes} /> }] : []),
    ...(request.permissions.length > 0
      ? [{ term: 'Functions', value: request.permissions.map(permissionLabel).join(', ') }]
      : []),
    ...(request.askedOf ? [{ term: 'Who decides', value: request.askedOf }] : []),
    ...(request.decidedBy ? [{ term: 'Decided by', value: request.decidedBy }] : []),
    ...(request.replaceSaa
      ? [{ term: 'Replaces', value: 'The current Senior Access Administrator, who becomes an Access Administrator' }]
      : []),
  ]
}
