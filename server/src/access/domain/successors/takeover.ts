import { completePermissions } from '@portico/core/access/permissions'
import { SUCCESSOR_DAYS } from '@portico/core/access/successor-limits'
import { FACTOR_MISSING, LEFT_TO_STAFF, SUCCESSOR_CHANGED } from '@portico/core/access/successor-sentences'
import type { SuccessorBody } from '@portico/core/access/successor-shapes'
import { STATUS } from '@portico/core/constants'
import { STEP_UP } from '@portico/core/signon/sentences'
import { bySystem, type InTransaction, type Session } from '#platform/context.ts'
import type { ProofKind } from '#platform/database/schema.ts'
import { HttpFailure } from '#platform/http/errors.ts'
import { narrowAccess } from '#platform/identity/narrow-access.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { findGrant, lockCurrentSaas, updateGrantTerms } from '../../store/people/grants.ts'
import { findScope } from '../../store/people/scopes.ts'
import { hasFactor } from '../../store/successors/has-factor.ts'
import * as store from '../../store/successors/successors.ts'
import type { ActingInside } from '../acting.ts'
import { stepDown } from '../decisions/replace-saa.ts'
import { addDays } from '../due-days.ts'
import { recordGrantAct } from '../grant-acts.ts'
import { REFUSED_ON_HOLD } from '../holds/registration-hold.ts'
import { queueNewSaaProviderNotice } from '../holds/saa-notices.ts'
import { roleName } from '../mail/mails.ts'
import { queueMailToPerson } from '../mail/person-mails.ts'
import { judgeTakeover, npiOf, openNaming, recordNamingAct, UNKNOWN } from './open-naming.ts'
import { queueAcceptedMails, queueLeftToStaffMails, queueOfferedMail } from './successor-mails.ts'

type Naming = store.Naming

/** Offers the takeover to a successor who agreed, or leaves it to plan staff. False if the SAA has returned. */
export async function offerTakeover(context: InTransaction, naming: Naming, cause: store.Cause): Promise<boolean> {
  const verdict = await judgeTakeover(context.db, { ...naming, cause })
  if (verdict === 'RETURNED') return false
  if (verdict !== 'FREE') {
    await leaveToStaff(context, { ...naming, cause }, verdict)
    return true
  }
  await store.updateNamingOffered(context, naming.id, cause)
  await recordNamingAct(bySystem(context), naming, 'successor.offered', { cause })
  await queueOfferedMail(context, naming)
  return true
}

export async function leaveToStaff(context: InTransaction, naming: Naming, reason: store.StaffReason): Promise<void> {
  await store.updateTakeoverLeftToStaff(context, naming.id, { reason, cause: naming.cause })
  await recordNamingAct(bySystem(context), naming, 'successor.left-to-staff', { reason })
  await queueLeftToStaffMails(context, naming, reason)
}

const SECOND_FACTORS: readonly ProofKind[] = ['PASSKEY', 'DEVICE_PASSKEY', 'APP', 'EMAIL', 'RECOVERY']

/** The recent proof must be a second factor. An account that has one is asked for it. */
async function refuseWithoutFactor({ db, settings, session }: ActingInside & { session: Session }) {
  if (SECOND_FACTORS.includes(session.proof.by)) return undefined
  if (await hasFactor({ db, settings }, session.accountId)) throw new HttpFailure(401, 'step-up', STEP_UP)
  return refuse(STATUS.pageMessage, FACTOR_MISSING, 'factor-missing')
}

/** The successor accepts. Access as SAA begins after the time for objections, or at once if plan staff agreed before. */
export async function acceptTakeover(
  context: ActingInside,
  { successorId }: SuccessorBody,
): Promise<Outcome<{ begins: string }>> {
  const naming = await openNaming(context, successorId)
  if (naming?.successorAccountId !== context.caller.accountId) return UNKNOWN
  if (naming.state === 'STAFF') return refuse(STATUS.pageMessage, LEFT_TO_STAFF)
  if (naming.state !== 'OFFERED') return refuse(STATUS.pageMessage, SUCCESSOR_CHANGED)
  const verdict = await judgeTakeover(context.db, naming)
  if (verdict === 'HOLD') return REFUSED_ON_HOLD
  if (verdict === 'RETURNED') return refuse(STATUS.pageMessage, SUCCESSOR_CHANGED)
  if (verdict !== 'FREE') return refuse(STATUS.pageMessage, LEFT_TO_STAFF)
  const refused = await refuseWithoutFactor(context)
  if (refused) return refused
  const dueAt = addDays(context.now, SUCCESSOR_DAYS.wait)
  await store.updateTakeoverAccepted(context, naming.id, dueAt)
  await recordNamingAct(context, naming, 'successor.accepted')
  if (naming.staffAgreedAt) {
    await completeTakeover(context, naming)
    return { entity: { begins: '' } }
  }
  await queueAcceptedMails(context, { ...naming, dueAt })
  return { entity: { begins: dueAt.toISOString() } }
}

/** Makes the successor the SAA with the permissions of the former one. False if the entity has another SAA. */
export async function completeTakeover(context: InTransaction, naming: Naming): Promise<boolean> {
  const { db } = context
  const current = await lockCurrentSaas(db, [naming.entity])
  const former = await findGrant(db, naming.saaGrantId)
  const grant = await findGrant(db, naming.successorGrantId)
  const scope = await findScope(db, naming.entity)
  if (!former || !scope || grant?.state !== 'ACTIVE' || current.some(({ state }) => state === 'ACTIVE')) return false
  // First, so that the changes of the grants below do not end it.
  await store.updateTakeoverDone(context, naming.id)
  const npi = npiOf(naming)
  await stepDown(bySystem(context), current, naming.successorName, { npi })
  const permissions = completePermissions([...new Set([...grant.permissions, ...former.permissions])])
  await narrowAccess(context, {
    accountIds: [naming.successorAccountId],
    take: () => updateGrantTerms(context, grant.id, { role: 'SAA', permissions, confirmDueAt: null }),
    ends: 'TOKENS',
    record: () => recordGrantAct(context, grant, 'grant.taken-over'),
    notify: () => queueTakenOverMail(context, naming, scope.name),
  })
  const notice = { brand: naming.successorBrand, who: naming.successorName, scope: `NPI ${npi}` }
  if (npi) await queueNewSaaProviderNotice(context, { npi, ...notice })
  return true
}

const queueTakenOverMail = (context: InTransaction, naming: Naming, scope: string): Promise<void> =>
  queueMailToPerson(context, naming.successorAccountId, 'saa.handed-over', {
    subject: 'You are now the Senior Access Administrator',
    sentence: `You took over as ${roleName('SAA')} for ${scope}, and you don’t need to do anything now.`,
    more: ['You now decide who else has access there.', 'Please name a successor of your own in user administration.'],
  })
