import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Deps } from '#platform/deps.ts'
import { findConsent } from '../../store/consents.ts'
import { readClient } from './read-client.ts'

/** The plan's own clients get the scopes they are registered for; other clients those that the person allowed. */
export async function loadGrant({ db }: Pick<Deps, 'db'>, { oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId && (await provider.Grant.find(grantId))
  const registered = await readClient(db, client.clientId)
  if (!registered) return undefined
  const allowed = registered.asksConsent ? await findConsent(db, session.accountId, client.clientId) : registered.scopes
  if (!allowed) return undefined
  const scope = ['openid', ...allowed.filter((name) => registered.scopes.includes(name))].join(' ')
  if (existing && existing.getOIDCScope() === scope) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}
