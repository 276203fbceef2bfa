import { STATUS } from '@portico/core/constants'
import { pairQuestions } from '@portico/core/forms/credentials'
import { storedUserName, stripPhone } from '@portico/core/forms/formats'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { isSecurityQuestion } from '@portico/core/forms/security-questions'
import { QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import { checkMemberAccount, type MemberAccountForm } from '@portico/core/members/forms'
import * as sentence from '@portico/core/members/sentences'
import type { Credentials, Trx } from '../../platform/access-ports.ts'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { legacyQueueMail } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import { legacyTransact } from '../../platform/transaction.ts'
import type { MemberPorts } from '../ports.ts'
import {
  findAccountUserName,
  findMember,
  findMemberAccount,
  findMemberRegistrationForUpdate,
  lockMember,
  type MemberRegistration,
  updateAccountCreated,
} from '../store/member-registrations.ts'
import { writeWelcomeMail } from './mails.ts'
import { findOpenRegistration, type Visitor } from './register.ts'

/** The account of somebody whose code was right; its email address is the one the code went to. */
export async function createMemberAccount(
  deps: Deps,
  ports: MemberPorts,
  visitor: Visitor,
  registrationId: string | undefined,
  form: MemberAccountForm,
): Promise<Outcome<true>> {
  const found = await findOpenRegistration(deps, registrationId)
  if ('refusal' in found) return found
  const registration = found.entity
  if (!registration.confirmed_at || !registration.member_id) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  const repeated = await answerRepeated(deps, registration.account_id, form)
  if (repeated) return repeated
  const [problem] = Object.entries(checkMemberAccount(form))
  if (problem) return refuse(problem[0] === 'userName' ? STATUS.userNameTaken : STATUS.badRequest, FIX_ERRORS)
  const questions = pairQuestions(form)
  if (!questions.every(({ question }) => isSecurityQuestion(question)))
    return refuse(STATUS.pageMessage, QUESTION_UNKNOWN)
  const prepared = await ports.prepareCredentials({ userName: form.userName, password: form.password, questions })
  if ('refusal' in prepared) return prepared
  const chosen = { form, credentials: prepared.entity }
  return legacyTransact(deps.db, (trx) => insertMemberAccount(deps, ports, trx, visitor, registration, chosen))
}

/** Safe to repeat: the same posting after a time-out is told what the first one was. */
async function answerRepeated(
  deps: Deps,
  accountId: string | null,
  form: MemberAccountForm,
): Promise<Outcome<true> | undefined> {
  if (!accountId) return undefined
  const userName = await findAccountUserName(deps.db, accountId)
  return userName === storedUserName(form.userName).toLowerCase()
    ? { entity: true }
    : refuse(STATUS.pageMessage, sentence.REGISTERED_ALREADY)
}

async function insertMemberAccount(
  deps: Deps,
  ports: MemberPorts,
  trx: Trx,
  visitor: Visitor,
  { id_hash, member_id }: MemberRegistration,
  { form, credentials }: { form: MemberAccountForm; credentials: Credentials },
): Promise<Outcome<true>> {
  const now = deps.clock.now()
  const held = await findMemberRegistrationForUpdate(trx, id_hash)
  if (held?.account_id) return (await answerRepeated(deps, held.account_id, form)) ?? { entity: true }
  const member = await findMember(trx, member_id ?? '')
  if (!member?.email) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  await lockMember(trx, member.member_id)
  if (await findMemberAccount(trx, member.member_id)) return refuse(STATUS.pageMessage, sentence.REGISTERED_ALREADY)
  const created = await ports.createAccount(trx, {
    kind: 'member',
    state: 'ACTIVE',
    brand: visitor.brand,
    memberId: member.member_id,
    contact: {
      firstName: member.first_name,
      lastName: member.last_name,
      email: member.email,
      phone: stripPhone(form.phone),
      phoneExt: form.phoneExt,
    },
    credentials,
    now,
  })
  if ('refusal' in created) return created
  const { accountId } = created.entity
  await updateAccountCreated(trx, id_hash, accountId)
  const mail = writeWelcomeMail(deps.settings, visitor.brand, member, credentials.userName)
  await legacyQueueMail(trx, { ...mail, brand: visitor.brand, to: member.email, accountId, now })
  await legacyRecordAudit(trx, {
    at: now,
    actorKind: 'member',
    actorAccountId: accountId,
    action: 'member.registered',
    subjectAccountId: accountId,
    address: visitor.address,
  })
  return { entity: true }
}
