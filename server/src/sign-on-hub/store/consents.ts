import type { ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { Db } from '#platform/context.ts'

/** The scopes that a person allowed an application; undefined if they were not asked yet or withdrew it. */
export async function findConsent(db: Db, accountId: string, clientId: string): Promise<ScopeName[] | undefined> {
  const row = await db
    .selectFrom('hub_consent')
    .select('scopes')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .$narrowType<{ scopes: ScopeName[] }>()
    .executeTakeFirst()
  return row?.scopes
}

type NewConsent = { accountId: string; clientId: string; scopes: ScopeName[]; givenAt: Date }

export async function upsertConsent(db: Db, { accountId, clientId, scopes, givenAt }: NewConsent): Promise<void> {
  await db
    .insertInto('hub_consent')
    .values({ account_id: accountId, client_id: clientId, scopes, given_at: givenAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'client_id']).doUpdateSet({ scopes, given_at: givenAt }))
    .execute()
}
