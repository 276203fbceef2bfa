import type { HomeChange, OfficeHome } from '@portico/core/access/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { formatDay, formatMoment } from '@portico/core/forms/moments'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'

/** Changes since the previous sign-in. Hidden at the first one. */
export function SinceLastVisit({ home: { lastVisit, changes } }: { home: OfficeHome }) {
  if (lastVisit === '') return null
  return (
    <TitledCard id="since-last-visit" heading="Since your last visit">
      <p className="soft small">Your last visit was on {formatMoment(lastVisit)}.</p>
      {changes.length === 0 ? (
        <p>Nothing has changed.</p>
      ) : (
        <ul className="links described">
          {changes.map((change) => (
            <li key={`${change.on}${change.what}${change.about}`}>
              <a href={LINKS[change.what]}>{describeChange(change)}</a>
              <span className="soft small">
                <time dateTime={change.on}>{formatDay(change.on)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

const LINKS: Record<HomeChange['what'], string> = {
  DECIDED: PROVIDER_PATHS.status,
  ASKED: PROVIDER_PATHS.access,
  ACCESS_BEGAN: PROVIDER_PATHS.access,
  REPORT_ANSWERED: PROVIDER_PATHS.roster,
  CLAIMS: PROVIDER_PATHS.claims,
}

const OUTCOMES: Record<HomeChange['state'], string> = {
  '': 'was decided',
  ACTIVE: 'was accepted',
  REJECTED: 'was rejected',
  EXPIRED: 'expired because no one decided in time',
}

function describeChange({ what, about, state, count }: HomeChange): string {
  switch (what) {
    case 'DECIDED':
      return `Your request about ${about} ${OUTCOMES[state]}`
    case 'ASKED':
      return countOf(count, 'person requested access', 'people requested access')
    case 'ACCESS_BEGAN':
      return `${about} has access now`
    case 'REPORT_ANSWERED':
      return `The plan answered your report about ${about}`
    case 'CLAIMS':
      return `${countOf(count, 'claim is', 'claims are')} new or changed`
  }
}
