import type { Context } from '../../../platform/context.ts'
import { isMailAddress } from '../../../platform/mail/mail.ts'
import { type CodeStanding, findCodeStanding } from '../../store/proofs/code-allowance.ts'
import type { Registering } from '../current-registration.ts'
import { codeLimit } from './attempt-limits.ts'

/** Where a code can go now (behaviour 7.17): the address the plan holds, as long as codes are not used up. */
export async function findCodeAddress(context: Registering, npi: string): Promise<string | undefined> {
  const { now, settings } = context
  if (settings.identityProof === 'quiz') return undefined
  return codeAddressOf(context, await findCodeStanding(context, npi, codeLimit(settings.limits, now).since))
}

/** The same of what was looked up already. */
export function codeAddressOf(
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  { codeAddress, codeFailures, codesSent }: CodeStanding,
): string | undefined {
  const { limits, identityProof } = settings
  if (identityProof === 'quiz' || !codeAddress || !isMailAddress(codeAddress)) return undefined
  const isUsedUp = codeFailures >= limits.proofFailuresPerNpi || codesSent >= codeLimit(limits, now).max
  return isUsedUp ? undefined : codeAddress
}

/** j•••@c•••.example: enough to know one's own address by, too little to write to it. */
export function maskPlanAddress(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}•••@${host.slice(0, 1)}•••.${host.split('.').at(-1)}`
}
