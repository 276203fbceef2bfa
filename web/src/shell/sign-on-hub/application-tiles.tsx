import { applicationTiles } from '@portico/core/sign-on-hub/calls'
import { HUB_PATH } from '@portico/core/sign-on-hub/scopes'
import { TitledCard } from '#kit/card.tsx'
import { useCall } from '../gateway/use-call.ts'

/** The plan's applications that the user can open. Shows nothing without one. */
export function ApplicationTiles() {
  const tiles = useCall(applicationTiles)
  if (tiles.state !== 'ready' || tiles.entity.length === 0) return null
  return (
    <TitledCard id="applications" heading="Applications">
      <ul className="applications">
        {tiles.entity.map(({ clientId, name, address, hasLogo }) => (
          <li key={clientId}>
            <a href={address}>
              {hasLogo ? (
                <img src={`${HUB_PATH}/logo/${clientId}`} alt="" width={32} height={32} />
              ) : (
                <span className="initial" aria-hidden="true">
                  {name.slice(0, 1)}
                </span>
              )}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
