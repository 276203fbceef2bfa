import { INTERNAL_PATHS } from '@portico/core/constants'
import { openProvider } from '@portico/core/internal/calls'
import type { Provider } from '@portico/core/internal/shapes'
import { type ComponentType, useState } from 'react'
import { Card, TitledCard } from '../kit/card.tsx'
import { formatLongCalendarDay } from '../kit/format-day.ts'
import { ageOf } from '../kit/format-time.ts'
import { Alert } from '../kit/note.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { LabelTag } from '../kit/tag.tsx'
import { grantState, SCOPE_LABELS } from '../shell/access-labels.ts'
import { personAddress } from '../shell/console-addresses.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { EasyRegLinks } from './easy-reg-links.tsx'
import { NETWORK_LABELS } from './labels.ts'
import { ProviderLocks } from './provider-locks.tsx'

const BACK = { href: INTERNAL_PATHS.providers, label: 'Back to the providers' }

/** Lets somebody in as the SAA of one of the provider's scopes. */
export type InviteSaa = ComponentType<{ provider: Provider; onDone: (done: string) => void }>

/** One provider: where registration stands, what is locked, and the ways to let somebody in. */
export function ProviderPage({ npi, Invite }: { npi: string; Invite: InviteSaa }) {
  const loaded = useCall(openProvider, { query: { npi } })
  const [done, setDone] = useState('')
  return (
    <ConsolePage heading={loaded.state === 'ready' ? loaded.entity.name : `NPI ${npi}`} back={BACK}>
      {done && (
        <Alert key={done} tone="ok">
          {done}
        </Alert>
      )}
      <Loading of={loaded} label="Loading the provider" lines={8}>
        {(provider) => (
          <div className="side-by-side">
            <div className="stack">
              <Card>
                <h2>The provider</h2>
                <SummaryList items={factsOf(provider)} />
                <p className="after-facts">
                  <a href={`${INTERNAL_PATHS.audit}?${new URLSearchParams({ npi })}`}>
                    Everything recorded about this NPI
                  </a>
                </p>
              </Card>
              <ProviderLocks provider={provider} onDone={setDone} />
            </div>
            <div className="stack">
              <Administrators provider={provider} />
              <Waiting provider={provider} />
              <Invite provider={provider} onDone={setDone} />
              <EasyRegLinks links={provider.easyReg} />
            </div>
          </div>
        )}
      </Loading>
    </ConsolePage>
  )
}

function factsOf(provider: Provider) {
  const onFile = [provider.hasSsn && 'SSN', provider.hasTin && 'TIN'].filter(Boolean).join(' and ')
  const optional = [
    ['Place', provider.place],
    ['Region', provider.region],
    ['Plan contract since', formatLongCalendarDay(provider.contractDate)],
    ['Email the plan holds', provider.email],
  ] as const
  return [
    { term: 'NPI', value: <span className="num">{provider.npi}</span> },
    { term: 'Network', value: <LabelTag of={NETWORK_LABELS[provider.network]} /> },
    { term: 'Kind', value: provider.person ? 'Individual' : 'Organization' },
    ...optional.filter(([, value]) => value).map(([term, value]) => ({ term, value })),
    { term: 'On file for validation', value: onFile || 'Neither SSN nor TIN' },
  ]
}

/** Who may be asked for access, level by level. */
function Administrators({ provider }: { provider: Provider }) {
  return (
    <TitledCard id="saas" heading="Senior Access Administrators">
      <ul className="held">
        {provider.scopes.map((scope) => (
          <li key={scope.entity}>
            <h3>{scope.name}</h3>
            <p className="soft small">{SCOPE_LABELS[scope.kind]}</p>
            <p>
              {scope.saaAccountId ? (
                <a href={personAddress(scope.saaAccountId)}>{scope.saaName}</a>
              ) : (
                <span className="soft">Nobody yet</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

function Waiting({ provider: { waiting } }: { provider: Provider }) {
  if (waiting.length === 0) return null
  return (
    <TitledCard id="waiting" heading="Requests that wait">
      <ul className="held">
        {waiting.map((request) => (
          <li key={request.reference}>
            <p>
              <a href={personAddress(request.accountId)}>{request.name}</a>, {request.role},{' '}
              <span className="num">{request.reference}</span>
            </p>
            <p>
              <LabelTag of={grantState(request.state)} /> <span className="soft small">{ageOf(request.since)} old</span>
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
