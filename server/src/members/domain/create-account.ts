import { STATUS } from '@portico/core/constants'
import { pairQuestions } from '@portico/core/forms/credentials'
import { storedUserName } from '@portico/core/forms/formats'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { isSecurityQuestion } from '@portico/core/forms/security-questions'
import { QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import { checkMemberAccount } from '@portico/core/members/forms'
import * as sentence from '@portico/core/members/sentences'
import type { MemberAccount } from '@portico/core/members/shapes'
import type { Context, InTransaction, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { type Credentials, createAccount, prepareCredentials } from '../../access/access.ts'
import {
  findAccountUserName,
  findMember,
  findMemberAccount,
  lockMember,
  lockMemberRegistration,
  type MemberRegistration,
  updateAccountCreated,
} from '../store/member-registrations.ts'
import { registered } from './events.ts'
import { findOpenRegistration } from './register.ts'

/** Creates the account after a confirmed code, with the email address that received the code. */
export async function createMemberAccount(
  visit: Visit,
  registrationId: string | undefined,
  form: MemberAccount,
): Promise<Outcome<true>> {
  const found = await findOpenRegistration(visit, registrationId)
  if ('refusal' in found) return found
  const registration = found.entity
  if (!registration.confirmed_at || !registration.member_id) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  const repeated = await answerRepeated(visit, registration.account_id, form)
  if (repeated) return repeated
  const [problem] = Object.entries(checkMemberAccount(form))
  if (problem) return refuse(problem[0] === 'userName' ? STATUS.userNameTaken : STATUS.badRequest, FIX_ERRORS)
  const questions = pairQuestions(form)
  if (!questions.every(({ question }) => isSecurityQuestion(question)))
    return refuse(STATUS.pageMessage, QUESTION_UNKNOWN)
  const prepared = await prepareCredentials({ userName: form.userName, password: form.password, questions })
  if ('refusal' in prepared) return prepared
  const chosen = { form, credentials: prepared.entity }
  return transact(visit, (inside) => insertMemberAccount(inside, registration, chosen))
}

/** Makes the request idempotent: a retry after a timeout gets the first answer. */
async function answerRepeated(
  { db }: Context,
  accountId: string | null,
  form: MemberAccount,
): Promise<Outcome<true> | undefined> {
  if (!accountId) return undefined
  const userName = await findAccountUserName(db, accountId)
  return userName === storedUserName(form.userName).toLowerCase()
    ? { entity: true }
    : refuse(STATUS.pageMessage, sentence.REGISTERED_ALREADY)
}

async function insertMemberAccount(
  inside: InTransaction,
  { id_hash, member_id }: MemberRegistration,
  { form, credentials }: { form: MemberAccount; credentials: Credentials },
): Promise<Outcome<true>> {
  const { db, brand } = inside
  const registration = await lockMemberRegistration(db, id_hash)
  if (registration?.account_id) return (await answerRepeated(inside, registration.account_id, form)) ?? { entity: true }
  const member = await findMember(db, member_id ?? '')
  if (!member?.email) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  await lockMember(db, member.member_id)
  if (await findMemberAccount(db, member.member_id)) return refuse(STATUS.pageMessage, sentence.REGISTERED_ALREADY)
  const created = await createAccount(inside, {
    kind: 'member',
    state: 'ACTIVE',
    brand: brand.id,
    memberId: member.member_id,
    contact: { ...form, firstName: member.first_name, lastName: member.last_name, email: member.email },
    credentials,
  })
  if ('refusal' in created) return created
  const { accountId } = created.entity
  await updateAccountCreated(db, id_hash, accountId)
  await announce(inside, registered, { member, email: member.email, accountId, userName: credentials.userName })
  return { entity: true }
}
