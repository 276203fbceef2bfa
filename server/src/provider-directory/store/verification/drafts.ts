import type { VerifyItem } from '@portico/core/provider-directory/verify-shapes'
import { type DeleteResult, sql } from 'kysely'
import type { Db } from '#platform/context.ts'
import type { Scope } from '../scope.ts'

export type Draft = { items: VerifyItem[]; saved_at: Date }

export async function findDraft(db: Db, accountId: string, { kind, id }: Scope): Promise<Draft | undefined> {
  const { rows } = await sql<Draft>`
    select d.items, d.saved_at from verification_draft d
    where d.account_id = ${accountId} and d.scope_kind = ${kind} and d.scope_id = ${id}`.execute(db)
  return rows[0]
}

/** Saves a draft, or deletes it if nothing is left of it. */
export async function saveDraft(
  db: Db,
  { accountId, scope, now }: { accountId: string; scope: Scope; now: Date },
  items: readonly VerifyItem[],
): Promise<void> {
  if (items.length === 0) {
    await db
      .deleteFrom('verification_draft')
      .where('account_id', '=', accountId)
      .where('scope_kind', '=', scope.kind)
      .where('scope_id', '=', scope.id)
      .execute()
    return
  }
  await sql`
    insert into verification_draft (account_id, scope_kind, scope_id, items, saved_at)
    values (${accountId}, ${scope.kind}, ${scope.id}, ${JSON.stringify(items)}::jsonb, ${now})
    on conflict (account_id, scope_kind, scope_id)
      do update set items = excluded.items, saved_at = excluded.saved_at`.execute(db)
}

/** Drafts of people who no longer have ROSTER for the scope. */
export async function deleteOrphanedDrafts(db: Db): Promise<DeleteResult> {
  return db
    .deleteFrom('verification_draft')
    .where(
      sql<boolean>`not exists (select from access_grant g
        where g.account_id = verification_draft.account_id and g.state = 'ACTIVE' and 'ROSTER' = any(g.permissions)
          and verification_draft.scope_id = coalesce(g.group_id, g.scope_id))`,
    )
    .executeTakeFirst()
}
