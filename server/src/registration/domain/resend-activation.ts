import { setTimeout as wait } from 'node:timers/promises'
import { STATUS } from '@portico/core/constants'
import { checkEmail } from '@portico/core/forms/rules'
import { TOO_MANY_LINKS_REQUESTED, TOO_MANY_LOOKUPS } from '@portico/core/registration/texts/sentences'
import { recordAudit } from '#platform/audit/audit.ts'
import type { InTransaction, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { hasOpenLinkSince } from '#platform/identity/links.ts'
import { canRequestMail, repeatedSince } from '#platform/mail/requested-mail.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { queueActivationLink } from '../../access/access.ts'
import { findInvitedAccounts } from '../store/invitations.ts'
import { VISITOR } from './proofs/proofs.ts'
import { withinLinkLookUps } from './proofs/request-link.ts'

/** Longer than it takes to find an invitation and queue a mail, so that the response time reveals nothing. */
const REPLY_MS = 150

/**
 * Sends a new link to an invited person whose link has expired. The reply is the same whether or not there is an
 * invitation. The limit counts the typed address, so it reveals nothing either.
 */
export async function resendActivation(context: Visit, given: { email: string }): Promise<Outcome<true>> {
  const email = given.email.trim()
  const problem = checkEmail(email)
  if (problem) return refuse(STATUS.pageMessage, problem, 'field')
  const limited = await checkLimits(context, email)
  if (limited) return limited
  const earliest = wait(REPLY_MS)
  const invited = await findInvitedAccounts(context.db, email)
  const outcome = await transact<Visit, Outcome<true>>(context, async (inside) => {
    // A refusal means that the account was just activated or the invitation has ended. The reply stays the same.
    for (const accountId of invited) await renewLink(inside, accountId)
    const subjectAccountId = invited[0]
    await recordAudit(inside, { actor: VISITOR, action: 'account.activation-asked', subjectAccountId })
    return { entity: true }
  })
  await earliest
  return outcome
}

/**
 * Skips the renewal while the last link is new and still open: otherwise a stranger's request would end the owner's
 * link.
 */
async function renewLink(inside: InTransaction, accountId: string): Promise<void> {
  if (await hasOpenLinkSince(inside, { purpose: 'ACTIVATION', accountId }, repeatedSince(inside))) return
  await queueActivationLink(inside, { accountId })
}

async function checkLimits(context: Visit, email: string) {
  if (!(await withinLinkLookUps(context))) return refuse(STATUS.pageMessage, TOO_MANY_LOOKUPS, 'flood')
  if (!(await canRequestMail(context, `activation:${email.toLowerCase()}`)))
    return refuse(STATUS.pageMessage, TOO_MANY_LINKS_REQUESTED, 'mail-limit')
  return undefined
}
