import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { SEAL_LOCK } from '#platform/audit/seals.ts'
import type { Trx } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { keyFingerprint } from '#platform/keys/secret-key.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { type LockCase, openLockDatabase, testLocks } from '../../test/lock-cases.ts'
import { openKey, sealKey } from '../signon/domain/factors/secrets.ts'
import { updateNumbersOfLeft, updateRotated, updateSealedKey } from './key-store.ts'
import { endFormerRecoveryCodes, finishRotation, rotateKeys } from './rotate-keys.ts'

/** The locks of a key rotation. */
const FORMER = 'the-former-key-of-this-portal-0000000000'
const settings = testSettings()
const rotating = { ...settings, otherKey: { key: FORMER, is: 'former' as const } }
const [from, to] = [keyFingerprint(FORMER), keyFingerprint(settings.secretKey)]
const now = new Date('2026-03-02T15:00:00Z')
const yesterday = new Date('2026-03-01T15:00:00Z')
// Commands run under the owner's login.
const db = await openLockDatabase(
  ['account', 'secret_key', 'retired_key', 'network_provider', 'mail_message'],
  'config',
)
let accountId: string

beforeEach(async () => {
  await sql`insert into secret_key (fingerprint, since) values (${from}, ${yesterday})`.execute(db)
  accountId = (await insertTestAccount(db, { username: 'person' })).id
})

const context = () => testContext(db, rotating, { now })
const rotate = () => rotateKeys(context(), () => {})
const resultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )
const beginRotation = () => sql`update secret_key set rotating_to = ${to}, rotation_began_at = ${yesterday}`.execute(db)

async function insertAppKey(secret: string): Promise<string> {
  const sealed = sealKey({ secretKey: FORMER }, accountId, Buffer.from(secret))
  const row = { account_id: accountId, sealed, sealed_by: from, created_at: now, confirmed_at: now }
  return (await db.insertInto('authenticator_key').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function readAppKey(id: string): Promise<string> {
  const row = await db.selectFrom('authenticator_key').select('sealed').where('id', '=', id).executeTakeFirstOrThrow()
  return openKey(settings, accountId, row.sealed).toString()
}

async function insertRecoveryCode(): Promise<void> {
  const code = { account_id: accountId, code_hash: Buffer.alloc(32, 1), made_at: now, hashed_by: from }
  await db.insertInto('recovery_code').values(code).execute()
}

async function insertLeftProvider(): Promise<void> {
  const hashes = { tin_hash: Buffer.alloc(32, 1), tin_hashed_by: from }
  await db
    .insertInto('network_provider')
    .values({ npi: '1100000011', left_at: now, ...hashes })
    .execute()
}

const cases: LockCase[] = [
  [
    'rotateKeys waits for a rotation that another command finishes, and refuses to begin it again',
    'row',
    async () => ({ first: (trx) => updateRotated(trx, to, now), second: () => resultOf(rotate()) }),
    'The new key is already in use: there is nothing to rotate.',
  ],
  [
    'finishRotation waits for a rotation that another command finishes, and refuses to finish it again',
    'row',
    async () => {
      await beginRotation()
      return { first: (trx) => updateRotated(trx, to, now), second: () => resultOf(finishRotation(context())) }
    },
    'The new key is already in use: you can remove the former one.',
  ],
  [
    'finishRotation waits for a process that seals the audit trail',
    'advisory',
    async () => {
      await beginRotation()
      return {
        first: (trx) => sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(trx),
        second: () => resultOf(finishRotation(context())),
      }
    },
    'done',
  ],
  [
    'rotateKeys waits for a change of an authenticator key, and re-encrypts the changed key',
    'row',
    async () => {
      const id = await insertAppKey('before')
      const changed = sealKey({ secretKey: FORMER }, accountId, Buffer.from('after'))
      return {
        first: (trx: Trx) => updateSealedKey(trx, id, changed, from),
        second: async () => {
          await rotate()
          return readAppKey(id)
        },
      }
    },
    'after',
  ],
  [
    'updateNumbersOfLeft waits for a provider who returns, and keeps their numbers',
    'row',
    async () => {
      await insertLeftProvider()
      return {
        first: (trx) => sql`update network_provider set left_at = null`.execute(trx),
        second: () => transact({ db }, (inside) => updateNumbersOfLeft(inside.db, to, 100)),
      }
    },
    0,
  ],
  [
    'endFormerRecoveryCodes waits for a code in use, and sends no notice about a used one',
    'row',
    async () => {
      await insertRecoveryCode()
      return {
        first: (trx) => sql`update recovery_code set used_at = ${now}`.execute(trx),
        second: () => endFormerRecoveryCodes(context()),
      }
    },
    0,
  ],
]

testLocks(db, cases)
