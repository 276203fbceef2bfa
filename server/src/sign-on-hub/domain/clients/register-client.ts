import { randomBytes } from 'node:crypto'
import { PERMISSION_IDS } from '@portico/core/access/permissions'
import { STATUS } from '@portico/core/constants'
import { SCOPES, type ScopeName } from '@portico/core/sign-on-hub/scopes'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { brands } from '../../../platform/brands/brands.ts'
import type { InTransaction } from '../../../platform/context.ts'
import type { AccountKind } from '../../../platform/database/schema.ts'
import { hashToken } from '../../../platform/keys/hash-token.ts'
import { randomId } from '../../../platform/keys/random-ids.ts'
import { type Outcome, refuse } from '../../../platform/outcome.ts'
import { disableClient, findClient, insertClient, updateSecret } from '../../store/clients.ts'
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

export type NewSecret = { clientId: string; clientSecret: string }
/** A client with a key set has no secret. */
export type NewClient = { clientId: string; clientSecret: string | null }

/** The secret is returned once; only its hash is stored. */
export async function addClient(context: InTransaction, input: ClientInput): Promise<Outcome<NewClient>> {
  const wrong = findMistake(input, context.settings.production)
  if (wrong) return refuse(STATUS.badRequest, wrong)
  const jwks = input.jwks === null ? null : readKeySet(input.jwks)
  if (jwks === undefined) return refuse(STATUS.badRequest, BAD_KEY_SET)
  const clientId = randomId(12, 'hex')
  const clientSecret = jwks ? null : newSecret()
  await insertClient(context.db, {
    ...input,
    clientId,
    subjectSalt: randomBytes(16),
    secretHash: clientSecret === null ? null : hashToken(clientSecret),
    jwks,
    retiredSecretHash: null,
    retiredSecretUntil: null,
    createdAt: context.now,
  })
  await recordAudit(context, {
    action: 'application.added',
    details: { clientId, name: input.name, brand: input.brand },
  })
  return { entity: { clientId, clientSecret } }
}

/** The previous secret stays valid for a day, so that the application can change without an outage. */
export async function rotateSecret(context: InTransaction, clientId: string): Promise<Outcome<NewSecret>> {
  const client = await findClient(context.db, clientId)
  if (!client) return refuse(STATUS.badRequest, CLIENT_UNKNOWN)
  if (client.jwks) return refuse(STATUS.badRequest, 'This application has a key set, not a secret.')
  const clientSecret = newSecret()
  const retiredUntil = new Date(context.now.getTime() + 86_400_000)
  await updateSecret(context.db, { clientId, secretHash: hashToken(clientSecret), retiredUntil })
  await recordAudit(context, { action: 'application.secret-rotated', details: { clientId } })
  return { entity: { clientId, clientSecret } }
}

/** Ends every token of the client at once. */
export async function closeClient(context: InTransaction, clientId: string): Promise<Outcome<boolean>> {
  if (!(await findClient(context.db, clientId))) return refuse(STATUS.badRequest, CLIENT_UNKNOWN)
  await disableClient(context.db, clientId, context.now)
  await recordAudit(context, { action: 'application.disabled', details: { clientId } })
  return { entity: true }
}

export const CLIENT_UNKNOWN = 'There is no application with this client ID.'

const newSecret = (): string => randomBytes(32).toString('base64url')

function findMistake(input: ClientInput, production: boolean): string | undefined {
  if (input.name.trim() === '') return 'Give the application a name.'
  if (!brands.some(({ id }) => id === input.brand))
    return `Unknown brand. Use one of: ${brands.map(({ id }) => id).join(', ')}.`
  if (input.redirectUris.length === 0) return 'Give at least one redirect address.'
  const addresses = [...input.redirectUris, ...input.postLogoutUris, input.logoutUri, input.tileUri]
  const bad = addresses.find((address) => address !== null && !isAllowedAddress(address, production))
  if (bad) return `${bad} is not an https address${production ? '' : ' or a loopback address'}.`
  if (input.scopes.some((scope) => !SCOPES.includes(scope))) return `Unknown scope. Use: ${SCOPES.join(', ')}.`
  const named = [...input.permissions, ...(input.tilePermission === null ? [] : [input.tilePermission])]
  const unknown = named.find((permission) => !PERMISSION_IDS.some((id) => id === permission))
  return unknown === undefined ? undefined : `Unknown permission ${unknown}. Use: ${PERMISSION_IDS.join(', ')}.`
}
