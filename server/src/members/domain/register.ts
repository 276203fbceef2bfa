import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { STATUS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkMemberCode, checkMemberDetails } from '@portico/core/members/forms'
import { MEMBER_CODE_DIGITS, WRONG_CODES_MAX } from '@portico/core/members/limits'
import { memberIdAsTyped } from '@portico/core/members/member-id'
import * as sentence from '@portico/core/members/sentences'
import type { ConfirmedMember, MemberDetails } from '@portico/core/members/shapes'
import { toSearchName } from '@portico/core/plan-data/search-name'
import { type Context, type InTransaction, VISITOR, type Visit } from '#platform/context.ts'
import type { MemberTable } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { acceptedKeys } from '#platform/keys/secret-key.ts'
import { hit, networkOf } from '#platform/limits/limits.ts'
import { isMailAddress } from '#platform/mail/mail.ts'
import { canRequestMail, repeatedSince, wasRecentlyMailed } from '#platform/mail/requested-mail.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findMemberByTypedId } from '../../plan-data/plan-data.ts'
import {
  findMailedCode,
  findMember,
  findMemberAccount,
  findMemberRegistration,
  insertMemberRegistration,
  lockMember,
  type MemberAccount,
  type MemberRegistration,
  updateCodeConfirmed,
  updateCodeTried,
} from '../store/member-registrations.ts'
import { codeRefused, codeSent, registeredAlready, registrationBegun } from './events.ts'
import { coverageOn } from './family.ts'

const HOUR_SECONDS = 3600
/** Longer than finding a member and queueing a mail takes, so response times reveal nothing. */
const REPLY_MS = 150

/**
 * Starts a registration. The reply and all later steps are the same for unknown, ended, mistyped or registered members
 * and for members without an email address. Only mail to the address on file reveals more.
 */
export async function beginRegistration(
  visit: Visit,
  details: MemberDetails,
): Promise<Outcome<{ registrationId: string }>> {
  const earliest = wait(REPLY_MS)
  if (Object.keys(checkMemberDetails(details, planDayOf(visit.now))).length > 0)
    return refuse(STATUS.badRequest, FIX_ERRORS)
  const limited = await checkLimits(visit, memberIdAsTyped(details.memberId).capitals)
  if (limited) return limited
  const member = await findMemberByTypedId(visit.db, details.memberId)
  const opened = await openRegistration(visit, member && isSamePerson(member, details) ? member : undefined)
  await earliest
  return opened
}

/** Counts unknown IDs too, so the limit reveals nothing. Upper case makes spellings of one ID share a counter. */
async function checkLimits(visit: Visit, memberId: string) {
  const limit = visit.settings.limits.memberRegistrationsPerHourPerAddress
  const from = `member-begin:${networkOf(visit.address)}` as const
  if (!(await hit(visit, { key: from, limit, windowSeconds: HOUR_SECONDS })))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_FROM_HERE)
  if (!(await canRequestMail(visit, `member-code:${memberId}`)))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_FOR_MEMBER)
  return undefined
}

/** Ignores accents, case and punctuation in names. The birth date must match. */
function isSamePerson(member: MemberTable, details: MemberDetails): boolean {
  const same = (a: string, b: string) => toSearchName(a) === toSearchName(b)
  const rightDay = member.birth_date === details.birthDate
  const rightNames = same(member.first_name, details.firstName) && same(member.last_name, details.lastName)
  return rightDay && rightNames
}

async function openRegistration(
  visit: Visit,
  known: MemberTable | undefined,
): Promise<Outcome<{ registrationId: string }>> {
  const registrationId = randomBytes(16).toString('base64url')
  const idHash = hashToken(registrationId)
  const account = known && (await findMemberAccount(visit.db, known.member_id))
  const covered = known && coverageOn(known, planDayOf(visit.now)) !== 'ENDED'
  const invited = covered && isMailAddress(known.email ?? '') && !account ? known : undefined
  return transact(visit, async (inside) => {
    const memberId = invited?.member_id ?? null
    await insertMemberRegistration(inside, { idHash, memberId, ...(await queueCode(inside, idHash, invited)) })
    if (known && account?.state === 'ACTIVE') await announceAccount(inside, known, account)
    await announce(inside, registrationBegun, {
      actor: VISITOR,
      subjectAccountId: account?.id,
      details: { matched: known !== undefined, codeSent: invited !== undefined },
    })
    return { entity: { registrationId } }
  })
}

