import type { SignInFailure } from '@portico/core/sign-on-hub/sign-in-failures'
import type Provider from 'oidc-provider'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'

type LibraryError = errors.OIDCProviderError

/** Notes with the request why the library refused it. `finishRequest` records it. */
export function noteFailures(provider: Provider): void {
  const noteBy = (reasonOf: (error: LibraryError) => SignInFailure | undefined) => {
    return ({ req }: KoaContextWithOIDC, error: LibraryError) => {
      if (req.portalVisit) req.portalVisit.failure = reasonOf(error)
    }
  }
  provider.on('authorization.error', noteBy(reasonOfAuthorization))
  provider.on('grant.error', noteBy(reasonOfGrant))
}

/** Normal replies to an application that asks without a page (`prompt=none`). */
const NO_FAILURES = ['login_required', 'consent_required', 'interaction_required', 'account_selection_required']

function reasonOfAuthorization({ error, error_description = '' }: LibraryError): SignInFailure | undefined {
  if (NO_FAILURES.includes(error)) return undefined
  if (error === 'invalid_redirect_uri') return 'redirect'
  if (error === 'invalid_scope') return 'scope'
  // The library does not find a disabled client. An unknown one is not recorded.
  if (error === 'invalid_client') return 'disabled'
  if (error === 'access_denied') return error_description === NOT_OPEN ? 'kind' : 'denied'
  return /PKCE|code_challenge/.test(error_description) ? 'pkce' : 'request'
}

/** Description of the check in policy.ts. */
export const NOT_OPEN = 'the person cannot use this application'

/** Texts of the library for `invalid_grant`. */
const GRANT_DETAILS: readonly [RegExp, SignInFailure][] = [
  [/code already consumed/, 'codeUsed'],
  [/code is expired/, 'codeExpired'],
  [/redirect_uri mismatch/, 'redirect'],
  [/code_verifier|code_challenge/, 'verifier'],
  [/refresh token already used/, 'refreshUsed'],
]

function reasonOfGrant({ error, error_detail = '' }: LibraryError): SignInFailure {
  if (error === 'invalid_client') return 'client'
  if (error === 'invalid_scope') return 'scope'
  if (error !== 'invalid_grant') return 'token'
  return GRANT_DETAILS.find(([text]) => text.test(error_detail))?.[1] ?? 'grant'
}
