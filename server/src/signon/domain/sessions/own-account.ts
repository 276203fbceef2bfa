import type { InTransaction, SignedIn } from '#platform/context.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { isSessionOpen } from '#platform/identity/session.ts'
import { lockAccount } from '../../store/accounts.ts'

/**
 * Serializes changes to the caller's account. Fails if the session ended while the call waited: a report 'This was not
 * me' must not be undone by a call of the session it ended.
 */
export async function lockOwnAccount(inside: InTransaction<SignedIn>): Promise<void> {
  await lockAccount(inside, inside.session.accountId)
  if (!(await isSessionOpen(inside, inside.session))) throw new HttpFailure(401, 'no-session', 'Please sign in.')
}
