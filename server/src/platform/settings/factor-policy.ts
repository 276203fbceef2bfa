import type { POLICY_GROUPS } from '@portico/core/internal/limits'

/** Who needs a second factor (behaviour 11.28). Set only by the operator's settings; no call changes it. */
export type PolicyGroup = (typeof POLICY_GROUPS)[number]

/** Grace period in days, from the first sign-in under the policy. */
export type FactorPolicy = { kind: 'off' | 'offered' } | { kind: 'required'; days: number }
export type FactorPolicies = Record<PolicyGroup, FactorPolicy>

/** Parses `off`, `offered`, `required` or `required:DAYS`; undefined for anything else. */
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

/** The strictest of several policies: required before offered before off, fewer days before more. */
export const strictest = (policies: readonly FactorPolicy[]): FactorPolicy =>
  policies.toSorted((one, other) => leniencyOf(one) - leniencyOf(other))[0] ?? { kind: 'off' }

function leniencyOf(policy: FactorPolicy): number {
  if (policy.kind === 'required') return policy.days
  return policy.kind === 'offered' ? 1000 : 1001
}
