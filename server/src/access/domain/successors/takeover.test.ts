import * as sentence from '@portico/core/access/successor-sentences'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type InTransaction, systemContext } from '#platform/context.ts'
import type { GrantState, ProofKind, Role } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { sweep } from '#platform/operations/sweep.ts'
import type { Outcome } from '#platform/outcome.ts'
import { insertTestAccount } from '../../../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { findMailProblems } from '../../../../test/check-mails.ts'
import { testContext, testSignedIn, testVisit } from '../../../../test/context.ts'
import { messageOf } from '../../../../test/lock-cases.ts'
import { insertSmallPlan, north } from '../../../../test/small-plan.ts'
import { accessJobs } from '../../scheduled-jobs.ts'
import { type ActingInside, acting, NOT_ALLOWED, PERSON_UNKNOWN } from '../acting.ts'
import { reactivateGrant, removeGrant } from '../people/administer.ts'
import { reopenByStaff } from '../staff/staff-accounts.ts'
import { suspendAccount } from '../suspension.ts'
import { leaveAsSaa } from './leave.ts'
import { listSuccessors } from './list-successors.ts'
import { answerNaming, confirmSuccessor, nameSuccessor, withdrawSuccessor } from './name-successor.ts'
import { describeTakeover, stopTakeover } from './objections.ts'
import { decideTakeover, listTakeovers } from './staff-takeovers.ts'
import { acceptTakeover } from './takeover.ts'

const DAY = 86_400
const start = new Date('2026-03-02T15:00:00Z')
const NPI = north.solo
const UNKNOWN = sentence.SUCCESSOR_UNKNOWN
let site: TestApp
let counter = 0

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(site.db)
})
afterAll(() => site?.close())
beforeEach(async () => {
  site.clock.set(start)
  for (const table of ['mail_message', 'bell_entry', 'link', 'saa_successor', 'registration_hold'] as const)
    await site.db.deleteFrom(table).execute()
  await site.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('state', '<>', 'REVOKED').execute()
  await site.db.updateTable('account').set({ state: 'CLOSED' }).where('state', '<>', 'CLOSED').execute()
})
afterEach(async () => expect(await findMailProblems(site.db, site.deps.settings)).toEqual([]))

type Person = { id: string; publicId: string; grantId: string }

async function person(role: Role, more: { scopeId?: string; state?: GrantState } = {}): Promise<Person> {
  counter += 1
  const permissions = role === 'SAA' ? ['HOME', 'CLAIM', 'ELIG', 'ROSTER'] : ['HOME', 'CLAIM']
  const grants = [{ role, scopeKind: 'NPI' as const, scopeId: NPI, permissions, ...more }]
  const account = await insertTestAccount(site.db, { username: `successor${counter}`, grants })
  const grant = site.db.selectFrom('access_grant').select('id').where('account_id', '=', account.id)
  return { ...account, grantId: (await grant.executeTakeFirstOrThrow()).id }
}

async function staff(): Promise<Person> {
  counter += 1
  return { ...(await insertTestAccount(site.db, { username: `staff${counter}`, kind: 'internal' })), grantId: '' }
}

const context = () => testContext(site.db, site.deps.settings, { now: site.clock.now(), address: '192.0.2.1' })

/** Calls as this person, whose last proof was a code of an app if not said otherwise. */
async function outcomeOf<Input, Entity>(
  { id: accountId }: { id: string },
  work: (context: ActingInside, input: Input) => Promise<Outcome<Entity>>,
  input: Input,
  by: ProofKind = 'APP',
) {
  const { kind } = await site.db
    .selectFrom('account')
    .select('kind')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const proof = { by, at: site.clock.now(), usedAt: null }
  const staffRole = kind === 'internal' ? ('REVIEWER' as const) : null
  return acting(work)(testSignedIn(context(), { accountId, kind, staffRole, proof }), input)
}
async function as<Input, Entity>(
  who: { id: string },
  work: (context: ActingInside, input: Input) => Promise<Outcome<Entity>>,
  input: Input,
  by?: ProofKind,
): Promise<string> {
  return messageOf(await outcomeOf(who, work, input, by))
}

