import { type RawBuilder, sql } from 'kysely'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import type { AccountState, GrantState, Role } from '#platform/database/schema.ts'
import type { Tables } from '#platform/database/tables.ts'

type Columns = Tables['saa_successor']
export type SuccessorState = Columns['state']
export type Cause = NonNullable<Columns['cause']>
export type StaffReason = NonNullable<Columns['staff_reason']>
export type EndReason = NonNullable<Columns['end_reason']>

/** A naming with its two grants and accounts. */
export type Naming = {
  id: string
  entity: string
  state: SuccessorState
  namedAt: Date
  confirmDueAt: Date
  remindedAt: Date | null
  inactiveSince: Date | null
  cause: Cause | null
  offeredAt: Date | null
  acceptedAt: Date | null
  dueAt: Date | null
  staffReason: StaffReason | null
  staffAgreedAt: Date | null
  saaGrantId: string
  saaAccountId: string
  saaName: string
  saaGrantState: GrantState
  saaSuspendedAs: string | null
  saaAccountState: AccountState
  saaAccountSuspendedAs: string | null
  /** A report 'This was not me' about the SAA's account waits for plan staff. */
  saaOwnerCheckSince: Date | null
  successorGrantId: string
  successorAccountId: string
  successorName: string
  successorEmail: string
  successorBrand: string
  successorState: GrantState
  successorAccountState: AccountState
}

const columns = sql`s.id, s.entity, s.state, s.named_at as "namedAt", s.confirm_due_at as "confirmDueAt",
  s.reminded_at as "remindedAt", s.inactive_since as "inactiveSince", s.cause, s.offered_at as "offeredAt", s.accepted_at as "acceptedAt",
  s.due_at as "dueAt", s.staff_reason as "staffReason", s.staff_agreed_at as "staffAgreedAt",
  s.saa_grant_id as "saaGrantId", sa.id as "saaAccountId", sa.first_name || ' ' || sa.last_name as "saaName",
  sg.state as "saaGrantState", sg.suspended_as as "saaSuspendedAs", sa.state as "saaAccountState",
  sa.suspended_as as "saaAccountSuspendedAs", sa.owner_check_since as "saaOwnerCheckSince",
  s.successor_grant_id as "successorGrantId", na.id as "successorAccountId",
  na.first_name || ' ' || na.last_name as "successorName", na.email as "successorEmail", na.brand as "successorBrand",
  ng.state as "successorState", na.state as "successorAccountState"`
const joined = sql`saa_successor s
  join access_grant sg on sg.id = s.saa_grant_id join account sa on sa.id = sg.account_id
  join access_grant ng on ng.id = s.successor_grant_id join account na on na.id = ng.account_id`
const OPEN = sql`s.state not in ('DONE', 'ENDED')`

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Naming[]> => {
  const { rows } = await sql<Naming>`
    select ${columns} from ${joined} where ${condition} order by s.id limit 500`.execute(db)
  return rows
}

export async function findNaming(db: Db, id: string): Promise<Naming | undefined> {
  return (await select(db, sql`s.id = ${id}`))[0]
}

/** The open namings by this account as SAA, and those of this account as successor. */
export const findNamingsOf = (db: Db, accountId: string): Promise<Naming[]> =>
  select(
    db,
    sql`${OPEN} and s.id in (
      select x.id from access_grant g join saa_successor x on x.saa_grant_id = g.id where g.account_id = ${accountId}
      union
      select x.id from access_grant g join saa_successor x on x.successor_grant_id = g.id
      where g.account_id = ${accountId})`,
  )

/** What plan staff see: offered, running, or left to them. */
export const findTakeovers = (db: Db): Promise<Naming[]> => select(db, sql`s.state in ('OFFERED', 'WAITING', 'STAFF')`)

/** Locks the naming, after its entity and its grants. Undefined if it is over. */
export async function lockNaming(trx: Trx, id: string): Promise<Naming | undefined> {
  await sql`select from saa_successor where id = ${id} for no key update`.execute(trx)
  return (await select(trx, sql`s.id = ${id} and ${OPEN}`))[0]
}

/** Locks two grants in a fixed order, which prevents deadlocks. */
export async function lockGrantPair(trx: Trx, grantIds: [string, string]): Promise<void> {
  await sql`
    select from access_grant where id = any(${grantIds}::bigint[]) order by id for no key update`.execute(trx)
}

export async function hasOpenNaming(db: Db, entity: string): Promise<boolean> {
  const { rows } = await sql`select from saa_successor s where s.entity = ${entity} and ${OPEN}`.execute(db)
  return rows.length > 0
}

type NewNaming = { entity: string; saaGrantId: string; successorGrantId: string; confirmDueAt: Date }

