import { setTimeout as wait } from 'node:timers/promises'
import { STATUS } from '@portico/core/constants'
import { storedUserName } from '@portico/core/forms/formats'
import { checkEmail } from '@portico/core/forms/rules'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import { RIGHT_ANSWERS_NEEDED } from '@portico/core/signon/forms'
import * as sentence from '@portico/core/signon/sentences'
import type { ResetPasswordBody, ResetQuestions } from '@portico/core/signon/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit, networkOf } from '../../platform/limits.ts'
import { type Link, legacyCreateLink, legacyEndLinks, legacyFindLink, legacyUseLink } from '../../platform/links.ts'
import { legacyQueueMail } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { normalizeSecurityAnswer, verifyPassword } from '../../platform/password.ts'
import { AREA_PATHS } from '../../platform/portal-addresses.ts'
import { legacyEndSessions } from '../../platform/session.ts'
import {
  findAccountsByEmail,
  findRecoveryAccount,
  findRecoveryAccountById,
  findSecurityAnswers,
  type RecoveryAccount,
  updatePassword,
} from '../store/accounts.ts'
import { updateWrongAnswers } from '../store/reset-links.ts'
import { writePasswordChangedMail, writeResetMail, writeUserNamesMail } from './mails.ts'
import { prepareNewPassword } from './new-password.ts'
import type { SignonPorts } from './ports.ts'
import { areaOfAccount } from './target.ts'

const daySeconds = 86_400
const recoveriesPerAddressPer5Min = 30
/** Five wrong answers end the link (behaviour 11.11). */
const WRONG_ANSWERS_MAX = 5
/** Longer than finding an account and queueing a mail takes, so that the time of a reply tells nothing. */
const REPLY_MS = 150

/** Always the same answer, known or not; the limit counts what was typed, so that it tells nothing either. */
export async function forgotPassword(deps: Deps, userName: string, address: string): Promise<Outcome<true>> {
  const key = storedUserName(userName).toLowerCase()
  const limited = await checkRecoveryLimits(deps, `forgot-password:${key}`, address)
  if (limited) return limited
  const earliest = wait(REPLY_MS)
  const account = await findRecoveryAccount(deps.db, key)
  if (account) await sendResetLink(deps, account, address)
  else await legacyRecordAudit(deps.db, visitorAct(undefined, 'account.reset-asked', address, deps.clock.now()))
  await earliest
  return { entity: true }
}

async function sendResetLink(deps: Deps, account: RecoveryAccount, address: string): Promise<void> {
  const now = deps.clock.now()
  const lifetimeSeconds = deps.settings.lifetimes.resetLink
  await deps.db.transaction().execute(async (trx) => {
    const token = await legacyCreateLink(trx, {
      purpose: 'PASSWORD_RESET',
      accountId: account.id,
      now,
      lifetimeSeconds,
    })
    const mail = writeResetMail(deps.settings, account, token)
    const { brand, email: to, id: accountId } = account
    await legacyQueueMail(trx, { ...mail, brand, to, accountId, byStranger: true, now })
    await legacyRecordAudit(trx, visitorAct(account, 'account.reset-asked', address, now))
  })
}

/** Mails every user name of an address to that address, and says the same whether there is one. */
export async function forgotUsername(deps: Deps, email: string, address: string): Promise<Outcome<true>> {
  const problem = checkEmail(email.trim())
  if (problem) return refuse(STATUS.badRequest, problem)
  const limited = await checkRecoveryLimits(deps, `forgot-username:${email.trim().toLowerCase()}`, address)
  if (limited) return limited
  const earliest = wait(REPLY_MS)
  const [first, ...others] = await findAccountsByEmail(deps.db, email.trim())
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await legacyRecordAudit(trx, visitorAct(first, 'account.user-names-asked', address, now))
    if (!first) return
    const mail = writeUserNamesMail(deps.settings, [first, ...others])
    await legacyQueueMail(trx, { ...mail, brand: first.brand, to: first.email, byStranger: true, now })
  })
  await earliest
  return { entity: true }
}

async function checkRecoveryLimits({ db, clock, settings }: Deps, key: string, address: string) {
  const now = clock.now()
  if (!(await legacyHit(db, `recovery:${networkOf(address)}`, recoveriesPerAddressPer5Min, 300, now)))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_FROM_ADDRESS)
  if (!(await legacyHit(db, key, settings.limits.strangerMailsPerDayPerAddress, daySeconds, now)))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_RECOVERIES)
  return undefined
}

