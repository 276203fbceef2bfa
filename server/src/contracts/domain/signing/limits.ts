import { DAY_S } from '@portico/core/forms/calendar-day'
import type { InTransaction } from '#platform/context.ts'
import { type FloodLimit, hitAll, networkOf } from '#platform/limits/limits.ts'
import type { Limits } from '#platform/settings/numbers.ts'
import type { Signing } from '../../store/signings.ts'

type Declaration = Record<'request' | 'target' | 'network', keyof Limits>

/**
 * Every daily limit of online signing (behaviour 10.9). Counted by request, by address written to and by the client's
 * network, over all signings: a canceled one that is started again resets nothing.
 */
const SIGNING_LIMITS = {
  code: {
    request: 'signingCodesPerDay',
    target: 'signingCodesPerDayPerTarget',
    network: 'signingCodesPerDayPerAddress',
  },
  try: {
    request: 'signingTriesPerDay',
    target: 'signingTriesPerDayPerTarget',
    network: 'signingTriesPerDayPerAddress',
  },
  mail: {
    request: 'signingMailsPerDay',
    target: 'strangerMailsPerDayPerTarget',
    network: 'signingMailsPerDayPerAddress',
  },
} as const satisfies Record<string, Declaration>

/** Counts one code, try or mail. A refused transaction rolls the count back, so a try must not refuse inside one. */
export function isSigningAllowed(
  context: InTransaction,
  what: keyof typeof SIGNING_LIMITS,
  { request_id, signer_email }: Pick<Signing, 'request_id' | 'signer_email'>,
): Promise<boolean> {
  const { limits } = context.settings
  const { request, target, network } = SIGNING_LIMITS[what]
  const keyed: Omit<FloodLimit, 'windowSeconds'>[] = [
    { key: `signing-${what}:request:${request_id}`, limit: limits[request] },
    { key: `signing-${what}:to:${signer_email.trim().toLowerCase()}`, limit: limits[target] },
    { key: `signing-${what}:from:${networkOf(context.address ?? '')}`, limit: limits[network] },
  ]
  return hitAll(context, keyed, DAY_S)
}
