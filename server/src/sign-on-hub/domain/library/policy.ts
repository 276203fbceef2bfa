import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { describeAuthentication, meetsAcr } from '../sign-in/authentication.ts'
import { NOT_OPEN } from './sign-in-failures.ts'

/**
 * The portal session is the sign-in: the library's session takes over its account, and when and how it was proved.
 * Without one, the library asks for an interaction.
 */
export async function signInFromPortal(ctx: KoaContextWithOIDC): Promise<void> {
  const portal = ctx.req.portalVisit?.session
  if (!portal) return
  const { acr, amr, authTime } = describeAuthentication(portal)
  ctx.oidc.session?.loginAccount({ accountId: portal.accountId, acr, amr, loginTs: authTime })
}

/** The login prompt also asks for a stronger proof than the session has. */
export function createPolicy() {
  const prompts = interactionPolicy.base()
  const login = prompts.get('login')
  login?.checks.add(
    new interactionPolicy.Check('not_open', NOT_OPEN, 'access_denied', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  )
  login?.checks.add(
    new interactionPolicy.Check('acr_not_met', 'a stronger sign-in is required', 'login_required', (ctx) => {
      const session = ctx.req.portalVisit?.session
      const requested = ctx.oidc.params?.acr_values
      return session && typeof requested === 'string' ? !meetsAcr(session, requested) : false
    }),
  )
  return prompts
}