export async function insertNaming({ db, now }: InTransaction, naming: NewNaming): Promise<string> {
  const { id } = await db
    .insertInto('saa_successor')
    .values({
      entity: naming.entity,
      saa_grant_id: naming.saaGrantId,
      successor_grant_id: naming.successorGrantId,
      state: 'NAMED',
      named_at: now,
      confirm_due_at: naming.confirmDueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = Partial<{ [Name in Exclude<keyof Columns, 'id'>]: Columns[Name] }>

const update = async (trx: Trx, id: string, change: Change): Promise<void> => {
  await trx.updateTable('saa_successor').set(change).where('id', '=', id).execute()
}

export const updateNamingAgreed = ({ db, now }: InTransaction, id: string): Promise<void> =>
  update(db, id, { state: 'AGREED', agreed_at: now })

export const updateNamingConfirmed = ({ db }: InTransaction, id: string, confirmDueAt: Date): Promise<void> =>
  update(db, id, { confirm_due_at: confirmDueAt, reminded_at: null })

export const updateNamingReminded = ({ db, now }: InTransaction, id: string): Promise<void> =>
  update(db, id, { reminded_at: now })

export const updateNamingOffered = ({ db, now }: InTransaction, id: string, cause: Cause): Promise<void> =>
  update(db, id, { state: 'OFFERED', cause, offered_at: now, staff_reason: null })

export const updateTakeoverAccepted = ({ db, now }: InTransaction, id: string, dueAt: Date): Promise<void> =>
  update(db, id, { state: 'WAITING', accepted_at: now, due_at: dueAt })

export const updateTakeoverLeftToStaff = (
  { db }: InTransaction,
  id: string,
  { reason, cause }: { reason: StaffReason; cause: Cause | null },
): Promise<void> =>
  update(db, id, {
    state: 'STAFF',
    staff_reason: reason,
    cause,
    due_at: null,
    staff_agreed_at: null,
    staff_agreed_by: null,
  })

/** The successor has not accepted yet. */
export const updateTakeoverAgreed = ({ db, now, actor }: InTransaction, id: string): Promise<void> =>
  update(db, id, {
    state: 'OFFERED',
    offered_at: now,
    staff_reason: null,
    staff_agreed_at: now,
    staff_agreed_by: actor.accountId,
  })

export const updateTakeoverDone = ({ db, now }: InTransaction, id: string): Promise<void> =>
  update(db, id, { state: 'DONE', ended_at: now })

export const updateNamingEnded = ({ db, now }: InTransaction, id: string, reason: EndReason): Promise<void> =>
  update(db, id, { state: 'ENDED', end_reason: reason, ended_at: now })

/** An SAA was suspended for inactivity: the time to return begins. */
export async function updateSaaInactive({ db, now }: InTransaction, accountId: string): Promise<void> {
  await sql`
    update saa_successor s set inactive_since = ${now} from access_grant g
    where g.id = s.saa_grant_id and g.account_id = ${accountId} and g.state = 'SUSPENDED'
      and s.state = 'AGREED' and s.inactive_since is null`.execute(db)
}

/** Plan staff opened the SAA's account again. */
export const updateSaaReturned = ({ db }: InTransaction, id: string): Promise<void> =>
  update(db, id, { inactive_since: null })

/** How long what the rules depend on has been as it is. */
export type Ages = {
  /** Since when the SAA has the role. */
  roleSince: Date
  /** The last change of the SAA's password, email address or a factor. */
  signInSince: Date | null
}

export async function findAges(db: Db, saaGrantId: string): Promise<Ages | undefined> {
  const { rows } = await sql<Ages>`
    select greatest(g.activated_at, g.created_at, g.role_since) as "roleSince",
      greatest(a.password_changed_at, a.email_factor_since,
        (select max(f.replaced_at) from former_account_value f
          where f.account_id = a.id and f.kind in ('EMAIL', 'EMAIL_FACTOR')),
        (select max(greatest(p.created_at, p.removed_at)) from passkey p where p.account_id = a.id),
        (select max(greatest(k.confirmed_at, k.removed_at)) from authenticator_key k
          where k.account_id = a.id and k.confirmed_at is not null),
        (select max(r.done_at) from factor_reset r where r.account_id = a.id)) as "signInSince"
    from access_grant g join account a on a.id = g.account_id where g.id = ${saaGrantId}`.execute(db)
  return rows[0]
}

export type CandidateRow = {
  grantId: string
  firstName: string
  lastName: string
  email: string
  role: Role
  since: Date
  lastSignIn: Date | null
}

/** Other people with active access to exactly this entity, administrators first. */
export async function findCandidates(db: Db, entity: string, accountId: string): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select g.id as "grantId", a.first_name as "firstName", a.last_name as "lastName", a.email, g.role,
      coalesce(g.activated_at, g.created_at) as since, a.last_sign_in_at as "lastSignIn"
    from access_grant g join account a on a.id = g.account_id
    where g.entity = ${entity} and g.state = 'ACTIVE' and g.role <> 'SAA' and a.state = 'ACTIVE'
      and g.account_id <> ${accountId}
    order by g.role, lower(a.last_name), lower(a.first_name), g.id limit 200`.execute(db)
  return rows
}

/** Since when the account has access by this grant. */
export async function findAccessSince(db: Db, grantId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(activated_at, created_at) as since from access_grant where id = ${grantId}`.execute(db)
  return rows[0]?.since
}

export type TaskCounts = { missing: number; toConfirm: number; toAnswer: number; offered: number }

export async function countTasks(db: Db, accountId: string, confirmableBy: Date): Promise<TaskCounts> {
  const { rows } = await sql<TaskCounts>`
    select
      (select count(*)::int from access_grant g where g.account_id = ${accountId} and g.state = 'ACTIVE'
        and g.role = 'SAA' and not exists (
          select from saa_successor s where s.saa_grant_id = g.id and s.state in ('NAMED', 'AGREED'))) as missing,
      (select count(*)::int from access_grant g join saa_successor s on s.saa_grant_id = g.id
        where g.account_id = ${accountId} and s.state in ('NAMED', 'AGREED')
          and s.confirm_due_at <= ${confirmableBy}) as "toConfirm",
      count(*) filter (where s.state = 'NAMED')::int as "toAnswer",
      count(*) filter (where s.state = 'OFFERED')::int as offered
    from access_grant g join saa_successor s on s.successor_grant_id = g.id
    where g.account_id = ${accountId}`.execute(db)
  return rows[0] ?? { missing: 0, toConfirm: 0, toAnswer: 0, offered: 0 }
}
