import { SUCCESSOR_DAYS } from '@portico/core/access/successor-limits'
import type { MyNaming, OwnScope, Successors, SuccessorTasks } from '@portico/core/access/successor-shapes'
import { ON_HOLD } from '@portico/core/registration/texts/sentences'
import type { Outcome } from '#platform/outcome.ts'
import { findGrantsOfAccount, type Grant } from '../../store/people/grants.ts'
import { findScopes, type ScopeFacts, toScope } from '../../store/people/scopes.ts'
import * as store from '../../store/successors/successors.ts'
import type { Acting } from '../acting.ts'
import { addDays } from '../due-days.ts'
import { fullName } from '../mail/mails.ts'
import { findNamingObjection, isTooNew } from './name-successor.ts'
import { isOnHold } from './open-naming.ts'
import { openState } from './staff-takeovers.ts'

/** The scopes whose SAA the caller is, with their successors, and where the caller was named. */
export async function listSuccessors(context: Acting): Promise<Outcome<Successors>> {
  const { db, caller } = context
  const namings = await store.findNamingsOf(db, caller.accountId)
  const grants = await findGrantsOfAccount(db, caller.accountId)
  const own = grants.filter(({ role, state }) => role === 'SAA' && state === 'ACTIVE')
  const scopes = await findScopes(
    db,
    [...own, ...namings].map(({ entity }) => entity),
  )
  const listed: OwnScope[] = []
  for (const grant of own) {
    const scope = scopes.get(grant.entity)
    if (scope) listed.push(await toOwnScope(context, grant, scope, namings))
  }
  const mine = namings.flatMap((naming) => {
    const scope = scopes.get(naming.entity)
    return scope && naming.successorAccountId === caller.accountId ? [toMine(naming, scope)] : []
  })
  return { entity: { scopes: listed.sort((a, b) => a.scope.name.localeCompare(b.scope.name)), mine } }
}

async function toOwnScope(
  context: Acting,
  { id: grantId, entity }: Grant,
  scope: ScopeFacts,
  namings: store.Naming[],
): Promise<OwnScope> {
  const { db, caller, now } = context
  const naming = namings.find(({ saaGrantId }) => saaGrantId === grantId)
  const candidates = naming ? [] : await store.findCandidates(db, entity, caller.accountId)
  const objection = naming ? undefined : await findNamingObjection(db, grantId, now)
  return {
    grantId,
    scope: toScope(scope),
    ...(naming ? { naming: toNaming(naming, now) } : {}),
    candidates: candidates.map((person) => ({
      grantId: person.grantId,
      name: fullName(person),
      email: person.email,
      role: person.role,
      lastSignIn: person.lastSignIn?.toISOString() ?? '',
      tooNew: isTooNew(person.since, now),
    })),
    refused: (await isOnHold(db, { entity })) ? ON_HOLD : (objection ?? ''),
  }
}

const toNaming = (naming: store.Naming, now: Date): NonNullable<OwnScope['naming']> => ({
  successorId: naming.id,
  name: naming.successorName,
  email: naming.successorEmail,
  state: openState(naming),
  namedOn: naming.namedAt.toISOString(),
  confirmBy: naming.confirmDueAt.toISOString(),
  confirmable: naming.confirmDueAt <= confirmableBy(now),
})

const toMine = (naming: store.Naming, scope: ScopeFacts): MyNaming => ({
  successorId: naming.id,
  scope: toScope(scope),
  name: naming.saaName,
  state: openState(naming),
  cause: naming.cause ?? '',
  dueOn: naming.dueAt?.toISOString() ?? '',
})

export const confirmableBy = (now: Date): Date => addDays(now, SUCCESSOR_DAYS.remind)

/** For the home page. */
export const countSuccessorTasks = ({ db, now, caller }: Acting): Promise<SuccessorTasks> =>
  store.countTasks(db, caller.accountId, confirmableBy(now))
