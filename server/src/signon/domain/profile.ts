import type { BrandId } from '@portico/core/brand'
import { STATUS } from '@portico/core/constants'
import { sameIgnoringCase, stripPhone } from '@portico/core/forms/formats'
import {
  checkConfirmEmail,
  checkEmail,
  checkExtension,
  checkName,
  checkPhone,
  checkSecurityAnswer,
  checkSecurityQuestion,
} from '@portico/core/forms/rules'
import { isSecurityQuestion } from '@portico/core/forms/security-questions'
import { QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import type { AuditAct } from '@portico/core/internal/audit-acts'
import * as sentence from '@portico/core/signon/sentences'
import type { ChangePasswordBody, ChangeQuestionsBody, ContactBody } from '@portico/core/signon/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Session } from '../../platform/context.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyHit } from '../../platform/limits.ts'
import { legacyQueueMail } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { hashPassword, normalizeSecurityAnswer, verifyPassword } from '../../platform/password.ts'
import { legacyEndSessions } from '../../platform/session.ts'
import { findAccount, replaceSecurityAnswers, updateContact, updatePassword } from '../store/accounts.ts'
import { writePasswordChangedMail, writeProfileChangedMail } from './mails.ts'
import { prepareNewPassword } from './new-password.ts'
import type { SignonPorts } from './ports.ts'

/** Who changes the profile, and from where. */
export type Changer = { session: Session; address: string }

/** Names, email and phone. A new email address needs the password, and the old address is told. */
export async function changeContact(deps: Deps, who: Changer, body: ContactBody): Promise<Outcome<true>> {
  const problem = findContactProblem(body)
  if (problem) return refuse(STATUS.badRequest, problem)
  const account = await findAccount(deps.db, who.session.accountId)
  const newAddress = !sameIgnoringCase(account.email, body.email)
  if (newAddress) {
    if (!body.currentPassword) return refuse(STATUS.pageMessage, sentence.CURRENT_PASSWORD_NEEDED)
    const refused = await checkCurrentPassword(deps, who, account.password_hash, body.currentPassword)
    if (refused) return refused
  }
  const now = deps.clock.now()
  const brand = account.brand as BrandId
  const contact = {
    // A member's name is the plan's to change.
    first_name: account.kind === 'member' ? account.first_name : body.firstName.trim(),
    last_name: account.kind === 'member' ? account.last_name : body.lastName.trim(),
    email: body.email,
    phone: stripPhone(body.phone),
    phone_ext: body.phoneExt || null,
  }
  await deps.db.transaction().execute(async (trx) => {
    await updateContact(trx, account.id, contact)
    const mail = { ...writeProfileChangedMail(readerOf(account), 'The contact details'), brand, now }
    for (const to of newAddress ? [account.email, body.email] : [])
      await legacyQueueMail(trx, { ...mail, to, accountId: account.id })
    await legacyRecordAudit(trx, ownAct(who, 'account.contact-changed', now, { email: newAddress }))
  })
  return { entity: true }
}

const readerOf = (account: Awaited<ReturnType<typeof findAccount>>) => ({
  brand: account.brand as BrandId,
  firstName: account.first_name,
  kind: account.kind,
})

function findContactProblem(body: ContactBody): string | undefined {
  return (
    checkName(body.firstName) ??
    checkName(body.lastName) ??
    checkEmail(body.email) ??
    checkConfirmEmail(body.confirmEmail, body.email) ??
    checkPhone(body.phone)?.trim() ??
    checkExtension(body.phoneExt)
  )
}

/** The old password is needed; the other sessions end, this one goes on. */
export async function changePassword(
  deps: Deps,
  ports: SignonPorts,
  who: Changer,
  body: ChangePasswordBody,
): Promise<Outcome<true>> {
  const account = await findAccount(deps.db, who.session.accountId)
  const refused = await checkCurrentPassword(deps, who, account.password_hash, body.currentPassword)
  if (refused) return refused
  const prepared = await prepareNewPassword(ports, body)
  if ('refusal' in prepared) return prepared
  const now = deps.clock.now()
  const brand = account.brand as BrandId
  await deps.db.transaction().execute(async (trx) => {
    await updatePassword(trx, account.id, prepared.entity, now)
    await legacyEndSessions(trx, account.id, now, who.session.idHash)
    const mail = writePasswordChangedMail(readerOf(account), account.username ?? '')
    await legacyQueueMail(trx, { ...mail, brand, to: account.email, accountId: account.id, now })
    await legacyRecordAudit(trx, ownAct(who, 'account.password-changed', now))
  })
  return { entity: true }
}

export async function changeSecurityQuestions(
  deps: Deps,
  who: Changer,
  body: ChangeQuestionsBody,
): Promise<Outcome<true>> {
  const problem = findQuestionProblem(body)
  if (problem) return refuse(STATUS.badRequest, problem)
  const account = await findAccount(deps.db, who.session.accountId)
  const refused = await checkCurrentPassword(deps, who, account.password_hash, body.currentPassword)
  if (refused) return refused
  const answers: { question: string; answerHash: string }[] = []
  for (const { question, answer } of body.questions)
    answers.push({ question, answerHash: await hashPassword(normalizeSecurityAnswer(answer)) })
  const now = deps.clock.now()
  const brand = account.brand as BrandId
  await deps.db.transaction().execute(async (trx) => {
    await replaceSecurityAnswers(trx, account.id, answers)
    const mail = writeProfileChangedMail(readerOf(account), 'The security questions')
    await legacyQueueMail(trx, { ...mail, brand, to: account.email, accountId: account.id, now })
    await legacyRecordAudit(trx, ownAct(who, 'account.questions-changed', now))
  })
  return { entity: true }
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

/** Somebody at an unlocked computer gets as many guesses as at the login page. */
async function checkCurrentPassword(deps: Deps, who: Changer, hash: string | null, password: string) {
  const { signInsPerMinutePerUser } = deps.settings.limits
  const now = deps.clock.now()
  if (!(await legacyHit(deps.db, `password-check:${who.session.accountId}`, signInsPerMinutePerUser, 60, now)))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_SIGN_INS)
  if (await verifyPassword(password, hash ?? '')) return undefined
  await legacyRecordAudit(deps.db, ownAct(who, 'account.password-check-failed', now))
  return refuse(STATUS.pageMessage, sentence.CURRENT_PASSWORD_WRONG)
}

function ownAct({ session, address }: Changer, action: AuditAct, at: Date, details?: Record<string, unknown>) {
  const { kind: actorKind, accountId } = session
  return { at, actorKind, actorAccountId: accountId, subjectAccountId: accountId, action, address, details }
}
