import type { Draft } from '@portico/core/registration/model-shapes'
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { runPrepared } from '#platform/database/prepared.ts'
import type { Database, RegistrationTable } from '#platform/database/schema.ts'

/** Lists every column: a prepared statement with `select *` fails after a migration adds a column. */
const columns = [
  'id_hash',
  'brand',
  'npi',
  'created_at',
  'touched_at',
  'profile_role',
  'step1_method',
  'step1_at',
  'quiz_transaction_id',
  'quiz_at',
  'captcha_at',
  'link_id',
  'account_found_at',
  'account_id',
  'request_id',
  'submission_hash',
  'submitted_at',
  'typed_amounts',
  'first_proof',
  'draft',
  'number_due',
  'number_repeated',
] as const satisfies (keyof RegistrationTable)[]

/** The provider put the NPI on hold, possibly after the registration started (behaviour 7.19). */
const IS_ON_HOLD = `exists (select from registration_hold h where h.npi = registration.npi
  and h.kind = 'HOLD' and h.held_at is not null and h.lifted_at is null)`
const isOnHold = sql.raw<boolean>(IS_ON_HOLD).as('is_on_hold')

type Columns = Pick<Selectable<RegistrationTable>, (typeof columns)[number]>
export type RegistrationRow = Omit<Columns, 'draft'> & { draft: Draft | null; is_on_hold: boolean }
export type RegistrationChange = Updateable<Omit<RegistrationTable, 'id_hash'>>

export type NewRegistration = {
  idHash: Buffer
  brand: string
  npi: string | null
  linkId: string | null
  accountId: string | null
  now: Date
}

/**
 * Commits without waiting for the disk, because a crash may lose a registration that was only opened or renewed. The
 * setting ends with the statement, which must therefore run outside a transaction.
 */
const COMMITS_ASYNCHRONOUSLY = `set_config('synchronous_commit', 'off', true) = 'off'`

export async function insertRegistration(db: Kysely<Database>, registration: NewRegistration): Promise<void> {
  const { idHash, brand, npi, linkId, accountId, now } = registration
  const values = [idHash, brand, npi, linkId, accountId, now]
  await runPrepared(db, insertSql, values)
}

const insertSql = `
insert into registration (id_hash, brand, npi, link_id, account_id, created_at, touched_at)
select $1, $2, $3, $4, $5, $6, $6 where ${COMMITS_ASYNCHRONOUSLY}`

/** Renews a registration and returns it; undefined if it is unknown or has ended. */
export async function updateRegistrationTouched(
  db: Kysely<Database>,
  idHash: Buffer,
  times: { now: Date; touchedAfter: Date; createdAfter: Date },
): Promise<RegistrationRow | undefined> {
  const values = [idHash, times.now, times.touchedAfter, times.createdAfter]
  const rows = await runPrepared<RegistrationRow>(db, renewSql, values)
  return rows[0]
}

const renewSql = `
update registration set touched_at = $2
where id_hash = $1 and touched_at > $3 and created_at > $4 and ${COMMITS_ASYNCHRONOUSLY}
returning ${columns.join(', ')}, ${IS_ON_HOLD} as is_on_hold`

/** Does not renew the registration, and also finds an expired one. */
export function findRegistration(db: Kysely<Database>, idHash: Buffer): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('registration')
    .select([...columns, isOnHold])
    .where('id_hash', '=', idHash)
    .$castTo<RegistrationRow>()
    .executeTakeFirst()
}

/** Locks the row until the transaction ends: identical submissions wait here, and the later ones find the result. */
export async function lockRegistration(trx: Transaction<Database>, idHash: Buffer): Promise<RegistrationRow> {
  const rows = await runPrepared<RegistrationRow>(trx, lockSql, [idHash])
  const [row] = rows
  if (!row) throw new Error('The registration of a submission no longer exists')
  return row
}

const lockSql = `
select ${columns.join(', ')}, ${IS_ON_HOLD} as is_on_hold from registration where id_hash = $1 for update`

/** Marks the registration as submitted, with the request it created. */
export async function updateSubmitted(
  trx: Transaction<Database>,
  idHash: Buffer,
  { hash, now, requestId }: { hash: Buffer; now: Date; requestId: string | null },
): Promise<void> {
  const values = [idHash, hash, now, requestId]
  await runPrepared(trx, submittedSql, values)
}

const submittedSql = `
update registration set submission_hash = $2, submitted_at = $3, draft = null, request_id = $4 where id_hash = $1`

/** Also deletes its quizzes. A code stays as long as it may become a failure. */
export async function deleteRegistration(db: Kysely<Database>, idHash: Buffer): Promise<void> {
  await db.deleteFrom('registration').where('id_hash', '=', idHash).execute()
}

export async function deleteUnsubmittedRegistration(db: Kysely<Database>, idHash: Buffer): Promise<boolean> {
  const gone = await db
    .deleteFrom('registration')
    .where('id_hash', '=', idHash)
    .where('submitted_at', 'is', null)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Updates only a registration that is not submitted. */
export async function updateDraft(db: Kysely<Database>, idHash: Buffer, draft: Draft | null): Promise<void> {
  await db
    .updateTable('registration')
    .set({ draft: draft === null ? null : JSON.stringify(draft) })
    .where('id_hash', '=', idHash)
    .where('submitted_at', 'is', null)
    .execute()
}

/** Keeps a registration that this account submitted. Returns true if it deleted one. */
export async function deleteForeignRegistration(
  db: Kysely<Database>,
  idHash: Buffer,
  accountId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from registration r where r.id_hash = ${idHash}
      and (r.submitted_at is null
        or coalesce((select q.account_id from access_request q where q.id = r.request_id), r.account_id) <> ${accountId})`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function updateRegistration(
  db: Kysely<Database>,
  idHash: Buffer,
  change: RegistrationChange,
): Promise<void> {
  await db.updateTable('registration').set(change).where('id_hash', '=', idHash).execute()
}

export async function updateTypedAmounts(db: Kysely<Database>, idHash: Buffer, amounts: string[]): Promise<void> {
  await sql`update registration set typed_amounts = typed_amounts || ${amounts}::text[] where id_hash = ${idHash}`.execute(
    db,
  )
}
