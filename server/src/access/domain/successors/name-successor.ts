import { SUCCESSOR_DAYS } from '@portico/core/access/successor-limits'
import * as sentence from '@portico/core/access/successor-sentences'
import type { AnswerBody, NameBody, SuccessorBody } from '@portico/core/access/successor-shapes'
import { STATUS } from '@portico/core/constants'
import type { Db } from '#platform/context.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findGrant } from '../../store/people/grants.ts'
import { lockEntities } from '../../store/people/scopes.ts'
import * as store from '../../store/successors/successors.ts'
import { type ActingInside, NOT_ALLOWED, PERSON_UNKNOWN } from '../acting.ts'
import { addDays } from '../due-days.ts'
import { REFUSED_ON_HOLD } from '../holds/registration-hold.ts'
import { isOnHold, openNaming, recordNamingAct, UNKNOWN } from './open-naming.ts'
import { queueAnsweredMail, queueEndedMail, queueNamedMail } from './successor-mails.ts'

/** Why this SAA cannot name a successor yet. An account that was taken over a moment ago must not name its thief. */
export async function findNamingObjection(db: Db, saaGrantId: string, now: Date): Promise<string | undefined> {
  const ages = await store.findAges(db, saaGrantId)
  const since = addDays(now, -SUCCESSOR_DAYS.saa)
  if (!ages || ages.roleSince > since) return sentence.SAA_TOO_NEW
  return ages.signInSince && ages.signInSince > since ? sentence.SIGN_IN_TOO_NEW : undefined
}

export const isTooNew = (since: Date, now: Date): boolean => since > addDays(now, -SUCCESSOR_DAYS.successor)

export async function nameSuccessor(context: ActingInside, body: NameBody): Promise<Outcome<true>> {
  const { db, caller, now } = context
  const own = await findGrant(db, body.grantId)
  if (!own || own.account_id !== caller.accountId) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  await lockEntities(db, [own.entity])
  // An access that ends meanwhile is seen, or waits and then ends the naming.
  await store.lockGrantPair(db, [own.id, body.successorGrantId])
  const mine = await findGrant(db, own.id)
  if (mine?.state !== 'ACTIVE' || mine.role !== 'SAA') return refuse(STATUS.pageMessage, NOT_ALLOWED)
  const candidates = await store.findCandidates(db, own.entity, caller.accountId)
  const successor = candidates.find(({ grantId }) => grantId === body.successorGrantId)
  if (!successor) return refuse(STATUS.notFound, PERSON_UNKNOWN)
  if (await isOnHold(db, own)) return REFUSED_ON_HOLD
  const objection = await findNamingObjection(db, own.id, now)
  if (objection) return refuse(STATUS.pageMessage, objection)
  if (isTooNew(successor.since, now)) return refuse(STATUS.pageMessage, sentence.SUCCESSOR_TOO_NEW)
  if (await store.hasOpenNaming(db, own.entity)) return refuse(STATUS.pageMessage, sentence.ALREADY_NAMED)
  const id = await store.insertNaming(context, {
    entity: own.entity,
    saaGrantId: own.id,
    successorGrantId: successor.grantId,
    confirmDueAt: addDays(now, SUCCESSOR_DAYS.confirm),
  })
  const naming = await store.findNaming(db, id)
  if (!naming) throw new Error(`naming ${id} does not exist`)
  await recordNamingAct(context, naming, 'successor.named')
  await queueNamedMail(context, naming)
  return { entity: true }
}

const isBeforeOffer = ({ state }: store.Naming): boolean => state === 'NAMED' || state === 'AGREED'

/** The named person agrees, or declines at any time before taking over. */
export async function answerNaming(context: ActingInside, { successorId, agree }: AnswerBody): Promise<Outcome<true>> {
  const naming = await openNaming(context, successorId)
  if (naming?.successorAccountId !== context.caller.accountId) return UNKNOWN
  if (agree ? naming.state !== 'NAMED' : !isBeforeOffer(naming) && naming.state !== 'OFFERED')
    return refuse(STATUS.pageMessage, sentence.SUCCESSOR_CHANGED)
  if (agree) await store.updateNamingAgreed(context, naming.id)
  else await store.updateNamingEnded(context, naming.id, 'DECLINED')
  await recordNamingAct(context, naming, agree ? 'successor.agreed' : 'successor.declined')
  await queueAnsweredMail(context, naming, agree)
  return { entity: true }
}

/** The open naming that the caller made as SAA. */
async function openOwn(context: ActingInside, id: string): Promise<Outcome<store.Naming>> {
  const naming = await openNaming(context, id)
  if (naming?.saaAccountId !== context.caller.accountId) return UNKNOWN
  const isMine = naming.saaGrantState === 'ACTIVE' && isBeforeOffer(naming)
  return isMine ? { entity: naming } : refuse(STATUS.pageMessage, sentence.SUCCESSOR_CHANGED)
}

export async function confirmSuccessor(context: ActingInside, { successorId }: SuccessorBody): Promise<Outcome<true>> {
  const opened = await openOwn(context, successorId)
  if ('refusal' in opened) return opened
  await store.updateNamingConfirmed(context, opened.entity.id, addDays(context.now, SUCCESSOR_DAYS.confirm))
  await recordNamingAct(context, opened.entity, 'successor.confirmed')
  return { entity: true }
}

export async function withdrawSuccessor(context: ActingInside, { successorId }: SuccessorBody): Promise<Outcome<true>> {
  const opened = await openOwn(context, successorId)
  if ('refusal' in opened) return opened
  await store.updateNamingEnded(context, opened.entity.id, 'WITHDRAWN')
  await recordNamingAct(context, opened.entity, 'successor.withdrawn')
  await queueEndedMail(context, opened.entity, 'WITHDRAWN')
  return { entity: true }
}
