import { STATUS } from '@portico/core/constants'
import * as sentence from '@portico/core/factors/sentences'
import type { FactorNotice } from '@portico/core/factors/shapes'
import { recordAudit } from '../../../../platform/audit/audit.ts'
import { type InTransaction, VISITOR, type Visit } from '../../../../platform/context.ts'
import { transact } from '../../../../platform/database/transaction.ts'
import { createLink, findLink, type Link, type LinkPurpose, useLink } from '../../../../platform/identity/links.ts'
import { endSessions } from '../../../../platform/identity/session.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import { type Outcome, refuse } from '../../../../platform/outcome.ts'
import { findRecoveryAccountById, NO_PASSWORD, type RecoveryAccount, updatePassword } from '../../../store/accounts.ts'
import { deleteFactors, lockFactors } from '../../../store/factor-status.ts'
import { writeResetMail } from '../../mails.ts'
import { confirmReset, stopReset } from '../resets/reset.ts'

/** Mail links about factors and sign-ins. Opening a link has no effect; the button on its page acts. */
type Purpose = Extract<LinkPurpose, 'NOT_ME' | 'FACTOR_RESET' | 'FACTOR_OBJECTION'>
type Answer = (inside: InTransaction, owner: RecoveryAccount, link: Link) => Promise<string | undefined>
type Kind = { about: FactorNotice['about']; answer: Answer }

const KINDS: Record<Purpose, Kind> = {
  NOT_ME: { about: 'notMe', answer: secureAccount },
  FACTOR_RESET: {
    about: 'confirm',
    answer: async (inside, owner) => ((await confirmReset(inside, owner)) ? sentence.RESET_CONFIRMED : undefined),
  },
  FACTOR_OBJECTION: {
    about: 'object',
    answer: async (inside, owner) => ((await stopReset(inside, owner)) ? sentence.RESET_STOPPED : undefined),
  },
}

type FactorId = { factorId: string }
type Found = Kind & { link: Link; owner: RecoveryAccount }

async function findNotice(visit: Visit, { factorId }: FactorId): Promise<Outcome<Found>> {
  for (const purpose of ['NOT_ME', 'FACTOR_RESET', 'FACTOR_OBJECTION'] as const) {
    const found = await findLink(visit, purpose, factorId)
    if (!found.link) continue
    const owner = await findRecoveryAccountById(visit.db, found.link.accountId ?? '0')
    if (found.state === 'expired') return refuse(STATUS.expired, sentence.NOTICE_EXPIRED)
    if (found.state === 'used') return refuse(STATUS.pageMessage, sentence.NOTICE_USED)
    if (found.state === 'ended' || !owner) return refuse(STATUS.notAcceptable, sentence.NOTICE_ENDED)
    return { entity: { ...KINDS[purpose], link: found.link, owner } }
  }
  return refuse(STATUS.notAcceptable, sentence.NOTICE_UNKNOWN)
}

export async function describeNotice(visit: Visit, query: FactorId): Promise<Outcome<FactorNotice>> {
  const found = await findNotice(visit, query)
  if ('refusal' in found) return found
  return { entity: { about: found.entity.about, userName: found.entity.owner.username } }
}

export async function answerNotice(visit: Visit, body: FactorId): Promise<Outcome<{ says: string }>> {
  const found = await findNotice(visit, body)
  if ('refusal' in found) return found
  const { link, owner, answer } = found.entity
  return transact(visit, async (inside): Promise<Outcome<{ says: string }>> => {
    if (!(await useLink(inside, link.id))) return refuse(STATUS.pageMessage, sentence.NOTICE_USED)
    const says = await answer({ ...inside, actor: VISITOR }, owner, link)
    return says ? { entity: { says } } : refuse(STATUS.notAcceptable, sentence.NOTICE_ENDED)
  })
}

/**
 * Ends all sessions, deletes factors confirmed since the notice and disables the password. Mails the owner a link to
 * set a new password. The lock makes a factor set-up in progress finish first, so that its result ends too.
 */
async function secureAccount(inside: InTransaction, owner: RecoveryAccount, link: Link): Promise<string> {
  await lockFactors(inside, owner.id)
  await endSessions(inside, owner.id)
  await deleteFactors(inside, owner.id, link.createdAt)
  await updatePassword(inside, owner.id, NO_PASSWORD)
  const lifetimeSeconds = inside.settings.lifetimes.resetLink
  const token = await createLink(inside, { purpose: 'PASSWORD_RESET', accountId: owner.id, lifetimeSeconds })
  const mail = writeResetMail(inside.settings, owner, token)
  await queueMail(inside, { ...mail, brand: owner.brand, to: owner.email, accountId: owner.id })
  await recordAudit(inside, { action: 'account.not-me', subjectAccountId: owner.id })
  return sentence.NOT_ME_DONE
}
