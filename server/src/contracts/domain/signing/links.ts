import type { InTransaction } from '#platform/context.ts'
import { createLink } from '#platform/identity/links.ts'
import type { Signing } from '../../store/signings.ts'

/** Each mail has its own link. The reminder's link does not end the first one. */
export const createSigningLink = (context: InTransaction, signing: Signing, keepOlder = false): Promise<string> =>
  createLink(context, {
    purpose: 'SIGNING',
    requestId: signing.request_id,
    signingId: signing.id,
    lifetimeSeconds: Math.floor((signing.expires_at.getTime() - context.now.getTime()) / 1000),
    keepOlder,
  })

/** Signatory and registrant each have their own link to the signed copy. */
export const createCopyLink = (context: InTransaction, signing: Signing): Promise<string> =>
  createLink(context, {
    purpose: 'SIGNED_COPY',
    requestId: signing.request_id,
    signingId: signing.id,
    lifetimeSeconds: context.settings.lifetimes.signedCopyLink,
    keepOlder: true,
  })
