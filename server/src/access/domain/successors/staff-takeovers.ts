import { SUCCESSOR_CHANGED } from '@portico/core/access/successor-sentences'
import type { DecideTakeoverBody, Takeover } from '@portico/core/access/successor-shapes'
import { STATUS } from '@portico/core/constants'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findNpisOnHold } from '../../store/decisions/registration-holds.ts'
import { findScopes, type ScopeFacts, toScope } from '../../store/people/scopes.ts'
import * as store from '../../store/successors/successors.ts'
import type { Acting, ActingInside } from '../acting.ts'
import { REFUSED_ON_HOLD } from '../holds/registration-hold.ts'
import { REASON_NEEDED } from '../sentences.ts'
import { judgeTakeover, npiOf, openNaming, recordNamingAct, UNKNOWN } from './open-naming.ts'
import { queueEndedMail, queueOfferedMail } from './successor-mails.ts'
import { completeTakeover } from './takeover.ts'

/** Takeovers that are offered, run, or wait for plan staff. Those that wait for plan staff come first. */
export async function listTakeovers({ db }: Acting): Promise<Outcome<Takeover[]>> {
  const namings = await store.findTakeovers(db)
  const scopes = await findScopes(
    db,
    namings.map(({ entity }) => entity),
  )
  const onHold = await findNpisOnHold(
    db,
    namings.map(npiOf).filter((npi) => npi !== null),
  )
  const listed = namings.flatMap((naming) => {
    const scope = scopes.get(naming.entity)
    return scope ? [toTakeover(naming, scope, onHold.has(npiOf(naming) ?? ''))] : []
  })
  return { entity: listed.sort((a, b) => Number(b.state === 'STAFF') - Number(a.state === 'STAFF')) }
}

const text = (at: Date | null): string => at?.toISOString() ?? ''

const toTakeover = (naming: store.Naming, scope: ScopeFacts, onHold: boolean): Takeover => ({
  successorId: naming.id,
  scope: toScope(scope),
  former: naming.saaName,
  successor: naming.successorName,
  successorEmail: naming.successorEmail,
  state: openState(naming),
  cause: naming.cause ?? '',
  staffReason: naming.staffReason ?? '',
  offeredOn: text(naming.offeredAt),
  acceptedOn: text(naming.acceptedAt),
  dueOn: text(naming.dueAt),
  agreed: naming.staffAgreedAt !== null,
  onHold,
})

export function openState({ id, state }: store.Naming): Takeover['state'] {
  if (state === 'DONE' || state === 'ENDED') throw new Error(`naming ${id} is over`)
  return state
}

/** Plan staff agree, so that nothing but the successor's acceptance is needed, or refuse with a reason. */
export async function decideTakeover(context: ActingInside, body: DecideTakeoverBody): Promise<Outcome<true>> {
  const naming = await openNaming(context, body.successorId)
  if (!naming) return UNKNOWN
  if (!['OFFERED', 'WAITING', 'STAFF'].includes(naming.state)) return refuse(STATUS.pageMessage, SUCCESSOR_CHANGED)
  if (!body.agree) return refuseTakeover(context, naming, body.reason?.trim())
  const verdict = await judgeTakeover(context.db, naming)
  if (verdict === 'HOLD') return REFUSED_ON_HOLD
  if (verdict === 'RETURNED') return refuse(STATUS.pageMessage, SUCCESSOR_CHANGED)
  await recordNamingAct(context, naming, 'successor.staff-agreed')
  if (naming.acceptedAt)
    return (await completeTakeover(context, naming)) ? { entity: true } : refuse(STATUS.pageMessage, SUCCESSOR_CHANGED)
  await store.updateTakeoverAgreed(context, naming.id)
  if (naming.state === 'STAFF') await queueOfferedMail(context, naming)
  return { entity: true }
}

async function refuseTakeover(
  context: ActingInside,
  naming: store.Naming,
  reason: string | undefined,
): Promise<Outcome<true>> {
  if (!reason) return refuse(STATUS.pageMessage, REASON_NEEDED)
  await store.updateNamingEnded(context, naming.id, 'REFUSED')
  await recordNamingAct(context, naming, 'successor.refused', { reason })
  await queueEndedMail(context, naming, 'REFUSED', reason)
  return { entity: true }
}
