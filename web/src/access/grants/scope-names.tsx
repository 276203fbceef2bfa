import type { Scope } from '@portico/core/access/parts'
import { scopeDetail } from './labels.ts'

export function ScopeNames({ scopes }: { scopes: readonly Scope[] }) {
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
