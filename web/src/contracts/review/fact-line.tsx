import type { ContractReview } from '@portico/core/contracts/shapes'
import { formatPhone } from '@portico/core/forms/formats'
import { formatMoment } from '@portico/core/forms/moments'
import type { ReactNode } from 'react'
import { Tag } from '#kit/tag.tsx'
import { AgeAndDue } from '#shell/console/due.tsx'
import { STAGE_LABELS } from './labels.ts'

/** The request in one line, so that the document has the page. */
export function FactLine({ review }: { review: ContractReview }) {
  const { stage, dueOn, level, organizationName, providerName, npi, registrant, askedAt } = review
  return (
    <ul className="fact-line small" aria-label="The request">
      <li>
        <Tag tone={stage === 'VALIDATED' ? 'ok' : 'warn'}>{STAGE_LABELS[stage]}</Tag>
      </li>
      {dueOn && (
        <Fact label="Waiting for">
          <AgeAndDue since={review.contracts[0]?.receivedAt ?? ''} dueOn={dueOn} /> due by {formatMoment(dueOn)}
        </Fact>
      )}
      {organizationName && <Fact label="Organization">{organizationName}</Fact>}
      {level !== 'NPI' && <Groups review={review} />}
      <Fact label={level === 'NPI' ? 'Provider' : 'Started from'}>
        {providerName}, NPI <span className="num">{npi}</span>
      </Fact>
      <Fact label="Registrant">
        {[registrant.name, registrant.email, phoneOf(registrant.phone)].filter(Boolean).join(', ')}
      </Fact>
      <Fact label="Requested on">{formatMoment(askedAt)}</Fact>
    </ul>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <span className="soft">{label}</span> {children}
    </li>
  )
}

/** Long lists open on demand. */
const SHOWN_GROUPS = 2

function Groups({ review: { scopes } }: { review: ContractReview }) {
  const names = scopes.map(({ name, id }) => `${name} (${id})`)
  if (names.length <= SHOWN_GROUPS)
    return <Fact label={names.length === 1 ? 'Group' : 'Groups'}>{names.join(', ')}</Fact>
  return (
    <li>
      <details>
        <summary>{names.length} groups</summary>
        <ul className="names">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** The server sends the digits, then the extension as text. */
function phoneOf(phone: string): string {
  const [digits = '', ...extension] = phone.split(' ')
  return [formatPhone(digits), ...extension].join(' ')
}
