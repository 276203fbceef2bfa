import { NO_OPEN_SIGNING, NOTHING_TO_SIGN } from '@portico/core/contracts/signing-sentences'
import { beforeAll, beforeEach } from 'vitest'
import type { Db } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn, testVisit } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { insertSmallPlan, makeRequest } from '../../test/small-plan.ts'
import { returnContract } from './domain/decide-contract.ts'
import { recordContract } from './domain/receive-contract.ts'
import { askForSignature, cancelSigning, sendSigningAgain, startSigning } from './domain/signing/ask.ts'
import { createSigningLink } from './domain/signing/links.ts'
import { stepOf } from './domain/signing/open-link.ts'
import { CONTRACT_NOT_AWAITED } from './domain/texts.ts'
import { contractJobs } from './scheduled-jobs.ts'
import { insertSigning, type Signing } from './store/signings.ts'

const settings = testSettings()
const now = new Date('2026-03-02T15:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const db = await openLockDatabase(['account', 'flood_counter', 'mail_message'])
let accountId: string
let waiting: { requestId: string; reference: string }

beforeAll(() => insertSmallPlan(db))
beforeEach(async () => {
  accountId = (await insertTestAccount(db, { username: 'registrant' })).id
  waiting = await makeRequest(db, settings, { now, accountId, scopes: [{ kind: 'PG', id: 'N1' }] })
})

const context = (at = now) => testContext(db, settings, { now: at })
const insertStaff = async () => {
  const { id } = await insertTestAccount(db, { username: 'staff', kind: 'internal' })
  return testSignedIn(context(), { accountId: id, kind: 'internal', staffRole: 'ADMINISTRATOR' })
}
const reject = (on: Db) => updateRow({ table: 'access_request', id: waiting.requestId }, { state: 'REJECTED' })(on)

/** Creates an open signing whose signatory was asked by mail. */
const insertMailed = () =>
  transact(context(), (inside) =>
    insertSigning(inside, {
      request_id: waiting.requestId,
      way: 'ASKED',
      signer_name: 'Dana Whitlock',
      signer_title: 'Director',
      signer_email: 'dana@example.org',
      expiresAt: later(14),
      remindAt: later(3),
    }),
  )
const end = ({ id }: Signing, state: Signing['state']) =>
  updateRow({ table: 'contract_signing', id }, { state, ended_at: now })
const findStates = async () => {
  const signings = await db.selectFrom('contract_signing').select('state').orderBy('id').execute()
  return signings.map(({ state }) => state)
}
const signatory = {
  name: 'Dana Whitlock',
  title: 'Director',
  email: 'dana@example.org',
  confirmEmail: 'dana@example.org',
}
type Act = typeof askForSignature | typeof startSigning | typeof sendSigningAgain | typeof cancelSigning
const callAsRequester = async (act: Act) => {
  const requester = testSignedIn(context(), { accountId, kind: 'provider' })
  return messageOf<unknown>(await act(requester, { ...signatory, reference: waiting.reference }))
}

const requests: LockCase[] = [
  [
    'startSigning locks the request, and refuses if it was rejected meanwhile',
    'row',
    async () => ({ first: reject, second: () => callAsRequester(startSigning) }),
    NOTHING_TO_SIGN,
  ],
  [
    'recordContract locks the request, and refuses if it was rejected meanwhile',
    'row',
    async () => {
      const staff = await insertStaff()
      const received = { reference: waiting.reference, cameBy: 'FAX' } as const
      return { first: reject, second: async () => messageOf(await recordContract(staff, received)) }
    },
    CONTRACT_NOT_AWAITED,
  ],
  [
    'returnContract locks the request, and refuses if it was rejected meanwhile',
    'row',
    async () => {
      const staff = await insertStaff()
      const received = { request_id: waiting.requestId, came_by: 'FAX', received_at: now, state: 'RECEIVED' } as const
      const { id } = await db.insertInto('signed_contract').values(received).returning('id').executeTakeFirstOrThrow()
      const given = { reference: waiting.reference, contractId: id, reason: 'Illegible.' }
      return { first: reject, second: async () => messageOf(await returnContract(staff, given)) }
    },
    CONTRACT_NOT_AWAITED,
  ],
  [
    'a step of the signatory locks the request, and refuses if it was rejected meanwhile',
    'row',
    async () => {
      const signId = await openMailed()
      return { first: reject, second: () => takeStep(signId) }
    },
    'signing-over',
  ],
  [
    'the reminder locks the request, and is not sent if it was rejected meanwhile',
    'row',
    async () => {
      await insertMailed()
      return { first: reject, second: remind }
    },
    0,
  ],
]

async function openMailed() {
  const signing = await insertMailed()
  return transact(context(), (inside) => createSigningLink(inside, signing))
}
const takeStep = async (signId: string) =>
  messageOf(await stepOf(testVisit(context()), signId, async () => ({ entity: true })))
const remind = async () =>
  contractJobs.jobs.find(({ name }) => name === 'remind-signatories')?.run(context(later(4)), later(4))

const signings: LockCase[] = [
  ...[askForSignature, startSigning].map(
    (act): LockCase => [
      `${act.name} locks the open signing, and leaves one alone that has ended meanwhile`,
      'row',
      async () => {
        const earlier = await insertMailed()
        return {
          first: end(earlier, 'DECLINED'),
          second: async () => [await callAsRequester(act), ...(await findStates())],
        }
      },
      ['done', 'DECLINED', 'OPEN'],
    ],
  ),
  ...[sendSigningAgain, cancelSigning].map(
    (act): LockCase => [
      `${act.name} locks the open signing, and finds that it has ended`,
      'row',
      async () => {
        const open = await insertMailed()
        return { first: end(open, 'DECLINED'), second: () => callAsRequester(act) }
      },
      NO_OPEN_SIGNING,
    ],
  ),
  [
    'a step of the signatory locks the signing, and refuses if it was canceled meanwhile',
    'row',
    async () => {
      const signId = await openMailed()
      const first = (on: Db) => on.updateTable('contract_signing').set({ state: 'CANCELLED', ended_at: now }).execute()
      return { first, second: () => takeStep(signId) }
    },
    'signing-cancelled',
  ],
  [
    'the reminder locks the signing, and is not sent if it has ended meanwhile',
    'row',
    async () => {
      const signing = await insertMailed()
      return { first: end(signing, 'DECLINED'), second: remind }
    },
    0,
  ],
]

testLocks(db, [...requests, ...signings])
