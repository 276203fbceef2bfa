import Type, { type Static } from 'typebox'
import { text } from '../shapes.ts'
import { ACCOUNT_STATES, REASON_MAX } from './limits.ts'

/** What the shapes of this area are made of. */

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
/** ISO 8601, or empty when it has not happened. */
export const time = Type.String()

/** A scope somebody administers or asks for, by the name people know it under. */
export const Scope = Type.Object({
  /** The key every call names a scope with, such as 'NPI:1100000011' or 'GROUP:G100'. */
  entity: Type.String(),
  kind: ScopeKind,
  id: Type.String(),
  name: Type.String(),
})
export type Scope = Static<typeof Scope>
