import { SIGNED_IN_COOKIE } from '@portico/core/constants'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { cookieName } from '#platform/http/cookies.ts'
import { revokeTokens } from '#platform/identity/revoke-tokens.ts'
import { endSessionByHash } from '#platform/identity/session.ts'
import { SESSION_COOKIE } from '#platform/identity/session-cookie.ts'
import { writeContinuePage } from '#platform/pages/server-page.ts'
import { sessionEnded } from '../../../signon/signon.ts'
import { upsertSignIn } from '../../store/applications.ts'
import { updateLastUse } from '../../store/clients.ts'
import { applicationOpened } from '../events.ts'
import { recordFailure } from '../record-failure.ts'
import { signedOutAddress } from './pages.ts'

type Hub = { brand: string; hashUid: (uid: string) => Buffer }

/** The portal's part of a request, after the library's and before the reply is sent. */
export async function finishRequest(context: Context, ctx: KoaContextWithOIDC, hub: Hub): Promise<void> {
  const { route } = ctx.oidc
  // The library lists all modes that it has. Clients can use only this one.
  if (route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: ['query'] })
  if (route === 'token') await recordSignIn(context, ctx)
  await recordRefusal(context, ctx, hub.brand)
  if (route === 'end_session' && ctx.status === 200 && !ctx.oidc.session?.accountId) skipConfirmation(ctx)
  if (route === 'end_session_confirm' && ctx.status === 303) await finishLogout(context, ctx, hub)
}

async function recordSignIn(context: Context, { oidc, status }: KoaContextWithOIDC): Promise<void> {
  const { client, account, params } = oidc
  if (status !== 200 || !client || !account) return
  const grant = params?.grant_type === 'authorization_code' ? 'code' : 'refresh'
  context.metrics.applicationTokens.inc({ grant })
  if (grant === 'refresh') return updateLastUse(context.db, client.clientId, context.now)
  await upsertSignIn(context.db, client.clientId, context.now)
  context.metrics.applicationSignIns.inc({ outcome: 'done' })
  const { accountId } = account
  const details = { clientId: client.clientId, application: client.clientName }
  await transact(context, (inside) => announce(inside, applicationOpened, { subjectAccountId: accountId, details }))
}

async function recordRefusal(context: Context, { oidc, req }: KoaContextWithOIDC, brand: string): Promise<void> {
  const reason = req.portalVisit?.failure
  const clientId = oidc.client?.clientId ?? oidc.params?.client_id
  if (reason && typeof clientId === 'string') await recordFailure(context, { clientId, brand, reason })
}

/** Without a session there is nothing to confirm. */
function skipConfirmation(ctx: KoaContextWithOIDC): void {
  const { postLogoutRedirectUri, state } = ctx.oidc.session?.state ?? {}
  ctx.status = 303
  ctx.redirect(typeof postLogoutRedirectUri === 'string' ? withState(postLogoutRedirectUri, state) : signedOutAddress())
}

function withState(address: string, state: unknown): string {
  const url = new URL(address)
  if (typeof state === 'string') url.searchParams.set('state', state)
  return url.href
}

/** Signing out at an application signs the person out of the portal, and so everywhere. */
async function finishLogout(context: Context, ctx: KoaContextWithOIDC, { brand, hashUid }: Hub): Promise<void> {
  const portal = ctx.req.portalVisit?.session
  if (portal) {
    await transact({ ...context, actor: { kind: portal.kind, accountId: portal.accountId } }, async (inside) => {
      await endSessionByHash(inside, portal.idHash)
      // The library has already deleted its session, by which the tokens of the portal session are found.
      if (ctx.oidc.session) await revokeTokens(inside, { uidHash: hashUid(ctx.oidc.session.uid) })
      await announce(inside, sessionEnded, { subjectAccountId: portal.accountId })
    })
    for (const name of [SESSION_COOKIE, SIGNED_IN_COOKIE])
      ctx.cookies.set(cookieName(name, context.settings), null, { path: '/', signed: false })
  }
  const location = new URL(ctx.response.get('location'), ctx.oidc.issuer)
  const isOwn = location.origin === new URL(ctx.oidc.issuer).origin
  ctx.remove('location')
  ctx.status = 200
  ctx.type = 'html'
  ctx.body = writeContinuePage(brand, {
    title: 'You are signed out',
    location: isOwn ? signedOutAddress(portal?.kind) : location.href,
  })
}
