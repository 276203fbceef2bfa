import { setTimeout as wait } from 'node:timers/promises'
import { STATUS } from '@portico/core/constants'
import { storedUserName } from '@portico/core/forms/formats'
import { checkEmail } from '@portico/core/forms/rules'
import { RIGHT_ANSWERS_NEEDED } from '@portico/core/signon/forms'
import * as sentence from '@portico/core/signon/sentences'
import type { ResetPasswordBody, ResetQuestions } from '@portico/core/signon/shapes'
import type { Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import {
  createLink,
  endLinks,
  findLink,
  hasOpenLinkSince,
  type Link,
  updateWrongAnswers,
  useLink,
} from '#platform/identity/links.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { normalizeSecurityAnswer, verifyPassword } from '#platform/identity/password.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { canRequestMail, repeatedSince, wasRecentlyMailed } from '#platform/mail/requested-mail.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { AREA_PATHS, areaOfAccount } from '#platform/pages/portal-addresses.ts'
import { isDirectoryOnly } from '#platform/settings/staff-directory.ts'
import {
  findAccountsByEmail,
  findRecoveryAccount,
  findRecoveryAccountById,
  findSecurityAnswers,
  lockAccount,
  type RecoveryAccount,
  updatePassword,
} from '../../store/accounts.ts'
import {
  answersRefused,
  passwordChanged,
  passwordReset,
  resetLinkMade,
  resetLinkRequested,
  userNamesFound,
  userNamesRequested,
} from './events.ts'
import { prepareNewPassword } from './new-password.ts'

/** Per five minutes. */
const RECOVERIES_PER_ADDRESS = 30
/** Five wrong answers end the link (behaviour 11.11). */
const WRONG_ANSWERS_MAX = 5
/** Longer than finding an account and queueing a mail takes, so response times reveal nothing. */
const REPLY_MS = 150

/** Returns the same answer for unknown users. Sends no new link while a recent one still works. */
export async function forgotPassword(visit: Visit, { userName }: { userName: string }): Promise<Outcome<true>> {
  const key = storedUserName(userName).toLowerCase()
  const limited = await checkRecoveryLimits(visit, `forgot-password:${key}`)
  if (limited) return limited
  const earliest = wait(REPLY_MS)
  const account = await findRecoveryAccount(visit.db, key)
  if (account) await queueResetLink(visit, account)
  else await transact(visit, (inside) => announce(inside, resetLinkRequested, { accountId: undefined }))
  await earliest
  return { entity: true }
}

async function queueResetLink(visit: Visit, asked: RecoveryAccount): Promise<void> {
  const accountId = asked.id
  await transact(visit, async (inside) => {
    await announce(inside, resetLinkRequested, { accountId })
    await lockAccount(inside, accountId)
    // A report 'This was not me' may have changed the address, or may wait for plan staff.
    const account = await findRecoveryAccountById(inside.db, accountId)
    if (!account || account.ownerCheckSince || isDirectoryOnly(visit.settings, account.kind)) return
    if (await hasOpenLinkSince(inside, { purpose: 'PASSWORD_RESET', accountId }, repeatedSince(inside))) return
    const lifetimeSeconds = visit.settings.lifetimes.resetLink
    const token = await createLink(inside, { purpose: 'PASSWORD_RESET', accountId, lifetimeSeconds })
    await announce(inside, resetLinkMade, { owner: account, token })
  })
}

/** Mails all user names of an address to that address. Returns the same answer for an unknown address. */
export async function forgotUsername(visit: Visit, body: { email: string }): Promise<Outcome<true>> {
  const email = body.email.trim()
  const problem = checkEmail(email)
  if (problem) return refuse(STATUS.badRequest, problem)
  const limited = await checkRecoveryLimits(visit, `forgot-username:${email.toLowerCase()}`)
  if (limited) return limited
  const earliest = wait(REPLY_MS)
  const [first, ...others] = await findAccountsByEmail(visit.db, email)
  const done = await transact(visit, async (inside) => {
    await announce(inside, userNamesRequested, { accountId: first?.id })
    if (first && !(await wasRecentlyMailed(inside, userNamesFound.name, first.email)))
      await announce(inside, userNamesFound, { accounts: [first, ...others] })
    return { entity: true as const }
  })
  await earliest
  return done
}

async function checkRecoveryLimits(visit: Visit, key: Parameters<typeof canRequestMail>[1]) {
  const fromAddress = `recovery:${networkOf(visit.address)}` as const
  if (!(await hit(visit, { key: fromAddress, limit: RECOVERIES_PER_ADDRESS, windowSeconds: 300 })))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_FROM_ADDRESS)
  if (!(await canRequestMail(visit, key))) return refuse(STATUS.pageMessage, sentence.TOO_MANY_RECOVERIES)
  return undefined
}

