import { writeDay } from '../../platform/letter.ts'
import type { DueHandler } from '../../platform/sweep.ts'
import { findUnwarned, findWarned } from '../store/due.ts'
import { addDays, NOTICE_DAYS, WARN_DAYS } from './due-days.ts'
import { suspendAccount, tellPerson } from './suspension.ts'

const INACTIVE = 'The account was not used for a long time.'

/** Accounts unused for 180 days are warned two weeks ahead, then suspended. */
export const warnInactive: DueHandler = {
  name: 'warn-inactive',
  async run({ db, settings }, now) {
    const idle = settings.lifetimes.inactivity * 1000
    const unusedSince = addDays(new Date(now.getTime() - idle), WARN_DAYS)
    let done = 0
    for (const { accountId, lastActive } of await findUnwarned(db, unusedSince)) {
      const end = new Date(Math.max(lastActive.getTime() + idle, addDays(now, NOTICE_DAYS).getTime()))
      await db.transaction().execute(async (trx) => {
        const warned = await trx
          .updateTable('account')
          .set({ inactivity_warned_at: now })
          .where('id', '=', accountId)
          .where((eb) => eb.or([eb('inactivity_warned_at', 'is', null), eb('inactivity_warned_at', '<=', lastActive)]))
          .executeTakeFirst()
        if (warned.numUpdatedRows === 0n) return
        const sentence = `You have not used your portal account for a long time. Log in before ${writeDay(end)} to keep it; after that it is suspended.`
        await tellPerson(
          settings,
          trx,
          accountId,
          'account.inactivity-warning',
          'Please log in to keep your account',
          sentence,
          { now },
        )
        done += 1
      })
    }
    return done
  },
}

export const suspendInactive: DueHandler = {
  name: 'suspend-inactive',
  async run({ db, settings }, now) {
    const unusedSince = new Date(now.getTime() - settings.lifetimes.inactivity * 1000)
    let done = 0
    for (const accountId of await findWarned(db, unusedSince, addDays(now, -NOTICE_DAYS))) {
      const occasion = { now, as: 'SYSTEM' as const, reason: INACTIVE }
      const suspended = await db.transaction().execute((trx) => suspendAccount(settings, trx, accountId, occasion))
      if (suspended) done += 1
    }
    return done
  },
}
