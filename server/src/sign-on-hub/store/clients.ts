import type { JsonWebKey } from 'node:crypto'
import type { ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { Db, Trx } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'

/** Public keys, as in RFC 7517. */
export type KeySet = { keys: JsonWebKey[] }

export type HubClient = {
  clientId: string
  name: string
  brand: string
  redirectUris: string[]
  logoutUri: string | null
  postLogoutUris: string[]
  tileUri: string | null
  tilePermission: string | null
  hasLogo: boolean
  kinds: AccountKind[]
  scopes: ScopeName[]
  permissions: string[]
  asksConsent: boolean
  allowsEmptyAccess: boolean
  subjectSalt: Buffer
  /** Null for a client with a key set. */
  secretHash: Buffer | null
  jwks: KeySet | null
  retiredSecretHash: Buffer | null
  retiredSecretUntil: Date | null
  createdAt: Date
  disabledAt: Date | null
  lastUsedAt: Date | null
  /** Counts changes. */
  version: number
}

const selectClients = (db: Db) =>
  db
    .selectFrom('hub_client')
    .select((row) => [
      row('logo', 'is not', null).$castTo<boolean>().as('hasLogo'),
      'client_id as clientId',
      'name',
      'brand',
      'redirect_uris as redirectUris',
      'logout_uri as logoutUri',
      'post_logout_uris as postLogoutUris',
      'tile_uri as tileUri',
      'tile_permission as tilePermission',
      'kinds',
      'scopes',
      'permissions',
      'asks_consent as asksConsent',
      'allows_empty_access as allowsEmptyAccess',
      'subject_salt as subjectSalt',
      'secret_hash as secretHash',
      'jwks',
      'retired_secret_hash as retiredSecretHash',
      'retired_secret_until as retiredSecretUntil',
      'created_at as createdAt',
      'disabled_at as disabledAt',
      'last_used_at as lastUsedAt',
      'version',
    ])
    .$narrowType<Pick<HubClient, 'kinds' | 'scopes' | 'jwks'>>()

export async function findClient(db: Db, clientId: string): Promise<HubClient | undefined> {
  return selectClients(db).where('client_id', '=', clientId).executeTakeFirst()
}

/** Locks the client until the end of the transaction. Sign-ins do not wait. */
export async function lockClient(db: Trx, clientId: string): Promise<HubClient | undefined> {
  return selectClients(db).where('client_id', '=', clientId).forNoKeyUpdate().executeTakeFirst()
}

export async function listClients(db: Db): Promise<HubClient[]> {
  return selectClients(db).orderBy('name').orderBy('client_id').execute()
}

/** The logo of an active client of this brand. */
export async function findLogo(db: Db, brand: string, clientId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('hub_client')
    .select('logo')
    .where('client_id', '=', clientId)
    .where('brand', '=', brand)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.logo ?? null
}

export async function updateLogo(db: Db, clientId: string, logo: Buffer | null): Promise<void> {
  await db.updateTable('hub_client').set({ logo }).where('client_id', '=', clientId).execute()
}

export async function insertClient(
  db: Db,
  client: Registered & Pick<HubClient, 'clientId' | 'brand' | 'subjectSalt' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('hub_client')
    .values({
      client_id: client.clientId,
      brand: client.brand,
      subject_salt: client.subjectSalt,
      created_at: client.createdAt,
      ...registeredColumns(client),
    })
    .execute()
}

/** What a change can replace. A change of the secret or the key set ends the retired secret. */
type Registered = Pick<
  HubClient,
  | 'name'
  | 'redirectUris'
  | 'logoutUri'
  | 'postLogoutUris'
  | 'tileUri'
  | 'tilePermission'
  | 'kinds'
  | 'scopes'
  | 'permissions'
  | 'asksConsent'
  | 'allowsEmptyAccess'
  | 'secretHash'
  | 'jwks'
  | 'retiredSecretHash'
  | 'retiredSecretUntil'
>

const registeredColumns = (client: Registered) => ({
  name: client.name,
  redirect_uris: client.redirectUris,
  logout_uri: client.logoutUri,
  post_logout_uris: client.postLogoutUris,
  tile_uri: client.tileUri,
  tile_permission: client.tilePermission,
  kinds: client.kinds,
  scopes: client.scopes,
  permissions: client.permissions,
  asks_consent: client.asksConsent,
  allows_empty_access: client.allowsEmptyAccess,
  secret_hash: client.secretHash,
  jwks: client.jwks && JSON.stringify(client.jwks),
  retired_secret_hash: client.retiredSecretHash,
  retired_secret_until: client.retiredSecretUntil,
})

export async function updateClient(db: Db, clientId: string, client: Registered): Promise<void> {
  await db
    .updateTable('hub_client')
    .set((row) => ({ ...registeredColumns(client), version: row('version', '+', 1) }))
    .where('client_id', '=', clientId)
    .execute()
}

/** The secret until now stays valid until `retiredUntil`. */
export async function updateSecret(
  db: Db,
  { clientId, secretHash, retiredUntil }: { clientId: string; secretHash: Buffer; retiredUntil: Date },
): Promise<void> {
  await db
    .updateTable('hub_client')
    .set(({ ref }) => ({
      retired_secret_hash: ref('secret_hash'),
      retired_secret_until: retiredUntil,
      secret_hash: secretHash,
    }))
    .where('client_id', '=', clientId)
    .execute()
}

/** Null enables the client again. */
export async function updateDisabled(db: Db, clientId: string, disabledAt: Date | null): Promise<void> {
  await db.updateTable('hub_client').set({ disabled_at: disabledAt }).where('client_id', '=', clientId).execute()
}

/** To the minute, so that a busy client does not write with every token. */
export async function updateLastUse(db: Db, clientId: string, now: Date): Promise<void> {
  await db
    .updateTable('hub_client')
    .set({ last_used_at: now })
    .where('client_id', '=', clientId)
    .where((row) =>
      row.or([row('last_used_at', 'is', null), row('last_used_at', '<', new Date(now.getTime() - 60_000))]),
    )
    .execute()
}
