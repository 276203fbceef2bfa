import { FIRST_A_FACTOR, LAST_FACTOR, NOT_OFFERED } from '@portico/core/factors/sentences'
import { beforeEach } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn, testVisit } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import type { Db, InTransaction, Trx } from '../platform/context.ts'
import { transact } from '../platform/database/transaction.ts'
import { createLink } from '../platform/identity/links.ts'
import { endSessions, insertSession } from '../platform/identity/session.ts'
import { hashToken } from '../platform/keys/hash-token.ts'
import { refuse } from '../platform/outcome.ts'
import { tryCode } from './domain/factors/attempts.ts'
import { findFactorStatus } from './domain/factors/factor-status.ts'
import { offerAppKey } from './domain/factors/kinds/app.ts'
import { queueEmailCode } from './domain/factors/kinds/email-code.ts'
import { remakeRecoveryCodes, removeOther } from './domain/factors/mine.ts'
import { answerNotice } from './domain/factors/notices/answer-notice.ts'
import { beginReset, confirmReset, resetDueFactors, stopReset } from './domain/factors/resets/reset.ts'
import { confirmEmail } from './domain/factors/set-up.ts'
import { countedAs, takeAttempt } from './domain/guessing.ts'
import { forgotPassword } from './domain/recovery.ts'
import { findRecoveryAccountById } from './store/accounts.ts'
import { insertReset } from './store/factor-resets.ts'
import { lockFactorFailures } from './store/factor-tallies.ts'
import { lockFailures, updateFailures } from './store/sign-in-tallies.ts'

const required = { kind: 'required', days: 0 } as const
const settings = testSettings({
  emailFactorFor: ['STAFF'],
  factorPolicies: { ...testSettings().factorPolicies, STAFF: required },
})
const now = new Date('2026-03-02T15:00:00Z')
const db = await openLockDatabase(['account', 'sign_in_tally', 'flood_counter', 'mail_message'])
let accountId: string

beforeEach(async () => {
  accountId = (await insertTestAccount(db, { username: 'staff', kind: 'internal' })).id
})

const context = () => testContext(db, settings, { now })
const inside = (trx: Trx): InTransaction => ({ ...context(), db: trx })
const signedIn = (session = {}) => testSignedIn(context(), { accountId, kind: 'internal', ...session })
const updateAccount = (change: object) => (on: Db) => updateRow({ table: 'account', id: accountId }, change)(on)
const touchAccount = updateAccount({ inactivity_warned_at: null })
const insertAppKey = (on: Db, confirmedAt: Date | null) =>
  on
    .insertInto('authenticator_key')
    .values({
      account_id: accountId,
      sealed: Buffer.alloc(1),
      sealed_by: 'key',
      created_at: now,
      confirmed_at: confirmedAt,
    })
    .execute()
async function findOwner() {
  const owner = await findRecoveryAccountById(db, accountId)
  if (!owner) throw new Error('no account')
  return owner
}
async function mailedCode(session = {}) {
  await queueEmailCode(signedIn(session), await findFactorStatus(context(), accountId))
  const { body } = await db.selectFrom('mail_message').select('body').executeTakeFirstOrThrow()
  return /\d{6}/.exec(body)?.[0] ?? ''
}
/** Enough failures to make the next attempt wait. */
const failures = Array.from({ length: 20 }, () => now)

const recovery: LockCase[] = [
  [
    'forgotPassword locks the account, and does not mail a second link',
    'row',
    async () => ({
      first: async (trx) => {
        await touchAccount(trx)
        await createLink(inside(trx), { purpose: 'PASSWORD_RESET', accountId, lifetimeSeconds: 600 })
      },
      second: async () => {
        await forgotPassword(testVisit(context()), { userName: 'staff' })
        return (await db.selectFrom('mail_message').select('id').execute()).length
      },
    }),
    0,
  ],
]

const countAttempt = async () => {
  const counted = countedAs(context(), 'staff', undefined)
  await transact(context(), (trx) => lockFailures(trx, counted.key))
  return { ...counted, second: async () => Object.keys(await takeAttempt(testVisit(context()), counted, '')) }
}
const countCode = async () => messageOf(await tryCode(signedIn(), 'email', async () => refuse(407, 'wrong')))
const insertTally = () => db.insertInto('factor_tally').values({ account_id: accountId, kind: 'email' }).execute()

const attempts: LockCase[] = [
  [
    'takeAttempt waits for another attempt of the same user name',
    'row',
    async () => {
      const { key, second } = await countAttempt()
      return { first: (trx) => lockFailures(inside(trx), key), second }
    },
    ['failures'],
  ],
  [
    'takeAttempt counts the failures that were added meanwhile',
    'row',
    async () => {
      const { key, second } = await countAttempt()
      return { first: (trx) => updateFailures(inside(trx), key, failures), second }
    },
    ['why', 'seconds'],
  ],
  [
    'tryCode waits for another attempt of the same factor',
    'row',
    async () => {
      await insertTally()
      return { first: (trx) => lockFactorFailures(inside(trx), { accountId, kind: 'email' }), second: countCode }
    },
    'wrong',
  ],
  [
    'tryCode counts the failures that were added meanwhile',
    'row',
    async () => {
      await insertTally()
      return {
        first: (trx) => trx.updateTable('factor_tally').set({ failed_at: failures }).execute(),
        second: countCode,
      }
    },
    'wait',
  ],
]

