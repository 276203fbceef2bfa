import { PERSON_COLUMNS } from '@portico/core/forms/person-fields'
import { shownName } from '@portico/core/plan-data/shown-name'
import { type Kysely, sql } from 'kysely'
import type { PersonRow } from '#platform/database/person-columns.ts'
import type { Database } from '#platform/database/schema.ts'

export type InvitedPerson = PersonRow & { id: string }

/** The account of a link, if it is not activated yet. */
export function findInvitedPerson(db: Kysely<Database>, accountId: string): Promise<InvitedPerson | undefined> {
  return db
    .selectFrom('account')
    .select(['id', ...PERSON_COLUMNS])
    .where('id', '=', accountId)
    .where('state', '=', 'INVITED')
    .executeTakeFirst()
}

/** Accounts of this address that are not activated yet. */
export async function findInvitedAccounts(db: Kysely<Database>, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('state', '=', 'INVITED')
    .execute()
  return rows.map((row) => row.id)
}

/** The account of an activation link, and the link's expiry. */
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

/** The newest invitation of an account. Accounts of plan staff have none. */
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
