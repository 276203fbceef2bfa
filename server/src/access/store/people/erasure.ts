import { sql } from 'kysely'
import type { Context, Trx } from '../../../platform/context.ts'
import { isAccountHeld } from '../../../platform/operations/legal-holds.ts'

export type Erasable = { held: boolean; inForce: boolean; erased: boolean }

/** What keeps an account from being emptied; the account is held until the transaction ends. */
export async function lockErasable(trx: Trx, accountId: string): Promise<Erasable | undefined> {
  const { rows } = await sql<Erasable>`
    select ${isAccountHeld(sql`a.id`)} as held, a.erased_at is not null as erased,
      exists (select from access_grant g where g.account_id = a.id
        and (g.state in ('ACTIVE', 'SUSPENDED') or g.state like 'PENDING%')) as "inForce"
    from account a where a.id = ${accountId} for update of a`.execute(trx)
  return rows[0]
}

/** Unused for so long, without anything in force: closed, suspended, or invited and never come. */
export async function findUnusedAccounts(
  { db }: Pick<Context, 'db'>,
  { accounts, invitations }: { accounts: Date; invitations: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where a.erased_at is null and not ${isAccountHeld(sql`a.id`)}
      and (a.state in ('CLOSED', 'SUSPENDED') and coalesce(a.last_sign_in_at, a.activated_at, a.created_at) < ${accounts}
        or a.state in ('INVITED', 'CLOSED') and a.activated_at is null and a.created_at < ${invitations})
      and not exists (select from access_grant g where g.account_id = a.id
        and (g.state in ('ACTIVE', 'SUSPENDED') or g.state like 'PENDING%'))
    order by a.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Everything by which somebody signs in, or is asked for more when they do. */
const OF_SIGNING_IN = [
  'account_session',
  'account_device',
  'security_answer',
  'passkey',
  'app_key',
  'recovery_code',
  'email_code',
  'factor_tally',
  'factor_reset',
] as const

/** The person leaves; the row stays under its random id, for what is on record about it. */
export async function updateAccountErased({ db, now }: { db: Trx; now: Date }, accountId: string): Promise<void> {
  for (const table of OF_SIGNING_IN) await db.deleteFrom(table).where('account_id', '=', accountId).execute()
  await sql`update registration set account_id = null where account_id = ${accountId}`.execute(db)
  await sql`update registration set link_id = null where link_id in (select id from link where account_id = ${accountId})`.execute(
    db,
  )
  await db.deleteFrom('link').where('account_id', '=', accountId).execute()
  await db.deleteFrom('mail_message').where('account_id', '=', accountId).execute()
  await updateRequestsErased({ db, now }, accountId)
  await sql`update access_grant set suspended_reason = null where account_id = ${accountId}`.execute(db)
  await sql`
    update account set state = 'CLOSED', erased_at = ${now}, username = null, username_key = null, password_hash = null,
      first_name = 'Erased', last_name = 'account', email = public_id || '@erased.invalid', phone = null,
      phone_ext = null, member_id = null, suspended_reason = null, staff_role = null, email_factor_since = null
    where id = ${accountId}`.execute(db)
}

/** Clears the names, addresses and words of the person who signed, or was asked to sign. */
export const SIGNER_ERASED = sql`signer_name = '', signer_title = '', signer_email = '', reason = null,
  opened_from = null, confirmed_from = null, signed_from = null`

/** What was asked and decided stays. A signed contract is somebody else's evidence too, and is kept for its own time. */
async function updateRequestsErased({ db, now }: { db: Trx; now: Date }, accountId: string): Promise<void> {
  const own = sql`(select id from access_request where account_id = ${accountId})`
  await sql`
    update mail_message set body = ''
    where request_id in ${own} and (sent_at is not null or gave_up_at is not null)`.execute(db)
  await sql`delete from staff_note where request_id in ${own}`.execute(db)
  await sql`delete from held_decision where request_id in ${own}`.execute(db)
  // Whoever was asked by mail and still may sign is told first that they need not; the sweep does both.
  await sql`
    update contract_signing set ${SIGNER_ERASED}, ended_at = coalesce(ended_at, ${now}),
      state = case state when 'OPEN' then 'CANCELLED' else state end
    where request_id in ${own} and state <> 'SIGNED' and not (state = 'OPEN' and way = 'ASKED')`.execute(db)
  await sql`
    update access_request
    set contact_first_name = null, contact_last_name = null, signatory_email = null, reason = null, typed_amounts = '{}'
    where account_id = ${accountId}`.execute(db)
}