const runJobs = () => sweep(site.deps, site.clock.now(), accessJobs.jobs)
const rows = () => site.db.selectFrom('saa_successor').selectAll().orderBy('id').execute()
const naming = async () => (await rows()).at(-1)
const grantOf = ({ grantId }: Person) =>
  site.db.selectFrom('access_grant').selectAll().where('id', '=', grantId).executeTakeFirstOrThrow()
const mailsTo = async (accountId: string | null, kind: string) => {
  const found = site.db.selectFrom('mail_message').select(['body', 'to_address']).where('kind', '=', kind)
  return found
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('id')
    .execute()
}
const tokenIn = (body: string | undefined) => /takeoverId=([\w-]+)/.exec(body ?? '')?.[1] ?? ''

const name = (saa: Person, successor: Person) =>
  as(saa, nameSuccessor, { grantId: saa.grantId, successorGrantId: successor.grantId })
const idOf = async () => (await naming())?.id ?? '0'
const answer = async (who: Person, agree = true) => as(who, answerNaming, { successorId: await idOf(), agree })
const accept = async (who: Person, by?: ProofKind) => as(who, acceptTakeover, { successorId: await idOf() }, by)
const leave = (saa: Person) => as(saa, leaveAsSaa, { grantId: saa.grantId })

/** An SAA and an AU who agreed to be the successor. */
async function agreed(role: Role = 'AU') {
  const saa = await person('SAA')
  const successor = await person(role)
  expect(await name(saa, successor)).toBe('done')
  expect(await answer(successor)).toBe('done')
  return { saa, successor }
}

/** The SAA has left, and the successor accepted. */
async function accepted() {
  const office = await agreed()
  expect(await leave(office.saa)).toBe('done')
  expect(await accept(office.successor)).toBe('done')
  return office
}

/** The account of the SAA was suspended for inactivity, as the scheduled job does. */
async function inactive(saa: Person) {
  const unused = new Date(site.clock.now().getTime() - 200 * DAY * 1000)
  await site.db
    .updateTable('account')
    .set({ last_sign_in_at: unused, inactivity_warned_at: new Date(site.clock.now().getTime() - 8 * DAY * 1000) })
    .where('id', '=', saa.id)
    .execute()
  await site.db
    .updateTable('account')
    .set({ last_sign_in_at: new Date(site.clock.now().getTime() + 300 * DAY * 1000) })
    .where('id', '<>', saa.id)
    .execute()
  await runJobs()
  expect(await grantOf(saa)).toMatchObject({ state: 'SUSPENDED', suspended_as: 'SYSTEM', role: 'SAA' })
}

const holdNpi = () => {
  const now = site.clock.now()
  const times = { event_at: now, created_at: now, expires_at: now, held_at: now }
  return site.db
    .insertInto('registration_hold')
    .values({ npi: NPI, token_hash: Buffer.from(`hold${counter}`), kind: 'HOLD', ...times })
    .execute()
}