type ResetId = { resetId: string }

/** Reading the questions counts as no attempt. */
export async function findResetQuestions(visit: Visit, { resetId }: ResetId): Promise<Outcome<ResetQuestions>> {
  const found = await findOpenReset(visit, resetId)
  if ('refusal' in found) return found
  const answers = await findSecurityAnswers(visit.db, found.entity.account.id)
  return { entity: { questions: answers.map(({ question }) => question) } }
}

/** Two right answers set the new password, use up the link and end every session of the account. */
export async function resetPassword(visit: Visit, body: ResetPasswordBody): Promise<Outcome<{ login: string }>> {
  const found = await findOpenReset(visit, body.resetId)
  if ('refusal' in found) return found
  const { link, account } = found.entity
  const given = body.answers.filter(({ answer }) => answer.trim() !== '')
  if (given.length < RIGHT_ANSWERS_NEEDED) return refuse(STATUS.badRequest, sentence.ANSWER_TWO)
  const prepared = await prepareNewPassword(body)
  if ('refusal' in prepared) return prepared

  // Count before the check, so parallel guesses count too.
  const tries = await updateWrongAnswers(visit, link.id, WRONG_ANSWERS_MAX)
  if (tries === undefined) return refuse(STATUS.notAcceptable, sentence.RESET_LINK_ENDED)
  if ((await countRightAnswers(visit, account.id, given)) < RIGHT_ANSWERS_NEEDED)
    return refuseWrongAnswers(visit, account, WRONG_ANSWERS_MAX - tries)
  return setNewPassword(visit, found.entity, prepared.entity)
}

type OpenReset = { link: Link; account: RecoveryAccount }

async function findOpenReset(visit: Visit, resetId: string): Promise<Outcome<OpenReset>> {
  const found = await findLink(visit, 'PASSWORD_RESET', resetId)
  if (found.state === 'expired') return refuse(STATUS.expired, sentence.RESET_LINK_EXPIRED)
  if (found.state === 'used') return refuse(STATUS.pageMessage, sentence.RESET_LINK_USED)
  if (found.state === 'ended') return refuse(STATUS.notAcceptable, sentence.RESET_LINK_ENDED)
  const account = found.link?.accountId ? await findRecoveryAccountById(visit.db, found.link.accountId) : undefined
  if (!found.link || !account || isDirectoryOnly(visit.settings, account.kind))
    return refuse(STATUS.notAcceptable, sentence.RESET_LINK_UNKNOWN)
  return { entity: { link: found.link, account } }
}

/** Counts each question once, even if the request repeats it. */
async function countRightAnswers({ db }: Visit, accountId: string, given: { question: string; answer: string }[]) {
  let right = 0
  for (const { question, answerHash } of await findSecurityAnswers(db, accountId)) {
    const answer = given.find((candidate) => candidate.question === question)?.answer
    if (answer !== undefined && (await verifyPassword(normalizeSecurityAnswer(answer), answerHash))) right += 1
  }
  return right
}

async function refuseWrongAnswers(visit: Visit, account: RecoveryAccount, triesLeft: number) {
  await transact(visit, async (inside) => {
    await announce(inside, answersRefused, { accountId: account.id })
    if (triesLeft === 0) await endLinks(inside, { purpose: 'PASSWORD_RESET', accountId: account.id })
    return { entity: true }
  })
  return triesLeft > 0
    ? refuse(STATUS.notFound, sentence.answersWrong(triesLeft))
    : refuse(STATUS.notAcceptable, sentence.RESET_LINK_ENDED)
}

async function setNewPassword(visit: Visit, { link, account }: OpenReset, passwordHash: string) {
  return transact(visit, async (inside): Promise<Outcome<{ login: string }>> => {
    // First the account: a report 'This was not me' locks in the same order.
    await lockAccount(inside, account.id)
    if (!(await useLink(inside, link.id))) return refuse(STATUS.pageMessage, sentence.RESET_LINK_USED)
    await narrowAccess(inside, {
      accountIds: [account.id],
      take: () => updatePassword(inside, account.id, passwordHash),
      ends: 'SESSIONS',
      record: () => announce(inside, passwordReset, { accountId: account.id }),
      notify: () => announce(inside, passwordChanged, { accountId: account.id, isReset: true }),
    })
    return { entity: { login: AREA_PATHS[areaOfAccount(account.kind)].login } }
  })
}
