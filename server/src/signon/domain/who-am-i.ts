import { ROLES } from '@portico/core/constants'
import { CONSOLE_PAGES } from '@portico/core/internal/console'
import type { Me, MyGrant, SessionList, Tracking } from '@portico/core/signon/shapes'
import { canUse } from '#platform/calls/access-guard.ts'
import type { Session, SignedIn } from '#platform/context.ts'
import { toPerson } from '#platform/database/person-columns.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endSessionByPublicId, findSessionStart, findSessions } from '#platform/identity/own-sessions.ts'
import type { Outcome } from '#platform/outcome.ts'
import { administers } from '../../access/access.ts'
import { findAccount } from '../store/accounts.ts'
import { countUnread } from '../store/bell/entries.ts'
import { findFirstSignIn, findGrants, findPendingReferences, type GrantRow } from '../store/grants.ts'
import { describeOffer } from './factors/factor-status.ts'
import { describeDevice } from './sessions/describe-device.ts'
import { sessionRevoked } from './sessions/events.ts'

/** Everything pages need to know about the current user. */
export async function describeMe(context: SignedIn): Promise<Outcome<Me>> {
  const { db, session } = context
  const account = await findAccount(db, session.accountId)
  const grants = await findGrants(db, session.accountId)
  const activeRoles = grants.filter((grant) => grant.state === 'ACTIVE').map((grant) => grant.role)
  return {
    entity: {
      accountId: account.public_id,
      kind: account.kind,
      userName: account.username ?? '',
      ...toPerson(account),
      memberId: account.member_id ?? '',
      lastSignIn: isoOrEmpty(account.last_sign_in_at),
      passwordChangedOn: isoOrEmpty(account.password_changed_at),
      active: session.active,
      staffRole: session.staffRole ?? '',
      opens: opensOf(session),
      permissions: session.permissions,
      roles: ROLES.filter((role) => activeRoles.includes(role)),
      administers: activeRoles.some(administers),
      grants: grants.map(describeGrant),
      pendingRequests: await findPendingReferences(db, session.accountId),
      ...(await describeOffer(context)),
      usesShortcuts: account.uses_shortcuts,
      unread: await countUnread(db, session.accountId),
    },
  }
}

const opensOf = (session: Session): string[] =>
  Object.entries(CONSOLE_PAGES)
    .filter(([, call]) => session.kind === 'internal' && canUse(call, session))
    .map(([name]) => name)

function describeGrant(grant: GrantRow): MyGrant {
  return {
    grantId: grant.id,
    scope: { entity: grant.entity, kind: grant.scopeKind, id: grant.groupId ?? grant.scopeId, name: grant.name },
    organization: grant.organization ?? '',
    role: grant.role,
    permissions: grant.permissions,
    state: grant.state,
    since: grant.since.toISOString(),
  }
}

/** The tracking response (behaviour 11.10). */
export async function trackUser({ db, session }: SignedIn): Promise<Outcome<Tracking>> {
  const account = await findAccount(db, session.accountId)
  const first = await findFirstSignIn(db, session.accountId)
  const started = await findSessionStart(db, session.publicId)
  return {
    entity: {
      accountId: account.public_id,
      enabled: session.active,
      status: session.active ? 'ACTIVE' : 'PENDING',
      firstTimeUser: first === undefined || started === undefined || first >= started,
    },
  }
}

export async function listSessions(context: SignedIn): Promise<Outcome<SessionList>> {
  const rows = await findSessions(context, context.session.accountId)
  return {
    entity: rows.map((row) => ({
      sessionId: row.public_id,
      current: row.public_id === context.session.publicId,
      device: describeDevice(row.user_agent),
      address: row.address ?? '',
      startedOn: row.created_at.toISOString(),
      lastSeenOn: row.last_seen_at.toISOString(),
    })),
  }
}

/** Ends one of the user's own sessions. Another user's session id gets the same answer as an unknown id. */
export async function endOwnSession(
  context: SignedIn,
  { sessionId }: { sessionId: string },
): Promise<Outcome<boolean>> {
  const { accountId } = context.session
  return transact(context, async (inside) => {
    const ended = await endSessionByPublicId(inside, accountId, sessionId)
    if (ended) await announce(inside, sessionRevoked, { subjectAccountId: accountId })
    return { entity: ended }
  })
}

function isoOrEmpty(time: Date | null): string {
  return time?.toISOString() ?? ''
}
