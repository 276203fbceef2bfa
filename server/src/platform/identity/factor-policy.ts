import type { POLICY_GROUPS } from '@portico/core/internal/limits'

/**
 * Who needs a second factor (behaviour 11.28). The policy is the operator's: it comes from the settings alone, and no
 * call changes it.
 */
export type PolicyGroup = (typeof POLICY_GROUPS)[number]

/** `days` of grace from the first sign-in under the policy. */
export type FactorPolicy = { kind: 'off' | 'offered' } | { kind: 'required'; days: number }
export type FactorPolicies = Record<PolicyGroup, FactorPolicy>

/** `off`, `offered`, `required` or `required:DAYS`; undefined for anything else. */
export function parsePolicy(text: string): FactorPolicy | undefined {
  if (text === 'off' || text === 'offered') return { kind: text }
  const [, days] = /^required(?::(\d{1,3}))?$/.exec(text) ?? [undefined, null]
  return days === null ? undefined : { kind: 'required', days: Number(days ?? 0) }
}

export const writePolicy = (policy: FactorPolicy): string =>
  policy.kind !== 'required' ? policy.kind : policy.days ? `required:${policy.days}` : 'required'

export function defaultPolicy(group: PolicyGroup, production: boolean): string {
  if (!production) return 'offered'
  if (group === 'STAFF') return 'required'
  return group === 'SAA' || group === 'AA' ? 'required:14' : 'offered'
}

/** Under several, the strictest holds: required before offered before off, and fewer days before more. */
export const strictest = (policies: readonly FactorPolicy[]): FactorPolicy =>
  policies.toSorted((one, other) => leniencyOf(one) - leniencyOf(other))[0] ?? { kind: 'off' }

function leniencyOf(policy: FactorPolicy): number {
  if (policy.kind === 'required') return policy.days
  return policy.kind === 'offered' ? 1000 : 1001
}
