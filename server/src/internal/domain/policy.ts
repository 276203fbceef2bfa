import { POLICY_GROUPS } from '@portico/core/internal/limits'
import type { Policy } from '@portico/core/internal/shapes'
import type { Context } from '#platform/context.ts'
import { countApprovers } from '../../access/access.ts'

/** Read-only view of the settings; only the operator can change them. */
export const describePolicy = async (context: Pick<Context, 'db' | 'now' | 'settings'>): Promise<Policy> => ({
  factors: POLICY_GROUPS.map((group) => {
    const policy = context.settings.factorPolicies[group]
    const days = policy.kind === 'required' ? policy.days : 0
    return { group, kind: policy.kind, days, setting: `PORTICO_FACTOR_POLICY_${group}` }
  }),
  fourEyes: context.settings.fourEyes,
  approvers: await countApprovers(context),
})
