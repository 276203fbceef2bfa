import { STATUS } from '@portico/core/constants'
import * as sentence from '@portico/core/signon/factors/sentences'
import type { FactorNotice } from '@portico/core/signon/factors/shapes'
import { type InTransaction, VISITOR, type Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { findLink, type Link, type LinkPurpose, useLink } from '#platform/identity/links.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findRecoveryAccountById, lockAccount, type RecoveryAccount } from '../../store/accounts.ts'
import { confirmReset, stopReset } from './factor-reset.ts'
import { describeRevert, revertAccount } from './revert.ts'

/** Mail links about factors and sign-ins. Opening a link has no effect; the button on its page acts. */
type Purpose = Extract<LinkPurpose, 'NOT_ME' | 'FACTOR_RESET' | 'FACTOR_OBJECTION'>
type Answer = (inside: InTransaction, owner: RecoveryAccount, link: Link) => Promise<string | undefined>
type Kind = { about: FactorNotice['about']; answer: Answer }

const KINDS: Record<Purpose, Kind> = {
  NOT_ME: { about: 'notMe', answer: revertAccount },
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
  const { about, owner, link } = found.entity
  const reverts = about === 'notMe' ? { reverts: await describeRevert(visit, owner, link) } : {}
  return { entity: { about, userName: owner.username, ...reverts } }
}

export async function answerNotice(visit: Visit, body: FactorId): Promise<Outcome<{ says: string }>> {
  const found = await findNotice(visit, body)
  if ('refusal' in found) return found
  const { link, answer } = found.entity
  return transact(visit, async (inside): Promise<Outcome<{ says: string }>> => {
    // The lock makes changes in progress finish first: the answer then finds them. First the account, then its links.
    await lockAccount(inside, found.entity.owner.id)
    const owner = await findRecoveryAccountById(inside.db, found.entity.owner.id)
    if (!owner) return refuse(STATUS.notAcceptable, sentence.NOTICE_ENDED)
    if (!(await useLink(inside, link.id))) return refuse(STATUS.pageMessage, sentence.NOTICE_USED)
    const says = await answer({ ...inside, actor: VISITOR }, owner, link)
    return says ? { entity: { says } } : refuse(STATUS.notAcceptable, sentence.NOTICE_ENDED)
  })
}