describe('naming', () => {
  test('an SAA names an AU of the same entity, who agrees, and both get mail', async () => {
    const { saa, successor } = await agreed()
    expect(await naming()).toMatchObject({ state: 'AGREED', entity: `NPI:${NPI}` })
    expect(await mailsTo(successor.id, 'successor.named')).toHaveLength(1)
    expect((await mailsTo(saa.id, 'successor.answered'))[0]?.body).toContain('agreed to be your successor')
    expect(await name(saa, await person('AA'))).toBe(sentence.ALREADY_NAMED)
  })

  test.each([
    ['the role', sql`update access_grant set role_since = ${start}::timestamptz - interval '6 days 23 hours'`],
    ['the password', sql`update account set password_changed_at = ${start}::timestamptz - interval '6 days'`],
    [
      'the email address',
      sql`insert into former_account_value (account_id, kind, value, replaced_at)
      select id, 'EMAIL', '"old@example.org"', ${start}::timestamptz - interval '1 hour' from account where state = 'ACTIVE'`,
    ],
    ['email codes', sql`update account set email_factor_since = ${start}::timestamptz - interval '1 day'`],
    [
      'a passkey',
      sql`insert into passkey (public_id, account_id, brand, credential_id, public_key, counter, name, created_at)
      select 'p' || id, id, 'harborview', ('c' || id)::bytea, 'k', 0, 'Key', ${start}::timestamptz - interval '1 day'
      from account where state = 'ACTIVE'`,
    ],
    [
      'an app',
      sql`insert into authenticator_key (account_id, sealed, created_at, confirmed_at)
      select id, 's', ${start}::timestamptz, ${start}::timestamptz - interval '1 day' from account where state = 'ACTIVE'`,
    ],
  ])('is refused while %s of the SAA is younger than seven days, and possible after', async (_what, change) => {
    const saa = await person('SAA')
    const successor = await person('AA')
    await change.execute(site.db)
    expect([sentence.SAA_TOO_NEW, sentence.SIGN_IN_TOO_NEW]).toContain(await name(saa, successor))
    expect(await rows()).toEqual([])
    site.clock.advance(7 * DAY)
    expect(await name(saa, successor)).toBe('done')
  })

  test('refuses a person whose access is younger than 30 days', async () => {
    const saa = await person('SAA')
    const successor = await person('AU')
    await site.db
      .updateTable('access_grant')
      .set({ activated_at: new Date(start.getTime() - 29 * DAY * 1000) })
      .where('id', '=', successor.grantId)
      .execute()
    expect(await name(saa, successor)).toBe(sentence.SUCCESSOR_TOO_NEW)
    site.clock.advance(DAY)
    expect(await name(saa, successor)).toBe('done')
  })

  test('refuses a person of a foreign entity, a suspended person, the SAA, and a grant of someone else', async () => {
    const saa = await person('SAA')
    const aa = await person('AA')
    const foreign = await person('AA', { scopeId: '1000000053' })
    const suspended = await person('AU', { state: 'SUSPENDED' })
    for (const other of [foreign, suspended, saa, { ...aa, grantId: '999999' }])
      expect(await name(saa, other)).toBe(PERSON_UNKNOWN)
    expect(await name({ ...aa, grantId: saa.grantId }, aa)).toBe(PERSON_UNKNOWN)
    expect(await name(aa, await person('AU'))).toBe(NOT_ALLOWED)
    expect(await rows()).toEqual([])
  })

  test('is refused while the NPI is on hold', async () => {
    const saa = await person('SAA')
    const successor = await person('AA')
    await holdNpi()
    expect(await name(saa, successor)).toBe('on-hold')
  })

  test('only the named person answers, and only the SAA confirms or withdraws', async () => {
    const saa = await person('SAA')
    const successor = await person('AA')
    const stranger = await person('AA')
    await name(saa, successor)
    const successorId = await idOf()
    expect(await as(stranger, answerNaming, { successorId, agree: true })).toBe(UNKNOWN)
    expect(await as(saa, answerNaming, { successorId, agree: true })).toBe(UNKNOWN)
    for (const work of [confirmSuccessor, withdrawSuccessor]) {
      expect(await as(successor, work, { successorId })).toBe(UNKNOWN)
      expect(await as(stranger, work, { successorId })).toBe(UNKNOWN)
    }
    expect(await answer(successor)).toBe('done')
    expect(await answer(successor)).toBe(sentence.SUCCESSOR_CHANGED)
    expect(await as(saa, withdrawSuccessor, { successorId })).toBe('done')
    expect(await as(saa, withdrawSuccessor, { successorId })).toBe(UNKNOWN)
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'WITHDRAWN' })
    expect(await mailsTo(successor.id, 'successor.ended')).toHaveLength(1)
  })

  test('a declined naming ends, and the SAA gets a mail to name someone else', async () => {
    const saa = await person('SAA')
    const successor = await person('AA')
    await name(saa, successor)
    expect(await answer(successor, false)).toBe('done')
    expect(await naming()).toMatchObject({ end_reason: 'DECLINED' })
    expect((await mailsTo(saa.id, 'successor.answered'))[0]?.body).toContain('please name someone else')
  })

  test('ends after twelve months unless the SAA confirms it, with a reminder a month before', async () => {
    const { saa } = await agreed()
    const touch = () => site.db.updateTable('account').set({ last_sign_in_at: site.clock.now() }).execute()
    site.clock.advance(335 * DAY)
    await touch()
    expect((await runJobs())['remind-successors']).toBe(1)
    expect((await runJobs())['remind-successors']).toBe(0)
    expect(await mailsTo(saa.id, 'successor.confirm-reminder')).toHaveLength(1)
    expect(await as(saa, confirmSuccessor, { successorId: await idOf() })).toBe('done')
    site.clock.advance(364 * DAY)
    await touch()
    await runJobs()
    expect((await naming())?.state).toBe('AGREED')
    site.clock.advance(DAY)
    await touch()
    expect((await runJobs())['end-unconfirmed-successors']).toBe(1)
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'NOT_CONFIRMED' })
    expect((await mailsTo(saa.id, 'successor.answered')).at(-1)?.body).toContain('please name a successor')
  })

  test('ends when the successor loses access, and is recorded once', async () => {
    const { successor } = await agreed()
    await transact(systemContext(site.deps, site.clock.now()), (inside) =>
      suspendAccount(inside, successor.id, 'A reason.'),
    )
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'SUCCESSOR_LOST_ACCESS', ended_at: null })
    expect((await runJobs())['report-ended-successors']).toBe(1)
    expect((await runJobs())['report-ended-successors']).toBe(0)
    expect((await naming())?.ended_at).toEqual(site.clock.now())
  })

  test('ends with the role of the SAA: another SAA, and access that a file ended', async () => {
    const { saa } = await agreed()
    await site.db.updateTable('access_grant').set({ role: 'AA' }).where('id', '=', saa.grantId).execute()
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'SAA_LOST_ACCESS' })
    await site.db.updateTable('access_grant').set({ state: 'REVOKED' }).where('id', '=', saa.grantId).execute()
    const other = await agreed()
    await site.db
      .updateTable('access_grant')
      .set({ state: 'SUSPENDED', suspended_as: 'SYSTEM' })
      .where('id', '=', other.saa.grantId)
      .execute()
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'SAA_LOST_ACCESS' })
  })
})

