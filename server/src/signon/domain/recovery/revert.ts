import { sameIgnoringCase } from '@portico/core/forms/formats'
import { NOT_ME_DONE, notMeAwaitsStaff } from '@portico/core/signon/factors/sentences'
import type { NoticeRevert } from '@portico/core/signon/factors/shapes'
import { findBrand } from '#platform/brands/brands.ts'
import type { Context, InTransaction } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { createLink, endLinks, type Link } from '#platform/identity/links.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { maskAddress, supportLineFor } from '#platform/mail/mail-body.ts'
import { updateAccountDetails } from '../../../access/access.ts'
import {
  NO_PASSWORD,
  type RecoveryAccount,
  replaceSecurityAnswers,
  updateContact,
  updatePassword,
} from '../../store/accounts.ts'
import { type FactorThen, findFactorsBefore, restoreFactors } from '../../store/factor-history.ts'
import { findFormerAddresses, findValueBefore, type QuestionAnswer } from '../../store/former-values.ts'
import { findFactorStatus } from '../factors/factor-status.ts'
import {
  addressRemoved,
  addressReverted,
  factorsReverted,
  notMeReported,
  ownerCheckRequired,
  questionsReverted,
  resetLinkMade,
} from './events.ts'
import { stopReset } from './factor-reset.ts'

/** The differences between an account and itself just before a notice. */
type Difference = {
  /** The account's address at that time: the notice went there. */
  noticeAddress: string
  /** Undefined: the report leaves the address as it is. */
  email: string | undefined
  questions: QuestionAnswer[] | undefined
  factors: FactorThen[]
  /** Plan staff must confirm the owner before a link to set a new password is mailed. */
  needsStaff: boolean
}

/**
 * An address that had replaced another one shortly before the notice may be the thief's. A report from there never
 * brings it back, and plan staff decide. They also decide if the account had no factor that the owner can prove. Codes
 * by email do not count, because the report came from that mailbox.
 */
async function findDifference(context: Context, owner: RecoveryAccount, { createdAt }: Link): Promise<Difference> {
  const { db, settings } = context
  const noticeAddress = (await findValueBefore(db, owner.id, 'EMAIL', createdAt))?.value ?? owner.email
  const newSince = new Date(createdAt.getTime() - settings.lifetimes.notMeLink * 1000)
  const replaced = await findFormerAddresses(db, owner.id, newSince)
  const isAddressNew = replaced.some(({ until }) => until < createdAt)
  const factors = await findFactorsBefore(db, owner.id, createdAt)
  const { policy } = await findFactorStatus(context, owner.id)
  const canProve = policy.kind !== 'off' && factors.some(({ kind, wasActive }) => wasActive && isOwnersDevice(kind))
  const isReplaced = !sameIgnoringCase(noticeAddress, owner.email)
  return {
    noticeAddress,
    email: isReplaced && !isAddressNew ? noticeAddress : undefined,
    questions: (await findValueBefore(db, owner.id, 'QUESTIONS', createdAt))?.value,
    factors,
    needsStaff: isAddressNew || !canProve,
  }
}

const isOwnersDevice = (kind: FactorThen['kind']) => kind === 'passkey' || kind === 'app'

/** What the page of the link says before its button is pressed. */
export async function describeRevert(context: Context, owner: RecoveryAccount, link: Link): Promise<NoticeRevert> {
  const { email, questions, factors, needsStaff, noticeAddress } = await findDifference(context, owner, link)
  const namesOf = (matches: (factor: FactorThen) => boolean) => factors.filter(matches).map(nameOf)
  return {
    noticeOn: link.createdAt.toISOString(),
    email: email ? maskAddress(email) : '',
    questions: questions !== undefined,
    removed: namesOf(({ isActive, wasActive }) => isActive && !wasActive),
    restored: namesOf(({ isActive, wasActive }) => !isActive && wasActive),
    kept: namesOf(({ kind, wasActive }) => wasActive && isOwnersDevice(kind)),
    staff: needsStaff,
    sentTo: maskAddress(noticeAddress),
  }
}

const NAMES: Record<FactorThen['kind'], string> = {
  passkey: 'Passkey',
  app: 'Authenticator app',
  email: 'Codes by email',
  recovery: 'Recovery codes',
}
const nameOf = ({ kind, name }: FactorThen) => (name ? `${NAMES[kind]} (${name})` : NAMES[kind])

/**
 * Secures the account: ends all sessions and the password, and restores address, questions and factors as they were
 * just before the notice. Later notices end with it; earlier ones stay valid, because the earliest address wins. Call
 * it with the account locked.
 */
export async function revertAccount(inside: InTransaction, owner: RecoveryAccount, link: Link): Promise<string> {
  const difference = await findDifference(inside, owner, link)
  const { email, questions, factors, needsStaff, noticeAddress } = difference
  const details = { staff: needsStaff }
  await narrowAccess(inside, {
    accountIds: [owner.id],
    async take() {
      await updatePassword(inside, owner.id, NO_PASSWORD)
      await restoreFactors(inside, owner.id, link.createdAt)
    },
    ends: 'SESSIONS',
    record: () => announce(inside, notMeReported, { subjectAccountId: owner.id, details }),
    // The mail with the way back follows below.
    notify: null,
  })
  await endLinks(inside, { purpose: 'NOT_ME', accountId: owner.id, createdSince: link.createdAt })
  await stopReset(inside, owner)
  if (factors.some(({ isActive, wasActive }) => isActive !== wasActive))
    await announce(inside, factorsReverted, { subjectAccountId: owner.id })
  if (questions) {
    await replaceSecurityAnswers(inside, owner.id, questions)
    await announce(inside, questionsReverted, { subjectAccountId: owner.id })
  }
  if (email) await revertAddress(inside, owner, email)
  await updateAccountDetails(inside.db, owner.id, { owner_check_since: needsStaff ? inside.now : null })
  if (!needsStaff) {
    await makeResetLink(inside, { ...owner, email: noticeAddress })
    return NOT_ME_DONE
  }
  await announce(inside, ownerCheckRequired, { owner: { ...owner, email: noticeAddress } })
  return notMeAwaitsStaff(supportLineFor(findBrand(owner.brand), owner.kind).phone)
}

/** Notifies the address that is removed. */
export async function revertAddress(inside: InTransaction, owner: RecoveryAccount, email: string): Promise<void> {
  await updateContact(inside, owner.id, { email })
  await announce(inside, addressReverted, { subjectAccountId: owner.id })
  await announce(inside, addressRemoved, { owner })
}

export async function makeResetLink(inside: InTransaction, owner: RecoveryAccount): Promise<void> {
  const lifetimeSeconds = inside.settings.lifetimes.resetLink
  const token = await createLink(inside, { purpose: 'PASSWORD_RESET', accountId: owner.id, lifetimeSeconds })
  await announce(inside, resetLinkMade, { owner, token, isAfterReport: true })
}
