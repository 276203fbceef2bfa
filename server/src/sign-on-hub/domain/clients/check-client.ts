import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { STATUS } from '@portico/core/constants'
import { SCOPES, type ScopeName } from '@portico/core/sign-on-hub/scopes'
import { brands } from '#platform/brands/brands.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { KeySet } from '../../store/clients.ts'
import { isAllowedAddress } from './client-addresses.ts'
import { BAD_KEY_SET, readKeySet } from './key-set.ts'

export type ClientInput = {
  name: string
  brand: string
  redirectUris: string[]
  logoutUri: string | null
  postLogoutUris: string[]
  tileUri: string | null
  tilePermission: string | null
  /** Instead of a secret; checked on registration. */
  jwks: unknown
  kinds: AccountKind[]
  scopes: ScopeName[]
  permissions: string[]
  asksConsent: boolean
  allowsEmptyAccess: boolean
}

export type CheckedClient = ClientInput & { jwks: KeySet | null }

/** The input with its key set read, or the first mistake in it. */
export function checkClient(input: ClientInput, production: boolean): Outcome<CheckedClient> {
  const wrong = findMistake(input, production)
  if (wrong) return refuse(STATUS.badRequest, wrong)
  const jwks = input.jwks === null ? null : readKeySet(input.jwks)
  return jwks === undefined ? refuse(STATUS.badRequest, BAD_KEY_SET) : { entity: { ...input, jwks } }
}

function findMistake(input: ClientInput, production: boolean): string | undefined {
  if (input.name.trim() === '') return 'Give the application a name.'
  if (!brands.some(({ id }) => id === input.brand))
    return `Unknown brand. Use one of: ${brands.map(({ id }) => id).join(', ')}.`
  if (input.redirectUris.length === 0) return 'Give at least one redirect address.'
  if (input.kinds.length === 0) return 'Choose who can sign in.'
  const addresses = [...input.redirectUris, ...input.postLogoutUris, input.logoutUri, input.tileUri]
  const bad = addresses.find((address) => address !== null && !isAllowedAddress(address, production))
  if (bad !== undefined) return `${bad} is not an https address${production ? '' : ' or a loopback address'}.`
  if (input.scopes.some((scope) => !SCOPES.includes(scope))) return `Unknown scope. Use: ${SCOPES.join(', ')}.`
  const named = [...input.permissions, ...(input.tilePermission === null ? [] : [input.tilePermission])]
  const unknown = named.find((permission) => !PERMISSION_IDS.some((id) => id === permission))
  return unknown === undefined ? undefined : `Unknown permission ${unknown}. Use: ${PERMISSION_IDS.join(', ')}.`
}
