import { randomBytes } from 'node:crypto'
import { STATUS } from '@portico/core/constants'
import { DAY_MS } from '@portico/core/forms/calendar-day'
import { APPLICATION_TEXTS } from '@portico/core/sign-on-hub/application-form'
import type { InTransaction } from '#platform/context.ts'
import { announce } from '#platform/events/announce.ts'
import { revokeTokens } from '#platform/identity/revoke-tokens.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { randomId } from '#platform/keys/random-ids.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import {
  type HubClient,
  insertClient,
  lockClient,
  updateClient,
  updateDisabled,
  updateLogo,
  updateSecret,
} from '../../store/clients.ts'
import {
  applicationAdded,
  applicationChanged,
  applicationDisabled,
  applicationEnabled,
  secretRotated,
} from '../events.ts'
import { type CheckedClient, type ClientInput, checkClient } from './check-client.ts'
import { describeChanges, isNarrower } from './describe-changes.ts'

export type NewSecret = { clientId: string; clientSecret: string }
/** A client with a key set has no secret. */
export type NewClient = { clientId: string; clientSecret: string | null }

/** The secret is returned once; only its hash is stored. */
export async function addClient(
  context: InTransaction,
  input: ClientInput,
  logo: Buffer | null = null,
): Promise<Outcome<NewClient>> {
  const checked = checkClient(input, context.settings.production)
  if ('refusal' in checked) return checked
  const clientId = randomId(12, 'hex')
  const clientSecret = checked.entity.jwks ? null : newSecret()
  await insertClient(context.db, {
    ...checked.entity,
    clientId,
    subjectSalt: randomBytes(16),
    secretHash: clientSecret === null ? null : hashToken(clientSecret),
    retiredSecretHash: null,
    retiredSecretUntil: null,
    createdAt: context.now,
  })
  if (logo) await updateLogo(context.db, clientId, logo)
  await announce(context, applicationAdded, { details: { clientId, name: input.name, brand: input.brand } })
  return { entity: { clientId, clientSecret } }
}

type Change = {
  clientId: string
  /** The version that the change is based on. */
  version: number
  input: Omit<ClientInput, 'brand'>
  /** Undefined: it stays. */
  logo: Buffer | null | undefined
}

/** A narrower entitlement ends the client's tokens. The secret is new if the client had a key set before. */
export async function changeClient(context: InTransaction, change: Change): Promise<Outcome<NewClient>> {
  const { clientId, version, input, logo } = change
  const client = await lockClient(context.db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  if (client.version !== version) return refuse(STATUS.pageMessage, APPLICATION_TEXTS.changed)
  const checked = checkClient({ ...input, brand: client.brand }, context.settings.production)
  if ('refusal' in checked) return checked
  const changes = describeChanges(client, checked.entity, logo)
  if (changes.length === 0) return { entity: { clientId, clientSecret: null } }
  const clientSecret = client.jwks && !checked.entity.jwks ? newSecret() : null
  await updateClient(context.db, clientId, { ...checked.entity, ...secretsOf(client, checked.entity, clientSecret) })
  if (logo !== undefined) await updateLogo(context.db, clientId, logo)
  if (isNarrower(client, checked.entity)) await revokeTokens(context, { clientId })
  await announce(context, applicationChanged, { details: { clientId, name: client.name, changes } })
  return { entity: { clientId, clientSecret } }
}

function secretsOf(before: HubClient, { jwks }: CheckedClient, clientSecret: string | null) {
  const { secretHash: current, retiredSecretHash, retiredSecretUntil } = before
  if (!jwks && clientSecret === null) return { jwks, secretHash: current, retiredSecretHash, retiredSecretUntil }
  const secretHash = clientSecret === null ? null : hashToken(clientSecret)
  return { jwks, secretHash, retiredSecretHash: null, retiredSecretUntil: null }
}

/** The previous secret stays valid for a day, so that the application can change without an outage. */
export async function rotateSecret(context: InTransaction, clientId: string): Promise<Outcome<NewSecret>> {
  const client = await lockClient(context.db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  if (client.jwks) return refuse(STATUS.badRequest, HAS_KEY_SET)
  const clientSecret = newSecret()
  const retiredUntil = new Date(context.now.getTime() + DAY_MS)
  await updateSecret(context.db, { clientId, secretHash: hashToken(clientSecret), retiredUntil })
  await announce(context, secretRotated, { details: { clientId, name: client.name } })
  return { entity: { clientId, clientSecret } }
}

/** Ends every token of the client at once, and notifies it. */
export async function closeClient(context: InTransaction, clientId: string): Promise<Outcome<true>> {
  const client = await lockClient(context.db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  if (client.disabledAt) return { entity: true }
  // First, because a disabled client is not notified.
  await revokeTokens(context, { clientId })
  await updateDisabled(context.db, clientId, context.now)
  await announce(context, applicationDisabled, { details: { clientId, name: client.name } })
  return { entity: true }
}

export async function openClient(context: InTransaction, clientId: string): Promise<Outcome<true>> {
  const client = await lockClient(context.db, clientId)
  if (!client) return refuse(STATUS.notFound, CLIENT_UNKNOWN)
  if (!client.disabledAt) return { entity: true }
  // A sign-in that finished while the client was being disabled.
  await revokeTokens(context, { clientId })
  await updateDisabled(context.db, clientId, null)
  await announce(context, applicationEnabled, { details: { clientId, name: client.name } })
  return { entity: true }
}

export const CLIENT_UNKNOWN = APPLICATION_TEXTS.gone
export const HAS_KEY_SET = 'This application has a key set, not a secret.'

const newSecret = (): string => randomBytes(32).toString('base64url')
