import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrandId } from '@portico/core/brand'
import { STATUS } from '@portico/core/constants'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { MEMBER_CODE_DIGITS, WRONG_CODES_MAX } from '@portico/core/members/calls'
import { checkMemberCode, checkMemberDetails, type MemberDetails } from '@portico/core/members/forms'
import { normalizeMemberId } from '@portico/core/members/member-id'
import * as sentence from '@portico/core/members/sentences'
import type { ConfirmedMember } from '@portico/core/members/shapes'
import { legacyRecordAudit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { hashToken } from '../../platform/hash-token.ts'
import { legacyHit, networkOf } from '../../platform/limits.ts'
import { isMailAddress, legacyQueueMail } from '../../platform/mail.ts'
import { type Outcome, refuse } from '../../platform/outcome.ts'
import type { MemberTable } from '../../platform/schema.ts'
import type { MemberPorts } from '../ports.ts'
import {
  findMember,
  findMemberAccount,
  findMemberRegistration,
  insertMemberRegistration,
  type MemberRegistration,
  updateCodeConfirmed,
  updateCodeTried,
} from '../store/member-registrations.ts'
import { coverageOn } from './coverage.ts'
import { writeAccountExistsMail, writeCodeMail } from './mails.ts'

const daySeconds = 86_400
/** Longer than finding a member and queueing a mail takes, so that the time of a reply tells nothing. */
const REPLY_MS = 150

export type Visitor = { brand: BrandId; address: string }

/**
 * Begins a registration. Unknown, ended, mistyped, already registered, no address on file: the reply is the same, and
 * so is everything after it. Only the owner of the plan's own address ever reads more.
 */
export async function beginRegistration(
  deps: Deps,
  ports: MemberPorts,
  visitor: Visitor,
  details: MemberDetails,
): Promise<Outcome<{ registrationId: string }>> {
  const earliest = wait(REPLY_MS)
  const now = deps.clock.now()
  if (Object.keys(checkMemberDetails(details, planDayOf(now))).length > 0) return refuse(STATUS.badRequest, FIX_ERRORS)
  const memberId = normalizeMemberId(details.memberId.trim())
  const limited = await checkLimits(deps, memberId, visitor.address)
  if (limited) return limited
  const member = await findMember(deps.db, memberId)
  const known = member && isSamePerson(ports, member, details) ? member : undefined
  const registrationId = await openRegistration(deps, visitor, known, now)
  await earliest
  return { entity: { registrationId } }
}

/** Counted by what was typed, known or not: a limit must not tell either. */
async function checkLimits({ db, clock, settings }: Deps, memberId: string, address: string) {
  const { memberRegistrationsPerHourPerAddress, strangerMailsPerDayPerAddress } = settings.limits
  const now = clock.now()
  if (!(await legacyHit(db, `member-begin:${networkOf(address)}`, memberRegistrationsPerHourPerAddress, 3600, now)))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_FROM_HERE)
  if (!(await legacyHit(db, `member-code:${memberId}`, strangerMailsPerDayPerAddress, daySeconds, now)))
    return refuse(STATUS.pageMessage, sentence.TOO_MANY_FOR_MEMBER)
  return undefined
}

/** Accents, capitals and punctuation do not matter; the letters and the birth date do. */
function isSamePerson(ports: MemberPorts, member: MemberTable, details: MemberDetails): boolean {
  const same = (a: string, b: string) => ports.toSearchName(a) === ports.toSearchName(b)
  const rightDay = member.birth_date === details.birthDate
  const rightNames = same(member.first_name, details.firstName) && same(member.last_name, details.lastName)
  return rightDay && rightNames
}

