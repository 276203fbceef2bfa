import { MEMBER_PATHS } from '@portico/core/constants'
import { formatCalendarDay } from '@portico/core/forms/moments'
import type { Change } from '@portico/core/members/shapes'
import { TitledCard } from '#kit/card.tsx'
import { formatAmount } from '#kit/format-amount.ts'
import { claimStatus, isDenied } from '../claims/claim-status.ts'

export function WhatChanged({ changes }: { changes: Change[] }) {
  return (
    <TitledCard id="what-changed" heading="What changed">
      {changes.length === 0 ? (
        <p>Nothing in the last three months.</p>
      ) : (
        <ol className="changes">
          {changes.map((change) => (
            <li key={`${change.on}${change.what}${change.who}${change.claimNumber}`}>
              <time className="soft small" dateTime={change.on}>
                {formatCalendarDay(change.on)}
              </time>
              <b>{headlineOf(change)}</b>
              <span>{detailOf(change)}</span>
            </li>
          ))}
        </ol>
      )}
      <p>
        <a href={MEMBER_PATHS.claims}>All claims</a>
      </p>
    </TitledCard>
  )
}

function headlineOf(change: Change): string {
  const whose = change.who ? `${change.who}: ` : ''
  if (change.what === 'CLAIM') return `${whose}Claim ${claimStatus(change.status).label.toLowerCase()}`
  if (change.what === 'COVERAGE_BEGAN') return `${whose}Coverage began`
  if (change.what === 'COVERAGE_ENDS') return `${whose}Last day of coverage`
  return change.what === 'PASSWORD' ? 'Password changed' : 'Account created'
}

function detailOf(change: Change): string {
  if (change.what === 'CLAIM') {
    const visit = `Visit to ${change.providerName || 'a provider'}.`
    if (isDenied(change)) return `${visit} ‘All claims’ says what you can do.`
    return change.paid === '' || Number(change.paid) === 0
      ? visit
      : `${visit} Your plan paid ${formatAmount(change.paid)}.`
  }
  if (change.what === 'PASSWORD') return 'If this wasn’t you, please call Member Services right away.'
  if (change.what === 'ACCOUNT') return 'You registered for this portal.'
  return ''
}
