import type { InTransaction } from '../context.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { endSessions } from './session.ts'

type Narrowing = {
  accountIds: readonly string[]
  /** Writes the state. False if nothing was left to take away: nothing else happens then. */
  take: () => Promise<unknown>
  /**
   * What ends with it. SESSIONS ends tokens, too. TOKENS are what applications got: they name the former access. A
   * change of terms that takes nothing away ends NOTHING.
   */
  ends: 'SESSIONS' | 'TOKENS' | 'NOTHING' | { sessionsExcept: Buffer }
  /** Erasure deletes the rows that name the applications to notify. The caller has locked the account. */
  endsFirst?: true
  record: () => Promise<unknown>
  /** Null if someone else tells the person, or tells them later. */
  notify: (() => Promise<unknown>) | null
}

/**
 * The one door for everything that narrows access: of a grant, an account, a role, a password or a factor. Writes the
 * state, ends sessions and tokens, records the act and notifies the person, in the caller's transaction. A test finds
 * every statement that narrows access and is not behind this door.
 */
export async function narrowAccess(context: InTransaction, narrowing: Narrowing): Promise<boolean> {
  const { take, endsFirst, record, notify } = narrowing
  if (endsFirst) await end(context, narrowing)
  if ((await take()) === false) return false
  if (!endsFirst) await end(context, narrowing)
  await record()
  await notify?.()
  return true
}

async function end(context: InTransaction, { accountIds, ends }: Narrowing): Promise<void> {
  if (ends === 'NOTHING') return
  for (const accountId of new Set(accountIds)) {
    if (ends === 'TOKENS') await revokeTokens(context, { accountId })
    else await endSessions(context, accountId, ends === 'SESSIONS' ? undefined : ends.sessionsExcept)
  }
}
