import type { ScopeEntity } from '@portico/core/access/shapes'
import { scopeDetail } from './labels.ts'

export function ScopeNames({ scopes }: { scopes: readonly ScopeEntity[] }) {
  return (
    <ul className="bare">
      {scopes.map((scope) => (
        <li key={scope.entity}>
          {scope.name} <span className="soft small">{scopeDetail(scope)}</span>
        </li>
      ))}
    </ul>
  )
}
