import { sql } from 'kysely'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { type LockCase, openLockDatabase, testLocks } from '../../test/lock-cases.ts'
import { recordAudit } from './audit/audit.ts'
import { SEAL_LOCK, sealAudit } from './audit/seals.ts'
import type { InTransaction, Trx } from './context.ts'
import { transact } from './database/transaction.ts'
import { isStrangerMailAllowed, lockMailAddress, queueMail } from './mail/mail.ts'
import { wasRecentlyMailed } from './mail/requested-mail.ts'
import { insertLegalHold, isAccountOnLegalHold, lockLegalHolds } from './operations/legal-holds.ts'
import { retentionJob } from './operations/retention.ts'

const settings = testSettings({ limits: { strangerMailsPerDayPerTarget: 1 } })
const now = new Date('2026-03-02T15:00:00Z')
const db = await openLockDatabase(['account', 'flood_counter', 'mail_message', 'legal_hold'])

const context = () => testContext(db, settings, { now, address: '192.0.2.1' })
const inside = (trx: Trx): InTransaction => ({ ...context(), db: trx })
const to = 'ines@example.org'
const mailUnderLock = async (trx: Trx) => {
  await lockMailAddress(trx, to)
  await queueMail(inside(trx), {
    kind: 'account.user-names',
    brand: 'harborview',
    to,
    subject: 'A',
    body: 'A',
    byStranger: true,
  })
}

const cases: LockCase[] = [
  [
    'isStrangerMailAllowed locks the address, and counts a mail queued meanwhile',
    'advisory',
    async () => ({ first: mailUnderLock, second: () => transact(context(), (trx) => isStrangerMailAllowed(trx, to)) }),
    false,
  ],
  [
    'wasRecentlyMailed locks the address, and finds a mail queued meanwhile',
    'advisory',
    async () => ({
      first: mailUnderLock,
      second: () => transact(context(), (trx) => wasRecentlyMailed(trx, 'account.user-names', to)),
    }),
    true,
  ],
  [
    'insertLegalHold waits for a transaction that deletes',
    'advisory',
    async () => ({
      first: lockLegalHolds,
      second: () => transact(context(), async (trx) => typeof (await insertLegalHold(trx, { npi: '1100000011' }, 'A'))),
    }),
    'string',
  ],
  [
    'retentionJob waits for a legal hold that is being set, and keeps what it covers',
    'advisory',
    async () => {
      const { id } = await insertTestAccount(db, { username: 'held' })
      const rule = {
        setting: 'accounts',
        end: () => sql`update account set phone = null where not ${isAccountOnLegalHold(sql`account.id`)}`,
      } as const
      return {
        first: (trx) => insertLegalHold(inside(trx), { account_id: id }, 'A case'),
        second: async () => {
          await retentionJob([rule]).run(context(), now)
          return (await db.selectFrom('account').select('phone').executeTakeFirstOrThrow()).phone !== null
        },
      }
    },
    true,
  ],
  [
    'sealAudit leaves the seals to another process that has locked them',
    'none',
    async () => {
      await recordAudit(context(), { action: 'session.ended' })
      return {
        first: (trx) => sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(trx),
        second: () => sealAudit(db, now, settings),
      }
    },
    0,
  ],
]

testLocks(db, cases)
