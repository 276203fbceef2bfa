import type { ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { Context, Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'

export type OwnApplication = {
  clientId: string
  name: string
  /** Allowed by the person, or registered for an application that needs no consent. */
  scopes: ScopeName[]
  lastUsed: Date | null
  allowedOn: Date | null
}

/** Applications that a person has tokens for, or allowed. */
export async function findOwnApplications(
  { db, now }: Pick<Context, 'db' | 'now'>,
  accountId: string,
): Promise<OwnApplication[]> {
  return runPrepared<OwnApplication>(db, ownSql, [accountId, now])
}

const ownSql = `
with used as (
  select r.client_id, max(r.written_at) as at from hub_record r
  where r.account_id = $1 and r.model in ('AccessToken', 'RefreshToken') and r.consumed_at is null and r.expires_at > $2
  group by r.client_id),
allowed as (select a.client_id, a.scopes, a.given_at from hub_consent a where a.account_id = $1)
select c.client_id as "clientId", c.name, coalesce(a.scopes, c.scopes) as scopes, u.at as "lastUsed",
  a.given_at as "allowedOn"
from hub_client c left join used u using (client_id) left join allowed a using (client_id)
where c.client_id in (select client_id from used union select client_id from allowed) and c.disabled_at is null
order by c.name, c.client_id`

export type Tile = { clientId: string; name: string; address: string; hasLogo: boolean }

/** Applications of the brand with a tile that this person may open. */
export async function findTiles(
  db: Db,
  { accountId, kind, active, brand }: { accountId: string; kind: string; active: boolean; brand: string },
): Promise<Tile[]> {
  const values = [accountId, kind, active, brand]
  return runPrepared<Tile>(db, tilesSql, values)
}

const tilesSql = `
select c.client_id as "clientId", c.name, c.tile_uri as address, c.logo is not null as "hasLogo"
from hub_client c
where c.brand = $4 and c.disabled_at is null and c.tile_uri is not null and $2 = any(c.kinds)
  and ($3 or c.allows_empty_access)
  and (c.tile_permission is null or exists (
    select from access_grant g
    where g.account_id = $1 and g.state = 'ACTIVE' and c.tile_permission = any(g.permissions)))
order by c.name, c.client_id`

/** False if there was none. */
export async function deleteConsent(db: Db, accountId: string, clientId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('hub_consent')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
