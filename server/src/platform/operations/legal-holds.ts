import { type RawBuilder, sql } from 'kysely'
import type { InTransaction, Trx } from '../context.ts'

/**
 * Records under a legal hold are neither deleted by retention nor erased. Setting a hold waits for running deletions to
 * finish; later ones respect it.
 */
const LOCK = 7261007

/** Locked by everything that deletes records which may be under a legal hold. */
export async function lockLegalHolds(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx)
}

/** SQL condition: the account of this id is under a legal hold. */
export const isAccountOnLegalHold = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from legal_hold h where h.released_at is null and (
    h.account_id = ${id}
    or exists (select from access_request q where q.account_id = ${id} and (q.npi = h.npi or q.reference = h.reference))
    or exists (select from access_grant g where g.account_id = ${id} and g.scope_kind = 'NPI' and g.scope_id = h.npi)))`

/** SQL condition: the request of this id is under a legal hold. */
export const isRequestOnLegalHold = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from legal_hold h join access_request q on q.id = ${id}
  where h.released_at is null and (h.account_id = q.account_id or h.npi = q.npi or h.reference = q.reference))`

/** SQL condition: this NPI is under a legal hold. */
export const isNpiOnLegalHold = (npi: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from legal_hold h where h.released_at is null and h.npi = ${npi})`

/**
 * SQL condition: a message is under a legal hold. It may concern an NPI without a request: it names the NPI, or went to
 * the plan's address for it.
 */
export const isMessageOnLegalHold = (text: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from legal_hold h left join network_provider p on p.npi = h.npi
    where h.released_at is null and h.npi is not null
      and (position(h.npi in ${text}) > 0 or lower(p.provider_email) = lower(${to})))`

export type LegalHoldSubject = { account_id: string } | { npi: string } | { reference: string }

export async function insertLegalHold(
  { db, now, operator }: InTransaction,
  subject: LegalHoldSubject,
  reason: string,
): Promise<string> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  const { id } = await db
    .insertInto('legal_hold')
    .values({ ...subject, reason, set_at: now, set_by: operator ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false if there is no such hold or it was already released. */
export async function updateHoldReleased({ db, now, operator }: InTransaction, id: string): Promise<boolean> {
  const released = await db
    .updateTable('legal_hold')
    .set({ released_at: now, released_by: operator ?? '' })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return released.numUpdatedRows > 0n
}
