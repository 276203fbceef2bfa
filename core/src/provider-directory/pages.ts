import { PROVIDER_PATHS } from '../constants.ts'
import type { ScopeQuery } from './verify-shapes.ts'

const { verify } = PROVIDER_PATHS

/** Addresses below the page where an office verifies its directory data. */
export const scopeAddress = ({ scopeKind, scopeId }: ScopeQuery): string =>
  `${verify}?scopeKind=${scopeKind}&scopeId=${encodeURIComponent(scopeId)}`
export const uploadAddress = (scope: ScopeQuery): string => `${scopeAddress(scope)}&upload=file`
export const receiptAddress = (receipt: string): string => `${verify}?receipt=${encodeURIComponent(receipt)}`
