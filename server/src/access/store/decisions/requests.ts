import { randomInt } from 'node:crypto'
import { PERSON_COLUMNS } from '@portico/core/forms/person-fields'
import { sql } from 'kysely'
import { findBrand } from '#platform/brands/brands.ts'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { toPerson } from '#platform/database/person-columns.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import type { AccessRequestTable, Role } from '#platform/database/schema.ts'
import { readTogether } from '#platform/database/transaction.ts'
import { GRANT_COLUMNS, PENDING } from '../people/grants.ts'
import { findScopes, lockEntities, type RequestedScope } from '../people/scopes.ts'

export type RequestPath = AccessRequestTable['path']
export type RequestState = AccessRequestTable['state']
export type DecidedAs = NonNullable<AccessRequestTable['decided_as']>

export type NewRequest = {
  accountId: string
  role: Role
  regType: 'NPI' | 'PG' | 'PO'
  /** The NPI at the start of the registration. An invitation to a group has none. */
  npi?: string | undefined
  orgId?: string | undefined
  path: RequestPath
  validatedBy?: 'ssn' | 'tin' | 'claim' | undefined
  replaceSaa: boolean
  brand: string
  scopes: RequestedScope[]
  permissions: string[]
  /** The provider's name if another person makes the request for the provider. */
  contactFirstName?: string | undefined
  contactLastName?: string | undefined
  /** The provider's mail address, required for path BEHALF. */
  signatoryEmail?: string | undefined
  /** The inviter, whose current rights the invitation depends on. */
  invitedBy?: string | undefined
  /** Amounts typed as proof of the request. They do not prove the identity of the provider who accepts it. */
  typedAmounts?: string[] | undefined
}

export type RequestFacts = Awaited<ReturnType<typeof findRequests>> extends Map<string, infer Facts> ? Facts : never

