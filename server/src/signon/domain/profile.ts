import { STATUS } from '@portico/core/constants'
import { DAY_S } from '@portico/core/forms/calendar-day'
import { sameIgnoringCase } from '@portico/core/forms/formats'
import { checkSecurityAnswer, checkSecurityQuestion, personProblems } from '@portico/core/forms/rules'
import { isSecurityQuestion } from '@portico/core/forms/security-questions'
import { QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import * as sentence from '@portico/core/signon/sentences'
import type { ChangePasswordBody, ChangeQuestionsBody, ContactBody, ShortcutsBody } from '@portico/core/signon/shapes'
import type { SignedIn } from '#platform/context.ts'
import { toPersonColumns } from '#platform/database/person-columns.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endLinks } from '#platform/identity/links.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { hashPassword, normalizeSecurityAnswer } from '#platform/identity/password.ts'
import { requireRecentProof } from '#platform/identity/step-up.ts'
import { type FloodLimit, hit } from '#platform/limits/limits.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { updateAccountDetails } from '../../access/access.ts'
import { type Account, findAccount, replaceSecurityAnswers, updateContact, updatePassword } from '../store/accounts.ts'
import { contactChanged, profileChanged, questionsChanged } from './events.ts'
import { checkOwnPassword } from './factors/own-password.ts'
import { passwordChanged } from './recovery/events.ts'
import { prepareNewPassword } from './recovery/new-password.ts'
import { lockOwnAccount } from './sessions/own-account.ts'

/** Changes name, email and phone. A new email address requires the password, and the old address gets a mail. */
export async function changeContact(context: SignedIn, body: ContactBody): Promise<Outcome<true>> {
  const problem = Object.values(personProblems(body)).find(Boolean)
  if (problem) return refuse(STATUS.badRequest, problem.trim())
  const account = await findAccount(context.db, context.session.accountId)
  const newAddress = !sameIgnoringCase(account.email, body.email)
  if (newAddress) {
    await requireRecentProof(context)
    if (!body.currentPassword) return refuse(STATUS.pageMessage, sentence.CURRENT_PASSWORD_NEEDED)
    const refused = await checkCurrentPassword(context, account, body.currentPassword)
    if (refused) return refused
  }
  const { first_name, last_name } = account
  // Only the plan can change a member's name.
  const contact = { ...toPersonColumns(body), ...(account.kind === 'member' ? { first_name, last_name } : {}) }
  return transact(context, async (inside): Promise<Outcome<true>> => {
    await lockOwnAccount(inside)
    if (newAddress && !(await hit(inside, newEmailLimit(context))))
      return refuse(STATUS.pageMessage, sentence.TOO_MANY_NEW_EMAILS)
    if (newAddress) {
      // The notice goes to the old address, and so did open reset links.
      await announce(inside, profileChanged, { accountId: account.id, what: 'contact' })
      await endLinks(inside, { purpose: 'PASSWORD_RESET', accountId: account.id })
    }
    await updateContact(inside, account.id, contact)
    if (newAddress) await announce(inside, profileChanged, { accountId: account.id, what: 'newAddress' })
    await announce(inside, contactChanged, { subjectAccountId: account.id, details: { email: newAddress } })
    return { entity: true }
  })
}

/** Each new address gets a mail that its reader may not have asked for. */
const newEmailLimit = ({ session, settings }: SignedIn): FloodLimit => ({
  key: `new-email:${session.accountId}`,
  limit: settings.limits.newEmailsPerDayPerAccount,
  windowSeconds: DAY_S,
})

/** Requires the old password. Ends all other sessions. */
export async function changePassword(context: SignedIn, body: ChangePasswordBody): Promise<Outcome<true>> {
  const account = await findAccount(context.db, context.session.accountId)
  const refused = await checkCurrentPassword(context, account, body.currentPassword)
  if (refused) return refused
  const prepared = await prepareNewPassword(body)
  if ('refusal' in prepared) return prepared
  return transact(context, async (inside) => {
    await lockOwnAccount(inside)
    await narrowAccess(inside, {
      accountIds: [account.id],
      take: () => updatePassword(inside, account.id, prepared.entity),
      ends: { sessionsExcept: context.session.idHash },
      record: () => announce(inside, passwordChanged, { accountId: account.id }),
      // The event mails the owner, too.
      notify: null,
    })
    return { entity: true }
  })
}

/** A preference, so it is not audited. */
export async function saveShortcuts({ db, session }: SignedIn, { on }: ShortcutsBody): Promise<Outcome<true>> {
  await updateAccountDetails(db, session.accountId, { uses_shortcuts: on })
  return { entity: true }
}

export async function changeSecurityQuestions(context: SignedIn, body: ChangeQuestionsBody): Promise<Outcome<true>> {
  const problem = findQuestionProblem(body)
  if (problem) return refuse(STATUS.badRequest, problem)
  const account = await findAccount(context.db, context.session.accountId)
  const refused = await checkCurrentPassword(context, account, body.currentPassword)
  if (refused) return refused
  const answers: { question: string; answerHash: string }[] = []
  for (const { question, answer } of body.questions)
    answers.push({ question, answerHash: await hashPassword(normalizeSecurityAnswer(answer)) })
  return transact(context, async (inside) => {
    await lockOwnAccount(inside)
    await replaceSecurityAnswers(inside, account.id, answers)
    await announce(inside, profileChanged, { accountId: account.id, what: 'questions' })
    await announce(inside, questionsChanged, { subjectAccountId: account.id })
    return { entity: true }
  })
}

function findQuestionProblem({ questions }: ChangeQuestionsBody): string | undefined {
  for (const [index, { question, answer }] of questions.entries()) {
    const others = questions.filter((_, other) => other !== index).map((other) => other.question)
    const problem = checkSecurityQuestion(question, others) ?? checkSecurityAnswer(answer)
    if (problem) return problem
    if (!isSecurityQuestion(question)) return QUESTION_UNKNOWN
  }
  return undefined
}

async function checkCurrentPassword(context: SignedIn, account: Account, password: string) {
  const owner = { id: account.id, username: account.username, passwordHash: account.password_hash }
  const checked = await checkOwnPassword(context, owner, { password, wrongStatus: STATUS.pageMessage })
  return 'refusal' in checked ? checked : undefined
}
