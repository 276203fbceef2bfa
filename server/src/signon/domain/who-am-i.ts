import { ROLES } from '@portico/core/constants'
import type { TrackingResponse } from '@portico/core/registration/model'
import type { Me, MyGrant, SessionList } from '@portico/core/signon/shapes'
import type { Session } from '../../platform/context.ts'
import type { Deps } from '../../platform/deps.ts'
import { findAccount } from '../store/accounts.ts'
import { findFirstSignIn, findGrants, findPendingReferences, type GrantRow } from '../store/grants.ts'
import { findSessionStart, findSessions } from '../store/sessions.ts'
import { describeDevice } from './describe-device.ts'

/** Everything a page says about the person signed in. */
export async function describeMe({ db }: Deps, session: Session): Promise<Me> {
  const account = await findAccount(db, session.accountId)
  const grants = await findGrants(db, session.accountId)
  const held = grants.filter((grant) => grant.state === 'ACTIVE').map((grant) => grant.role)
  return {
    accountId: account.public_id,
    kind: account.kind,
    userName: account.username ?? '',
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    phone: account.phone ?? '',
    phoneExt: account.phone_ext ?? '',
    memberId: account.member_id ?? '',
    lastSignIn: isoOrEmpty(account.last_sign_in_at),
    passwordChangedOn: isoOrEmpty(account.password_changed_at),
    active: session.active,
    permissions: session.permissions,
    roles: ROLES.filter((role) => held.includes(role)),
    grants: grants.map(describeGrant),
    pendingRequests: await findPendingReferences(db, session.accountId),
  }
}

function describeGrant(grant: GrantRow): MyGrant {
  return {
    grantId: grant.id,
    scope: { entity: grant.entity, kind: grant.scopeKind, id: grant.groupId ?? grant.scopeId, name: grant.name },
    organization: grant.organization ?? '',
    role: grant.role,
    permissions: grant.permissions,
    state: grant.state,
    since: isoOrEmpty(grant.activatedAt ?? grant.createdAt),
  }
}

/** The tracking response (behaviour 11.10). */
export async function trackUser(
  { db }: Deps,
  session: Session,
): Promise<TrackingResponse & { status: 'ACTIVE' | 'PENDING' }> {
  const account = await findAccount(db, session.accountId)
  const first = await findFirstSignIn(db, session.accountId)
  const started = await findSessionStart(db, session.publicId)
  return {
    accountId: account.public_id,
    enabled: session.active,
    status: session.active ? 'ACTIVE' : 'PENDING',
    firstTimeUser: first === undefined || started === undefined || first >= started,
  }
}

export async function listSessions({ db, clock, settings }: Deps, session: Session): Promise<SessionList> {
  const now = clock.now()
  const seenAfter = new Date(now.getTime() - settings.lifetimes.sessionIdle * 1000)
  const rows = await findSessions(db, session.accountId, now, seenAfter)
  return rows.map((row) => ({
    sessionId: row.public_id,
    current: row.public_id === session.publicId,
    device: describeDevice(row.user_agent),
    address: row.address ?? '',
    startedOn: row.created_at.toISOString(),
    lastSeenOn: row.last_seen_at.toISOString(),
  }))
}

function isoOrEmpty(time: Date | null): string {
  return time?.toISOString() ?? ''
}
