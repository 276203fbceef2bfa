import { PROVIDER_PATHS } from '@portico/core/constants'
import { listVerificationScopes } from '@portico/core/provider-directory/calls'
import { scopeAddress } from '@portico/core/provider-directory/pages'
import { TitledCard } from '#kit/card.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { useMe } from '#shell/session/me.ts'
import { describeDue } from './due-text.ts'

const SHOWN = 5

/** Directory data of the user's scopes, on home. */
export function DueCard() {
  const me = useMe()
  return me.state === 'ready' && me.entity.permissions.includes('ROSTER') ? <DueScopes /> : null
}

function DueScopes() {
  const scopes = useCall(listVerificationScopes)
  return (
    <TitledCard id="directory-due" heading="Directory data to verify">
      <Loading of={scopes} label="Loading what is due" lines={2}>
        {(found) => (
          <>
            <ul className="links described">
              {found.slice(0, SHOWN).map((scope) => (
                <li key={`${scope.scopeKind} ${scope.scopeId}`}>
                  <a href={scopeAddress(scope)}>{scope.name}</a>
                  <span className="soft small">
                    {describeDue(scope)}. {scope.verified} of {scope.total} verified.
                  </span>
                </li>
              ))}
            </ul>
            {found.length > SHOWN && <a href={PROVIDER_PATHS.verify}>All {found.length} practices</a>}
          </>
        )}
      </Loading>
    </TitledCard>
  )
}
