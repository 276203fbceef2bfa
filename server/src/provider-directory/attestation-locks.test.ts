import { planDayOf } from '@portico/core/forms/calendar-day'
import { ATTESTATION_STATEMENT, ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import { beforeAll, beforeEach } from 'vitest'
import type { Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks } from '../../test/lock-cases.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan } from '../../test/small-plan.ts'
import { recordAttestation, withdrawAttestation } from './domain/attestation/attest.ts'
import { checkDirectory } from './domain/attestation/check-directory.ts'
import { storeSample } from './domain/attestation/draw-sample.ts'
import { finishSample, saveSampleResult } from './domain/attestation/samples.ts'
import { insertAttestation, insertWithdrawal, lockPublication } from './store/attestation/attestations.ts'
import { lockDueDay } from './store/attestation/days.ts'
import { lockSample, updateResult, updateSampleFinished } from './store/attestation/samples.ts'

const settings = testSettings()
const now = new Date('2026-03-02T17:00:00Z')
const day = planDayOf(now)
const SHA = 'a'.repeat(64)
const db = await openLockDatabase([
  ...(['account', 'practice', 'practice_location', 'directory_day'] as const),
  ...(['directory_sample', 'directory_attestation', 'directory_publication'] as const),
])
let accountId: string
let sampleId: string

beforeAll(async () => {
  await insertSmallPlan(db)
})
beforeEach(async () => {
  await insertSmallDirectory(db, now)
  accountId = (await insertTestAccount(db, { username: 'chief', kind: 'internal' })).id
  sampleId = await transact({ db }, async (inside) => {
    const drawn = await storeSample(inside.db, { seed: 'one', size: 2, now, accountId })
    if ('refusal' in drawn) throw new Error(drawn.refusal.message)
    return drawn.entity.id
  })
})

const context = () => testSignedIn(testContext(db, settings, { now }), { accountId, kind: 'internal' })
const entered = () => ({ version: 0, now, accountId })
/** What saving a call does before its COMMIT. */
const startSaving = async (trx: Trx, position: number) => {
  await lockSample(trx, sampleId, 'share')
  await updateResult(trx, { sampleId, position, outcome: 'REACHED', wrongFields: [], note: '' }, entered())
}
const save = async (position: number, outcome: 'REACHED' | 'NOT_REACHED') => {
  const given = { id: sampleId, position, version: 0, outcome, wrongFields: [], note: '' }
  return messageOf(await saveSampleResult(context(), given))
}
const officer = { officerName: 'Ada Officer', officerTitle: '', attestedOn: day }
const insertAttested = (trx: Trx) =>
  insertAttestation(
    trx,
    { ...officer, manifestSha256: SHA, publishedAt: now, statement: ATTESTATION_STATEMENT },
    { now, accountId },
  )
const insertPublication = () =>
  db
    .insertInto('directory_publication')
    .values({ published_at: now, manifest_sha256: SHA, file_count: 1, resource_count: 1, bytes: '1' })
    .execute()

const cases: LockCase[] = [
  [
    'finishing a sample waits for the last result, and counts it',
    'row',
    async () => {
      await save(1, 'REACHED')
      return {
        first: (trx) => startSaving(trx, 2),
        second: async () => messageOf(await finishSample(context(), { id: sampleId })),
      }
    },
    'done',
  ],
  [
    'saving a result waits for the sample to be finished, and is refused',
    'row',
    async () => ({
      first: async (trx) => {
        await lockSample(trx, sampleId, 'update')
        await updateSampleFinished(trx, sampleId, { reached: 0, correct: 0, now, accountId })
      },
      second: () => save(1, 'REACHED'),
    }),
    ATTESTATION_TEXTS.finished,
  ],
  [
    'the second of two people who save one call waits, and is refused',
    'row',
    async () => ({ first: (trx) => startSaving(trx, 1), second: () => save(1, 'NOT_REACHED') }),
    ATTESTATION_TEXTS.rowChanged,
  ],
  [
    'people who save different calls do not wait for each other',
    'none',
    async () => ({ first: (trx) => startSaving(trx, 1), second: () => save(2, 'REACHED') }),
    'done',
  ],
  [
    'the second check of a day waits, and does nothing',
    'row',
    async () => ({
      first: (trx) => lockDueDay(trx, day, now),
      second: () => transact({ db, settings, now }, checkDirectory),
    }),
    0,
  ],
  [
    'the second of two equal attestations waits, and is refused',
    'row',
    async () => {
      await insertPublication()
      return {
        first: async (trx) => {
          await lockPublication(trx)
          await insertAttested(trx)
        },
        second: async () => {
          const given = { ...officer, agrees: true, seenSha256: SHA }
          return messageOf(await recordAttestation(context(), given))
        },
      }
    },
    ATTESTATION_TEXTS.recorded,
  ],
  [
    'the second of two withdrawals waits, and is refused',
    'row',
    async () => {
      const id = await transact({ db }, (inside) => insertAttested(inside.db))
      return {
        first: (trx) => insertWithdrawal(trx, { id, reason: 'Typed twice' }, { now, accountId }),
        second: async () => messageOf(await withdrawAttestation(context(), { id, reason: 'Another reason' })),
      }
    },
    ATTESTATION_TEXTS.withdrawn,
  ],
]

testLocks(db, cases)
