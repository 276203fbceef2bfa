import type { ChangeField } from '@portico/core/provider-directory/change-fields'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import type { Database, ScopeKind } from '#platform/database/schema.ts'

export type ChangeState = Database['practice_change']['state']

const columns = [
  'id',
  'npi',
  'practice_id',
  'location_id',
  'field',
  'value_before',
  'value_after',
  'scope_kind',
  'scope_id',
  'account_id',
  'reported_at',
  'state',
  'answer',
  'decided_by',
  'disputed_at',
] as const

export type StoredChange = {
  id: string
  npi: string
  practice_id: string | null
  location_id: string | null
  field: ChangeField
  value_before: unknown
  value_after: unknown
  scope_kind: ScopeKind | null
  scope_id: string | null
  account_id: string
  reported_at: Date
  state: ChangeState
  answer: string | null
  decided_by: string | null
  disputed_at: Date | null
}

/** Reads which rows a decision has to lock. */
export const findChanges = (db: Db, ids: string[]): Promise<StoredChange[]> =>
  db
    .selectFrom('practice_change')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id')
    .$castTo<StoredChange>()
    .execute()

/** Locks changes in the order of their ids. Practices and locations are locked before them, as when they are sent. */
export const lockChanges = (trx: Trx, ids: string[]): Promise<StoredChange[]> =>
  trx
    .selectFrom('practice_change')
    .select(columns)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .$castTo<StoredChange>()
    .execute()

type Verdict = { state: Exclude<ChangeState, 'WAITING'>; answer: string; decidedBy: string }

export async function updateChangesDecided(
  { db, now }: InTransaction,
  ids: string[],
  { state, answer, decidedBy }: Verdict,
): Promise<void> {
  await db
    .updateTable('practice_change')
    .set({ state, answer: answer || null, decided_by: decidedBy, decided_at: now, is_automatic: false })
    .where('id', 'in', ids)
    .execute()
}

/** False if the change no longer waits, or another reviewer has it. */
export async function updateChangeTaken(
  { db, now }: InTransaction,
  { id, by, take }: { id: string; by: string; take: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('practice_change')
    .set(take ? { taken_by: by, taken_at: now } : { taken_by: null, taken_at: null })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where((eb) => eb.or([eb('taken_by', 'is', null), eb('taken_by', '=', by)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findPerson = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'first_name', 'last_name', 'brand', 'state'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
