import type { ReactNode } from 'react'

/** A few key figures. */
export function Tiles({ tiles }: { tiles: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="tiles">
      {tiles.map((tile) => (
        <div className="tile" key={tile.label}>
          <dt>{tile.label}</dt>
          <dd>{tile.value}</dd>
        </div>
      ))}
    </dl>
  )
}
