import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { InTransaction, Visit } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { endSessionByHash, endSessions } from '#platform/identity/session.ts'
import { findSessionsBySid } from '#platform/identity/session-limits.ts'
import type { StaffDirectory } from '#platform/settings/staff-directory.ts'
import { insertLogout, lockLinked } from '../store/staff.ts'
import { connect } from './directory.ts'
import { endedByDirectory } from './events.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_AGE_S = 300
const SKEW_S = 30

type LogoutToken = { jti: string; sub: string | undefined; sid: string | undefined }

/** Ends the sessions that the directory's logout token names. False if the token is not valid or was used before. */
export async function logOutByDirectory(visit: Visit, directory: StaffDirectory, token: string): Promise<boolean> {
  const verified = await verifyToken(visit, directory, token)
  if (!verified) return false
  return transact(visit, async (inside) => {
    if (!(await insertLogout(inside, verified.jti))) return false
    await endNamed(inside, directory, verified)
    return true
  })
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
async function verifyToken(
  { now, log }: Visit,
  directory: StaffDirectory,
  token: string,
): Promise<LogoutToken | undefined> {
  const server = (await connect(directory)).serverMetadata()
  try {
    const { payload } = await jwtVerify(token, keysOf(server.jwks_uri ?? ''), {
      issuer: server.issuer,
      audience: directory.clientId,
      algorithms: ALGORITHMS,
      currentDate: now,
      maxTokenAge: MAX_AGE_S,
      clockTolerance: SKEW_S,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    return readToken(payload)
  } catch (error) {
    log.warn({ code: Object(error).code }, 'a logout token of the directory was refused')
    return undefined
  }
}

/** Signatures by the directory's own key. A shared secret or none is never accepted. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

function readToken({ jti, sub, sid, events, nonce }: JWTPayload): LogoutToken | undefined {
  const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined)
  const isLogout = typeof Object(events)[EVENT] === 'object'
  const id = text(jti)
  if (!id || !isLogout || nonce !== undefined || (!text(sub) && !text(sid))) return undefined
  return { jti: id, sub: text(sub), sid: text(sid) }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>
const keySets = new Map<string, KeySet>()

/** Fetched again, at most every half minute, if a token names an unknown key. */
function keysOf(address: string): KeySet {
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: 5000 })
  keySets.set(address, keys)
  return keys
}

async function endNamed(inside: InTransaction<Visit>, directory: StaffDirectory, { sub, sid }: LogoutToken) {
  const account = sub ? await lockLinked(inside.db, { issuer: directory.issuer, subject: sub }) : undefined
  if (sub && !account) return
  const ended = new Set<string>()
  if (sid) {
    for (const session of await findSessionsBySid(inside, sid)) {
      if (account && session.account_id !== account.id) continue
      await endSessionByHash(inside, session.id_hash)
      ended.add(session.account_id)
    }
  } else if (account) {
    await endSessions(inside, account.id)
    ended.add(account.id)
  }
  for (const id of ended) await announce(inside, endedByDirectory, id)
}
