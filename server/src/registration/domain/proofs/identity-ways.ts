import { isMailAddress } from '#platform/mail/mail.ts'
import { findProviderEmail } from '../../../access/access.ts'
import { findAllowance, reachedLimit } from './attempts.ts'
import type { Registering } from './current-registration.ts'

/** The address that can receive a code now (behaviour 7.17): the plan's, unless the code limit is reached. */
export async function findCodeAddress(context: Registering, npi: string): Promise<string | undefined> {
  if (context.settings.identityProof === 'quiz') return undefined
  const email = await findProviderEmail(context.db, npi)
  if (!email || !isMailAddress(email)) return undefined
  const allowance = await findAllowance(context, 'CODE', { npi })
  return reachedLimit('CODE', allowance) ? undefined : email
}

/** j•••@c•••.example: the owner recognizes the address, and a stranger cannot write to it. */
export function maskPlanAddress(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}•••@${host.slice(0, 1)}•••.${host.split('.').at(-1)}`
}
