import type { Adapter, AdapterPayload, JWKS } from 'oidc-provider'
import type { Db } from '#platform/context.ts'
import type { HubClient } from '../../store/clients.ts'
import { readClient } from './read-client.ts'

/** The registered clients of one brand. The library cannot change them. */
export function createClientAdapter(db: Db, brand: string): Adapter {
  const refuse = () => Promise.reject(new Error('The library cannot change clients'))
  return {
    async find(clientId) {
      const client = await readClient(db, clientId)
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

/** The library requires a secret. `compareClientSecret` compares the real one, which is stored as a hash. */
const SECRET_ELSEWHERE = 'compared by hash'

/** Without one, the library requires all redirect addresses on one host. It is not fetched, and no subject depends on it. */
const ANY_SECTOR = 'https://sector.invalid/'

const describeClient = ({ clientId, name, redirectUris, postLogoutUris, scopes, jwks }: HubClient): AdapterPayload => ({
  client_id: clientId,
  client_name: name,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: [...redirectUris, ...postLogoutUris],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: ['query'],
  ...(jwks
    ? { token_endpoint_auth_method: 'private_key_jwt', jwks: jwks as JWKS }
    : { token_endpoint_auth_method: 'client_secret_basic', client_secret: SECRET_ELSEWHERE }),
  id_token_signed_response_alg: 'RS256',
  subject_type: 'pairwise',
  sector_identifier_uri: ANY_SECTOR,
  scope: ['openid', ...scopes].join(' '),
})
