import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction } from '#platform/context.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { isDeactivated } from '../../store/people/deactivations.ts'
import { findGrant, type Grant, hasActiveSaa } from '../../store/people/grants.ts'
import {
  findDueNotices,
  findMissingEntities,
  lockMissingGrants,
  restoreMemberAccounts,
  updateGrantRestored,
  updateMissing,
  updateNoticed,
} from '../../store/people/missing.ts'
import { findScopeName, isInNetwork, lockEntities } from '../../store/people/scopes.ts'
import { addDays } from '../due-days.ts'
import type { DueWork } from '../due-work.ts'
import { recordGrantAct } from '../grant-acts.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { queueAccountSuspendedMail, queueGrantSuspendedMail } from '../suspension.ts'

/** The notice waits, because a wrong file is often corrected within hours. Days. */
const NOTICE_AFTER = 1
/** A row that returns within this time restores the access that its absence ended. Days. */
const RESTORED_WITHIN = 30

type Missing = { grantIds: string[]; accountIds: string[]; reason: string }

/** Records access that an import suspended because its row left the file. Sessions end at once, mail waits a day. */
export async function recordMissing(context: InTransaction, missing: Missing): Promise<void> {
  const { grantIds, accountIds, reason } = missing
  const { db } = context
  const grants: Grant[] = []
  for (const grantId of grantIds) {
    const grant = await findGrant(db, grantId)
    if (grant) grants.push(grant)
  }
  await narrowAccess(context, {
    accountIds: [...grants.map(({ account_id }) => account_id), ...accountIds],
    take: () => updateMissing(context, missing, addDays(context.now, NOTICE_AFTER)),
    ends: 'SESSIONS',
    async record() {
      for (const grant of grants) await recordGrantAct(context, grant, 'grant.suspended', { reason })
      for (const subjectAccountId of accountIds)
        await recordAudit(context, { action: 'account.suspended', subjectAccountId, details: { reason } })
    },
    // Sent by a scheduled job a day later, unless the row is back.
    notify: null,
  })
}

const BACK = 'It is in the plan’s file again.'

/** Restores access whose row is in the file again. Only owners who were notified of the end get mail. */
export async function restoreReturned(context: InTransaction): Promise<number> {
  const since = addDays(context.now, -RESTORED_WITHIN)
  const grants = await restoreGrants(context, since)
  const accounts = await restoreMemberAccounts(context.db, since)
  for (const { id, wasNotified } of accounts) {
    await recordAudit(context, { action: 'account.reopened', subjectAccountId: id, details: { reason: BACK } })
    if (wasNotified)
      await queueMailToPerson(context, id, 'account.reopened', {
        subject: 'Your account is open again',
        sentence: 'We reopened your portal account, and you don’t need to do anything else.',
      })
  }
  return grants + accounts.length
}

async function restoreGrants(context: InTransaction, since: Date): Promise<number> {
  const { db } = context
  const returned: string[] = []
  for (const entity of await findMissingEntities(db, since))
    if ((await isInNetwork(db, entity)) && !(await isDeactivated(db, entity))) returned.push(entity)
  await lockEntities(db, returned)
  const grants = await lockMissingGrants(db, returned, since)
  for (const grant of grants) {
    const role = grant.role === 'SAA' && (await hasActiveSaa(db, grant.entity)) ? 'AA' : grant.role
    await updateGrantRestored(db, grant.id, role)
    await recordGrantAct(context, grant, 'grant.reactivated', { reason: BACK })
    if (grant.missing_notice_at === null)
      await queueMailToPerson(context, grant.account_id, 'grant.reactivated', {
        subject: 'Your access was reactivated',
        sentence: `We reactivated your access to ${await findScopeName(db, grant)}, and you don’t need to do anything else.`,
      })
  }
  return grants.length
}

const BATCH = 500

/** Notifies the owners of access that ended because its row left the plan's file, unless it has come back. */
export const notifyMissing: DueWork<{ grantId: string } | { accountId: string }> = {
  name: 'notify-missing',
  async find({ db, now }) {
    const { grants, accounts } = await findDueNotices(db, now, BATCH)
    return [...grants.map((grantId) => ({ grantId })), ...accounts.map((accountId) => ({ accountId }))]
  },
  async handle(context, item) {
    const [table, id] =
      'grantId' in item ? (['access_grant', item.grantId] as const) : (['account', item.accountId] as const)
    const reason = await updateNoticed(context, table, id)
    if (reason === undefined) return false
    if (table === 'account') await queueAccountSuspendedMail(context, id, reason)
    else {
      const grant = await findGrant(context.db, id)
      if (grant) await queueGrantSuspendedMail(context, grant, reason)
    }
    return true
  },
}
