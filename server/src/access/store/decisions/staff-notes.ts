import type { StaffRole } from '@portico/core/access/staff-roles'
import { sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'

const fullName = (table: string) => sql<string>`${sql.ref(table)}.first_name || ' ' || ${sql.ref(table)}.last_name`

/** Possible assignees: active staff who can decide. */
export async function findReviewers(db: Db, roles: readonly StaffRole[]) {
  return db
    .selectFrom('account')
    .select(['id', 'public_id as accountId', fullName('account').as('name')])
    .where('kind', '=', 'internal')
    .where('state', '=', 'ACTIVE')
    .where('staff_role', 'in', [...roles])
    .orderBy('last_name')
    .orderBy('first_name')
    .execute()
}

export async function findAssignee(
  db: Db,
  requestId: string,
): Promise<{ accountId: string; name: string } | undefined> {
  return db
    .selectFrom('access_request as r')
    .innerJoin('account as a', 'a.id', 'r.assigned_to')
    .select(['a.public_id as accountId', fullName('a').as('name')])
    .where('r.id', '=', requestId)
    .executeTakeFirst()
}

/** Locks the row, so that the second of two concurrent assignments sees the first. */
export const lockForAssignment = (trx: Trx, reference: string) =>
  trx
    .selectFrom('access_request as r')
    .select(['r.id', 'r.account_id', 'r.npi'])
    .where('r.reference', '=', reference)
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function updateAssignee(trx: Trx, requestId: string, assignedTo: string | null): Promise<void> {
  await trx.updateTable('access_request').set({ assigned_to: assignedTo }).where('id', '=', requestId).execute()
}

/** What notes are about: a request, or a change of the provider directory. */
export type NoteSubject = { requestId: string } | { changeId: string }

export async function findNotes(db: Db, about: NoteSubject) {
  const [column, id] =
    'requestId' in about ? (['n.request_id', about.requestId] as const) : (['n.change_id', about.changeId] as const)
  return db
    .selectFrom('staff_note as n')
    .leftJoin('account as a', 'a.id', 'n.written_by')
    .select(['n.note', 'n.written_at as at', fullName('a').as('by')])
    .where(column, '=', id)
    .orderBy('n.id', 'desc')
    .limit(200)
    .execute()
}

export async function insertNote({ db, now, actor }: InTransaction, about: NoteSubject, note: string): Promise<void> {
  const subject = 'requestId' in about ? { request_id: about.requestId } : { change_id: about.changeId }
  const written = { ...subject, note, written_by: actor.accountId, written_at: now }
  await db.insertInto('staff_note').values(written).execute()
}
