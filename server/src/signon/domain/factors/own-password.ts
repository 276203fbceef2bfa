import { STATUS } from '@portico/core/constants'
import { CURRENT_PASSWORD_WRONG, waitToSignIn } from '@portico/core/signon/sentences'
import type { InTransaction, SignedIn } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { verifyPassword } from '#platform/identity/password.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRecoveryAccountById } from '../../store/accounts.ts'
import {
  deleteFailure,
  deleteFailures,
  lockFailures,
  updateFailures,
  updateOwnerNotified,
} from '../../store/sign-in-tallies.ts'
import { ownPasswordRefused, passwordsFailed } from '../sessions/events.ts'
import { countedAs, countedInSession, keepRecent } from '../sessions/guessing.ts'
import { waitAfter } from './attempts.ts'

type Owner = { id: string; username: string | null; passwordHash: string | null }

/**
 * Checks the password of a signed-in user, for every call that asks for it (behaviour 11.31). All sessions of an account
 * share one counter, which only a session can increment. Failures also count for the login page.
 */
export async function checkOwnPassword(
  context: SignedIn,
  owner: Owner,
  { password, wrongStatus }: { password: string; wrongStatus: number },
): Promise<Outcome<true>> {
  const keys = keysOf(context, owner)
  const waits = await takeAttempt(context, owner, keys)
  if (waits > 0) return refuse(STATUS.pageMessage, waitToSignIn(waits), 'wait')
  const right = await verifyPassword(password, owner.passwordHash ?? '').catch(async (error) => {
    await deleteFailure(context, keys.session, context.now)
    await deleteFailure(context, keys.name, context.now)
    throw error
  })
  if (right) {
    await deleteFailures(context, keys.session)
    await deleteFailure(context, keys.name, context.now)
    return { entity: true }
  }
  await transact(context, (inside) => announce(inside, ownPasswordRefused, { subjectAccountId: owner.id }))
  return refuse(wrongStatus, CURRENT_PASSWORD_WRONG)
}

type Keys = { session: Buffer; name: Buffer }

function keysOf(context: SignedIn, { username }: Owner): Keys {
  const userNameKey = (username ?? '').toLowerCase()
  return { session: countedInSession(context, userNameKey).key, name: countedAs(context, userNameKey, undefined).key }
}

/** Counts the attempt as failed before the check and returns 0, or returns the seconds left to wait. */
function takeAttempt(context: SignedIn, owner: Owner, { session, name }: Keys): Promise<number> {
  const { now, settings } = context
  const most = settings.limits.factorFailuresUntilWait
  return transact(context, async (inside) => {
    const failures = await lockFailures(inside, session)
    const waits = waitAfter(failures, now, most)
    if (waits > 0) return waits
    await updateFailures(inside, session, keepRecent([...failures, now], most))
    const atLogin = [...(await lockFailures(inside, name)), now]
    await updateFailures(inside, name, keepRecent(atLogin, settings.limits.signInFailuresUntilWait))
    if (failures.length + 1 >= most) await notifyOwner(inside, owner, { session, name })
    return 0
  })
}

/** At most once a day. A mail about failed sign-ins of others does not suppress it, but it suppresses theirs. */
async function notifyOwner(inside: InTransaction, { id }: Owner, { session, name }: Keys): Promise<void> {
  const owner = await findRecoveryAccountById(inside.db, id)
  if (!owner || !(await updateOwnerNotified(inside, session))) return
  await updateOwnerNotified(inside, name)
  await announce(inside, passwordsFailed, { owner, at: 'session' })
}
