import { sql } from 'kysely'
import type { Context, Db, InTransaction, Trx } from '#platform/context.ts'

/** Locked so that one agent opens one view at a time, and a change of role that runs now comes before or after. */
export const lockAgent = (trx: Trx, accountId: string) =>
  trx.selectFrom('account').select('staff_role').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()

/** Locked so that a suspension that runs now comes before the view or ends it. */
export const lockViewed = (trx: Trx, publicId: string) =>
  trx.selectFrom('account').selectAll().where('public_id', '=', publicId).forShare().executeTakeFirst()

export type ViewRow = {
  id: string
  publicId: string
  agentId: string
  agent: string
  accountId: string
  name: string
  userName: string | null
  reason: string
  openedAt: Date
  endsAt: Date
  isOpen: boolean
  unmaskReason: string | null
  unmaskAskedAt: Date | null
  unmaskDecidedAt: Date | null
  unmasked: boolean
}

type Which = { publicId: string } | { agentId: string } | { accountId: string } | 'asking'

function whichIs(which: Which) {
  if (which === 'asking') return sql`v.unmask_asked_at is not null and v.unmask_decided_at is null`
  if ('publicId' in which) return sql`v.public_id = ${which.publicId}`
  return 'agentId' in which ? sql`v.staff_account_id = ${which.agentId}` : sql`v.account_id = ${which.accountId}`
}

const isOpen = (now: Date) => sql`v.ended_at is null and v.ends_at > ${now}`

/** Any view whose agent asks for the hidden data. */
export const unmaskingWaiting = (now: Date) =>
  sql`select from staff_view v where ${whichIs('asking')} and ${isOpen(now)}`

/** Views, newest first. */
export async function findViews({ db, now }: Pick<Context, 'db' | 'now'>, which: Which): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select v.id, v.public_id as "publicId", v.staff_account_id as "agentId", s.first_name || ' ' || s.last_name as agent,
      v.account_id as "accountId", a.first_name || ' ' || a.last_name as name, a.username as "userName", v.reason,
      v.opened_at as "openedAt", coalesce(v.ended_at, v.ends_at) as "endsAt", ${isOpen(now)} as "isOpen",
      v.unmask_reason as "unmaskReason", v.unmask_asked_at as "unmaskAskedAt",
      v.unmask_decided_at as "unmaskDecidedAt", v.unmasked
    from staff_view v join account a on a.id = v.account_id join account s on s.id = v.staff_account_id
    where ${whichIs(which)} and (${which !== 'asking'} or ${isOpen(now)})
    order by v.opened_at desc, v.id desc limit 50`.execute(db)
  return rows
}

/** Locks a view by its id, so that it is ended, asked about or decided once. */
export async function lockView(trx: Trx, publicId: string): Promise<void> {
  await sql`select from staff_view where public_id = ${publicId} for no key update`.execute(trx)
}

type NewView = {
  publicId: string
  agentId: string
  sessionHash: Buffer
  accountId: string
  reason: string
  endsAt: Date
}

export async function insertView({ db, now }: InTransaction, view: NewView): Promise<void> {
  await db
    .insertInto('staff_view')
    .values({
      public_id: view.publicId,
      staff_account_id: view.agentId,
      session_hash: view.sessionHash,
      account_id: view.accountId,
      reason: view.reason,
      opened_at: now,
      ends_at: view.endsAt,
    })
    .execute()
}

/** An agent has one view at a time: the earlier one ends. */
export async function updateViewsOfAgentEnded({ db, now }: InTransaction, agentId: string): Promise<void> {
  await sql`update staff_view set ended_at = least(${now}::timestamptz, ends_at)
    where staff_account_id = ${agentId} and ended_at is null`.execute(db)
}

export async function updateViewEnded({ db, now }: InTransaction, id: string): Promise<void> {
  await db.updateTable('staff_view').set({ ended_at: now }).where('id', '=', id).execute()
}

export async function updateUnmaskAsked({ db, now }: InTransaction, id: string, reason: string): Promise<void> {
  const asked = { unmask_reason: reason, unmask_asked_at: now, unmask_decided_at: null, unmask_decided_by: null }
  await db.updateTable('staff_view').set(asked).where('id', '=', id).execute()
}

export async function updateUnmaskDecided(
  { db, now }: InTransaction,
  id: string,
  { by, unmasked }: { by: string; unmasked: boolean },
): Promise<void> {
  const decided = { unmask_decided_at: now, unmask_decided_by: by, unmasked }
  await db.updateTable('staff_view').set(decided).where('id', '=', id).execute()
}

/** SAAs whose grants reach an active grant of the person, without the person. */
export async function findSaasOfPerson(db: Db, accountId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct s.account_id as id
    from (select distinct unnest(array_append(g.reach, g.entity)) as entity from access_grant g
        where g.account_id = ${accountId} and g.state = 'ACTIVE') e
      join access_grant s on s.entity = e.entity join account a on a.id = s.account_id
    where s.role = 'SAA' and s.state = 'ACTIVE' and a.state = 'ACTIVE' and s.account_id <> ${accountId}
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
