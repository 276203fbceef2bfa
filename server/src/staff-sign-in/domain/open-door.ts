import { INTERNAL_PATHS, STATUS } from '@portico/core/constants'
import { DOOR_LINK_OVER } from '@portico/core/signon/sentences'
import { portalUrl } from '#platform/brands/brand-host.ts'
import type { InTransaction, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { createLink, findLink, useLink } from '#platform/identity/links.ts'
import { endSession, insertSession } from '#platform/identity/session.ts'
import { updateSessionLimits } from '#platform/identity/session-limits.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { factorAddress, findFactorStatus, lockFactors } from '../../signon/signon.ts'
import { findStaffByName, lockStaff } from '../store/staff.ts'
import { doorOpened, doorUsed } from './events.ts'
import { OPEN_DOOR_PATH } from './paths.ts'

/** Emergency sign-in of an administrator while the directory is away. */

const LINK_S = 15 * 60
const SESSION_MS = 60 * 60_000

export const DOOR_ACCOUNT_UNKNOWN = 'There is no active administrator with this user name, email address or account id.'
export const DOOR_NO_FACTOR =
  'This administrator has no passkey or authenticator app in the portal, so the door cannot be opened for them.'

/** Creates a one-time link and notifies every other administrator. */
export async function openDoor(
  inside: InTransaction,
  { account: name, reason }: { account: string; reason: string },
): Promise<Outcome<{ url: string; minutes: number }>> {
  const account = await findStaffByName(inside.db, name)
  if (account?.state !== 'ACTIVE' || account.staff_role !== 'ADMINISTRATOR')
    return refuse(STATUS.notFound, DOOR_ACCOUNT_UNKNOWN)
  const { hasFactor } = await findFactorStatus(inside, account.id)
  if (!hasFactor) return refuse(STATUS.pageMessage, DOOR_NO_FACTOR)
  const accountId = account.id
  const token = await createLink(inside, { purpose: 'STAFF_DOOR', accountId, lifetimeSeconds: LINK_S })
  await announce(inside, doorOpened, { administrator: account, reason })
  const url = portalUrl(inside.settings, account.brand, `${OPEN_DOOR_PATH}?doorId=${token}`)
  return { entity: { url, minutes: LINK_S / 60 } }
}

export async function isDoorOpen(visit: Visit, token: string): Promise<boolean> {
  return (await findLink(visit, 'STAFF_DOOR', token)).state === 'open'
}

type Entering = { token: string; userAgent: string | undefined; formerSessionId: string | undefined }

/** Uses up the link. The session opens nothing until the administrator's own factor is proved. */
export function enterByDoor(
  visit: Visit,
  { token, userAgent, formerSessionId }: Entering,
): Promise<Outcome<{ accountId: string; sessionId: string; location: string }>> {
  return transact(visit, async (inside) => {
    const { link } = await findLink(inside, 'STAFF_DOOR', token)
    if (!link?.accountId || !(await useLink(inside, link.id))) return refuse(STATUS.pageMessage, DOOR_LINK_OVER)
    await lockFactors(inside, link.accountId)
    const account = await lockStaff(inside.db, link.accountId)
    const { hasFactor } = await findFactorStatus(inside, link.accountId)
    if (account?.state !== 'ACTIVE' || account.staff_role !== 'ADMINISTRATOR' || !hasFactor)
      return refuse(STATUS.pageMessage, DOOR_LINK_OVER)
    if (formerSessionId) await endSession(inside, formerSessionId)
    const { id: accountId, kind } = account
    const session = { accountId, kind, address: visit.address, userAgent, factorDue: 'PROVE' } as const
    const sessionId = await insertSession(inside, session)
    const endsAt = new Date(visit.now.getTime() + SESSION_MS)
    await updateSessionLimits(inside, hashToken(sessionId), { endsAt, byDoor: true })
    await announce(inside, doorUsed, accountId)
    return { entity: { accountId, sessionId, location: factorAddress(kind, INTERNAL_PATHS.home) } }
  })
}
