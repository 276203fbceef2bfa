import { sql } from 'kysely'
import type { Context, Db, InTransaction, Trx } from '#platform/context.ts'
import type { Database } from '#platform/database/schema.ts'

export type DelayedAct = Database['delayed_decision']['act']

/** Changes of the provider directory that are decided together. */
export type DecidedChanges = {
  ids: string[]
  /** What the reviewer saw as the present value of each, as a hash. */
  seen: string[]
  about: string
}

/** A decision is about a request, or about changes. The caller has locked the changes. */
export type DecisionSubject =
  | { requestId: string; changes?: undefined }
  | { requestId?: undefined; changes: DecidedChanges }

export type NewDelayedDecision = {
  subject: DecisionSubject
  contractId: string | null
  act: DelayedAct
  reason: string | null
  permissions: string[] | null
  decidedBy: string
  dueAt: Date
}

/** False if the request already has a delayed decision. Changes are locked, so the caller has checked them. */
export async function insertDelayedDecision(
  { db, now, address }: InTransaction,
  decision: NewDelayedDecision,
): Promise<boolean> {
  const inserted = await db
    .insertInto('delayed_decision')
    .values({
      request_id: decision.subject.requestId ?? null,
      change_ids: decision.subject.changes?.ids ?? null,
      seen: decision.subject.changes?.seen ?? null,
      about: decision.subject.changes?.about ?? null,
      contract_id: decision.contractId,
      act: decision.act,
      reason: decision.reason,
      permissions: decision.permissions,
      decided_by: decision.decidedBy,
      address,
      decided_at: now,
      due_at: decision.dueAt,
    })
    .onConflict((conflict) => conflict.column('request_id').where('state', '=', 'HELD').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

const isAbout = ({ requestId, changes }: DecisionSubject) =>
  changes ? sql<boolean>`change_ids && ${changes.ids}::bigint[]` : sql<boolean>`request_id = ${requestId}`

export const findDelayedDecision = (db: Db, subject: DecisionSubject) =>
  db.selectFrom('delayed_decision').selectAll().where(isAbout(subject)).where('state', '=', 'HELD').executeTakeFirst()

export type DelayedDecisionRow = NonNullable<Awaited<ReturnType<typeof findDelayedDecision>>>

export const isDecisionDelayed = async (db: Db, requestId: string): Promise<boolean> =>
  (await findDelayedDecision(db, { requestId })) !== undefined

/** Entities for which the request asks for the SAA role. */
export async function findSaaEntities(db: Db, requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('access_grant')
    .select('entity')
    .where('request_id', '=', requestId)
    .where('role', '=', 'SAA')
    .execute()
  return rows.map(({ entity }) => entity)
}

/** Another request for the same SAA role with a delayed acceptance. */
export async function findDelayedCompetingRequest(db: Db, requestId: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.first_name || ' ' || a.last_name as name from access_grant mine
    join access_grant other on other.entity = mine.entity and other.role = 'SAA'
    join delayed_decision h on h.request_id = other.request_id and h.state = 'HELD' and h.act in ('VALIDATE', 'APPROVE')
    join account a on a.id = other.account_id
    where mine.request_id = ${requestId} and mine.role = 'SAA' and other.request_id <> mine.request_id
    limit 1`.execute(db)
  return rows[0]
}

const DELAYED_BATCH = 500

export async function findDueDecisions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const rows = await db
    .selectFrom('delayed_decision')
    .select('id')
    .where('state', '=', 'HELD')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(DELAYED_BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/** Undefined if the decision was undone or another process has locked it. */
export const lockDelayedDecision = (trx: Trx, id: string) =>
  trx
    .selectFrom('delayed_decision')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'HELD')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function updateDelayedDecisionEnded(
  { db, now }: InTransaction,
  id: string,
  ended: { state: 'DONE' | 'REFUSED'; message: string | null },
): Promise<void> {
  await db
    .updateTable('delayed_decision')
    .set({ ...ended, ended_at: now })
    .where('id', '=', id)
    .execute()
}

/** The reference of a change is `CH-` and its number. A decision about several has the reference of the first. */
const isReferredTo = (reference: string) => {
  const change = /^CH-([0-9]{1,18})$/.exec(reference)?.[1]
  return change === undefined
    ? sql<boolean>`request_id = (select r.id from access_request r where r.reference = ${reference})`
    : sql<boolean>`change_ids[1] = ${change}::bigint`
}

type Whose = { reference: string; decidedBy: string }

/**
 * What the decision was about, if it was still delayed. Waits for a decision that is being carried out, and then returns
 * undefined.
 */
export const updateDelayedDecisionUndone = ({ db, now }: InTransaction, whose: Whose) =>
  db
    .updateTable('delayed_decision')
    .set({ state: 'UNDONE', ended_at: now })
    .where(isReferredTo(whose.reference))
    .where('decided_by', '=', whose.decidedBy)
    .where('state', '=', 'HELD')
    .returning(['request_id', 'change_ids'])
    .executeTakeFirst()

export async function hasDecided(db: Db, { reference, decidedBy }: Whose): Promise<boolean> {
  const query = db.selectFrom('delayed_decision').select('id').where(isReferredTo(reference))
  return (
    (await query
      .where('decided_by', '=', decidedBy)
      .where('state', 'in', ['DONE', 'REFUSED'])
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function updateRefusedSeen({ db, now }: InTransaction, { reference, decidedBy }: Whose): Promise<void> {
  await db
    .updateTable('delayed_decision')
    .set({ seen_at: now })
    .where(isReferredTo(reference))
    .where('decided_by', '=', decidedBy)
    .where('state', '=', 'REFUSED')
    .execute()
}

/** How long an ended decision stays in the list of delayed decisions. */
const SHOWN_SECONDS = 20

/** The account's own delayed decisions, those that ended just now, and failed ones that the user has not read. */
export async function findDelayedDecisionsOf({ db, now }: Pick<Context, 'db' | 'now'>, accountId: string) {
  const justNow = new Date(now.getTime() - SHOWN_SECONDS * 1000)
  return db
    .selectFrom('delayed_decision as h')
    .leftJoin('access_request as r', 'r.id', 'h.request_id')
    .leftJoin('account as a', 'a.id', 'r.account_id')
    .select(['h.act', 'h.state', 'h.due_at as dueAt', 'h.message'])
    .select(sql<string>`coalesce(r.reference, 'CH-' || h.change_ids[1])`.as('reference'))
    .select(sql<string>`coalesce(h.about, a.first_name || ' ' || a.last_name)`.as('name'))
    .where('h.decided_by', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('h.state', '=', 'HELD'),
        eb.and([eb('h.state', '=', 'DONE'), eb('h.ended_at', '>', justNow)]),
        eb.and([eb('h.state', '=', 'REFUSED'), eb('h.seen_at', 'is', null)]),
      ]),
    )
    .orderBy('h.id', 'desc')
    .limit(20)
    .execute()
}
