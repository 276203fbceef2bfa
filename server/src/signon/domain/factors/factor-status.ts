import type { Me } from '@portico/core/signon/shapes'
import type { Context, SignedIn } from '../../../platform/context.ts'
import type { FactorDue } from '../../../platform/database/schema.ts'
import { type FactorPolicy, type PolicyGroup, strictest } from '../../../platform/identity/factor-policy.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { type FactorFacts, type FactorRow, findFactorRow, updatePolicySince } from '../../store/factor-status.ts'

type Evaluated = {
  policy: FactorPolicy
  /** The policy allows email codes as a factor for this account. */
  mayEmail: boolean
  hasEmail: boolean
  hasFactor: boolean
}

/** Factor facts and the policy that applies to them (behaviour 11.28). */
export type EvaluatedFacts = FactorFacts & Evaluated

/** `EvaluatedFacts` plus account data. */
export type FactorStatus = FactorRow & Evaluated

export async function findFactorStatus(
  context: Pick<Context, 'db' | 'settings'>,
  accountId: string,
): Promise<FactorStatus> {
  return evaluate(context.settings, await findFactorRow(context, accountId))
}

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

const DAY_MS = 86_400_000

/** Date from which a factor is required; undefined if the policy requires none. */
export function requiredFrom({ policy, policySince }: EvaluatedFacts, now: Date): Date | undefined {
  if (policy.kind !== 'required') return undefined
  return new Date((policySince ?? now).getTime() + policy.days * DAY_MS)
}

/** Factor step that a session must complete first; null if none. */
export function findDue(factorStatus: EvaluatedFacts, now: Date): FactorDue | null {
  if (factorStatus.policy.kind === 'off') return null
  if (factorStatus.hasFactor) return 'PROVE'
  const from = requiredFrom(factorStatus, now)
  return from && from <= now ? 'SET_UP' : null
}

/** Returns true if the stored grace period start already matches the policy. */
export const isGraceCurrent = ({ policy, policySince }: EvaluatedFacts): boolean =>
  (policy.kind === 'required') === (policySince !== null)

/** Starts the grace period at the first sign-in under a required policy; clears it if the policy ended. */
export async function beginGrace({ db, now }: Pick<Context, 'db' | 'now'>, factorStatus: FactorStatus): Promise<void> {
  if (isGraceCurrent(factorStatus)) return
  await updatePolicySince(db, factorStatus.id, factorStatus.policySince === null ? now : null)
}

/** Home page card (behaviour 11.25). A dismissed offer returns once the policy requires a factor. */
export async function describeOffer(context: SignedIn): Promise<Pick<Me, 'offerFactor' | 'factorRequiredOn'>> {
  const factorStatus = await findFactorStatus(context, context.session.accountId)
  const { policy, hasFactor, offerAwayAt } = factorStatus
  const from = hasFactor ? undefined : requiredFrom(factorStatus, context.now)
  const isOpen = from !== undefined || offerAwayAt === null
  return { offerFactor: policy.kind !== 'off' && !hasFactor && isOpen, factorRequiredOn: from?.toISOString() ?? '' }
}
