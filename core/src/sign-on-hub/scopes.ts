/** Scopes that a client can be entitled to, besides `openid`. */
export const SCOPES = ['profile', 'email', 'access', 'staff', 'member'] as const
export type ScopeName = (typeof SCOPES)[number]

/** What an application learns by each scope, for people. */
export const SCOPE_LABELS: Record<ScopeName, string> = {
  profile: 'Your name',
  email: 'Your email address',
  access: 'The providers, groups and organizations that you have access to, with your roles and permissions',
  staff: 'Your role as plan staff',
  member: 'That you are a member of the plan',
}

/** How a person signed in, weakest first. */
export const ACR = {
  password: 'urn:portico:acr:password',
  secondFactor: 'urn:portico:acr:second-factor',
  passkey: 'urn:portico:acr:passkey',
} as const
export type Acr = (typeof ACR)[keyof typeof ACR]
export const ACR_VALUES: readonly Acr[] = Object.values(ACR)

/** Query parameter of the factor page: the proof that an application asks a signed-in person for; `again` is any. */
export const NEED_PARAMETER = 'need'
export type StepUpNeed = 'again' | 'factor' | 'passkey'

/** Below a brand's public address. */
export const HUB_PATH = '/oidc'
