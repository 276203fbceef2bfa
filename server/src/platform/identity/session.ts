import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@portico/core/access/staff-roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, Session } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'
import type { AccountKind, FactorDue, ProofKind } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { hashToken } from '../keys/hash-token.ts'
import { randomId } from '../keys/random-ids.ts'
import type { Settings } from '../settings/settings.ts'
import { evaluate, type FactorFacts, factorFactsSql, findDue } from './factor-facts.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
}

/** Every call with a session renews its idle time (behaviour 11.5), whether or not it requires one. */
export function registerSession(calls: FastifyInstance, deps: Deps): void {
  calls.decorateRequest('session', null)
  calls.addHook('onRequest', (request, _reply, done) => {
    const id = request.cookies[SESSION_COOKIE]
    if (!id) return done()
    renewSession(deps, id, request.cookies[DEVICE_COOKIE]).then((session) => {
      request.session = session
      done()
    }, done)
  })
}

/**
 * The last-use time is written only if the stored one is this old, so that a busy page does not write with every call.
 * Sessions get the same slack: one can live this much longer, but never ends early.
 */
function writeEvery(settings: Settings): number {
  return Math.min(5, settings.lifetimes.sessionIdle / 100) * 1000
}

type SessionRow = FactorFacts & {
  public_id: string
  account_id: string
  created_at: Date
  last_seen_at: Date
  proved_by: ProofKind
  proved_at: Date | null
  proof_used_at: Date | null
  factor_due: FactorDue | null
  has_active: boolean
  permissions: string[]
  staff_role: StaffRole | null
  by_door: boolean
  /** This browser was allowed to skip the account's second factor when the session began. */
  is_trusted: boolean
}

const sessionSql = `
  select s.public_id, s.account_id, s.kind, s.created_at, s.last_seen_at, a.staff_role,
    s.proved_by, s.proved_at, s.proof_used_at, s.factor_due, s.by_door,
    exists (select from access_grant g where g.account_id = s.account_id and g.state = 'ACTIVE') as has_active,
    array(select distinct unnest(g.permissions) from access_grant g
          where g.account_id = s.account_id and g.state = 'ACTIVE') as permissions,
    exists (select from account_device d
            where d.id_hash = $4 and d.account_id = s.account_id and d.trusted_until >= s.created_at) as is_trusted,
    f.*
  from account_session s join account a on a.id = s.account_id cross join lateral (${factorFactsSql}) f
  where s.id_hash = $1 and s.ended_at is null and s.ends_at > $2
    and s.last_seen_at > $3 and a.state = 'ACTIVE'`

/**
 * Finds the active session of an id and renews its idle time. Null if it ended or expired, or its account is closed.
 */
export async function renewSession(
  { db, clock, settings }: Deps,
  id: string,
  deviceId?: string,
): Promise<Session | null> {
  const now = clock.now()
  const idHash = hashToken(id)
  const slack = writeEvery(settings)
  const seenAfter = new Date(now.getTime() - settings.lifetimes.sessionIdle * 1000 - slack)
  const values = [idHash, now, seenAfter, deviceId ? hashToken(deviceId) : null]
  const [row] = await runPrepared<SessionRow>(db, sessionSql, values)
  if (!row) return null
  if (now.getTime() - row.last_seen_at.getTime() >= slack) {
    await db.updateTable('account_session').set({ last_seen_at: now }).where('id_hash', '=', idHash).execute()
  }
  return {
    idHash,
    publicId: row.public_id,
    accountId: row.account_id,
    kind: row.kind,
    active: row.kind !== 'provider' || row.has_active,
    permissions: row.permissions,
    proof: { by: row.proved_by, at: row.proved_at ?? row.created_at, usedAt: row.proof_used_at },
    factorDue: row.factor_due ?? findDueSince(settings, row, now),
    staffRole: row.staff_role,
    byDoor: row.by_door,
  }
}

/** Proofs that replace no second factor. */
const ONE_FACTOR: readonly ProofKind[] = ['PASSWORD', 'DIRECTORY']

/** Factor step that became due during a full session, for example because a grant or a policy changed. */
function findDueSince(settings: Settings, row: SessionRow, now: Date): FactorDue | null {
  // The directory's second factor stands for the portal's.
  if (row.proved_by === 'DIRECTORY_MFA') return null
  const due = findDue(evaluate(settings, row), now)
  const isProved = !ONE_FACTOR.includes(row.proved_by) || row.is_trusted
  return due === 'PROVE' && isProved ? null : due
}

type Moment = Pick<Context, 'db' | 'now'>

type NewSession = {
  accountId: string
  kind: AccountKind
  address: string
  userAgent: string | undefined
  provedBy?: ProofKind
  factorDue?: FactorDue | undefined
}

type SessionIds = { id: string; idHash: Buffer; publicId: string; endsAt: Date }

/** The id goes into the cookie; only its hash is stored. */
export function newSessionIds({ now, settings }: Pick<Context, 'now' | 'settings'>): SessionIds {
  const id = randomBytes(24).toString('base64url')
  return {
    id,
    idHash: hashToken(id),
    publicId: randomId(12, 'base64url'),
    endsAt: new Date(now.getTime() + settings.lifetimes.sessionAbsolute * 1000),
  }
}

export const shortAgent = (userAgent: string | undefined): string | null => userAgent?.slice(0, 300) ?? null

/** Opens a session and returns the id for the cookie. */
export async function insertSession(
  context: Pick<Context, 'db' | 'now' | 'settings'>,
  session: NewSession,
): Promise<string> {
  const { db, now } = context
  const { id, idHash, publicId, endsAt } = newSessionIds(context)
  await db
    .insertInto('account_session')
    .values({
      id_hash: idHash,
      public_id: publicId,
      account_id: session.accountId,
      kind: session.kind,
      created_at: now,
      last_seen_at: now,
      ends_at: endsAt,
      ended_at: null,
      address: session.address,
      user_agent: shortAgent(session.userAgent),
      proved_by: session.provedBy ?? 'PASSWORD',
      proved_at: now,
      factor_due: session.factorDue ?? null,
    })
    .execute()
  return id
}

/** Ends the browser's session, if there is one. Returns true if it was active. */
export async function endSession(moment: Moment, id: string): Promise<boolean> {
  return endSessionByHash(moment, hashToken(id))
}

export async function endSessionByHash({ db, now }: Moment, idHash: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('account_session')
    .set({ ended_at: now })
    .where('id_hash', '=', idHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await revokeTokens({ db, now }, { sessionHash: idHash })
  return result.numUpdatedRows > 0n
}

/** Ends every session of an account, except the one given: after suspension, closing or a password change. */
export async function endSessions({ db, now }: Moment, accountId: string, exceptIdHash?: Buffer): Promise<void> {
  let query = db.updateTable('account_session').set({ ended_at: now }).where('account_id', '=', accountId)
  query = query.where('ended_at', 'is', null)
  if (exceptIdHash) query = query.where('id_hash', '!=', exceptIdHash)
  await query.execute()
  await revokeTokens({ db, now }, exceptIdHash ? { accountId, exceptSessionHash: exceptIdHash } : { accountId })
}

/** False if the session ended after the call began. */
export async function isSessionOpen(
  { db }: Pick<Context, 'db'>,
  { idHash }: Pick<Session, 'idHash'>,
): Promise<boolean> {
  const session = db.selectFrom('account_session').select('public_id').where('id_hash', '=', idHash)
  return (await session.where('ended_at', 'is', null).executeTakeFirst()) !== undefined
}

/** The session of a route that requires one; the guard has already rejected all others. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('This route did not declare that it needs a session')
  return request.session
}
