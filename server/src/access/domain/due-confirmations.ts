import { PROVIDER_PATHS } from '@portico/core/constants'
import type { Trx } from '../../platform/access-ports.ts'
import { writeDay } from '../../platform/letter.ts'
import type { Settings } from '../../platform/settings.ts'
import type { DueHandler } from '../../platform/sweep.ts'
import { findAdministrators } from '../store/administrators.ts'
import { findEntitiesToRemind, findGrantsToRemind, findUnconfirmed } from '../store/due.ts'
import { lockGrant } from '../store/grants.ts'
import { findScopes, lockEntities } from '../store/scopes.ts'
import { addDays, LAST_REMINDER_DAYS, NOTICE_DAYS, WARN_DAYS } from './due-days.ts'
import * as mails from './mails.ts'
import * as personLetters from './person-letters.ts'
import { suspendGrant } from './suspension.ts'

const NOT_CONFIRMED = 'The Senior Access Administrator did not confirm this access in time.'

/**
 * An SAA confirms the scope's people every 180 days: reminded two weeks and one week ahead, then what is
 * unconfirmed is suspended. Where no SAA is left nobody was asked, so nothing is suspended; plan staff look after it.
 */
export const remindConfirmations: DueHandler = {
  name: 'remind-confirmations',
  async run({ db, settings }, now) {
    let done = 0
    for await (const entity of findEntitiesToRemind(db, reminderTimes(now))) {
      if (await db.transaction().execute((trx) => remindSaas(settings, trx, entity, now))) done += 1
    }
    return done
  },
}

const reminderTimes = (now: Date) => ({ now, dueBy: addDays(now, WARN_DAYS), lastDays: LAST_REMINDER_DAYS })

async function remindSaas(settings: Settings, trx: Trx, entity: string, now: Date): Promise<boolean> {
  await lockEntities(trx, [entity])
  // Another process may have reminded since: what it marked is no longer among the due.
  const due = await findGrantsToRemind(trx, entity, reminderTimes(now))
  const scope = (await findScopes(trx, [entity])).get(entity)
  const saas = scope ? await findAdministrators(trx, scope.coveredBy, ['SAA']) : []
  const [first] = due
  if (!scope || !first || saas.length === 0) return false
  await trx
    .updateTable('access_grant')
    .set({ confirm_reminded_at: now })
    .where(
      'id',
      'in',
      due.map((grant) => grant.grantId),
    )
    .execute()
  const until = writeDay(first.dueAt < addDays(now, NOTICE_DAYS) ? addDays(now, NOTICE_DAYS) : first.dueAt)
  for (const saa of saas) {
    const person = { accountId: saa.accountId, email: saa.email, name: mails.fullName(saa), brand: saa.brand }
    const letter = personLetters.confirmPeopleLetter(person, scope.name, due.length, until, {
      sentence: 'Confirm them in user administration:',
      url: mails.portalUrl(settings, saa.brand, PROVIDER_PATHS.access),
    })
    await mails.sendLetter(trx, { settings, now }, 'grant.confirm-reminder', person, letter)
  }
  return true
}

export const suspendUnconfirmed: DueHandler = {
  name: 'suspend-unconfirmed',
  async run(deps, now) {
    let done = 0
    for (const { grantId, entity } of await findUnconfirmed(deps.db, now, addDays(now, -NOTICE_DAYS))) {
      const suspended = await deps.db.transaction().execute(async (trx) => {
        await lockEntities(trx, [entity])
        const grant = await lockGrant(trx, grantId)
        const isDue = grant?.confirm_due_at && grant.confirm_due_at <= now && wasNoticed(grant.confirm_reminded_at, now)
        if (grant?.state !== 'ACTIVE' || !isDue) return false
        await suspendGrant(deps.settings, trx, grant, { now, as: 'SYSTEM', reason: NOT_CONFIRMED })
        return true
      })
      if (suspended) done += 1
    }
    return done
  },
}

const wasNoticed = (remindedAt: Date | null, now: Date): boolean =>
  remindedAt !== null && addDays(remindedAt, NOTICE_DAYS) <= now
