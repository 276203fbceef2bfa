import { type RawBuilder, sql } from 'kysely'
import type { InTransaction, Trx } from '../context.ts'

/**
 * What is under a legal hold is neither swept away nor erased. Who sets one waits until whatever is being removed just
 * then is done, and from its end on nothing more of it is.
 */
const LOCK = 7261007

/** Taken by everything that removes what may be held. */
export async function lockHolds(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx)
}

/** As a condition about the account of this id. */
export const isAccountHeld = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from legal_hold h where h.released_at is null and (
    h.account_id = ${id}
    or exists (select from access_request q where q.account_id = ${id} and (q.npi = h.npi or q.reference = h.reference))
    or exists (select from access_grant g where g.account_id = ${id} and g.scope_kind = 'NPI' and g.scope_id = h.npi)))`

/** As a condition about the request of this id. */
export const isRequestHeld = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from legal_hold h join access_request q on q.id = ${id}
  where h.released_at is null and (h.account_id = q.account_id or h.npi = q.npi or h.reference = q.reference))`

/** As a condition about what is told of this NPI, whoever tells it. */
export const isNpiHeld = (npi: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from legal_hold h where h.released_at is null and h.npi = ${npi})`

/**
 * As a condition about a message, which may be about an NPI and nobody's request: it names the NPI, or went to the
 * address the plan holds for it.
 */
export const isLetterHeld = (text: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from legal_hold h left join network_provider p on p.npi = h.npi
    where h.released_at is null and h.npi is not null
      and (position(h.npi in ${text}) > 0 or lower(p.provider_email) = lower(${to})))`

export type HeldSubject = { account_id: string } | { npi: string } | { reference: string }

export async function insertLegalHold(
  { db, now, operator }: InTransaction,
  subject: HeldSubject,
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

/** False when there is none, or it was released before. */
export async function updateHoldReleased({ db, now, operator }: InTransaction, id: string): Promise<boolean> {
  const released = await db
    .updateTable('legal_hold')
    .set({ released_at: now, released_by: operator ?? '' })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return released.numUpdatedRows > 0n
}
