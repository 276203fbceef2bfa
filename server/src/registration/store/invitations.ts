import { shownName } from '@portico/core/directory/shown-name'
import { PERSON_COLUMNS } from '@portico/core/forms/person-fields'
import { type Kysely, sql } from 'kysely'
import type { PersonRow } from '../../platform/database/person-columns.ts'
import type { Database } from '../../platform/database/schema.ts'

export type InvitedPerson = PersonRow & { id: string }

/** The account a link was made for, while it still waits for its owner. */
export function findInvitedPerson(db: Kysely<Database>, accountId: string): Promise<InvitedPerson | undefined> {
  return db
    .selectFrom('account')
    .select(['id', ...PERSON_COLUMNS])
    .where('id', '=', accountId)
    .where('state', '=', 'INVITED')
    .executeTakeFirst()
}

/** Accounts of this address that still wait for their owner. */
export async function findInvitedAccounts(db: Kysely<Database>, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('state', '=', 'INVITED')
    .execute()
  return rows.map((row) => row.id)
}

/** The account an activation link was made for, and until when it can be used. */
export async function findLinkAccount(
  db: Kysely<Database>,
  linkId: string,
): Promise<{ accountId: string; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom('link')
    .select(['account_id', 'expires_at'])
    .where('id', '=', linkId)
    .where('account_id', 'is not', null)
    .executeTakeFirst()
  return row && { accountId: row.account_id as string, expiresAt: row.expires_at }
}

/** The newest invitation of an account; plan staff's own accounts have none. */
export async function findInvitation(db: Kysely<Database>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('access_request')
    .select('id')
    .where('account_id', '=', accountId)
    .where('path', '=', 'INVITATION')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function findOrganizationName(db: Kysely<Database>, orgId: string): Promise<string> {
  const row = await db.selectFrom('organization').select('name').where('org_id', '=', orgId).executeTakeFirst()
  return shownName(row?.name ?? '')
}
