import type { HomeChange, OfficeHome } from '@portico/core/access/shapes'
import { readTogether } from '#platform/database/transaction.ts'
import type { Outcome } from '#platform/outcome.ts'
import { countNewClaims, findAnsweredSince, findClaimPicture } from '../../../plan-data/plan-data.ts'
import {
  countInvitations,
  countRequestsSince,
  findBegunSince,
  findDecidedSince,
  findLastVisit,
} from '../../store/people/office-home.ts'
import { type Acting, administeredEntities } from '../acting.ts'
import { countWaitingFor } from '../decisions/waiting-requests.ts'
import { countSuccessorTasks } from '../successors/list-successors.ts'

const CHANGES_SHOWN = 8

/** Data for the home page of an office (behaviour 14.1). */
export async function officeHome(context: Acting): Promise<Outcome<OfficeHome>> {
  const { db, caller } = context
  const reached = administeredEntities(caller)
  const entities = reached === 'everything' ? [] : reached
  const lastVisit = await findLastVisit(db, caller.accountId)
  const [changes, { waiting }, invitations, claims, successors] = await readTogether([
    lastVisit ? findChanges(context, entities, lastVisit) : [],
    countWaitingFor(db, caller),
    entities.length > 0 ? countInvitations(db, entities) : 0,
    findClaimPicture(context),
    countSuccessorTasks(context),
  ])
  return { entity: { lastVisit: lastVisit?.toISOString() ?? '', changes, waiting, invitations, claims, successors } }
}

type ChangeDetails = Partial<Omit<HomeChange, 'on' | 'what'>>

async function findChanges(context: Acting, entities: string[], since: Date): Promise<HomeChange[]> {
  const { db, caller, now } = context
  const within = { entities, accountId: caller.accountId, since, now }
  const [decided, asked, begun, answered, newClaims] = await readTogether([
    findDecidedSince(db, caller.accountId, since),
    entities.length > 0 ? countRequestsSince(db, within) : { count: 0, on: null },
    entities.length > 0 ? findBegunSince(db, within) : [],
    findAnsweredSince(context, since, CHANGES_SHOWN),
    countNewClaims(context, since),
  ])
  const change = (on: Date | null, what: HomeChange['what'], more: ChangeDetails): HomeChange[] =>
    on ? [{ on: on.toISOString(), what, state: '', about: '', count: 1, ...more }] : []
  return [
    ...decided.flatMap(({ on, state, about }) => change(on, 'DECIDED', { state, about })),
    ...change(asked.on, 'ASKED', { count: asked.count }),
    ...begun.flatMap(({ on, about }) => change(on, 'ACCESS_BEGAN', { about })),
    ...answered.flatMap(({ on, providerName }) => change(on, 'REPORT_ANSWERED', { about: providerName })),
    ...change(newClaims.on, 'CLAIMS', { count: newClaims.claims }),
  ]
    .sort((a, b) => (a.on < b.on ? 1 : -1))
    .slice(0, CHANGES_SHOWN)
}