describe('takeover after the SAA left', () => {
  test('begins after 14 days without an objection, with the permissions of the former SAA', async () => {
    const reviewer = await staff()
    const { saa, successor } = await accepted()
    expect(await grantOf(saa)).toMatchObject({ state: 'REVOKED' })
    expect(await mailsTo(saa.id, 'successor.accepted')).toHaveLength(1)
    expect((await mailsTo(null, 'successor.accepted-provider'))[0]?.to_address).toBe(north.soloEmail)
    expect(await mailsTo(reviewer.id, 'successor.accepted-staff')).toHaveLength(1)
    site.clock.advance(14 * DAY - 1)
    expect((await runJobs())['complete-takeovers']).toBe(0)
    expect((await grantOf(successor)).role).toBe('AU')
    site.clock.advance(1)
    expect((await runJobs())['complete-takeovers']).toBe(1)
    expect(await grantOf(successor)).toMatchObject({
      ...{ role: 'SAA', state: 'ACTIVE', permissions: ['HOME', 'ELIG', 'CLAIM', 'ROSTER'], confirm_due_at: null },
    })
    expect((await naming())?.state).toBe('DONE')
    expect(await mailsTo(successor.id, 'saa.handed-over')).toHaveLength(1)
    expect((await runJobs())['complete-takeovers']).toBe(0)
  })

  test('is not offered for a naming that nobody agreed to', async () => {
    const saa = await person('SAA')
    const successor = await person('AA')
    await name(saa, successor)
    expect(await leave(saa)).toBe('done')
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'SAA_LOST_ACCESS' })
    expect(await accept(successor)).toBe(UNKNOWN)
  })

  test('is accepted once, by the successor, after it was offered', async () => {
    const { saa, successor } = await agreed()
    expect(await accept(successor)).toBe(sentence.SUCCESSOR_CHANGED)
    await leave(saa)
    expect(await leave(saa)).toBe(NOT_ALLOWED)
    expect(await accept(saa)).toBe(UNKNOWN)
    expect(await accept(await person('AA'))).toBe(UNKNOWN)
    expect(await accept(successor)).toBe('done')
    expect(await accept(successor)).toBe(sentence.SUCCESSOR_CHANGED)
    expect(await mailsTo(saa.id, 'successor.accepted')).toHaveLength(1)
  })

  test('needs a second factor: an account without one must set one up, another is asked for it', async () => {
    const { saa, successor } = await agreed()
    await leave(saa)
    expect(await accept(successor, 'PASSWORD')).toBe('factor-missing')
    const passkey = {
      public_id: `key${counter}`,
      credential_id: Buffer.from(`key${counter}`),
      public_key: Buffer.alloc(1),
    }
    await site.db
      .insertInto('passkey')
      .values({
        ...passkey,
        account_id: successor.id,
        brand: 'harborview',
        counter: '0',
        name: 'Key',
        created_at: start,
      })
      .execute()
    await expect(accept(successor, 'PASSWORD')).rejects.toMatchObject({ statusCode: 401, messageCode: 'step-up' })
    expect((await naming())?.state).toBe('OFFERED')
    expect(await accept(successor, 'PASSKEY')).toBe('done')
  })

  test('a leaving SAA ends only their own access, and only an SAA can leave', async () => {
    const { saa, successor } = await agreed()
    expect(await as(successor, leaveAsSaa, { grantId: saa.grantId })).toBe(PERSON_UNKNOWN)
    expect(await as(successor, leaveAsSaa, { grantId: successor.grantId })).toBe(NOT_ALLOWED)
    expect((await grantOf(saa)).state).toBe('ACTIVE')
  })

  test('ends when the entity gets another SAA', async () => {
    const { successor } = await accepted()
    await person('SAA')
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'NEW_SAA' })
    site.clock.advance(15 * DAY)
    await runJobs()
    expect((await grantOf(successor)).role).toBe('AU')
    expect(await mailsTo(successor.id, 'successor.ended')).toHaveLength(1)
  })

  test('plan staff agree earlier, and access begins at once', async () => {
    const { successor } = await accepted()
    const reviewer = await staff()
    const listed = await outcomeOf(reviewer, listTakeovers, undefined)
    expect(listed).toMatchObject({ entity: [{ state: 'WAITING', cause: 'LEFT', onHold: false }] })
    const body = { successorId: await idOf(), agree: true }
    expect(await as(reviewer, decideTakeover, body)).toBe('done')
    expect(await grantOf(successor)).toMatchObject({ role: 'SAA', state: 'ACTIVE' })
    expect(await as(reviewer, decideTakeover, body)).toBe(UNKNOWN)
  })

  test('plan staff refuse with a reason, which the successor reads', async () => {
    const { successor } = await accepted()
    const reviewer = await staff()
    const successorId = await idOf()
    expect(await as(reviewer, decideTakeover, { successorId, agree: false })).not.toBe('done')
    expect(await as(reviewer, decideTakeover, { successorId, agree: false, reason: 'Not in charge.' })).toBe('done')
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'REFUSED' })
    expect((await mailsTo(successor.id, 'successor.ended'))[0]?.body).toContain('Not in charge.')
    site.clock.advance(15 * DAY)
    await runJobs()
    expect((await grantOf(successor)).role).toBe('AU')
  })
})

