import type { InTransaction } from '#platform/context.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/mail-body.ts'
import { findProviderScopes } from '../../store/provider-scopes.ts'
import type { Registering } from '../proofs/current-registration.ts'

/** Sends the code only to the address in the plan's records. */
export async function mailCode(
  context: InTransaction<Registering>,
  { npi, to, code }: { npi: string; to: string; code: string },
): Promise<void> {
  const { db, registration, settings } = context
  const subject = 'Your code for the provider portal'
  const minutes = Math.round(settings.lifetimes.identityCode / 60)
  const body = renderMail(registration.brand, {
    subject,
    greeting: (await findProviderScopes(db, npi))?.name ?? `NPI ${npi}`,
    paragraphs: [
      `${code} is your code to confirm your identity for NPI ${npi}; please enter it on the page where you requested it.`,
      `It expires in ${minutes} minutes. We never ask for it by phone.`,
      'If you didn’t request it, don’t share it with anyone, and please call us.',
    ],
  })
  await queueMail(context, { kind: 'identity.code', brand: registration.brand, to, subject, body })
}
