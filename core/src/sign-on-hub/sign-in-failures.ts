/** Why a sign-in to an application failed. */
export const SIGN_IN_FAILURES = [
  'redirect',
  'scope',
  'pkce',
  'request',
  'client',
  'verifier',
  'codeUsed',
  'codeExpired',
  'grant',
  'refreshUsed',
  'token',
  'denied',
  'kind',
  'waiting',
  'disabled',
] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]

/** For the engineer of the application. */
export const SIGN_IN_FAILURE_TEXTS: Record<SignInFailure, string> = {
  redirect: 'The redirect address is not registered. Register exactly the address that the application sends.',
  scope: 'The application asked for a scope that is not registered.',
  pkce: 'PKCE is missing. Send code_challenge with code_challenge_method=S256.',
  request: 'The authorization request is not valid: a parameter is missing, repeated or not supported.',
  client: 'The secret or the key was wrong, or was sent in another way than registered.',
  verifier: 'The PKCE code_verifier does not match the code_challenge.',
  codeUsed: 'The code was used twice. The tokens of the first use were revoked.',
  codeExpired: 'The code has expired. Exchange it within a minute.',
  grant: 'The code or refresh token is unknown, was revoked or has expired. Start a new sign-in.',
  refreshUsed: 'A refresh token was used twice. The tokens of that sign-in were revoked.',
  token: 'The token request is not valid: a parameter is missing, repeated or not supported.',
  denied: 'The person did not agree to share data.',
  kind: 'The person is of a kind that the application is not registered for.',
  waiting: 'The person’s access request has not been approved yet.',
  disabled: 'The application is disabled.',
}
