import { STATUS } from '@portico/core/constants'
import { INVITATION_OVER, USER_NAME_TAKEN } from '@portico/core/forms/sentences'
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import type { Context, Db, InTransaction, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { createLink, findLink } from '#platform/identity/links.ts'
import { lockMailAddress, queueMail } from '#platform/mail/mail.ts'
import { insertLegalHold } from '#platform/operations/legal-holds.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { type LockCase, lockAtOnce, messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { insertSmallPlan, type MadeRequest, makeRequest, north } from '../../test/small-plan.ts'
import { activateAccount, createAccount } from './domain/accounts/accounts.ts'
import { ERASED_BEFORE, eraseAccount, LAST_ADMINISTRATOR, ON_LEGAL_HOLD } from './domain/accounts/erase-account.ts'
import { inviteApproved, invitePerson } from './domain/accounts/invite.ts'
import { type ActingInside, acting, findCaller } from './domain/acting.ts'
import { carryOutDecisions } from './domain/decisions/carry-out-delayed.ts'
import { approveRequest, expireRequest, type RequestDecision } from './domain/decisions/close-request.ts'
import { decideRequest, requestHandlers } from './domain/decisions/decide-request.ts'
import { decideOrDelay, undoable } from './domain/decisions/delay-decision.ts'
import { handOver } from './domain/decisions/hand-over.ts'
import { passRequestToStaff, queueRequestLink, remindRequest } from './domain/decisions/requests.ts'
import { remindConfirmations, suspendUnconfirmed } from './domain/due/due-confirmations.ts'
import { decideFourEyesApproval } from './domain/four-eyes.ts'
import { queueNotice } from './domain/mail/notices.ts'
import { confirmPeople, suspendPersonGrant } from './domain/people/administer.ts'
import { restoreAccess } from './domain/people/restore-access.ts'
import * as sentence from './domain/sentences.ts'
import { ALREADY_HERE, NOT_NOW } from './domain/sentences.ts'
import { suspendByStaff } from './domain/staff/staff-accounts.ts'
import { assignRequest, TAKEN_MEANWHILE } from './domain/staff/staff-notes.ts'
import { addStaff, changeStaffRole } from './domain/staff/staff-team.ts'
import { insertDelayedDecision } from './store/decisions/delayed-decisions.ts'
import { insertFourEyesApproval } from './store/decisions/four-eyes.ts'
import { deleteNotLeftToStaff } from './store/decisions/waiting-requests.ts'
import { insertAccount, updateInvitedAccount } from './store/people/accounts.ts'
import { updateAccountErased } from './store/people/erasure.ts'
import { lockEntities, type RequestedScope } from './store/people/scopes.ts'

const settings = testSettings({ limits: { noticesPerDay: 0 } })
const now = new Date('2026-03-02T15:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const group: RequestedScope = { kind: 'PG', id: 'N1' }
const entity = 'GROUP:N1'
const db = await openLockDatabase(['account', 'flood_counter', 'mail_message', 'legal_hold'])
let people = 0

beforeAll(() => insertSmallPlan(db))

type Person = Parameters<typeof insertTestAccount>[1]
const insertPerson = (account: Partial<Person> = {}, on: Db = db) => {
  people += 1
  return insertTestAccount(on, { username: `person${people}`, ...account })
}
const insertStaff = () => insertPerson({ kind: 'internal' })

/** Inserts a user with one grant for the group. */
async function insertHolder(role: 'SAA' | 'AA' | 'AU', permissions = ['HOME', 'CLAIM'], on: Db = db) {
  const account = await insertPerson({ grants: [{ role, scopeKind: 'PG', scopeId: 'N1', permissions }] }, on)
  const grant = on.selectFrom('access_grant').select('id').where('account_id', '=', account.id)
  return { ...account, grantId: (await grant.executeTakeFirstOrThrow()).id }
}

async function insertWaiting(made: Partial<MadeRequest> = {}) {
  const accountId = made.accountId ?? (await insertPerson()).id
  return { accountId, ...(await makeRequest(db, settings, { now, scopes: [group], ...made, accountId })) }
}
const onBehalf = { path: 'BEHALF', signatoryEmail: 'dr.north@example.org', signedIn: false } as const

const context = (at = now, actor?: Context['actor']) =>
  testContext(db, settings, { now: at, address: '192.0.2.1', ...(actor ? { actor } : {}) })
const inside = (trx: Trx, at = now): InTransaction => ({ ...context(at), db: trx })
const run = <Result>(work: (inside: InTransaction) => Promise<Result>, at = now) => transact(context(at), work)

/** Calls as this account, with its rights at transaction start. */
async function as<Input, Entity>(
  { id: accountId }: { id: string },
  work: (context: ActingInside, input: Input) => Promise<Outcome<Entity>>,
  input: Input,
) {
  const { kind, staff_role: staffRole } = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return messageOf(await acting(work)(testSignedIn(context(), { accountId, kind, staffRole }), input))
}

const approve = async (requestId: string, change: Partial<RequestDecision> = {}) =>
  messageOf(await run((trx) => approveRequest(trx, { requestId, decidedAs: 'STAFF', ...change })))

type Row = { table: 'account' | 'access_grant' | 'access_request'; id: string }
const find = async ({ table, id }: Row) =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<Record<string, unknown>>
const isFree = (row: Row) => () => lockAtOnce(db, row)
const request = (id: string): Row => ({ table: 'access_request', id })
const grant = (id: string): Row => ({ table: 'access_grant', id })
const account = (id: string): Row => ({ table: 'account', id })
const lockGroup = (trx: Trx) => lockEntities(trx, [entity])

const credentials = (userName: string) => ({
  userName,
  userNameKey: userName,
  passwordHash: 'hash',
  answers: [{ question: 'Which?', answerHash: 'hash' }],
})
const contact = { firstName: 'Ines', lastName: 'Head', email: 'ines@example.org' }
const newAccount = (userName?: string) => ({
  kind: 'provider' as const,
  brand: 'harborview',
  contact,
  ...(userName ? { state: 'ACTIVE' as const, credentials: credentials(userName) } : { state: 'INVITED' as const }),
})
const insertInvited = async () => (await run((trx) => insertAccount(trx, newAccount())))?.accountId ?? ''
const invitation = { ...contact, entity, role: 'AU' as const, permissions: ['HOME'] }

const decisions: LockCase[] = [
  [
    'approveRequest locks the entities before the request, and finds the SAA approved meanwhile',
    'advisory',
    async () => {
      const { requestId } = await insertWaiting()
      let former = ''
      return {
        first: async (trx) => {
          await lockGroup(trx)
          former = (await insertHolder('SAA', ['HOME'], trx)).grantId
        },
        second: async () => [await approve(requestId), (await find(grant(former))).role],
        meanwhile: isFree(request(requestId)),
      }
    },
    ['done', 'AA'],
  ],
  [
    'approveRequest refuses a request that was rejected meanwhile',
    'row',
    async () => {
      const { requestId } = await insertWaiting()
      return { first: updateRow(request(requestId), { state: 'REJECTED' }), second: () => approve(requestId) }
    },
    'already-decided',
  ],
  [
    'approveRequest locks the current SAA, and finds their grant suspended',
    'row',
    async () => {
      const saa = await insertHolder('SAA')
      const { requestId } = await insertWaiting({ path: 'SELF', replaceSaa: false })
      return { first: updateRow(grant(saa.grantId), { state: 'SUSPENDED' }), second: () => approve(requestId) }
    },
    'done',
  ],
  [
    "approveRequest locks the requester's grants, and does not merge one suspended meanwhile",
    'row',
    async () => {
      const user = await insertHolder('AU', ['HOME', 'CLAIM'])
      const { requestId } = await insertWaiting({ accountId: user.id, role: 'AA', permissions: ['HOME', 'ELIG'] })
      return {
        first: updateRow(grant(user.grantId), { state: 'SUSPENDED', suspended_as: 'SYSTEM' }),
        second: async () => {
          await approve(requestId)
          const given = db.selectFrom('access_grant').select('permissions').where('request_id', '=', requestId)
          return (await given.executeTakeFirstOrThrow()).permissions
        },
      }
    },
    ['HOME', 'ELIG'],
  ],
  [
    'approveRequest locks competing requests, and leaves one alone that was canceled meanwhile',
    'row',
    async () => {
      const loser = await insertWaiting()
      const { requestId } = await insertWaiting()
      return {
        first: updateRow(request(loser.requestId), { state: 'REVOKED' }),
        second: async () => [await approve(requestId), (await find(request(loser.requestId))).state],
      }
    },
    ['done', 'REVOKED'],
  ],
  [
    'decideRequest checks each grant under the locks, and refuses when a role that the decider cannot give appeared meanwhile',
    'advisory',
    async () => {
      const grants = ['N1', 'N2'].map((scopeId) => ({ role: 'AA' as const, scopeKind: 'PG' as const, scopeId }))
      const decider = await insertPerson({ grants })
      const other: RequestedScope = { kind: 'PG', id: 'N2' }
      const { requestId, reference } = await insertWaiting({ path: 'APPROVAL', role: 'AU', scopes: [group, other] })
      const requested = () =>
        db
          .selectFrom('access_grant')
          .select(['id', 'entity', 'state'])
          .where('request_id', '=', requestId)
          .orderBy('id')
      const last = (await requested().execute()).at(-1)?.id ?? ''
      return {
        first: async (trx) => {
          await lockEntities(trx, ['GROUP:N2'])
          await updateRow(grant(last), { role: 'AA' })(trx)
        },
        second: async () => [
          await as(decider, undoable(decideRequest), { reference, decision: 'approve' }),
          (await requested().execute()).map(({ state }) => state),
        ],
      }
    },
    [sentence.NO_REQUEST, ['PENDING_APPROVAL', 'PENDING_APPROVAL']],
  ],
  [
    'expireRequest locks the entities before the request',
    'advisory',
    async () => {
      const { requestId } = await insertWaiting(onBehalf)
      return {
        first: lockGroup,
        second: () => run((trx) => expireRequest(trx, requestId), later(31)),
        meanwhile: isFree(request(requestId)),
      }
    },
    true,
  ],
  [
    'expireRequest leaves a request alone that was approved meanwhile',
    'row',
    async () => {
      const { requestId } = await insertWaiting(onBehalf)
      return {
        first: updateRow(request(requestId), { state: 'ACTIVE' }),
        second: () => run((trx) => expireRequest(trx, requestId), later(31)),
      }
    },
    false,
  ],
  [
    'queueRequestLink refuses a request that was rejected meanwhile',
    'row',
    async () => {
      const { requestId } = await insertWaiting(onBehalf)
      return {
        first: updateRow(request(requestId), { state: 'REJECTED' }),
        second: async () => messageOf(await run((trx) => queueRequestLink(trx, requestId))),
      }
    },
    'already-decided',
  ],
  [
    'remindRequest does not remind twice',
    'row',
    async () => {
      const { requestId } = await insertWaiting(onBehalf)
      return {
        first: updateRow(request(requestId), { reminded_at: later(8) }),
        second: () => run((trx) => remindRequest(trx, requestId), later(8)),
      }
    },
    false,
  ],
  [
    'passRequestToStaff leaves a request alone that was approved meanwhile',
    'row',
    async () => {
      const { requestId } = await insertWaiting(onBehalf)
      return {
        first: updateRow(request(requestId), { state: 'ACTIVE' }),
        second: async () => {
          await run((trx) => passRequestToStaff(trx, requestId))
          return (await find(request(requestId))).needs_staff
        },
      }
    },
    false,
  ],
  [
    'decideOrDelay locks the entities, and finds a competing decision delayed meanwhile',
    'advisory',
    async () => {
      const [{ id: decidedBy }, competing, own] = [await insertStaff(), await insertWaiting(), await insertWaiting()]
      const delayed = { contractId: null, reason: null, permissions: null, decidedBy, dueAt: later(1) }
      const decision = { requestId: own.requestId, act: 'APPROVE', holdSeconds: 10 } as const
      return {
        first: async (trx) => {
          await lockGroup(trx)
          await insertDelayedDecision(inside(trx), { ...delayed, subject: competing, act: 'APPROVE' })
        },
        second: async () =>
          messageOf(
            await transact(context(now, { kind: 'internal', accountId: decidedBy }), (trx) =>
              decideOrDelay(trx, decision, async () => ({ entity: {} })),
            ),
          ),
      }
    },
    'competing-delayed',
  ],
  [
    'carryOutDecisions skips a decision that another transaction has locked',
    'none',
    async () => {
      const [staff, { requestId }] = [await insertStaff(), await insertWaiting(onBehalf)]
      const delayed = {
        subject: { requestId },
        contractId: null,
        act: 'DENY' as const,
        reason: 'No.',
        permissions: null,
      }
      await run((trx) => insertDelayedDecision(trx, { ...delayed, decidedBy: staff.id, dueAt: new Date(0) }))
      return {
        first: (trx) => sql`update delayed_decision set state = 'UNDONE', ended_at = now()`.execute(trx),
        second: () => carryOutDecisions(context(), { ...requestHandlers, ...noContracts }),
      }
    },
    0,
  ],
]

const noContracts = {
  VALIDATE: async () => refuse(STATUS.notFound, ''),
  RETURN: async () => refuse(STATUS.notFound, ''),
  ACCEPT_CHANGE: async () => refuse(STATUS.notFound, ''),
  RETURN_CHANGE: async () => refuse(STATUS.notFound, ''),
}

const grants: LockCase[] = [
  [
    'handOver locks the entity before the grant',
    'advisory',
    async () => {
      const [saa, aa] = [await insertHolder('SAA'), await insertHolder('AA')]
      return {
        first: lockGroup,
        second: () => as(saa, handOver, { grantId: aa.grantId }),
        meanwhile: isFree(grant(aa.grantId)),
      }
    },
    'done',
  ],
  [
    'handOver locks the grant, and finds its role changed',
    'row',
    async () => {
      const [saa, aa] = [await insertHolder('SAA'), await insertHolder('AA')]
      return {
        first: updateRow(grant(aa.grantId), { role: 'AU' }),
        second: () => as(saa, handOver, { grantId: aa.grantId }),
      }
    },
    'You are not allowed to do this.',
  ],
  [
    'handOver locks the current SAA, and finds their grant suspended',
    'row',
    async () => {
      const [saa, aa] = [await insertHolder('SAA'), await insertHolder('AA')]
      return {
        first: updateRow(grant(saa.grantId), { state: 'SUSPENDED' }),
        second: () => as(saa, handOver, { grantId: aa.grantId }),
      }
    },
    'You are not allowed to do this.',
  ],
  ...[invitePerson, inviteApproved].map(
    (invite): LockCase => [
      `${invite.name} locks the entity, and finds the person invited meanwhile`,
      'advisory',
      async () => {
        const saa = await insertHolder('SAA')
        return {
          first: async (trx) => {
            const visit = { ...testSignedIn(context(), { accountId: saa.id, kind: 'provider' }), db: trx }
            await invitePerson({ ...visit, caller: await findCaller(visit) }, invitation)
          },
          second: () => as(saa, invite, invitation),
        }
      },
      ALREADY_HERE,
    ],
  ),
  [
    'suspendPersonGrant locks the entity before the grant',
    'advisory',
    async () => {
      const [saa, au] = [await insertHolder('SAA'), await insertHolder('AU')]
      return {
        first: lockGroup,
        second: () => as(saa, suspendPersonGrant, { grantId: au.grantId }),
        meanwhile: isFree(grant(au.grantId)),
      }
    },
    'done',
  ],
  [
    'suspendPersonGrant locks the grant, and finds it suspended',
    'row',
    async () => {
      const [saa, au] = [await insertHolder('SAA'), await insertHolder('AU')]
      return {
        first: updateRow(grant(au.grantId), { state: 'SUSPENDED' }),
        second: () => as(saa, suspendPersonGrant, { grantId: au.grantId }),
      }
    },
    NOT_NOW,
  ],
  [
    'confirmPeople locks all entities before any grant',
    'advisory',
    async () => {
      const scopes = [
        { scopeKind: 'PG', scopeId: 'N1' },
        { scopeKind: 'PG', scopeId: 'N2' },
      ] as const
      const saa = await insertPerson({ grants: scopes.map((scope) => ({ role: 'SAA', ...scope })) })
      const au = await insertPerson({ grants: scopes.map((scope) => ({ role: 'AU', ...scope })) })
      const own = db.selectFrom('access_grant').select('id').where('account_id', '=', au.id).orderBy('scope_id')
      const grantIds = (await own.execute()).map(({ id }) => id)
      return {
        first: (trx) => lockEntities(trx, ['GROUP:N2']),
        second: () => as(saa, confirmPeople, { grantIds }),
        meanwhile: isFree(grant(grantIds[0] ?? '')),
      }
    },
    'done',
  ],
  [
    'restoreAccess locks all entities before any grant, and refuses one that was restored meanwhile',
    'advisory',
    async () => {
      const staff = await insertStaff()
      const { id } = await insertPerson({ grants: north.npis.N1.map((scopeId) => ({ role: 'AU', scopeId })) })
      const own = db.selectFrom('access_grant').select('id').where('account_id', '=', id).orderBy('scope_id')
      const grantIds = (await own.execute()).map((row) => row.id)
      const [first = '', last = ''] = grantIds
      const ended = { state: 'SUSPENDED', suspended_as: 'SYSTEM', npi_deactivated_at: now, npi_reactivated_at: now }
      for (const grantId of grantIds) await updateRow(grant(grantId), ended)(db)
      return {
        first: async (trx) => {
          await lockEntities(trx, [`NPI:${north.npis.N1[1]}`])
          await updateRow(grant(last), { state: 'ACTIVE', npi_reactivated_at: null })(trx)
        },
        second: async () => [
          await as(staff, restoreAccess, { grantIds, reason: 'Confirmed by phone.' }),
          (await find(grant(first))).state,
        ],
        meanwhile: isFree(grant(first)),
      }
    },
    [NOT_NOW, 'SUSPENDED'],
  ],
  [
    'remindConfirmations locks the entity, and does not remind twice',
    'advisory',
    async () => {
      await insertHolder('SAA')
      const { grantId } = await insertHolder('AU')
      await updateRow(grant(grantId), { confirm_due_at: later(1) })(db)
      return {
        first: async (trx) => {
          await lockGroup(trx)
          await updateRow(grant(grantId), { confirm_reminded_at: now })(trx)
        },
        second: () => run((trx) => remindConfirmations.handle(trx, entity)),
      }
    },
    false,
  ],
  [
    'suspendUnconfirmed locks the entity before the grant',
    'advisory',
    async () => {
      const { grantId } = await insertHolder('AU')
      await updateRow(grant(grantId), { confirm_due_at: later(-1), confirm_reminded_at: later(-10) })(db)
      return {
        first: lockGroup,
        second: () => run((trx) => suspendUnconfirmed.handle(trx, { grantId, entity })),
        meanwhile: isFree(grant(grantId)),
      }
    },
    true,
  ],
  [
    'suspendUnconfirmed leaves a grant alone that was confirmed meanwhile',
    'row',
    async () => {
      const { grantId } = await insertHolder('AU')
      await updateRow(grant(grantId), { confirm_due_at: later(-1), confirm_reminded_at: later(-10) })(db)
      return {
        first: updateRow(grant(grantId), { confirm_due_at: later(180) }),
        second: () => run((trx) => suspendUnconfirmed.handle(trx, { grantId, entity })),
      }
    },
    false,
  ],
]

const accounts: LockCase[] = [
  [
    'activateAccount locks the entities, and finds the invitation withdrawn',
    'advisory',
    async () => {
      const accountId = await insertInvited()
      const { requestId } = await insertWaiting({ accountId, role: 'AU', path: 'INVITATION' })
      const token = await createLink(context(), { purpose: 'ACTIVATION', accountId, lifetimeSeconds: 60 })
      const { link } = await findLink(context(), 'ACTIVATION', token)
      const activation = { linkId: link?.id ?? '', accountId, credentials: credentials('invited') }
      return {
        first: async (trx) => {
          await lockGroup(trx)
          await updateRow(request(requestId), { state: 'REVOKED' })(trx)
        },
        second: async () => messageOf(await run((trx) => activateAccount(trx, activation))),
      }
    },
    INVITATION_OVER,
  ],
  [
    'createAccount locks the user name, and finds it taken by an invited account',
    'advisory',
    async () => {
      const invited = await insertInvited()
      return {
        first: (trx) => updateInvitedAccount(inside(trx), invited, credentials('wanted')),
        second: async () => messageOf(await run((trx) => createAccount(trx, newAccount('wanted')))),
      }
    },
    USER_NAME_TAKEN,
  ],
  [
    'updateInvitedAccount locks the user name, and finds it taken by a new account',
    'advisory',
    async () => {
      const invited = await insertInvited()
      return {
        first: (trx) => insertAccount(inside(trx), newAccount('wanted')),
        second: () => run((trx) => updateInvitedAccount(trx, invited, credentials('wanted'))),
      }
    },
    'taken',
  ],
  [
    'eraseAccount waits for a legal hold that is being set',
    'advisory',
    async () => {
      const { id } = await insertPerson({ state: 'CLOSED' })
      return {
        first: (trx) => insertLegalHold(inside(trx), { account_id: id }, 'A case'),
        second: async () => messageOf(await eraseAccount(context(), id)),
      }
    },
    ON_LEGAL_HOLD,
  ],
  [
    'eraseAccount locks the administrators before the account, and keeps the last one',
    'row',
    async () => {
      const [other, last] = [await insertStaff(), await insertStaff()]
      return {
        first: updateRow(account(other.id), { staff_role: 'REVIEWER' }),
        second: async () => messageOf(await eraseAccount(context(), last.id)),
        meanwhile: isFree(account(last.id)),
      }
    },
    LAST_ADMINISTRATOR,
  ],
  [
    'eraseAccount locks the account, and finds it erased',
    'row',
    async () => {
      const { id } = await insertPerson({ state: 'CLOSED' })
      return {
        first: (trx) => updateAccountErased({ db: trx, now }, id),
        second: async () => messageOf(await eraseAccount(context(), id)),
      }
    },
    ERASED_BEFORE,
  ],
]

const staff: LockCase[] = [
  ...[
    async (caller: { id: string }) => as(caller, addStaff, { ...contact, role: 'REVIEWER' }),
    async (caller: { id: string }, { publicId: accountId }: { publicId: string }) =>
      as(caller, changeStaffRole, { accountId, role: 'REVIEWER' }),
    async (caller: { id: string }, { publicId: accountId }: { publicId: string }) =>
      as(caller, suspendByStaff, { accountId, reason: 'Left.' }),
  ].map(
    (act, index): LockCase => [
      `${['addStaff', 'changeStaffRole', 'suspendByStaff'][index]} locks the administrators, and refuses a former one`,
      'row',
      async () => {
        const [caller, other] = [await insertStaff(), await insertStaff()]
        return { first: updateRow(account(caller.id), { staff_role: 'REVIEWER' }), second: () => act(caller, other) }
      },
      sentence.NO_LONGER_ADMINISTRATOR,
    ],
  ),
  ...[
    {
      what: 'locks the administrators, and finds the requester demoted',
      change: ({ requester }: { requester: string }) => updateRow(account(requester), { staff_role: 'REVIEWER' }),
      expected: sentence.FOUR_EYES_REQUESTER,
    },
    {
      what: 'locks the approval, and finds it decided',
      change: () => (trx: Trx) => sql`update four_eyes_approval set decided_at = ${now}`.execute(trx),
      expected: sentence.FOUR_EYES_DECIDED,
    },
  ].map(
    ({ what, change, expected }): LockCase => [
      `decideFourEyesApproval ${what}`,
      'row',
      async () => {
        const [requester, caller] = [await insertStaff(), await insertStaff()]
        const question = { askedBy: requester.id, expiresAt: later(7) }
        await run((trx) => insertFourEyesApproval(trx, { kind: 'LIFT_HOLD', npi: north.solo }, question))
        const { public_id: approvalId } = await db
          .selectFrom('four_eyes_approval')
          .select('public_id')
          .executeTakeFirstOrThrow()
        const decide = decideFourEyesApproval(async () => ({ entity: true }))
        return {
          first: change({ requester: requester.id }),
          second: () => as(caller, decide, { askId: approvalId, agree: true }),
        }
      },
      expected,
    ],
  ),
  [
    'assignRequest locks the request, and finds it assigned',
    'row',
    async () => {
      const [caller, other, waiting] = [await insertStaff(), await insertStaff(), await insertWaiting()]
      const given = { reference: waiting.reference, from: '', to: caller.publicId }
      return {
        first: updateRow(request(waiting.requestId), { assigned_to: other.id }),
        second: () => as(caller, assignRequest, given),
      }
    },
    TAKEN_MEANWHILE,
  ],
  [
    'deleteNotLeftToStaff locks the notes, and deletes one added meanwhile',
    'advisory',
    async () => {
      const { requestId } = await insertWaiting()
      await updateRow(request(requestId), { state: 'REJECTED' })(db)
      return {
        first: async (trx) => {
          await deleteNotLeftToStaff(trx)
          await trx.insertInto('staff_request_candidate').values({ request_id: requestId }).execute()
        },
        second: () => run(({ db: trx }) => deleteNotLeftToStaff(trx)),
      }
    },
    1,
  ],
  [
    'queueNotice locks the address, and does not queue a second summary',
    'advisory',
    async () => {
      const to = { email: 'ines@example.org', name: 'Ines Head', brand: 'harborview' }
      const content = () => ({ subject: 'More', greeting: 'Ines', paragraphs: [] })
      const more = 'request.more-to-approve' as const
      const notice = { kind: 'request.approval-needed', to, content, more: { kind: more, content } } as const
      const mail = { kind: more, brand: 'harborview', to: to.email, subject: 'More', body: 'More' }
      return {
        first: async (trx) => {
          await lockMailAddress(trx, to.email)
          await queueMail({ db: trx, now }, mail)
        },
        second: async () => {
          await run((trx) => queueNotice(trx, notice))
          return (await db.selectFrom('mail_message').select('kind').execute()).length
        },
      }
    },
    1,
  ],
]

testLocks(db, [...decisions, ...grants, ...accounts, ...staff])
