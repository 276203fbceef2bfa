import Type from 'typebox'
import { PERMISSION_IDS } from '../access/permissions.ts'
import { HUB_PATH } from './scopes.ts'

/** The only endpoint of the OpenID provider that OpenID does not define. Its discovery document lists the others. */
export const may = {
  path: `${HUB_PATH}/may`,
  says: 'Answers whether the owner of an access token may act for an NPI now.',
  query: Type.Object({ npi: Type.String(), permission: Type.Enum([...PERMISSION_IDS]) }),
  reply: Type.Object({ may: Type.Boolean() }),
  refusal: Type.Object({
    error: Type.Enum(['invalid_token', 'malformed_npi', 'unknown_permission', 'too_many_requests']),
  }),
  /** HTTP status and meaning of each refusal. */
  refusals: {
    400: 'A malformed NPI or an unknown permission.',
    401: 'No live access token of the scope `access`.',
    429: 'Too many questions about this person in this minute.',
  },
} as const

export const DISCOVERY_PATH = `${HUB_PATH}/.well-known/openid-configuration`
