import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import {
  FIRST_A_FACTOR,
  LAST_FACTOR,
  NO_OWNER_CHECK,
  NOT_OFFERED,
  NOTICE_ENDED,
  NOTICE_USED,
} from '@portico/core/signon/factors/sentences'
import { beforeEach } from 'vitest'
import type { Db, InTransaction, Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { createLink, endLinks } from '#platform/identity/links.ts'
import { endSessions, insertSession } from '#platform/identity/session.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { refuse } from '#platform/outcome.ts'
import { insertTestAccount, testAnswers, testPassword, testQuestions } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn, testVisit } from '../../test/context.ts'
import { type LockCase, lockAtOnce, messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { offerAppKey } from './domain/factors/app.ts'
import { tryCode } from './domain/factors/attempts.ts'
import { queueEmailCode } from './domain/factors/email-code.ts'
import { findFactorStatus } from './domain/factors/factor-status.ts'
import { remakeRecoveryCodes, removeOther } from './domain/factors/mine.ts'
import { confirmEmail } from './domain/factors/set-up.ts'
import { changeContact, changePassword, changeSecurityQuestions } from './domain/profile.ts'
import { answerNotice } from './domain/recovery/answer-notice.ts'
import { beginReset, confirmReset, resetDueFactors, stopReset } from './domain/recovery/factor-reset.ts'
import { confirmOwner } from './domain/recovery/owner-check.ts'
import { forgotPassword, resetPassword } from './domain/recovery/recovery.ts'
import { countedAs, takeAttempt } from './domain/sessions/guessing.ts'
import { signIn } from './domain/sign-in.ts'
import { findRecoveryAccountById, NO_PASSWORD, updatePassword } from './store/accounts.ts'
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
let idHash: Buffer

beforeEach(async () => {
  accountId = (await insertTestAccount(db, { username: 'staff', kind: 'internal' })).id
  const session = { accountId, kind: 'internal' as const, address: '192.0.2.1', userAgent: undefined }
  idHash = hashToken(await insertSession(context(), session))
})

const context = () => testContext(db, settings, { now })
const inside = (trx: Trx): InTransaction => ({ ...context(), db: trx })
const signedIn = (session = {}) => testSignedIn(context(), { accountId, kind: 'internal', idHash, ...session })
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
    ['reason', 'seconds'],
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
            browser: { userAgent: undefined, deviceId: undefined, pending: [] },
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
      const code = await mailedCode()
      return {
        first: async (trx) => {
          await touchAccount(trx)
          await endSessions(inside(trx), accountId)
        },
        second: async () => {
          const ending = { code, browser: { userAgent: undefined, deviceId: undefined, pending: [] } }
          const outcome = await confirmEmail(signedIn(), undefined, ending).catch((error) => error.messageCode)
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
          return db.selectFrom('authenticator_key').select('id').where('removed_at', 'is', null).execute()
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

/** A report 'This was not me', which waits for nothing. */
const reportFirst = async (trx: Trx) => {
  await touchAccount(trx)
  await endSessions(inside(trx), accountId)
  await updatePassword(inside(trx), accountId, NO_PASSWORD)
}
const codeOf = (call: Promise<unknown>) => call.catch((error) => error.messageCode)
const chosen = { currentPassword: testPassword, password: 'Meadow7365q', confirmPassword: 'Meadow7365q' }
const contact = { firstName: 'Robin', lastName: 'Sample', phone: '5125550177', phoneExt: '' }
const moved = { ...contact, email: 'thief@mail.example', confirmEmail: 'thief@mail.example', ...chosen }
const questions = SECURITY_QUESTIONS.slice(0, 3).map((question) => ({ question, answer: 'An answer' }))
const signInAttempt = { user: 'staff', password: testPassword, captchaRes: '', target: '', userAgent: undefined }
const started = { formerSessionId: undefined, deviceId: undefined, pending: [] }

const reports: LockCase[] = [
  ...(
    [
      ['changeContact', () => changeContact(signedIn(), moved)],
      ['changePassword', () => changePassword(signedIn(), chosen)],
      ['changeSecurityQuestions', () => changeSecurityQuestions(signedIn(), { ...chosen, questions })],
      ['removeOther', () => removeOther(signedIn(), { kind: 'email' })],
      ['remakeRecoveryCodes', () => remakeRecoveryCodes(signedIn())],
    ] as const
  ).map(
    ([name, change]): LockCase => [
      `${name} locks the account, and changes nothing if a report ended its session meanwhile`,
      'row',
      async () => {
        await updateAccount({ email_factor_since: now })(db)
        return { first: reportFirst, second: () => codeOf(change()) }
      },
      'no-session',
    ],
  ),
  [
    'signIn locks the account, and opens no session if a report ended the password meanwhile',
    'row',
    async () => ({
      first: reportFirst,
      second: async () => (await signIn(testVisit(context()), { ...signInAttempt, ...started })).signedIn,
    }),
    false,
  ],
  [
    'resetPassword locks the account before its link, as a report does',
    'row',
    async () => {
      const link = { purpose: 'PASSWORD_RESET' as const, accountId, lifetimeSeconds: 600 }
      const resetId = await createLink(context(), link)
      const answers = testQuestions.map((question, index) => ({ question, answer: testAnswers[index] ?? '' }))
      const { id } = await db.selectFrom('link').select('id').executeTakeFirstOrThrow()
      return {
        first: touchAccount,
        meanwhile: () => lockAtOnce(db, { table: 'link', id }),
        second: async () => messageOf(await resetPassword(testVisit(context()), { resetId, answers, ...chosen })),
      }
    },
    'done',
  ],
  [
    'answerNotice locks the account, and finds its link ended by another report',
    'row',
    async () => {
      const factorId = await createLink(context(), { purpose: 'NOT_ME', accountId, lifetimeSeconds: 600 })
      return {
        first: async (trx) => {
          await touchAccount(trx)
          await endLinks(inside(trx), { purpose: 'NOT_ME', accountId })
        },
        second: async () => messageOf(await answerNotice(testVisit(context()), { factorId })),
      }
    },
    NOTICE_USED,
  ],
  [
    'answerNotice locks the account, and finds it closed',
    'row',
    async () => {
      const factorId = await createLink(context(), { purpose: 'NOT_ME', accountId, lifetimeSeconds: 600 })
      return {
        first: updateAccount({ state: 'CLOSED' }),
        second: async () => messageOf(await answerNotice(testVisit(context()), { factorId })),
      }
    },
    NOTICE_ENDED,
  ],
  [
    'confirmOwner locks the account, and finds it confirmed',
    'row',
    async () => {
      const owner = await insertTestAccount(db, { username: 'owner' })
      const change = (since: Date | null) => updateRow({ table: 'account', id: owner.id }, { owner_check_since: since })
      await change(now)(db)
      const body = { accountId: owner.publicId, email: 'owner@example.org' }
      return { first: change(null), second: async () => messageOf(await confirmOwner(signedIn(), body)) }
    },
    NO_OWNER_CHECK,
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

testLocks(db, [...recovery, ...attempts, ...factors, ...reports, ...resets])
