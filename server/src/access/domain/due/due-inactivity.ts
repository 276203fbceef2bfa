import { writeDay } from '@portico/core/forms/moments'
import type { Context } from '#platform/context.ts'
import { findUnwarned, findWarned } from '../../store/due.ts'
import { updateInactivityWarned } from '../../store/people/accounts.ts'
import { updateSaaInactive } from '../../store/successors/successors.ts'
import { addDays, NOTICE_DAYS, WARN_DAYS } from '../due-days.ts'
import type { DueWork } from '../due-work.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { suspendAccount } from '../suspension.ts'

const INACTIVE = 'The account was not used for a long time.'

const idleMs = ({ settings }: Context): number => settings.lifetimes.inactivity * 1000
const unusedSince = (context: Context): Date => new Date(context.now.getTime() - idleMs(context))

/** Accounts unused for 180 days are warned two weeks ahead, then suspended. */
export const warnInactive: DueWork<{ accountId: string; lastActive: Date }> = {
  name: 'warn-inactive',
  find: (context) => findUnwarned(context.db, addDays(unusedSince(context), WARN_DAYS)),
  async handle(context, { accountId, lastActive }) {
    const kept = addDays(context.now, NOTICE_DAYS).getTime()
    const end = new Date(Math.max(lastActive.getTime() + idleMs(context), kept))
    if (!(await updateInactivityWarned(context, accountId, lastActive))) return false
    await queueMailToPerson(context, accountId, 'account.inactivity-warning', {
      subject: 'Please sign in to keep your account',
      sentence: `You have not used your portal account for a long time; please sign in before ${writeDay(end)} to keep it.`,
      more: ['After that, it will be suspended.'],
    })
    return true
  },
}

export const suspendInactive: DueWork<string> = {
  name: 'suspend-inactive',
  find: (context) => findWarned(context.db, unusedSince(context), addDays(context.now, -NOTICE_DAYS)),
  async handle(context, accountId) {
    if (!(await suspendAccount(context, accountId, INACTIVE))) return false
    await updateSaaInactive(context, accountId)
    return true
  },
}
