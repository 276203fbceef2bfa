import Type from 'typebox'

/** Scopes that a client can be entitled to, besides `openid`. */
export const SCOPES = ['profile', 'email', 'access', 'staff', 'member'] as const
export type ScopeName = (typeof SCOPES)[number]

/** How a person signed in, weakest first. */
export const ACR = {
  password: 'urn:portico:acr:password',
  secondFactor: 'urn:portico:acr:second-factor',
  passkey: 'urn:portico:acr:passkey',
} as const
export type Acr = (typeof ACR)[keyof typeof ACR]
export const ACR_VALUES: readonly Acr[] = Object.values(ACR)

/** Below a brand's public address. */
export const HUB_PATH = '/oidc'

/** The answer to a consent interaction. */
export const CONSENT_BODY = Type.Object({ allow: Type.Boolean() })