describe('takeover of an inactive SAA', () => {
  test('is offered after 14 more days, and makes the former SAA a suspended AA', async () => {
    const { saa, successor } = await agreed()
    await inactive(saa)
    site.clock.advance(14 * DAY - 60)
    await runJobs()
    expect((await naming())?.state).toBe('AGREED')
    site.clock.advance(60)
    expect((await runJobs())['offer-takeovers']).toBe(1)
    expect(await mailsTo(successor.id, 'successor.offered')).toHaveLength(1)
    expect(await accept(successor)).toBe('done')
    site.clock.advance(14 * DAY)
    await runJobs()
    expect((await grantOf(successor)).role).toBe('SAA')
    expect(await grantOf(saa)).toMatchObject({ role: 'AA', state: 'SUSPENDED' })
  })

  test.each(['before the offer', 'after the offer', 'while it waits'])(
    'a return of the SAA %s cancels it',
    async (when) => {
      const { saa, successor } = await agreed()
      const reviewer = await staff()
      await inactive(saa)
      site.clock.advance((when === 'before the offer' ? 13 : 14) * DAY)
      await runJobs()
      if (when === 'while it waits') expect(await accept(successor)).toBe('done')
      // Plan staff reactivate the grant, which opens the account too.
      const administrator = { id: reviewer.id }
      const reactivated = await transact(context(), async (inside) => {
        const caller = {
          accountId: administrator.id,
          kind: 'internal' as const,
          grants: [],
          staffRole: 'ADMINISTRATOR' as const,
        }
        const around = testSignedIn(inside, {
          accountId: administrator.id,
          kind: 'internal',
          staffRole: 'ADMINISTRATOR',
        })
        const given = {
          ...around,
          db: inside.db,
          caller: { ...caller, name: 'Provider Services', brand: 'harborview' },
        }
        return reactivateGrant(given as ActingInside, { grantId: saa.grantId })
      })
      expect(reactivated).toEqual({ entity: true })
      await runJobs()
      const now = await naming()
      if (when === 'before the offer') expect(now).toMatchObject({ state: 'AGREED', inactive_since: null })
      else expect(now).toMatchObject({ state: 'ENDED', end_reason: 'SAA_RETURNED' })
      site.clock.advance(20 * DAY)
      await site.db.updateTable('account').set({ last_sign_in_at: site.clock.now() }).execute()
      await runJobs()
      expect((await grantOf(successor)).role).toBe('AU')
      expect((await grantOf(saa)).role).toBe('SAA')
    },
  )

  test('an account that plan staff opened again is a return, also before its access is active', async () => {
    const { saa, successor } = await agreed()
    const reviewer = await staff()
    await inactive(saa)
    site.clock.advance(14 * DAY)
    await runJobs()
    await accept(successor)
    expect(await as(reviewer, reopenByStaff, { accountId: saa.publicId })).toBe('done')
    expect((await runJobs())['settle-takeovers']).toBe(1)
    expect(await naming()).toMatchObject({ state: 'ENDED', end_reason: 'SAA_RETURNED' })
  })
})