const factors: LockCase[] = [
  [
    'offerAppKey locks the factors, and replaces a key offered meanwhile',
    'row',
    async () => ({
      first: async (trx) => {
        await touchAccount(trx)
        await insertAppKey(trx, null)
      },
      second: async () => {
        await offerAppKey(signedIn(), await findFactorStatus(context(), accountId))
        return (await db.selectFrom('authenticator_key').select('id').execute()).length
      },
    }),
    1,
  ],
  [
    'confirmEmail locks the factors, and refuses if another one was added meanwhile',
    'row',
    async () => {
      const code = await mailedCode()
      return {
        first: async (trx) => {
          await touchAccount(trx)
          await insertAppKey(trx, now)
        },
        second: async () => {
          const ending = {
            code,
            browser: { userAgent: undefined, deviceId: undefined },
            target: '',
            trustDevice: false,
          }
          return messageOf(await confirmEmail(signedIn({ factorDue: 'SET_UP' }), undefined, ending))
        },
      }
    },
    NOT_OFFERED,
  ],
  [
    'confirmEmail locks the factors, and refuses if its session ended meanwhile',
    'row',
    async () => {
      const session = { accountId, kind: 'internal' as const, address: '192.0.2.1', userAgent: undefined }
      const idHash = hashToken(await insertSession(context(), session))
      const code = await mailedCode({ idHash })
      return {
        first: async (trx) => {
          await touchAccount(trx)
          await endSessions(inside(trx), accountId)
        },
        second: async () => {
          const ending = { code, browser: { userAgent: undefined, deviceId: undefined } }
          const outcome = await confirmEmail(signedIn({ idHash }), undefined, ending).catch(
            (error) => error.messageCode,
          )
          const { email_factor_since } = await db
            .selectFrom('account')
            .select('email_factor_since')
            .executeTakeFirstOrThrow()
          return [outcome, email_factor_since]
        },
      }
    },
    ['no-session', null],
  ],
  [
    'answerNotice locks the factors, and removes one that was confirmed meanwhile',
    'row',
    async () => {
      const link = { purpose: 'NOT_ME' as const, accountId, lifetimeSeconds: 600 }
      const factorId = await createLink(context(), link)
      return {
        first: async (trx) => {
          await touchAccount(trx)
          await insertAppKey(trx, now)
        },
        second: async () => {
          await answerNotice(testVisit(context()), { factorId })
          return db.selectFrom('authenticator_key').select('id').execute()
        },
      }
    },
    [],
  ],
  [
    'removeOther locks the factors, and keeps the last one',
    'row',
    async () => {
      await updateAccount({ email_factor_since: now })(db)
      await insertAppKey(db, now)
      return {
        first: updateAccount({ email_factor_since: null }),
        second: async () => messageOf(await removeOther(signedIn(), { kind: 'app' })),
      }
    },
    LAST_FACTOR,
  ],
  [
    'remakeRecoveryCodes locks the factors, and refuses if the last one was removed meanwhile',
    'row',
    async () => {
      await updateAccount({ email_factor_since: now })(db)
      return {
        first: updateAccount({ email_factor_since: null }),
        second: async () => messageOf(await remakeRecoveryCodes(signedIn())),
      }
    },
    FIRST_A_FACTOR,
  ],
]

async function openReset(change: object = {}) {
  await updateAccount({ email_factor_since: now })(db)
  await transact(context(), (trx) => insertReset(trx, accountId, null))
  await changeReset(change)(db)
  return findOwner()
}
const changeReset = (change: object) => (on: Db) =>
  on
    .updateTable('factor_reset')
    .set({ requested_at: now, ...change })
    .execute()

const resets: LockCase[] = [
  [
    'beginReset locks the open reset, and leaves one alone that was confirmed meanwhile',
    'row',
    async () => {
      const owner = await openReset()
      return {
        first: changeReset({ confirmed_at: now, due_at: now }),
        second: async () => {
          await beginReset(context(), owner)
          return db.selectFrom('factor_reset').select(['due_at', 'stopped_at']).execute()
        },
      }
    },
    [{ due_at: now, stopped_at: null }],
  ],
  [
    'confirmReset locks the open reset, and finds it stopped',
    'row',
    async () => {
      const owner = await openReset()
      return {
        first: changeReset({ stopped_at: now }),
        second: () => transact(context(), (trx) => confirmReset(trx, owner)),
      }
    },
    false,
  ],
  [
    'stopReset locks the open reset, and finds it done',
    'row',
    async () => {
      const owner = await openReset()
      return { first: changeReset({ done_at: now }), second: () => transact(context(), (trx) => stopReset(trx, owner)) }
    },
    false,
  ],
  [
    'resetDueFactors locks the open reset, and finds it stopped',
    'row',
    async () => {
      await openReset({ confirmed_at: now, due_at: now })
      return { first: changeReset({ stopped_at: now }), second: () => resetDueFactors.run(context(), now) }
    },
    0,
  ],
]

testLocks(db, [...recovery, ...attempts, ...factors, ...resets])
