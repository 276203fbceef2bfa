import { SCOPE_LABELS, type ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { AccountKind } from '#platform/database/schema.ts'

/** Scopes that say nothing about people of other kinds. */
const ONLY_FOR: Partial<Record<ScopeName, AccountKind>> = { access: 'provider', staff: 'internal', member: 'member' }

/** What an application with these scopes learns about a person of this kind, as texts for the person. */
export const nameShared = (scopes: readonly ScopeName[], kind: AccountKind): string[] =>
  scopes.filter((scope) => (ONLY_FOR[scope] ?? kind) === kind).map((scope) => SCOPE_LABELS[scope])