/** Characters that are hard to confuse when read over the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

function makeReference(): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** Inserts the request and its grants, in the requested order. */
export async function insertRequestRows(
  { db, now }: InTransaction,
  request: NewRequest & { state: RequestState; remindAt: Date | null; expiresAt: Date | null },
): Promise<{ requestId: string; reference: string }> {
  const { accountId, role, state, permissions } = request
  const { id: requestId, reference } = await db
    .insertInto('access_request')
    .values({
      reference: makeReference(),
      account_id: accountId,
      role,
      reg_type: request.regType,
      npi: request.npi ?? null,
      org_id: request.orgId ?? null,
      path: request.path,
      validated_by: request.validatedBy ?? null,
      replace_saa: request.replaceSaa,
      brand: request.brand,
      state,
      contact_first_name: request.contactFirstName || null,
      contact_last_name: request.contactLastName || null,
      signatory_email: request.signatoryEmail || null,
      invited_by: request.invitedBy ?? null,
      typed_amounts: request.typedAmounts ?? [],
      created_at: now,
      remind_at: request.remindAt,
      expires_at: request.expiresAt,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  const grants = request.scopes.map(({ kind, id, groupId }) => ({
    request_id: requestId,
    account_id: accountId,
    role,
    state,
    created_at: now,
    permissions,
    scope_kind: kind,
    scope_id: id,
    group_id: groupId ?? null,
  }))
  await db.insertInto('access_grant').values(grants).execute()
  return { requestId, reference }
}

async function findRequestEntities(db: Db, requestId: string): Promise<string[]> {
  const rows = await db.selectFrom('access_grant').select('entity').where('request_id', '=', requestId).execute()
  return rows.map((row) => row.entity)
}

/**
 * Locks the entities of a request, which never change, and then its row. Every decision locks in this order. Returns the
 * request as every other reader gets it, read after the locks.
 */
export async function lockRequest(trx: Trx, requestId: string): Promise<RequestFacts | undefined> {
  await lockEntities(trx, await findRequestEntities(trx, requestId))
  await sql`select from access_request where id = ${requestId} for no key update`.execute(trx)
  return findRequest(trx, requestId)
}

export async function updateRequestDecided(
  { db, now }: InTransaction,
  requestId: string,
  decision: {
    state: RequestState
    decidedAs: DecidedAs
    decidedBy: string | null
    trimPermissions?: string[] | undefined
    reason?: string | undefined
  },
): Promise<void> {
  const { state, decidedBy, decidedAs, trimPermissions, reason } = decision
  const values = [requestId, state, now, decidedBy, decidedAs, trimPermissions ?? null, reason || null]
  await runPrepared(db, decideSql, values)
}

const decideSql = `
update access_request set state = $2, decided_at = $3, decided_by = $4, decided_as = $5, decided_permissions = $6,
  reason = $7, needs_staff = false
where id = $1`

/** Ends the pending grants of a request that ends without access. */
export async function updatePendingGrantsEnded(
  { db, now }: InTransaction,
  requestId: string,
  state: 'REJECTED' | 'EXPIRED' | 'REVOKED',
): Promise<void> {
  await db
    .updateTable('access_grant')
    .set({ state, ended_at: now })
    .where('request_id', '=', requestId)
    .where('state', 'in', PENDING)
    .execute()
}

export async function updateRequestReminded({ db, now }: InTransaction, requestId: string): Promise<void> {
  await db.updateTable('access_request').set({ reminded_at: now }).where('id', '=', requestId).execute()
}

export async function updateRequestNeedsStaff(trx: Trx, requestId: string): Promise<void> {
  await trx.updateTable('access_request').set({ needs_staff: true }).where('id', '=', requestId).execute()
}

/** `exceptAccountId` leaves out the user's own requests. */
export async function hasPendingSaaRequest(db: Db, npi: string, exceptAccountId?: string): Promise<boolean> {
  const found = await db
    .selectFrom('access_request as r')
    .innerJoin('access_grant as g', 'g.request_id', 'r.id')
    .select('r.id')
    .where('r.npi', '=', npi)
    .where('r.state', 'in', PENDING)
    .where('g.role', '=', 'SAA')
    .where((eb) => (exceptAccountId === undefined ? eb.lit(true) : eb('r.account_id', '<>', exceptAccountId)))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function findRequestIdByReference(db: Db, reference: string): Promise<string | undefined> {
  const row = await db.selectFrom('access_request').select('id').where('reference', '=', reference).executeTakeFirst()
  return row?.id
}

export async function findRequest(db: Db, requestId: string): Promise<RequestFacts | undefined> {
  return (await findRequests(db, [requestId])).get(requestId)
}

export async function mustFindRequest(db: Db, requestId: string): Promise<RequestFacts> {
  const request = await findRequest(db, requestId)
  if (!request) throw new Error(`request ${requestId} does not exist`)
  return request
}

const isAnyOf = (ids: string[]) => sql<string>`any(${ids}::bigint[])`

const selectRequests = (db: Db, ids: string[]) =>
  db
    .selectFrom('access_request as r')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.id as requestId', 'r.reference', 'r.account_id as accountId', 'r.role', 'r.reg_type as regType'])
    .select(['r.npi', 'r.org_id as orgId', 'r.path', 'r.validated_by as validatedBy', 'r.replace_saa as replaceSaa'])
    .select(['r.brand', 'r.state', 'r.needs_staff as needsStaff', 'r.signatory_email as signatoryEmail', 'r.reason'])
    .select(['r.contact_first_name as contactFirstName', 'r.contact_last_name as contactLastName'])
    .select(['r.created_at as createdAt', 'r.remind_at as remindAt', 'r.reminded_at as remindedAt'])
    .select(['r.expires_at as expiresAt', 'r.decided_at as decidedAt', 'r.typed_amounts as typedAmounts'])
    .select(['r.decided_by as decidedBy', 'r.decided_as as decidedAs', 'r.decided_permissions as decidedPermissions'])
    // An address that the requester changed since is not confirmed.
    .select(
      sql<boolean>`r.email_confirmed_at is not null and lower(r.receipt_email) = lower(a.email)`.as('emailConfirmed'),
    )
    .select(['a.state as account_state', ...PERSON_COLUMNS.map((column) => `a.${column}` as const)])
    .where('r.id', '=', isAnyOf(ids))

export async function findRequests(db: Db, requestIds: string[]) {
  const [rows, grants] = await readTogether([
    selectRequests(db, requestIds).execute(),
    findRequestedGrants(db, requestIds),
  ])
  const facts = rows.map(({ account_state, ...request }) => ({
    ...request,
    brand: findBrand(request.brand).id,
    requester: { ...toPerson(request), state: account_state },
    grants: grants.get(request.requestId) ?? [],
  }))
  return new Map(facts.map((request) => [request.requestId, request]))
}

export type RequestedGrant = RequestFacts['grants'][number]

/** The grants of a request that no one has decided. */
export const pendingGrants = ({ grants }: RequestFacts): RequestedGrant[] =>
  grants.filter(({ state }) => PENDING.some((pending) => pending === state))

async function findRequestedGrants(db: Db, requestIds: string[]) {
  const grants = await db
    .selectFrom('access_grant')
    .select(GRANT_COLUMNS)
    .where('request_id', '=', isAnyOf(requestIds))
    .orderBy('id')
    .execute()
  const scopes = await findScopes(
    db,
    grants.map(({ entity }) => entity),
  )
  const facts = grants.map((grant) => ({
    requestId: grant.request_id,
    grantId: grant.id,
    scope: { kind: grant.scope_kind, id: grant.scope_id, ...(grant.group_id ? { groupId: grant.group_id } : {}) },
    entity: grant.entity,
    role: grant.role,
    state: grant.state,
    permissions: grant.permissions,
    name: scopes.get(grant.entity)?.name ?? grant.scope_id,
    /** The entity itself and everything above it. Empty if the entity was deleted. */
    coveredBy: scopes.get(grant.entity)?.coveredBy ?? [],
  }))
  return Map.groupBy(facts, ({ requestId }) => requestId)
}

/** The account's own requests, newest first. */
export async function findRequestIdsOfAccount(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('access_request')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}
