import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Context } from '../../platform/context.ts'
import { findClient, type HubClient } from '../store/clients.ts'

/** The registered clients of one brand. The library cannot change them. */
export function createClientAdapter({ db }: Pick<Context, 'db'>, brand: string): Adapter {
  const refuse = () => Promise.reject(new Error('Clients are registered by plan staff only'))
  return {
    async find(clientId) {
      const client = await findClient(db, clientId)
      return client?.brand === brand && !client.disabledAt ? describeClient(client) : undefined
    },
    upsert: refuse,
    destroy: refuse,
    consume: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    revokeByGrantId: refuse,
  }
}

/** A client as the library sees it. It has no secret: `isClientSecret` compares hashes. */
const describeClient = ({ clientId, name, redirectUris, scopes, secretHash }: HubClient): AdapterPayload => ({
  client_id: clientId,
  client_name: name,
  client_secret: secretHash.toString('hex'),
  redirect_uris: redirectUris,
  post_logout_redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  id_token_signed_response_alg: 'RS256',
  subject_type: 'pairwise',
  scope: ['openid', ...scopes].join(' '),
})
