import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto'
import type { JWK } from 'oidc-provider'
import { randomId } from '#platform/keys/random-ids.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LIFETIME_S = 120

/** A logout token of OpenID Connect Back-Channel Logout 1.0. It names the person, so all their sessions there end. */
export function signLogoutToken(
  key: JWK,
  { issuer, clientId, subject, now }: { issuer: string; clientId: string; subject: string; now: Date },
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: issuer,
    aud: clientId,
    sub: subject,
    iat,
    exp: iat + LIFETIME_S,
    jti: randomId(16, 'base64url'),
  }
  const parts = [
    { alg: 'RS256', typ: 'logout+jwt', kid: key.kid },
    { ...claims, events: { [EVENT]: {} } },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(text), createPrivateKey({ key: key as JsonWebKey, format: 'jwk' }))
  return `${text}.${signature.toString('base64url')}`
}
