import { setTimeout as wait } from 'node:timers/promises'
import { STATUS } from '@portico/core/constants'
import { checkEmail } from '@portico/core/forms/rules'
import { TOO_MANY_LINKS_ASKED, TOO_MANY_LOOKUPS } from '@portico/core/forms/sentences'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit, networkOf } from '../../platform/limits.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import { findInvitedAccounts } from '../store/invitations.ts'
import type { RegistrationParts } from './parts.ts'

const daySeconds = 86_400
/** Longer than finding an invitation and queueing a mail takes, so that the time of a reply tells nothing. */
const REPLY_MS = 150

/**
 * Somebody invited whose link no longer opens asks for a new one. The answer is the same whether or not an invitation
 * waits, and the limit counts what was typed, so that it tells nothing either.
 */
export async function resendActivation(
  deps: Deps,
  { ports }: Pick<RegistrationParts, 'ports'>,
  asked: { email: string; address: string },
): Promise<Outcome<true>> {
  const email = asked.email.trim()
  const problem = checkEmail(email)
  if (problem) return refuse(STATUS.pageMessage, problem, 'field')
  const limited = await checkLimits(deps, email, asked.address)
  if (limited) return limited
  const earliest = wait(REPLY_MS)
  const now = deps.clock.now()
  const invited = await findInvitedAccounts(deps.db, email)
  const outcome = await legacyTransact<true>(deps.db, async (trx) => {
    // A refusal means that the account was activated a moment ago: the asker is told what everybody is told.
    for (const accountId of invited) await ports.sendActivationLink(trx, { accountId, now })
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: 'visitor',
      action: 'account.activation-asked',
      subjectAccountId: invited[0],
      address: asked.address,
    })
    return { entity: true }
  })
  await earliest
  return outcome
}

async function checkLimits({ db, clock, settings }: Deps, email: string, address: string) {
  const now = clock.now()
  const { npiLookupsPer5Min, strangerMailsPerDayPerAddress } = settings.limits
  if (!(await legacyHit(db, `link:${networkOf(address)}`, npiLookupsPer5Min, 300, now)))
    return refuse(STATUS.pageMessage, TOO_MANY_LOOKUPS, 'flood')
  if (!(await legacyHit(db, `activation:${email.toLowerCase()}`, strangerMailsPerDayPerAddress, daySeconds, now)))
    return refuse(STATUS.pageMessage, TOO_MANY_LINKS_ASKED, 'mail-limit')
  return undefined
}
