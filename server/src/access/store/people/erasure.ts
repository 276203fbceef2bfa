import { sql } from 'kysely'
import type { Context, Db, Trx } from '#platform/context.ts'
import { isAccountOnLegalHold } from '#platform/operations/legal-holds.ts'
import { clearColumns, PERSONAL_TABLES } from '#platform/operations/personal-data.ts'

export type Erasable = { onLegalHold: boolean; inForce: boolean; erased: boolean }

/** Locks the account and returns what prevents its erasure. */
export async function lockErasable(trx: Trx, accountId: string): Promise<Erasable | undefined> {
  const { rows } = await sql<Erasable>`
    select ${isAccountOnLegalHold(sql`a.id`)} as "onLegalHold", a.erased_at is not null as erased,
      exists (select from access_grant g where g.account_id = a.id
        and (g.state in ('ACTIVE', 'SUSPENDED') or g.state like 'PENDING%')) as "inForce"
    from account a where a.id = ${accountId} for update of a`.execute(trx)
  return rows[0]
}

/** Accounts without active access that are closed or suspended and unused, or invited and never activated. */
export async function findUnusedAccounts(
  { db }: Pick<Context, 'db'>,
  { accounts, invitations }: { accounts: Date; invitations: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where a.erased_at is null and not ${isAccountOnLegalHold(sql`a.id`)}
      and (a.state in ('CLOSED', 'SUSPENDED') and coalesce(a.last_sign_in_at, a.activated_at, a.created_at) < ${accounts}
        or a.state in ('INVITED', 'CLOSED') and a.activated_at is null and a.created_at < ${invitations})
      and not exists (select from access_grant g where g.account_id = a.id
        and (g.state in ('ACTIVE', 'SUSPENDED') or g.state like 'PENDING%'))
    order by a.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the person. The row stays under its random id, for the records that refer to it. */
export async function updateAccountErased({ db, now }: { db: Trx; now: Date }, accountId: string): Promise<void> {
  await sql`
    update account set state = 'CLOSED', erased_at = ${now}, staff_role = null, email_factor_since = null
    where id = ${accountId}`.execute(db)
  await cancelOwnSignings({ db, now }, accountId)
  for (const [table, { of, erase, about }] of PERSONAL_TABLES) {
    if (of && erase === 'delete') await sql`delete from ${sql.table(table)} where ${of(accountId)}`.execute(db)
    for (const rows of [erase === 'clear' ? of : undefined, about])
      if (rows) await sql`update ${sql.table(table)} set ${clearColumns(table)} where ${rows(accountId)}`.execute(db)
  }
}

/**
 * A signer who was asked by mail stays. The scheduled job notifies them that they need not sign, and then ends the
 * signing.
 */
async function cancelOwnSignings({ db, now }: { db: Trx; now: Date }, accountId: string): Promise<void> {
  await sql`
    update contract_signing set state = 'CANCELLED', ended_at = coalesce(ended_at, ${now})
    where state = 'OPEN' and way <> 'ASKED'
      and request_id in (select id from access_request where account_id = ${accountId})`.execute(db)
}

/** Every row of an account by table, without keys, hashes and files. Empty tables are left out. */
export async function findPersonalData(db: Db, accountId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [table, { of, hidden = '' }] of PERSONAL_TABLES) {
    if (!of) continue
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${hidden.split(' ')}::text[] as row
      from (select * from ${sql.table(table)} where ${of(accountId)}) t`.execute(db)
    if (rows.length > 0) found[table] = rows.map(({ row }) => row)
  }
  return found
}
