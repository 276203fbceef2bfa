import Type, { type Static } from 'typebox'
import { text } from '../shapes.ts'
import { ACCOUNT_STATES, REASON_MAX } from './limits.ts'

/** Building blocks of this area's shapes. */

export const id = Type.String({ minLength: 1, maxLength: 64 })
export const reason = Type.String({ maxLength: REASON_MAX })
export const Role = Type.Enum(['SAA', 'AA', 'AU'])
const ScopeKind = Type.Enum(['NPI', 'PG', 'IPA', 'SG', 'PO'])
export const GrantState = Type.Enum([
  'PENDING_PROVIDER',
  'PENDING_CONTRACT',
  'PENDING_APPROVAL',
  'ACTIVE',
  'SUSPENDED',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
])
export const AccountState = Type.Enum([...ACCOUNT_STATES])
export const permissions = Type.Array(text(20), { maxItems: 50 })
/** ISO 8601, or empty if it has not happened. */
export const time = Type.String()

/** A scope that a user administers or requests, with its display name. */
export const Scope = Type.Object({
  /** The key that identifies a scope in every call, such as 'NPI:1100000011' or 'GROUP:G100'. */
  entity: Type.String(),
  kind: ScopeKind,
  id: Type.String(),
  name: Type.String(),
})
export type Scope = Static<typeof Scope>