/** Looking at the questions spends nothing. */
export async function findResetQuestions(deps: Deps, resetId: string): Promise<Outcome<ResetQuestions>> {
  const found = await findOpenReset(deps, resetId)
  if ('refusal' in found) return found
  const answers = await findSecurityAnswers(deps.db, found.entity.account.id)
  return { entity: { questions: answers.map(({ question }) => question) } }
}

/** Two right answers set the new password, spend the link and end every session of the account. */
export async function resetPassword(
  deps: Deps,
  ports: SignonPorts,
  body: ResetPasswordBody,
  address: string,
): Promise<Outcome<{ login: string }>> {
  const found = await findOpenReset(deps, body.resetId)
  if ('refusal' in found) return found
  const { link, account } = found.entity
  const given = body.answers.filter(({ answer }) => answer.trim() !== '')
  if (given.length < RIGHT_ANSWERS_NEEDED) return refuse(STATUS.badRequest, sentence.ANSWER_TWO)
  const prepared = await prepareNewPassword(ports, body)
  if ('refusal' in prepared) return prepared

  // Counted before the answers are looked at, so that parallel guesses are counted too.
  const tries = await updateWrongAnswers(deps.db, link.id, WRONG_ANSWERS_MAX, deps.clock.now())
  if (tries === undefined) return refuse(STATUS.notAcceptable, sentence.RESET_LINK_ENDED)
  if ((await countRightAnswers(deps, account.id, given)) < RIGHT_ANSWERS_NEEDED)
    return refuseWrongAnswers(deps, account, address, WRONG_ANSWERS_MAX - tries)
  return setNewPassword(deps, link, account, prepared.entity, address)
}

type OpenReset = { link: Link; account: RecoveryAccount }

async function findOpenReset({ db, clock }: Deps, resetId: string): Promise<Outcome<OpenReset>> {
  const found = await legacyFindLink(db, 'PASSWORD_RESET', resetId, clock.now())
  if (found.state === 'expired') return refuse(STATUS.expired, sentence.RESET_LINK_EXPIRED)
  if (found.state === 'used') return refuse(STATUS.pageMessage, sentence.RESET_LINK_USED)
  if (found.state === 'ended') return refuse(STATUS.notAcceptable, sentence.RESET_LINK_ENDED)
  const account = found.link?.accountId ? await findRecoveryAccountById(db, found.link.accountId) : undefined
  if (!found.link || !account) return refuse(STATUS.notAcceptable, sentence.RESET_LINK_UNKNOWN)
  return { entity: { link: found.link, account } }
}

/** Each question counts once, however often it is sent. */
async function countRightAnswers({ db }: Deps, accountId: string, given: { question: string; answer: string }[]) {
  let right = 0
  for (const { question, answerHash } of await findSecurityAnswers(db, accountId)) {
    const answer = given.find((candidate) => candidate.question === question)?.answer
    if (answer !== undefined && (await verifyPassword(normalizeSecurityAnswer(answer), answerHash))) right += 1
  }
  return right
}

async function refuseWrongAnswers(deps: Deps, account: RecoveryAccount, address: string, triesLeft: number) {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await legacyRecordAudit(trx, visitorAct(account, 'account.reset-refused', address, now))
    if (triesLeft === 0) await legacyEndLinks(trx, { purpose: 'PASSWORD_RESET', accountId: account.id, now })
  })
  return triesLeft > 0
    ? refuse(STATUS.notFound, sentence.answersWrong(triesLeft))
    : refuse(STATUS.notAcceptable, sentence.RESET_LINK_ENDED)
}

async function setNewPassword(deps: Deps, link: Link, account: RecoveryAccount, passwordHash: string, address: string) {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (trx): Promise<Outcome<{ login: string }>> => {
    if (!(await legacyUseLink(trx, link.id, now))) return refuse(STATUS.pageMessage, sentence.RESET_LINK_USED)
    await updatePassword(trx, account.id, passwordHash, now)
    await legacyEndSessions(trx, account.id, now)
    const mail = writePasswordChangedMail(account, account.username)
    await legacyQueueMail(trx, { ...mail, brand: account.brand, to: account.email, accountId: account.id, now })
    await legacyRecordAudit(trx, visitorAct(account, 'account.password-reset', address, now))
    return { entity: { login: AREA_PATHS[areaOfAccount(account.kind)].login } }
  })
}

function visitorAct(account: RecoveryAccount | undefined, action: AuditAct, address: string, at: Date) {
  return { at, actorKind: 'visitor' as const, action, subjectAccountId: account?.id, address }
}
