import type { Me } from '@portico/core/signon/shapes'
import type { Context, SignedIn } from '#platform/context.ts'
import { type Evaluated, type EvaluatedFacts, evaluate, requiredFrom } from '#platform/identity/factor-facts.ts'
import { updateAccountDetails } from '../../../access/access.ts'
import { type FactorRow, findFactorRow } from '../../store/factor-status.ts'

/** Factor facts with the policy that applies to them, and account data. */
export type FactorStatus = FactorRow & Evaluated

export async function findFactorStatus(
  context: Pick<Context, 'db' | 'settings'>,
  accountId: string,
): Promise<FactorStatus> {
  return evaluate(context.settings, await findFactorRow(context, accountId))
}

/** Returns true if the stored grace period start already matches the policy. */
export const isGraceCurrent = ({ policy, policySince }: EvaluatedFacts): boolean =>
  (policy.kind === 'required') === (policySince !== null)

/** Starts the grace period at the first sign-in under a required policy; clears it if the policy ended. */
export async function beginGrace({ db, now }: Pick<Context, 'db' | 'now'>, factorStatus: FactorStatus): Promise<void> {
  if (isGraceCurrent(factorStatus)) return
  await updateAccountDetails(db, factorStatus.id, {
    factor_policy_since: factorStatus.policySince === null ? now : null,
  })
}

/** Home page card (behaviour 11.25). A dismissed offer returns once the policy requires a factor. */
export async function describeOffer(context: SignedIn): Promise<Pick<Me, 'offerFactor' | 'factorRequiredOn'>> {
  const factorStatus = await findFactorStatus(context, context.session.accountId)
  const { policy, hasFactor, offerAwayAt } = factorStatus
  const from = hasFactor ? undefined : requiredFrom(factorStatus, context.now)
  const isOpen = from !== undefined || offerAwayAt === null
  return { offerFactor: policy.kind !== 'off' && !hasFactor && isOpen, factorRequiredOn: from?.toISOString() ?? '' }
}
