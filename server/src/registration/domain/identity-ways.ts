import { findProviderEmail } from '../../access/access.ts'
import { networkOf } from '../../platform/limits.ts'
import { isMailAddress } from '../../platform/mail.ts'
import { findReachedLimit } from '../store/identity-attempts.ts'
import { countFailures } from '../store/proof-failures.ts'
import { codeLimits } from './attempt-limits.ts'
import type { Registering } from './held-registration.ts'

/** Where a code can go now (behaviour 7.17): the address the plan holds, as long as codes are not used up. */
export async function findCodeAddress(context: Registering, npi: string): Promise<string | undefined> {
  const { db, now, settings, address } = context
  if (settings.identityProof === 'quiz') return undefined
  const email = await findProviderEmail(db, npi)
  if (!email || !isMailAddress(email)) return undefined
  if ((await countFailures(db, npi, 'CODE')) >= settings.limits.proofFailuresPerNpi) return undefined
  const attempt = { kind: 'CODE', npi, address: networkOf(address), now } as const
  return (await findReachedLimit(db, attempt, codeLimits(settings.limits, now))) ? undefined : email
}

/** j•••@c•••.example: enough to know one's own address by, too little to write to it. */
export function maskPlanAddress(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}•••@${host.slice(0, 1)}•••.${host.split('.').at(-1)}`
}
