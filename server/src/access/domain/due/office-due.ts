import type { DueKind } from '@portico/core/signon/calendar/due'
import type { Context } from '#platform/context.ts'
import type { DueDay } from '#platform/database/count-by-day.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { findRequestsDue } from '../../store/decisions/waiting-requests.ts'
import { findConfirmationsDue, findInvitationsDue, findOwnRequestsDue } from '../../store/office-due.ts'
import { findGrantsOfAccount } from '../../store/people/grants.ts'
import { decidesOver } from '../authority.ts'

export type OfficeDue = (DueDay & { kind: DueKind })[]

/** What is due until then in the scopes of which the person is the SAA. Undefined for a person who is no SAA. */
export async function findOfficeDue(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: string,
  until: Date,
): Promise<OfficeDue | undefined> {
  const grants = (await findGrantsOfAccount(db, accountId)).filter(({ state }) => state === 'ACTIVE')
  const saaOf = grants.filter(({ role }) => role === 'SAA').map(({ entity }) => entity)
  if (saaOf.length === 0) return undefined
  const within = { accountId, saaOf, now, until }
  const [confirmations, requests, ownRequests, invitations] = await readTogether([
    findConfirmationsDue(db, within),
    findRequestsDue(db, { accountId, decides: decidesOver(grants) }, within),
    findOwnRequestsDue(db, within),
    findInvitationsDue(db, within),
  ])
  const of = (kind: DueKind, days: DueDay[]) => days.map((day) => ({ kind, ...day }))
  return [
    ...of('CONFIRM', confirmations),
    ...of('REQUESTS', requests),
    ...of('OWN_REQUESTS', ownRequests),
    ...of('INVITATIONS', invitations),
  ]
}
