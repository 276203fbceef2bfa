import type { ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { Db } from '../../platform/context.ts'
import type { AccountKind } from '../../platform/database/schema.ts'

export type HubClient = {
  clientId: string
  name: string
  brand: string
  redirectUris: string[]
  logoutUri: string | null
  kinds: AccountKind[]
  scopes: ScopeName[]
  permissions: string[]
  asksConsent: boolean
  allowsEmptyAccess: boolean
  subjectSalt: Buffer
  secretHash: Buffer
  retiredSecretHash: Buffer | null
  retiredSecretUntil: Date | null
  createdAt: Date
  disabledAt: Date | null
  lastUsedAt: Date | null
}

const selectClients = (db: Db) =>
  db
    .selectFrom('hub_client')
    .select([
      'client_id as clientId',
      'name',
      'brand',
      'redirect_uris as redirectUris',
      'logout_uri as logoutUri',
      'kinds',
      'scopes',
      'permissions',
      'asks_consent as asksConsent',
      'allows_empty_access as allowsEmptyAccess',
      'subject_salt as subjectSalt',
      'secret_hash as secretHash',
      'retired_secret_hash as retiredSecretHash',
      'retired_secret_until as retiredSecretUntil',
      'created_at as createdAt',
      'disabled_at as disabledAt',
      'last_used_at as lastUsedAt',
    ])
    .$narrowType<Pick<HubClient, 'kinds' | 'scopes'>>()

export async function findClient(db: Db, clientId: string): Promise<HubClient | undefined> {
  return selectClients(db).where('client_id', '=', clientId).executeTakeFirst()
}

export async function listClients(db: Db): Promise<HubClient[]> {
  return selectClients(db).orderBy('name').orderBy('client_id').execute()
}

export async function insertClient(db: Db, client: Omit<HubClient, 'lastUsedAt' | 'disabledAt'>): Promise<void> {
  await db
    .insertInto('hub_client')
    .values({
      client_id: client.clientId,
      name: client.name,
      brand: client.brand,
      redirect_uris: client.redirectUris,
      logout_uri: client.logoutUri,
      kinds: client.kinds,
      scopes: client.scopes,
      permissions: client.permissions,
      asks_consent: client.asksConsent,
      allows_empty_access: client.allowsEmptyAccess,
      subject_salt: client.subjectSalt,
      secret_hash: client.secretHash,
      retired_secret_hash: client.retiredSecretHash,
      retired_secret_until: client.retiredSecretUntil,
      created_at: client.createdAt,
    })
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

export async function disableClient(db: Db, clientId: string, now: Date): Promise<void> {
  await db.updateTable('hub_client').set({ disabled_at: now }).where('client_id', '=', clientId).execute()
  await db.deleteFrom('hub_record').where('client_id', '=', clientId).execute()
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