/**
 * Mails a code for the registration. If the member recently got one, sends no mail and accepts the same code here.
 * That is safe, because only the member can read it.
 */
async function queueCode(inside: InTransaction, idHash: Buffer, invited: MemberTable | undefined) {
  if (invited) await lockMember(inside.db, invited.member_id)
  const mailed = invited && (await findMailedCode(inside.db, invited.member_id, repeatedSince(inside)))
  if (mailed) return mailed
  const code = String(randomInt(10 ** MEMBER_CODE_DIGITS)).padStart(MEMBER_CODE_DIGITS, '0')
  if (invited?.email) await announce(inside, codeSent, { member: invited, email: invited.email, code })
  return { codeHash: hashCode(inside.settings.secretKey, idHash, code), codeSalt: null }
}

async function announceAccount(inside: InTransaction, known: MemberTable, account: MemberAccount): Promise<void> {
  const { id: accountId, email, username } = account
  if (await wasRecentlyMailed(inside, registeredAlready.name, email)) return
  await announce(inside, registeredAlready, { member: known, email, accountId, userName: username ?? '' })
}

/** Five wrong codes end the registration. One that matches no member behaves the same. */
export async function confirmCode(
  visit: Visit,
  registrationId: string | undefined,
  typed: { code: string },
): Promise<Outcome<ConfirmedMember>> {
  const code = typed.code.replace(/\s/g, '')
  if (Object.keys(checkMemberCode({ code })).length > 0) return refuse(STATUS.badRequest, sentence.CODE_DIGITS)
  const found = await findOpenRegistration(visit, registrationId)
  if ('refusal' in found) return found
  const registration = found.entity
  if (!registration.confirmed_at) {
    // Count before the check, so parallel guesses count too.
    const tries = await updateCodeTried(visit, registration.id_hash, WRONG_CODES_MAX)
    if (tries === undefined) return refuse(STATUS.notAcceptable, sentence.CODES_USED_UP)
    if (!isRightCode(visit, registration, code)) {
      await transact(visit, (inside) => announce(inside, codeRefused, { actor: VISITOR }))
      return tries < WRONG_CODES_MAX
        ? refuse(STATUS.notFound, sentence.codeWrong(WRONG_CODES_MAX - tries))
        : refuse(STATUS.notAcceptable, sentence.CODES_USED_UP)
    }
    await updateCodeConfirmed(visit, registration.id_hash)
  } else if (!isRightCode(visit, registration, code)) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  const member = await findMember(visit.db, registration.member_id ?? '')
  if (!member?.email) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  return { entity: { firstName: member.first_name, email: member.email } }
}

/** This browser's registration, if it has not expired and has attempts left. */
export async function findOpenRegistration(
  { db, now }: Context,
  registrationId: string | undefined,
): Promise<Outcome<MemberRegistration>> {
  const registration = registrationId ? await findMemberRegistration(db, hashToken(registrationId)) : undefined
  if (!registration) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  if (!registration.confirmed_at && registration.wrong_codes >= WRONG_CODES_MAX)
    return refuse(STATUS.notAcceptable, sentence.CODES_USED_UP)
  if (registration.expires_at <= now && !registration.account_id) return refuse(STATUS.expired, sentence.CODE_EXPIRED)
  return { entity: registration }
}

function isRightCode(context: Context, registration: MemberRegistration, code: string): boolean {
  const salt = registration.code_salt ?? registration.id_hash
  const isRight = acceptedKeys(context.settings).some((key) =>
    timingSafeEqual(hashCode(key, salt, code), registration.code_hash),
  )
  return registration.member_id !== null && isRight
}

/** Keyed, because six digits are easy to brute-force. The salt binds the code to its registration. */
function hashCode(secretKey: string, salt: Buffer, code: string): Buffer {
  return createHmac('sha256', secretKey).update('member-code|').update(salt).update(code).digest()
}
