import { recordAudit } from '../../platform/audit.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Outcome } from '../../platform/outcome.ts'
import { recordProof } from '../../platform/session-proof.ts'
import { transact } from '../../platform/transaction.ts'
import { findAccount } from '../store/accounts.ts'
import { checkCurrentPassword } from './profile.ts'

/** For this session alone; wrong ones are counted and on record. */
export async function proveByPassword(context: SignedIn, { password }: { password: string }): Promise<Outcome<true>> {
  const { session } = context
  const account = await findAccount(context.db, session.accountId)
  const refused = await checkCurrentPassword(context, account, password)
  if (refused) return refused
  return transact(context, async (inside) => {
    await recordProof(inside, session, 'PASSWORD')
    await recordAudit(inside, { action: 'session.proved', subjectAccountId: account.id, details: { by: 'PASSWORD' } })
    return { entity: true }
  })
}
