import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { AccountKind, FactorDue, Role } from '../database/schema.ts'
import { type FactorPolicy, type PolicyGroup, strictest } from '../settings/factor-policy.ts'
import type { Settings } from '../settings/settings.ts'

/** Facts that decide whether a second factor is due. */
export type FactorFacts = {
  kind: AccountKind
  /** Roles of all active and suspended grants. */
  roles: Role[]
  passkeyBrands: string[]
  appSince: Date | null
  emailSince: Date | null
  policySince: Date | null
  /** A sign-in that started before the password changed opens no session. */
  passwordChangedAt: Date | null
}

/** Factor facts of account `a`. Callers also cast the row to text to detect changes. */
export const factorFactsSql = `
  select array(select distinct g.role from access_grant g
      where g.account_id = a.id and g.state in ('ACTIVE', 'SUSPENDED') order by 1) as roles,
    array(select distinct p.brand from passkey p
      where p.account_id = a.id and p.removed_at is null order by 1) as "passkeyBrands",
    (select k.confirmed_at from authenticator_key k
      where k.account_id = a.id and k.confirmed_at is not null and k.removed_at is null) as "appSince",
    a.email_factor_since as "emailSince", a.factor_policy_since as "policySince",
    a.password_changed_at as "passwordChangedAt"
  offset 0`

export type Evaluated = {
  policy: FactorPolicy
  /** The policy allows email codes as a factor for this account. */
  mayEmail: boolean
  hasEmail: boolean
  hasFactor: boolean
}

/** Factor facts and the policy that applies to them (behaviour 11.28). */
export type EvaluatedFacts = FactorFacts & Evaluated

export function evaluate<Facts extends FactorFacts>(settings: Settings, facts: Facts): Facts & Evaluated {
  const groups = groupsOf(facts)
  const { emailFactorFor } = settings
  const mayEmail = groups.length > 0 && groups.every((group) => emailFactorFor.includes(group))
  const hasEmail = mayEmail && facts.emailSince !== null
  const hasFactor = hasEmail || facts.appSince !== null || facts.passkeyBrands.length > 0
  return { ...facts, policy: policyOf(settings, groups), mayEmail, hasEmail, hasFactor }
}

function groupsOf({ kind, roles }: FactorFacts): PolicyGroup[] {
  if (kind === 'member') return ['MEMBER']
  return kind === 'internal' ? ['STAFF'] : roles
}

/** The strictest policy of all roles applies. An account with only pending requests never requires a factor. */
function policyOf({ factorPolicies: policies }: Settings, groups: PolicyGroup[]): FactorPolicy {
  if (groups.length > 0) return strictest(groups.map((group) => policies[group]))
  const isOff = [policies.AU, policies.AA, policies.SAA].every(({ kind }) => kind === 'off')
  return { kind: isOff ? 'off' : 'offered' }
}

/** Date from which a factor is required; undefined if the policy requires none. */
export function requiredFrom({ policy, policySince }: EvaluatedFacts, now: Date): Date | undefined {
  if (policy.kind !== 'required') return undefined
  return new Date((policySince ?? now).getTime() + policy.days * DAY_MS)
}

/** Factor step that a session must complete first; null if none. */
export function findDue(facts: EvaluatedFacts, now: Date): FactorDue | null {
  if (facts.policy.kind === 'off') return null
  if (facts.hasFactor) return 'PROVE'
  const from = requiredFrom(facts, now)
  return from && from <= now ? 'SET_UP' : null
}