async function openRegistration(
  deps: Deps,
  visitor: Visitor,
  known: MemberTable | undefined,
  now: Date,
): Promise<string> {
  const registrationId = randomBytes(16).toString('base64url')
  const idHash = hashToken(registrationId)
  const code = String(randomInt(10 ** MEMBER_CODE_DIGITS)).padStart(MEMBER_CODE_DIGITS, '0')
  const account = known && (await findMemberAccount(deps.db, known.member_id))
  const covered = known && coverageOn(known, planDayOf(now)) !== 'ENDED'
  const invited = covered && isMailAddress(known.email ?? '') && !account ? known : undefined
  const { memberCode } = deps.settings.lifetimes
  await deps.db.transaction().execute(async (trx) => {
    await insertMemberRegistration(trx, {
      idHash,
      brand: visitor.brand,
      memberId: invited?.member_id ?? null,
      codeHash: hashCode(deps, idHash, code),
      now,
      expiresAt: new Date(now.getTime() + memberCode * 1000),
    })
    const mail = { brand: visitor.brand, byStranger: true, now }
    if (invited?.email)
      await legacyQueueMail(trx, {
        ...mail,
        ...writeCodeMail(deps.settings, visitor.brand, invited, code),
        to: invited.email,
      })
    if (known && account?.state === 'ACTIVE')
      await legacyQueueMail(trx, {
        ...mail,
        ...writeAccountExistsMail(deps.settings, visitor.brand, known, account.username ?? ''),
        to: account.email,
        accountId: account.id,
      })
    await legacyRecordAudit(trx, {
      at: now,
      actorKind: 'visitor',
      action: 'member.registration-begun',
      subjectAccountId: account?.id,
      address: visitor.address,
      details: { matched: known !== undefined, codeSent: invited !== undefined },
    })
  })
  return registrationId
}

/** Five wrong codes end it. A registration that fits nobody takes five wrong codes too, and then ends like any other. */
export async function confirmCode(
  deps: Deps,
  registrationId: string | undefined,
  typed: { code: string },
  address: string,
): Promise<Outcome<ConfirmedMember>> {
  const code = typed.code.replace(/\s/g, '')
  if (Object.keys(checkMemberCode({ code })).length > 0) return refuse(STATUS.badRequest, sentence.CODE_DIGITS)
  const now = deps.clock.now()
  const found = await findOpenRegistration(deps, registrationId)
  if ('refusal' in found) return found
  const registration = found.entity
  if (!registration.confirmed_at) {
    // Counted before the code is looked at, so that parallel guesses are counted too.
    const tries = await updateCodeTried(deps.db, registration.id_hash, WRONG_CODES_MAX, now)
    if (tries === undefined) return refuse(STATUS.notAcceptable, sentence.CODES_USED_UP)
    if (!isRightCode(deps, registration, code)) {
      await legacyRecordAudit(deps.db, { at: now, actorKind: 'visitor', action: 'member.code-refused', address })
      return tries < WRONG_CODES_MAX
        ? refuse(STATUS.notFound, sentence.codeWrong(WRONG_CODES_MAX - tries))
        : refuse(STATUS.notAcceptable, sentence.CODES_USED_UP)
    }
    const until = new Date(now.getTime() + deps.settings.lifetimes.registrationIdle * 1000)
    await updateCodeConfirmed(deps.db, registration.id_hash, now, until)
  } else if (!isRightCode(deps, registration, code)) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  const member = await findMember(deps.db, registration.member_id ?? '')
  if (!member?.email) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  return { entity: { firstName: member.first_name, email: member.email } }
}

/** The registration this browser holds, neither over nor used up. */
export async function findOpenRegistration(
  { db, clock }: Deps,
  registrationId: string | undefined,
): Promise<Outcome<MemberRegistration>> {
  const registration = registrationId ? await findMemberRegistration(db, hashToken(registrationId)) : undefined
  if (!registration) return refuse(STATUS.badRequest, sentence.START_AGAIN)
  if (!registration.confirmed_at && registration.wrong_codes >= WRONG_CODES_MAX)
    return refuse(STATUS.notAcceptable, sentence.CODES_USED_UP)
  if (registration.expires_at <= clock.now() && !registration.account_id)
    return refuse(STATUS.expired, sentence.CODE_EXPIRED)
  return { entity: registration }
}

function isRightCode(deps: Deps, registration: MemberRegistration, code: string): boolean {
  const given = hashCode(deps, registration.id_hash, code)
  return registration.member_id !== null && timingSafeEqual(given, registration.code_hash)
}

/** Keyed, because six digits are soon tried; bound to the one registration they were made for. */
function hashCode({ settings }: Deps, idHash: Buffer, code: string): Buffer {
  return createHmac('sha256', settings.secretKey).update('member-code|').update(idHash).update(code).digest()
}
