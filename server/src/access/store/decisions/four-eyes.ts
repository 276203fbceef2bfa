import { randomBytes } from 'node:crypto'
import type { InviteBody } from '@portico/core/access/shapes'
import type { AddApplicationBody, ChangeApplicationBody } from '@portico/core/sign-on-hub/application-shapes'
import { sql } from 'kysely'
import type { Context, Db, InTransaction, Trx } from '#platform/context.ts'
import { toPersonColumns } from '#platform/database/person-columns.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'

type StaffPerson = { firstName: string; lastName: string; email: string }

/** A request about an application. The approver reads its name and the changes. */
export type ApplicationRequest = { name: string; changes: string[] } & (
  | { kind: 'ADD_APPLICATION'; body: AddApplicationBody }
  | { kind: 'CHANGE_APPLICATION'; body: ChangeApplicationBody }
  | { kind: 'ROTATE_SECRET' | 'ENABLE_APPLICATION'; body: { clientId: string } }
)

/** `accountId` is the public id. */
export type Asked =
  | ApplicationRequest
  | { kind: 'INVITE_SAA'; invitation: InviteBody }
  | { kind: 'LIFT_HOLD'; npi: string }
  | { kind: 'INVITE_ADMINISTRATOR'; person: StaffPerson }
  | { kind: 'MAKE_ADMINISTRATOR'; accountId: string; person: StaffPerson }
export type FourEyesApprovalRow = NonNullable<Awaited<ReturnType<typeof lockFourEyesApproval>>>

type Moment = Pick<Context, 'db' | 'now'>
type Question = { askedBy: string; expiresAt: Date }

/** False if the same request is already pending. */
export async function insertFourEyesApproval(
  { db, now }: InTransaction,
  asked: Asked,
  { askedBy, expiresAt }: Question,
): Promise<boolean> {
  const inserted = await db
    .insertInto('four_eyes_approval')
    .values({
      public_id: randomBytes(12).toString('base64url'),
      requested_by: askedBy,
      requested_at: now,
      expires_at: expiresAt,
      ...columnsOf(asked),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('decided_at', 'is', null).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

function columnsOf(asked: Asked) {
  if ('body' in asked) {
    const { kind, body, name } = asked
    const subject = kind === 'ADD_APPLICATION' ? `${body.brand} ${name.toLowerCase()}` : body.clientId
    return { kind, subject, application: JSON.stringify(asked) }
  }
  if (asked.kind === 'LIFT_HOLD') return { kind: asked.kind, subject: asked.npi, npi: asked.npi }
  if (asked.kind !== 'INVITE_SAA') {
    const { kind, person } = asked
    const subject = kind === 'MAKE_ADMINISTRATOR' ? asked.accountId : person.email.trim().toLowerCase()
    return { kind, subject, ...toPersonColumns({ ...person, phone: '', phoneExt: '' }) }
  }
  const { entity, permissions, email } = asked.invitation
  return {
    kind: asked.kind,
    subject: `${entity} ${email.trim().toLowerCase()}`,
    entity,
    permissions,
    ...toPersonColumns(asked.invitation),
  }
}

export const fourEyesWaiting = (now: Date) =>
  sql`select from four_eyes_approval where decided_at is null and expires_at > ${now}`

/** Pending requests, oldest first. */
export const findFourEyesApprovals = ({ db, now }: Pick<Context, 'db' | 'now'>) =>
  db
    .selectFrom('four_eyes_approval as s')
    .innerJoin('account as a', 'a.id', 's.requested_by')
    .select(['s.public_id', 's.kind', 's.npi', 's.entity', 's.first_name', 's.last_name', 's.email', 's.requested_by'])
    .select([
      's.application',
      's.requested_at',
      's.expires_at',
      'a.first_name as requester_first_name',
      'a.last_name as requester_last_name',
    ])
    .where('s.decided_at', 'is', null)
    .where('s.expires_at', '>', now)
    .orderBy('s.requested_at')
    .$narrowType<{ application: ApplicationRequest | null }>()
    .execute()

/** Locks the row, so that the second of two concurrent deciders finds it decided. */
export const lockFourEyesApproval = (db: Trx, publicId: string) =>
  db
    .selectFrom('four_eyes_approval')
    .selectAll()
    .where('public_id', '=', publicId)
    .forUpdate()
    .$narrowType<{ application: ApplicationRequest | null }>()
    .executeTakeFirst()

export async function updateFourEyesApprovalDecided(
  { db, now }: InTransaction,
  id: string,
  decidedBy: string | null,
): Promise<boolean> {
  const updated = await db
    .updateTable('four_eyes_approval')
    .set({ decided_at: now, decided_by: decidedBy })
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function findExpiredFourEyesApprovals(db: Db, now: Date): Promise<FourEyesApprovalRow[]> {
  return db
    .selectFrom('four_eyes_approval')
    .selectAll()
    .where('decided_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy(sql`expires_at`)
    .limit(500)
    .$narrowType<{ application: ApplicationRequest | null }>()
    .execute()
}

/** An approver has been an administrator for this long. */
export const APPROVER_DAYS = 7

const isApprover = (now: Date) => sql<boolean>`
  a.kind = 'internal' and a.staff_role = 'ADMINISTRATOR' and a.state = 'ACTIVE'
  and greatest(a.staff_role_since, a.activated_at) <= ${daysBefore(now, APPROVER_DAYS)}`

/** Acts that give one administrator power over another one's account. */
const CHANGES = ['staff.added', 'staff.role-changed', 'account.reopened', 'account.owner-confirmed']

/** Administrators who can approve what `requester` asks for: the requester neither invited nor changed them. */
export async function findApprovers({ db, now }: Moment, requester: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where ${isApprover(now)} and a.id <> ${requester} and a.invited_by is distinct from ${requester}
      and not exists (select from audit_event e where e.subject_account_id = a.id
        and e.actor_account_id = ${requester} and e.action = any(${CHANGES}::text[]))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Administrators who can approve the request of another one. */
export async function countApprovers({ db, now }: Moment): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account a where ${isApprover(now)}`.execute(db)
  return rows[0]?.count ?? 0
}