describe('left to plan staff', () => {
  const remove = async (saa: Person) => {
    const { id } = await staff()
    const inside = (trx: InTransaction) => {
      const caller = { accountId: id, kind: 'internal' as const, grants: [], staffRole: 'ADMINISTRATOR' as const }
      const around = testSignedIn(trx, { accountId: id, kind: 'internal', staffRole: 'ADMINISTRATOR' })
      const given = { ...around, db: trx.db, caller: { ...caller, name: 'Provider Services', brand: 'harborview' } }
      return removeGrant(given as ActingInside, { grantId: saa.grantId })
    }
    expect(await transact(context(), inside)).toEqual({ entity: true })
  }

  test('the successor of an SAA whom plan staff removed gets no offer and cannot accept', async () => {
    const { saa, successor } = await agreed()
    await remove(saa)
    expect(await naming()).toMatchObject({ state: 'STAFF', staff_reason: 'REMOVED' })
    expect(await accept(successor)).toBe(sentence.LEFT_TO_STAFF)
    site.clock.advance(40 * DAY)
    await runJobs()
    expect((await grantOf(successor)).role).toBe('AU')
    expect(await mailsTo(successor.id, 'successor.offered')).toEqual([])
  })

  test('plan staff agree to the successor of a removed SAA, who still needs a second factor', async () => {
    const { saa, successor } = await agreed()
    await remove(saa)
    expect(await as(await staff(), decideTakeover, { successorId: await idOf(), agree: true })).toBe('done')
    expect(await mailsTo(successor.id, 'successor.offered')).toHaveLength(1)
    expect((await grantOf(successor)).role).toBe('AU')
    expect(await accept(successor, 'PASSWORD')).toBe('factor-missing')
    expect(await accept(successor)).toBe('done')
    expect(await grantOf(successor)).toMatchObject({ role: 'SAA' })
  })

  test.each(['before the offer', 'while it waits'])(
    'an account that plan staff suspended %s stops it',
    async (when) => {
      const { saa, successor } = when === 'while it waits' ? await accepted() : await agreed()
      await transact({ ...context(), actor: { kind: 'internal' as const, accountId: (await staff()).id } }, (inside) =>
        suspendAccount(inside, saa.id, 'Misuse.'),
      )
      await runJobs()
      expect(await naming()).toMatchObject({ state: 'STAFF', staff_reason: 'REMOVED' })
      expect(await accept(successor)).toBe(sentence.LEFT_TO_STAFF)
      site.clock.advance(15 * DAY)
      await runJobs()
      expect((await grantOf(successor)).role).toBe('AU')
    },
  )

  test('a report "This was not me" about the SAA stops the offer', async () => {
    const { saa } = await agreed()
    await inactive(saa)
    await site.db.updateTable('account').set({ owner_check_since: start }).where('id', '=', saa.id).execute()
    site.clock.advance(14 * DAY)
    await runJobs()
    expect(await naming()).toMatchObject({ state: 'STAFF', staff_reason: 'REMOVED' })
  })

  test('a hold put during the wait stops it, and plan staff cannot agree before they lift it', async () => {
    const { successor } = await accepted()
    site.clock.advance(14 * DAY - 1)
    await holdNpi()
    site.clock.advance(1)
    const done = await runJobs()
    expect(done['complete-takeovers']).toBe(0)
    expect(await naming()).toMatchObject({ state: 'STAFF', staff_reason: 'HOLD' })
    const reviewer = await staff()
    const body = { successorId: await idOf(), agree: true }
    expect(await as(reviewer, decideTakeover, body)).toBe('on-hold')
    const listed = await outcomeOf(reviewer, listTakeovers, undefined)
    expect(listed).toMatchObject({ entity: [{ state: 'STAFF', staffReason: 'HOLD', onHold: true }] })
    expect((await grantOf(successor)).role).toBe('AU')
    await site.db.deleteFrom('registration_hold').execute()
    expect(await as(reviewer, decideTakeover, body)).toBe('done')
    expect((await grantOf(successor)).role).toBe('SAA')
  })

  test('an SAA who leaves while the NPI is on hold leaves it to plan staff', async () => {
    const { saa, successor } = await agreed()
    await holdNpi()
    expect(await leave(saa)).toBe('done')
    expect(await naming()).toMatchObject({ state: 'STAFF', staff_reason: 'HOLD', cause: 'LEFT' })
    expect(await mailsTo(successor.id, 'successor.offered')).toEqual([])
  })
})

