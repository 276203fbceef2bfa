import type { ChosenKind, Delivery } from '@portico/core/bell/kinds'
import type { Preference } from '@portico/core/bell/shapes'
import { sql } from 'kysely'
import type { Db } from '#platform/context.ts'

export async function findPreferences(db: Db, accountId: string): Promise<Map<ChosenKind, Delivery>> {
  const rows = await db
    .selectFrom('bell_preference')
    .select(['kind', 'delivery'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ kind, delivery }) => [kind, delivery]))
}

/** One choice for each kind; the last one wins. */
export async function savePreference(db: Db, accountId: string, { kind, delivery }: Preference): Promise<void> {
  await db
    .insertInto('bell_preference')
    .values({ account_id: accountId, kind, delivery })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet({ delivery: sql`excluded.delivery` }),
    )
    .execute()
}
