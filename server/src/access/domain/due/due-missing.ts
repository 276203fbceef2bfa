import { findGrant } from '../../store/people/grants.ts'
import { findDueNotices, updateNoticed } from '../../store/people/missing.ts'
import type { DueWork } from '../due-days.ts'
import { queueAccountSuspendedMail, queueGrantSuspendedMail } from '../suspension.ts'

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
