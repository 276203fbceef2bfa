import type { AdministeredScope } from '@portico/core/access/shapes'
import type { SelectOption } from '#kit/select-field.tsx'
import { scopeDetail } from '../../grants/labels.ts'

export const scopeOptions = (scopes: readonly AdministeredScope[]): SelectOption[] =>
  scopes.map((scope) => ({ value: scope.entity, label: `${scope.name}, ${scopeDetail(scope)}` }))
