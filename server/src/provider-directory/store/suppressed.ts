import { shownName } from '@portico/core/plan-data/shown-name'
import type { Suppression } from '@portico/core/provider-directory/queue-shapes'
import { sql } from 'kysely'
import type { Db, InTransaction, SignedIn } from '#platform/context.ts'

/** The provider's name as it is shown; undefined if the national file does not have the NPI. */
export async function findProviderName(db: Db, npi: string): Promise<string | undefined> {
  const found = await db.selectFrom('provider').select('name').where('npi', '=', npi).executeTakeFirst()
  return found && shownName(found.name)
}

export async function findSuppression(db: Db, npi: string): Promise<Suppression> {
  const found = await db
    .selectFrom('suppressed_provider as s')
    .innerJoin('account as a', 'a.id', 's.suppressed_by')
    .select(['s.reason', 's.suppressed_at'])
    .select(sql<string>`a.first_name || ' ' || a.last_name`.as('by'))
    .where('s.npi', '=', npi)
    .executeTakeFirst()
  if (!found) return { isSuppressed: false, reason: '', by: '', since: '' }
  return { isSuppressed: true, reason: found.reason, by: found.by, since: found.suppressed_at.toISOString() }
}

/** False if the provider is already suppressed. */
export async function insertSuppression(
  { db, now, session }: InTransaction<SignedIn>,
  { npi, reason }: { npi: string; reason: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('suppressed_provider')
    .values({ npi, reason, suppressed_by: session.accountId, suppressed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteSuppression({ db }: InTransaction, npi: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('suppressed_provider').where('npi', '=', npi).executeTakeFirst()
  return numDeletedRows === 1n
}
