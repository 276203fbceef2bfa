import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import { REGISTERED_ALREADY } from '@portico/core/members/sentences'
import { beforeAll } from 'vitest'
import type { Db, Trx } from '#platform/context.ts'
import { hashToken } from '#platform/keys/hash-token.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testVisit } from '../../test/context.ts'
import { type LockCase, messageOf, openLockDatabase, testLocks } from '../../test/lock-cases.ts'
import { createMemberAccount } from './domain/create-account.ts'
import { beginRegistration } from './domain/register.ts'
import { insertMemberRegistration, lockMember } from './store/member-registrations.ts'

const settings = testSettings()
const now = new Date('2026-03-02T15:00:00Z')
const memberId = 'N7100000101'
const person = { firstName: 'Ana', lastName: 'Reed', birthDate: '1980-05-05' }
const db = await openLockDatabase(['account', 'member_registration', 'flood_counter', 'mail_message'])

beforeAll(async () => {
  const names = { first_name: person.firstName, last_name: person.lastName, birth_date: person.birthDate }
  const plan = { plan_name: 'Harborview HMO', effective_date: '2020-01-01', termination_date: null }
  const member = { member_id: memberId, subscriber_id: memberId, relationship: 'SELF', email: 'ana@example.org' }
  await db
    .insertInto('member')
    .values({ ...member, ...names, ...plan })
    .execute()
})

const visit = () => testVisit(testContext(db, settings, { now }))
const codeHash = Buffer.alloc(32)
/** A registration of the member with a confirmed code. */
async function insertConfirmed(registrationId: string, on: Db = db) {
  const idHash = hashToken(registrationId)
  await insertMemberRegistration({ ...visit(), db: on }, { idHash, memberId, codeHash, codeSalt: null })
  await on.updateTable('member_registration').set({ confirmed_at: now }).where('id_hash', '=', idHash).execute()
}
const insertAccountOf = async (trx: Trx) => {
  const { id } = await insertTestAccount(trx, { username: 'anafirst1', kind: 'member' })
  await trx.updateTable('account').set({ member_id: memberId }).where('id', '=', id).execute()
  return id
}
const create = async () => {
  const [securityQuestion1 = '', securityQuestion2 = '', securityQuestion3 = ''] = SECURITY_QUESTIONS
  const password = 'Lantern4821x'
  const outcome = await createMemberAccount(visit(), 'second', {
    ...{ phone: '(617) 555-0142', phoneExt: '', userName: 'anasecond1', password, confirmPassword: password },
    ...{ securityQuestion1, securityQuestion2, securityQuestion3 },
    ...{ securityAns1: 'One', securityAns2: 'Two', securityAns3: 'Three', termsAccepted: true },
  })
  return messageOf(outcome)
}

const cases: LockCase[] = [
  [
    'beginRegistration locks the member, and does not mail a second code',
    'advisory',
    async () => ({
      first: async (trx) => {
        await lockMember(trx, memberId)
        const idHash = hashToken('first')
        await insertMemberRegistration({ ...visit(), db: trx }, { idHash, memberId, codeHash, codeSalt: null })
      },
      second: async () => {
        await beginRegistration(visit(), { memberId, ...person })
        return (await db.selectFrom('mail_message').select('id').execute()).length
      },
    }),
    0,
  ],
  [
    'createMemberAccount locks the registration, and finds its account made meanwhile',
    'row',
    async () => {
      await insertConfirmed('second')
      const first = async (trx: Trx) => {
        const change = { account_id: await insertAccountOf(trx) }
        await trx.updateTable('member_registration').set(change).execute()
        // Detaches the account from the member, so only the registration can stop the second request.
        await trx.updateTable('account').set({ member_id: null }).execute()
      }
      return { first, second: create }
    },
    REGISTERED_ALREADY,
  ],
  [
    'createMemberAccount locks the member, and finds an account made by another registration',
    'advisory',
    async () => {
      await insertConfirmed('second')
      const first = async (trx: Trx) => {
        await lockMember(trx, memberId)
        await insertAccountOf(trx)
      }
      return { first, second: create }
    },
    REGISTERED_ALREADY,
  ],
]

testLocks(db, cases)