describe('objections', () => {
  const visit = () => testVisit(context())

  test.each(['the former SAA', 'the provider'])('%s stops the takeover with the mailed link, once', async (who) => {
    const reviewer = await staff()
    const { saa, successor } = await accepted()
    const bySaa = tokenIn((await mailsTo(saa.id, 'successor.accepted'))[0]?.body)
    const byProvider = tokenIn((await mailsTo(null, 'successor.accepted-provider'))[0]?.body)
    const takeoverId = who === 'the provider' ? byProvider : bySaa
    expect(await describeTakeover(visit(), { takeoverId })).toMatchObject({ entity: { successor: 'Robin Sample' } })
    expect((await naming())?.state).toBe('WAITING')
    expect(await stopTakeover(visit(), { takeoverId })).toEqual({ entity: true })
    expect(await naming()).toMatchObject({ state: 'STAFF', staff_reason: 'OBJECTION', due_at: null })
    for (const replayed of [bySaa, byProvider]) {
      expect(messageOf(await stopTakeover(visit(), { takeoverId: replayed }))).toBe('link-used')
      expect(messageOf(await describeTakeover(visit(), { takeoverId: replayed }))).toBe('link-used')
    }
    expect(await mailsTo(successor.id, 'successor.ended')).toHaveLength(1)
    expect(await mailsTo(reviewer.id, 'successor.left-to-staff')).toHaveLength(1)
    site.clock.advance(15 * DAY)
    await runJobs()
    expect((await grantOf(successor)).role).toBe('AU')
  })

  test('a link is worth nothing if it is unknown, expired, for another purpose, or its takeover is over', async () => {
    const { saa, successor } = await accepted()
    const takeoverId = tokenIn((await mailsTo(saa.id, 'successor.accepted'))[0]?.body)
    expect(messageOf(await stopTakeover(visit(), { takeoverId: 'x'.repeat(22) }))).toBe('link-unknown')
    await site.db.updateTable('link').set({ purpose: 'EMAIL' }).where('purpose', '=', 'SUCCESSOR').execute()
    expect(messageOf(await stopTakeover(visit(), { takeoverId }))).toBe('link-unknown')
    await site.db.updateTable('link').set({ purpose: 'SUCCESSOR' }).where('purpose', '=', 'EMAIL').execute()
    expect(await as(await staff(), decideTakeover, { successorId: await idOf(), agree: true })).toBe('done')
    expect(messageOf(await stopTakeover(visit(), { takeoverId }))).toBe('link-ended')
    site.clock.advance(14 * DAY)
    expect(messageOf(await stopTakeover(visit(), { takeoverId }))).toBe('link-expired')
    expect((await grantOf(successor)).role).toBe('SAA')
  })
})

test('the list shows an SAA the successor or the people to choose, and the successor what was offered', async () => {
  const saa = await person('SAA')
  const successor = await person('AA')
  await person('AU')
  const before = await outcomeOf(saa, listSuccessors, undefined)
  expect(before).toMatchObject({ entity: { scopes: [{ refused: '', candidates: [{ role: 'AA' }, { role: 'AU' }] }] } })
  await name(saa, successor)
  await answer(successor)
  const named = await outcomeOf(saa, listSuccessors, undefined)
  expect(named).toMatchObject({
    entity: { scopes: [{ candidates: [], naming: { state: 'AGREED', confirmable: false } }] },
  })
  await leave(saa)
  const offered = await outcomeOf(successor, listSuccessors, undefined)
  expect(offered).toMatchObject({ entity: { scopes: [], mine: [{ state: 'OFFERED', cause: 'LEFT', dueOn: '' }] } })
  expect(await outcomeOf(saa, listSuccessors, undefined)).toEqual({ entity: { scopes: [], mine: [] } })
})
