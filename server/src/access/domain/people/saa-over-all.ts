import type { SignedIn } from '#platform/context.ts'
import { findGrantsOfAccount } from '../../store/people/grants.ts'
import { findScopes } from '../../store/people/scopes.ts'
import { findCaller } from '../acting.ts'
import { authorityOver } from '../authority.ts'

/** True if the caller is SAA of every scope of the account's current and pending grants. */
export async function isSaaOverAll(context: SignedIn, accountId: string): Promise<boolean> {
  const caller = await findCaller(context)
  const grants = await findGrantsOfAccount(context.db, accountId)
  const open = grants.filter(({ state }) => state === 'ACTIVE' || state === 'SUSPENDED' || state.startsWith('PENDING'))
  const scopes = await findScopes(
    context.db,
    open.map(({ entity }) => entity),
  )
  return (
    open.length > 0 &&
    open.every(({ entity }) => {
      const scope = scopes.get(entity)
      return scope !== undefined && authorityOver(caller, scope) === 'SAA'
    })
  )
}
