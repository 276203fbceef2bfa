import { PROVIDER_PATHS } from '@portico/core/constants'
import type { ScopeQuery } from '@portico/core/provider-directory/verify-shapes'

const addressOf = (query: Record<string, string>) => `${PROVIDER_PATHS.verify}?${new URLSearchParams(query)}`

export const scopeAddress = ({ scopeKind, scopeId }: ScopeQuery): string => addressOf({ scopeKind, scopeId })
export const uploadAddress = (scope: ScopeQuery): string => `${scopeAddress(scope)}&upload=file`
export const receiptAddress = (receipt: string): string => addressOf({ receipt })
