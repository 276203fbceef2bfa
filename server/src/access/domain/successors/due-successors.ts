import { SUCCESSOR_DAYS } from '@portico/core/access/successor-limits'
import { bySystem } from '#platform/context.ts'
import * as due from '../../store/successors/due.ts'
import * as store from '../../store/successors/successors.ts'
import { addDays } from '../due-days.ts'
import type { DueWork } from '../due-work.ts'
import { confirmableBy } from './list-successors.ts'
import { judgeTakeover, openNaming, recordNamingAct } from './open-naming.ts'
import { queueConfirmMail, queueEndedMail, queueLostMail } from './successor-mails.ts'
import { completeTakeover, leaveToStaff, offerTakeover } from './takeover.ts'

const isBeforeOffer = (naming: store.Naming | undefined): naming is store.Naming =>
  naming?.state === 'NAMED' || naming?.state === 'AGREED'

/** A month before the end, the SAA is asked to confirm the successor. */
export const remindSuccessors: DueWork<string> = {
  name: 'remind-successors',
  find: ({ db, now }) => due.findToRemind(db, confirmableBy(now)),
  async handle(context, id) {
    const naming = await openNaming(context, id)
    if (!isBeforeOffer(naming) || naming.remindedAt || naming.confirmDueAt > confirmableBy(context.now)) return false
    await store.updateNamingReminded(context, id)
    await recordNamingAct(context, naming, 'successor.reminded')
    if (naming.saaGrantState === 'ACTIVE') await queueConfirmMail(context, naming)
    return true
  },
}

export const endUnconfirmedNamings: DueWork<string> = {
  name: 'end-unconfirmed-successors',
  find: ({ db, now }) => due.findUnconfirmedNamings(db, now),
  async handle(context, id) {
    const naming = await openNaming(context, id)
    if (!isBeforeOffer(naming) || naming.confirmDueAt > context.now) return false
    await store.updateNamingEnded(context, id, 'NOT_CONFIRMED')
    await recordNamingAct(context, naming, 'successor.ended', { reason: 'NOT_CONFIRMED' })
    await queueEndedMail(context, naming, 'NOT_CONFIRMED')
    return true
  },
}

const inactiveBefore = (now: Date): Date => addDays(now, -SUCCESSOR_DAYS.inactive)

/** The SAA was suspended for inactivity and has not returned. */
export const offerTakeovers: DueWork<string> = {
  name: 'offer-takeovers',
  find: ({ db, now }) => due.findInactive(db, inactiveBefore(now)),
  async handle(context, id) {
    const naming = await openNaming(context, id)
    if (naming?.state !== 'AGREED' || !naming.inactiveSince) return false
    if (naming.inactiveSince > inactiveBefore(context.now)) return false
    const isOffered = await offerTakeover(context, naming, 'INACTIVE')
    if (!isOffered) await store.updateSaaReturned(context, id)
    return isOffered
  },
}

/** Takes a takeover out of the successor's hands when plan staff have to decide, and ends it when the SAA is back. */
export const settleTakeovers: DueWork<string> = {
  name: 'settle-takeovers',
  async find({ db }) {
    const ids: string[] = []
    for (const naming of await store.findTakeovers(db))
      if (naming.state !== 'STAFF' && (await judgeTakeover(db, naming)) !== 'FREE') ids.push(naming.id)
    return ids
  },
  async handle(context, id) {
    const naming = await openNaming(context, id)
    if (naming?.state !== 'OFFERED' && naming?.state !== 'WAITING') return false
    const verdict = await judgeTakeover(context.db, naming)
    if (verdict === 'FREE') return false
    if (verdict !== 'RETURNED') {
      await leaveToStaff(context, naming, verdict)
      return true
    }
    await store.updateNamingEnded(context, id, 'SAA_RETURNED')
    await recordNamingAct(context, naming, 'successor.ended', { reason: 'SAA_RETURNED' })
    await queueLostMail(context, naming)
    return true
  },
}

/** The time for objections ended without one. */
export const completeTakeovers: DueWork<string> = {
  name: 'complete-takeovers',
  find: ({ db, now }) => due.findDueTakeovers(db, now),
  async handle(context, id) {
    const naming = await openNaming(context, id)
    if (naming?.state !== 'WAITING' || !naming.dueAt || naming.dueAt > context.now) return false
    return (await judgeTakeover(context.db, naming)) === 'FREE' && completeTakeover(bySystem(context), naming)
  },
}

/** Records and reports the namings that a change of access ended. */
export const reportEndedNamings: DueWork<string> = {
  name: 'report-ended-successors',
  find: ({ db }) => due.findUnreported(db),
  async handle(context, id) {
    const reported = await due.updateEndReported(context.db, id, context.now)
    const naming = reported && (await store.findNaming(context.db, id))
    if (!naming) return false
    await recordNamingAct(context, naming, 'successor.ended', { reason: reported.reason })
    if (reported.reason !== 'SUCCESSOR_LOST_ACCESS') await queueLostMail(context, naming)
    return true
  },
}
