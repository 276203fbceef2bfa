import { PROVIDER_PATHS } from '@portico/core/constants'
import { writeDay } from '@portico/core/forms/moments'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import { findEntitiesToRemind, findGrantsToRemind, findUnconfirmed } from '../../store/due.ts'
import { findAdministrators } from '../../store/people/administrators.ts'
import { lockGrant, updateGrantsReminded } from '../../store/people/grants.ts'
import { findScope, lockEntities } from '../../store/people/scopes.ts'
import { addDays, LAST_REMINDER_DAYS, NOTICE_DAYS, WARN_DAYS } from '../due-days.ts'
import type { DueWork } from '../due-work.ts'
import * as mails from '../mail/mails.ts'
import { confirmPeopleMail } from '../mail/person-mails.ts'
import { suspendGrant } from '../suspension.ts'

const NOT_CONFIRMED = 'The Senior Access Administrator did not confirm this access in time.'

/**
 * An SAA confirms the users of a scope every 180 days. The SAA gets reminders two weeks and one week before. Grants
 * without confirmation are then suspended. If the scope has no SAA, grants stay active and staff administer them.
 */
export const remindConfirmations: DueWork<string> = {
  name: 'remind-confirmations',
  find: (context) => findEntitiesToRemind(context.db, reminderTimes(context)),
  async handle(context, entity) {
    const { db, now } = context
    await lockEntities(db, [entity])
    // Another process may have sent the reminder. The grants it marked are no longer due.
    const due = await findGrantsToRemind(db, entity, reminderTimes(context))
    const scope = await findScope(db, entity)
    const saas = scope ? await findAdministrators(db, scope.coveredBy, ['SAA']) : []
    const [first] = due
    if (!scope || !first || saas.length === 0) return false
    await updateGrantsReminded(
      context,
      due.map((grant) => grant.grantId),
    )
    const until = writeDay(first.dueAt < addDays(now, NOTICE_DAYS) ? addDays(now, NOTICE_DAYS) : first.dueAt)
    for (const saa of saas) await queueSaaReminder(context, saa, { scope: scope.name, count: due.length, until })
    return true
  },
}

type Saa = Awaited<ReturnType<typeof findAdministrators>>[number]

async function queueSaaReminder(
  context: InTransaction,
  saa: Saa,
  due: { scope: string; count: number; until: string },
) {
  const to = { ...saa, name: mails.fullName(saa) }
  const url = portalUrl(context.settings, saa.brand, PROVIDER_PATHS.access)
  await mails.queueMailTo(context, {
    kind: 'grant.confirm-reminder',
    to,
    content: confirmPeopleMail(to, { ...due, url }),
  })
}

const reminderTimes = ({ now }: Context) => ({ now, dueBy: addDays(now, WARN_DAYS), lastDays: LAST_REMINDER_DAYS })

export const suspendUnconfirmed: DueWork<{ grantId: string; entity: string }> = {
  name: 'suspend-unconfirmed',
  find: ({ db, now }) => findUnconfirmed(db, now, addDays(now, -NOTICE_DAYS)),
  async handle(context, { grantId, entity }) {
    const { db, now } = context
    await lockEntities(db, [entity])
    const grant = await lockGrant(db, grantId)
    const isDue = grant?.confirm_due_at && grant.confirm_due_at <= now && wasNoticed(grant.confirm_reminded_at, now)
    if (grant?.state !== 'ACTIVE' || !isDue) return false
    await suspendGrant(context, grant, NOT_CONFIRMED)
    return true
  },
}

const wasNoticed = (remindedAt: Date | null, now: Date): boolean =>
  remindedAt !== null && addDays(remindedAt, NOTICE_DAYS) <= now
