import { SUCCESSOR_CHANGED, SUCCESSOR_UNKNOWN } from '@portico/core/access/successor-sentences'
import { beforeAll } from 'vitest'
import type { Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import type { Outcome } from '#platform/outcome.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { insertSmallPlan } from '../../test/small-plan.ts'
import { type ActingInside, acting, PERSON_UNKNOWN } from './domain/acting.ts'
import { completeTakeovers } from './domain/successors/due-successors.ts'
import { leaveAsSaa } from './domain/successors/leave.ts'
import { answerNaming, nameSuccessor } from './domain/successors/name-successor.ts'
import { acceptTakeover } from './domain/successors/takeover.ts'
import { suspendAccount } from './domain/suspension.ts'
import { lockEntities } from './store/people/scopes.ts'

const settings = testSettings()
const now = new Date('2026-03-02T15:00:00Z')
const later = new Date('2026-03-20T15:00:00Z')
const db = await openLockDatabase(['account', 'flood_counter', 'mail_message'])
let people = 0

beforeAll(() => insertSmallPlan(db))

async function insertHolder(role: 'SAA' | 'AA') {
  people += 1
  const grants = [{ role, scopeKind: 'PG' as const, scopeId: 'N1' }]
  const account = await insertTestAccount(db, { username: `holder${people}`, grants })
  const grant = db.selectFrom('access_grant').select('id').where('account_id', '=', account.id)
  return { ...account, grantId: (await grant.executeTakeFirstOrThrow()).id }
}

const context = (at = now) => testContext(db, settings, { now: at, address: '192.0.2.1' })

async function as<Input, Entity>(
  { id: accountId }: { id: string },
  work: (context: ActingInside, input: Input) => Promise<Outcome<Entity>>,
  input: Input,
) {
  const proof = { by: 'APP' as const, at: now, usedAt: null }
  return messageOf(await acting(work)(testSignedIn(context(), { accountId, kind: 'provider', proof }), input))
}

/** An SAA and an AA who was named as successor. */
async function insertNaming(state: 'NAMED' | 'AGREED' | 'OFFERED' | 'WAITING') {
  const saa = await insertHolder('SAA')
  const successor = await insertHolder('AA')
  const { id } = await db
    .insertInto('saa_successor')
    .values({
      entity: 'GROUP:N1',
      saa_grant_id: saa.grantId,
      successor_grant_id: successor.grantId,
      state,
      named_at: now,
      confirm_due_at: later,
      ...(state === 'WAITING' ? { accepted_at: now, due_at: now } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const successorId = id
  return { saa, successor, successorId }
}

const stateOf = async (id: string) =>
  (await db.selectFrom('saa_successor').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const suspended = { state: 'SUSPENDED', suspended_as: 'SYSTEM' }

const cases: LockCase[] = [
  [
    'nameSuccessor refuses a person whose access is suspended meanwhile',
    'row',
    async () => {
      const saa = await insertHolder('SAA')
      const successor = await insertHolder('AA')
      return {
        first: (trx) => suspendAccount({ ...context(), db: trx }, successor.id, 'A reason.'),
        second: () => as(saa, nameSuccessor, { grantId: saa.grantId, successorGrantId: successor.grantId }),
      }
    },
    PERSON_UNKNOWN,
  ],
  [
    'a suspension that comes second ends the naming made meanwhile',
    'row',
    async () => {
      const saa = await insertHolder('SAA')
      const successor = await insertHolder('AA')
      const naming = { grantId: saa.grantId, successorGrantId: successor.grantId }
      const byThem = testSignedIn(context(), { accountId: saa.id, kind: 'provider' })
      const caller = {
        ...{ accountId: saa.id, kind: 'provider' as const, staffRole: null, name: 'Robin Sample', brand: 'harborview' },
        grants: [],
      }
      return {
        first: (trx) => nameSuccessor({ ...byThem, db: trx, caller }, naming),
        second: async () => {
          await transact(context(), (inside) => suspendAccount(inside, successor.id, 'A reason.'))
          return (await db.selectFrom('saa_successor').select('end_reason').executeTakeFirstOrThrow()).end_reason
        },
      }
    },
    'SUCCESSOR_LOST_ACCESS',
  ],
  [
    'two SAA sessions name one successor: the second waits for the entity',
    'advisory',
    async () => {
      const saa = await insertHolder('SAA')
      const [one, other] = [await insertHolder('AA'), await insertHolder('AA')]
      const byThem = testSignedIn(context(), { accountId: saa.id, kind: 'provider' })
      const caller = {
        ...{ accountId: saa.id, kind: 'provider' as const, staffRole: null, name: 'Robin Sample', brand: 'harborview' },
        grants: [],
      }
      return {
        first: (trx) =>
          nameSuccessor({ ...byThem, db: trx, caller }, { grantId: saa.grantId, successorGrantId: one.grantId }),
        second: () => as(saa, nameSuccessor, { grantId: saa.grantId, successorGrantId: other.grantId }),
      }
    },
    'You have already named a successor. Withdraw that first to name someone else.',
  ],
  [
    'completeTakeovers does nothing for an SAA who returns meanwhile',
    'advisory',
    async () => {
      const { saa, successor, successorId } = await insertNaming('WAITING')
      await updateRow({ table: 'access_grant', id: saa.grantId }, suspended)(db)
      await updateRow({ table: 'saa_successor', id: successorId }, { state: 'WAITING', end_reason: null })(db)
      return {
        first: async (trx: Trx) => {
          await lockEntities(trx, ['GROUP:N1'])
          await updateRow({ table: 'access_grant', id: saa.grantId }, { state: 'ACTIVE', suspended_as: null })(trx)
        },
        second: async () => {
          const done = await transact(context(later), (inside) => completeTakeovers.handle(inside, successorId))
          const grant = db.selectFrom('access_grant').select('role').where('id', '=', successor.grantId)
          return [done, await stateOf(successorId), (await grant.executeTakeFirstOrThrow()).role]
        },
      }
    },
    [false, 'ENDED', 'AA'],
  ],
  [
    'acceptTakeover accepts once',
    'row',
    async () => {
      const { saa, successor, successorId } = await insertNaming('OFFERED')
      await updateRow({ table: 'access_grant', id: saa.grantId }, suspended)(db)
      const offered = { state: 'OFFERED', end_reason: null, cause: 'LEFT' }
      await updateRow({ table: 'saa_successor', id: successorId }, offered)(db)
      return {
        first: (trx) =>
          updateRow(
            { table: 'saa_successor', id: successorId },
            { state: 'WAITING', accepted_at: now, due_at: later },
          )(trx),
        second: () => as(successor, acceptTakeover, { successorId }),
      }
    },
    SUCCESSOR_CHANGED,
  ],
  [
    'answerNaming refuses a naming that ended meanwhile',
    'row',
    async () => {
      const { successor, successorId } = await insertNaming('NAMED')
      const ended = { state: 'ENDED', end_reason: 'WITHDRAWN', ended_at: now }
      return {
        first: (trx) => updateRow({ table: 'saa_successor', id: successorId }, ended)(trx),
        second: () => as(successor, answerNaming, { successorId, agree: true }),
      }
    },
    SUCCESSOR_UNKNOWN,
  ],
  [
    'leaveAsSaa offers nothing if the naming ends meanwhile',
    'row',
    async () => {
      const { saa, successorId } = await insertNaming('AGREED')
      const ended = { state: 'ENDED', end_reason: 'DECLINED', ended_at: now }
      return {
        first: (trx) => updateRow({ table: 'saa_successor', id: successorId }, ended)(trx),
        second: async () => [await as(saa, leaveAsSaa, { grantId: saa.grantId }), await stateOf(successorId)],
      }
    },
    ['done', 'ENDED'],
  ],
]

testLocks(db, cases)
