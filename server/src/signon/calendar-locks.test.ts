import { beforeEach } from 'vitest'
import { endSessions, insertSession } from '#platform/identity/session.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks, updateRow } from '../../test/lock-cases.ts'
import { ONLY_FOR_SAAS } from './domain/calendar/due-dates.ts'
import { makeFeed } from './domain/calendar/feed.ts'

const now = new Date('2026-03-02T15:00:00Z')
const settings = testSettings()
const db = await openLockDatabase(['account'])
let accountId: string
let grantId: string
let idHash: Buffer

beforeEach(async () => {
  accountId = (await insertTestAccount(db, { username: 'saa', grants: [{}] })).id
  grantId = (await db.selectFrom('access_grant').select('id').executeTakeFirstOrThrow()).id
  const session = { accountId, kind: 'provider' as const, address: '192.0.2.1', userAgent: undefined }
  idHash = hashToken(await insertSession(testContext(db, settings, { now }), session))
})

/** The outcome, and how many feeds there are after it. */
async function make() {
  const signedIn = testSignedIn(testContext(db, settings, { now }), { accountId, kind: 'provider', idHash })
  const outcome = await makeFeed(signedIn).then(messageOf, (error: Error) => error.message)
  return [outcome, (await db.selectFrom('calendar_feed').select('account_id').execute()).length]
}

const account = (change: object) => updateRow({ table: 'account', id: accountId }, change)

const cases: LockCase[] = [
  [
    'makeFeed locks the account, and makes no feed for an account that is suspended meanwhile',
    'row',
    async () => ({ first: account({ state: 'SUSPENDED' }), second: make }),
    [ONLY_FOR_SAAS, 0],
  ],
  [
    'makeFeed locks the SAA grant, and makes no feed for a person who loses the role meanwhile',
    'row',
    async () => ({ first: updateRow({ table: 'access_grant', id: grantId }, { role: 'AA' }), second: make }),
    [ONLY_FOR_SAAS, 0],
  ],
  [
    'makeFeed locks the session, and makes no feed for a session that ends meanwhile',
    'row',
    async () => ({ first: (trx) => endSessions({ db: trx, now }, accountId), second: make }),
    ['Please sign in.', 0],
  ],
]
testLocks(db, cases)
