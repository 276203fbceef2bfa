import type { InteractionResults } from 'oidc-provider'
import type { SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { upsertConsent } from '../../store/consents.ts'
import { consentGiven } from '../events.ts'
import type { ConsentData } from './interactions.ts'

/** Remembers what the person allowed. A refusal is returned to the application and not remembered. */
export async function answerConsent(
  context: SignedIn,
  { clientId, application, scopes }: ConsentData,
  allow: boolean,
): Promise<InteractionResults> {
  if (!allow) return { error: 'access_denied', error_description: 'the person did not agree' }
  const { accountId } = context.session
  await transact(context, async (inside) => {
    await upsertConsent(inside.db, { accountId, clientId, scopes, givenAt: inside.now })
    await announce(inside, consentGiven, { subjectAccountId: accountId, details: { clientId, application, scopes } })
  })
  return { consent: {} }
}
