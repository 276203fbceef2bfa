import { listVerificationScopes } from '@portico/core/provider-directory/calls'
import { scopeAddress } from '@portico/core/provider-directory/pages'
import type { VerificationScope } from '@portico/core/provider-directory/verify-shapes'
import { Card, TitledCard } from '#kit/card.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { portalFunction } from '#shell/layout/portal-function.tsx'
import { useLocation } from '#shell/router/router.tsx'
import { describeDue } from './due-text.ts'
import { ReceiptView } from './receipts/receipt.tsx'
import { UploadRoster } from './roster-file/upload-roster.tsx'
import { ScopePage } from './scope-page.tsx'
import './verify.css'

export const Verify = portalFunction(
  'Members find your providers with this data. Please confirm every 90 days that it is still true.',
  VerifyContent,
)

function VerifyContent() {
  const { search } = useLocation()
  const receipt = new URLSearchParams(search).get('receipt')
  return receipt ? <ReceiptView id={receipt} /> : <Scopes />
}

/** The scope of the address, or the only one; otherwise a list to choose from. */
function Scopes() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const scopes = useCall(listVerificationScopes, { keepPrevious: true })
  return (
    <Loading of={scopes} label="Loading your practices" lines={6}>
      {(found) => {
        const chosen = found.find(
          (scope) => scope.scopeKind === params.get('scopeKind') && scope.scopeId === params.get('scopeId'),
        )
        const scope = chosen ?? (found.length === 1 ? found[0] : undefined)
        if (!scope) return <ScopeList scopes={found} />
        const key = `${scope.scopeKind} ${scope.scopeId}`
        if (params.has('upload')) return <UploadRoster key={key} scope={scope} />
        return <ScopePage key={key} scope={scope} hasOthers={found.length > 1} />
      }}
    </Loading>
  )
}

function ScopeList({ scopes }: { scopes: VerificationScope[] }) {
  if (scopes.length === 0)
    return (
      <Card>
        <p className="soft">Your access doesn’t include any providers to verify.</p>
      </Card>
    )
  return (
    <TitledCard id="practices" heading="Your practices">
      <ul className="links described">
        {scopes.map((scope) => (
          <li key={`${scope.scopeKind} ${scope.scopeId}`}>
            <a href={scopeAddress(scope)}>{scope.name}</a>
            <span className="soft small">
              {describeDue(scope)}. {scope.verified} of {scope.total} verified.
              {scope.draftSavedAt && ' You have a saved draft.'}
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
