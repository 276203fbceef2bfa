import { invite } from '@portico/core/access/calls'
import type { StaffRole } from '@portico/core/access/staff-roles'
import * as bell from '@portico/core/bell/calls'
import type { BellPage, Preference, Unread } from '@portico/core/bell/shapes'
import * as signon from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordBellEvent } from '#platform/bell/record-event.ts'
import { recordFailedMail } from '#platform/bell/record-failed-mail.ts'
import { recordStaffEvent } from '#platform/bell/record-staff-event.ts'
import { transact } from '#platform/database/transaction.ts'
import { announce } from '#platform/events/announce.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp, testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { jobNamed } from '../../test/jobs.ts'
import { insertSmallPlan, makeRequest, receiveContract, south } from '../../test/small-plan.ts'
import { passRequestToStaff } from '../access/access.ts'
import { events } from '../events.ts'
import { lastDigestTime } from './domain/bell/digest.ts'

const settings = testSettings()
let test: TestApp
let count = 0

beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated' })
  await insertSmallPlan(test.db)
})
afterAll(() => test.close())

type Person = { id: string; username: string; email: string; browser: TestBrowser }

async function newPerson(
  kind: 'provider' | 'member' | 'internal' = 'provider',
  staffRole: StaffRole = 'ADMINISTRATOR',
): Promise<Person> {
  count += 1
  const username = `bell${count}`
  const grants = kind === 'provider' ? [{ role: 'SAA' as const, scopeId: `11${String(count).padStart(8, '0')}` }] : []
  const { id } = await insertTestAccount(test.db, { username, kind, grants, staffRole })
  const browser = test.openBrowser()
  await browser.signIn(username, testPassword)
  await sql`delete from bell_entry where account_id = ${id}`.execute(test.db)
  return { id, username, email: `${username}@example.org`, browser }
}

let person: Person
beforeEach(async () => {
  test.clock.advance(3600)
  person = await newPerson()
})

const moment = () => ({ db: test.db, now: test.clock.now() })
const read = async ({ browser }: Person, olderThan?: string) =>
  (await browser.getCall<BellPage>(bell.bellEntries.path, olderThan ? { olderThan } : {})).entity
type Shown = { entryId: string; on: string } | undefined
const markRead = ({ browser }: Person, shown: Shown) =>
  browser.postCall<Unread>(bell.readBellEntry.path, { entryId: shown?.entryId, on: shown?.on })
const markAllRead = ({ browser }: Person, until = test.clock.now()) =>
  browser.postCall<Unread>(bell.readAllBellEntries.path, { until: until.toISOString() })
const unreadOf = async ({ browser }: Person) => (await browser.getCall<Me>(signon.me.path)).entity.unread
/** Announces an event to this person, with a mail and, if the event has one, the bell's line. */
const happen = (to: Person, name: string, { requestId, cameWith }: { requestId?: string; cameWith?: string[] } = {}) =>
  transact(testContext(test.db, settings, { now: test.clock.now() }), (inside) =>
    announce(
      inside,
      {
        name,
        ...(events.bellNames.includes(name) ? { bell: events.bellLine(name) } : {}),
        about: () => ({ requestId }),
        to: () => [{ accountId: to.id, email: to.email, name: 'Robin', brand: 'harborview', entities: cameWith }],
        mail: () => ({ subject: 'Test', paragraphs: ['Something changed, and you don’t need to do anything.'] }),
      },
      undefined,
    ),
  )
const mailsTo = async ({ email }: Person) => {
  const rows = await test.db
    .selectFrom('mail_message')
    .selectAll()
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
  return rows.filter(({ kind }) => kind !== 'account.new-device')
}
const prefer = ({ browser }: Person, ...preferences: unknown[]) =>
  browser.postCall(bell.saveBellPreferences.path, { preferences })
const requestOf = async ({ id }: Person) => {
  const query = test.db.selectFrom('access_request').select('id').where('account_id', '=', id)
  return (await query.executeTakeFirstOrThrow()).id
}
const grantOf = async ({ id }: Person) =>
  test.db.selectFrom('access_grant').select(['id', 'entity']).where('account_id', '=', id).executeTakeFirstOrThrow()

describe('entries', () => {
  it('come with the mail that reports the same, newest first, with the page they lead to', async () => {
    await happen(person, 'grant.changed')
    test.clock.advance(60)
    await happen(person, 'grant.confirm-reminder')
    const { entries, hasOlder } = await read(person)
    expect(hasOlder).toBe(false)
    expect(entries.map(({ kind, says, page, read: isRead }) => ({ kind, says, page, isRead }))).toEqual([
      {
        kind: 'ACCESS',
        says: 'Please confirm who still needs access.',
        page: '/thp/portal/providers/access/confirm',
        isRead: false,
      },
      { kind: 'SECURITY', says: 'Your access was changed.', page: '/thp/portal/providers/access/mine', isRead: false },
    ])
    expect(await mailsTo(person)).toHaveLength(2)
    expect(await unreadOf(person)).toBe(2)
  })

  it('come with no mail that carries a code or a link of its own', async () => {
    for (const kind of ['account.reset-link', 'account.factor-code', 'request.made'] as const)
      await happen(person, kind)
    expect((await read(person)).entries).toEqual([])
  })

  it('roll back with their event', async () => {
    const failed = test.db.transaction().execute(async (db) => {
      await recordBellEvent({ db, now: test.clock.now() }, { event: 'grant.changed', accountId: person.id })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect((await read(person)).entries).toEqual([])
  })

  it('are one unread entry for the same event, however often it happens', async () => {
    for (const _each of [1, 2, 3]) await happen(person, 'request.more-to-approve')
    expect((await read(person)).entries).toHaveLength(1)
    await markAllRead(person)
    await happen(person, 'request.more-to-approve')
    expect((await read(person)).entries.map((entry) => entry.read)).toEqual([false, true])
  })

  it('are returned 20 at a time, each once', async () => {
    await sql`
      insert into bell_entry (account_id, kind, event, delivery, created_at, read_at)
      select ${person.id}, 'SECURITY', 'grant.changed', 'AT_ONCE', ${test.clock.now()}::timestamptz - n / 3 * interval '1 hour', ${test.clock.now()}
      from generate_series(1, 45) n`.execute(test.db)
    const first = await read(person)
    const second = await read(person, first.entries.at(-1)?.entryId)
    const third = await read(person, second.entries.at(-1)?.entryId)
    expect([first, second, third].map(({ entries, hasOlder }) => [entries.length, hasOlder])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ])
    const ids = [first, second, third].flatMap(({ entries }) => entries.map(({ entryId }) => entryId))
    expect(new Set(ids).size).toBe(45)
  })

  it('are counted up to a hundred by an index of unread entries', async () => {
    await sql`
      insert into bell_entry (account_id, kind, event, delivery, created_at, read_at)
      select ${person.id}, 'SECURITY', 'grant.changed' || n, 'AT_ONCE', ${test.clock.now()},
        case when n > 150 then ${test.clock.now()}::timestamptz end from generate_series(1, 5000) n`.execute(test.db)
    await sql`analyze bell_entry`.execute(test.db)
    expect(await unreadOf(person)).toBe(100)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from (select from bell_entry where account_id = ${person.id} and read_at is null limit 100) e`.execute(
      test.db,
    )
    expect(JSON.stringify(rows)).toContain('bell_entry_unread')
  })

  it('are read on all devices of the person', async () => {
    await happen(person, 'grant.changed')
    await happen(person, 'grant.removed')
    const [newest] = (await read(person)).entries
    const reply = await markRead(person, newest)
    expect(reply.entity).toEqual({ unread: 1 })
    expect((await read(person)).entries.map((entry) => entry.read)).toEqual([true, false])
    expect((await markAllRead(person)).entity).toEqual({ unread: 0 })
    expect(await unreadOf(person)).toBe(0)
  })

  it('stay unread if they came, or came again, after the list was shown', async () => {
    await happen(person, 'grant.changed')
    await happen(person, 'grant.removed')
    const { entries } = await read(person)
    const changed = entries.find(({ says }) => says === 'Your access was changed.')
    test.clock.advance(60)
    await happen(person, 'grant.changed')
    await happen(person, 'grant.suspended')
    expect((await markRead(person, changed)).entity).toEqual({ unread: 3 })
    expect((await markAllRead(person, new Date(changed?.on ?? ''))).entity).toEqual({ unread: 2 })
    expect((await markAllRead(person)).entity).toEqual({ unread: 0 })
  })

  it.each(['2026-02-31T99:00:00.000Z', 'yesterday', ''])(
    'are marked as read up to no forged time: %j',
    async (until) => {
      await happen(person, 'grant.changed')
      const [entry] = (await read(person)).entries
      const all = await person.browser.postCall(bell.readAllBellEntries.path, { until })
      const one = await person.browser.postCall(bell.readBellEntry.path, { entryId: entry?.entryId, on: until })
      expect([all.http, one.http]).toEqual([400, 400])
      expect(await unreadOf(person)).toBe(1)
    },
  )

  it('are of nobody else: not listed, not a place to continue from, not marked as read', async () => {
    await happen(person, 'grant.changed')
    const [own] = (await read(person)).entries
    const other = await newPerson()
    await happen(other, 'grant.removed')
    expect((await read(other)).entries.map(({ says }) => says)).toEqual(['Some of your access was removed.'])
    expect(await read(other, own?.entryId)).toEqual({ entries: [], hasOlder: false })
    const marked = await markRead(other, own)
    expect(marked.entity).toEqual({ unread: 1 })
    await markAllRead(other)
    expect(await unreadOf(person)).toBe(1)
  })

  it('are found by no forged id', async () => {
    await happen(person, 'grant.changed')
    const { id } = await test.db
      .selectFrom('bell_entry')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const on = test.clock.now().toISOString()
    for (const entryId of [id, 'x', 'A'.repeat(22)])
      await person.browser.postCall(bell.readBellEntry.path, { entryId, on })
    expect(await unreadOf(person)).toBe(1)
  })

  it('lead staff and members to pages of their own area', () => {
    for (const event of events.bellNames) {
      const { page, kind } = events.bellLine(event)
      if (!['SECURITY', 'MAIL'].includes(kind)) continue
      const about = { reference: null, summary: null }
      expect(page({ reader: 'internal', ...about }), event).toMatch(/^\/thp\/portal\/internal\//)
      expect(page({ reader: 'member', ...about }), event).toMatch(/^\/thp\/portal\/members\//)
    }
  })
})

describe('entries and access', () => {
  it('disappear with the administrator’s grant they came with, and only those', async () => {
    const { id, entity } = await grantOf(person)
    await happen(person, 'grant.confirm-reminder', { cameWith: [entity] })
    await happen(person, 'request.more-to-approve', { cameWith: ['NPI:1999999999'] })
    await happen(person, 'account.password-changed')
    await test.db.updateTable('access_grant').set({ confirm_due_at: test.clock.now() }).where('id', '=', id).execute()
    expect((await read(person)).entries).toHaveLength(3)
    await test.db.updateTable('access_grant').set({ role: 'AA' }).where('id', '=', id).execute()
    expect((await read(person)).entries.map(({ kind }) => kind).sort()).toEqual(['REQUESTS', 'SECURITY'])
  })

  it('disappear when no active grant has their permission any more', async () => {
    const { id } = await grantOf(person)
    await test.db
      .updateTable('access_grant')
      .set({ permissions: ['ROSTER', 'ELIG'] })
      .where('id', '=', id)
      .execute()
    await happen(person, 'directory.verification-due')
    await test.db
      .updateTable('access_grant')
      .set({ permissions: ['ROSTER'] })
      .where('id', '=', id)
      .execute()
    expect((await read(person)).entries).toHaveLength(1)
    await test.db.updateTable('access_grant').set({ permissions: [] }).where('id', '=', id).execute()
    expect((await read(person)).entries).toEqual([])
  })

  it('about the own request disappear when its access is suspended', async () => {
    const { id } = await grantOf(person)
    await happen(person, 'request.activated', { requestId: await requestOf(person) })
    expect((await read(person)).entries).toHaveLength(1)
    await test.db.updateTable('access_grant').set({ state: 'SUSPENDED' }).where('id', '=', id).execute()
    expect((await read(person)).entries).toEqual([])
  })

  it('that ask for a decision disappear for everybody once the request is decided', async () => {
    const asking = await newPerson()
    const requestId = await requestOf(asking)
    await test.db.updateTable('access_request').set({ state: 'PENDING_APPROVAL' }).where('id', '=', requestId).execute()
    await happen(person, 'request.approval-needed', { requestId })
    await happen(asking, 'contract.received', { requestId })
    const [entry] = (await read(person)).entries
    expect(entry?.page).toMatch(/^\/thp\/portal\/providers\/access\/requests\/[\w-]+$/)
    await test.db.updateTable('access_request').set({ state: 'REJECTED' }).where('id', '=', requestId).execute()
    expect((await read(person)).entries).toEqual([])
    expect((await read(asking)).entries).toHaveLength(1)
  })

  it('are part of the export, and erased with the account', async () => {
    await happen(person, 'grant.changed')
    await prefer(person, { kind: 'NEWS', delivery: 'DIGEST' })
    const { findPersonalData, updateAccountErased } = await import('../access/store/people/erasure.ts')
    expect(Object.keys(await findPersonalData(test.db, person.id))).toEqual(
      expect.arrayContaining(['bell_entry', 'bell_preference']),
    )
    await test.db.transaction().execute((db) => updateAccountErased({ db, now: test.clock.now() }, person.id))
    const found = await findPersonalData(test.db, person.id)
    expect(found).not.toHaveProperty('bell_entry')
    expect(found).not.toHaveProperty('bell_preference')
  })

  it('are deleted after 90 days', async () => {
    await happen(person, 'grant.changed')
    const other = await newPerson()
    test.clock.advance(86_400)
    await happen(other, 'grant.changed')
    test.clock.advance(89 * 86_400 + 60)
    await jobNamed('retention').run(test.deps, test.clock.now())
    const left = async ({ id }: Person) =>
      (await test.db.selectFrom('bell_entry').select('event').where('account_id', '=', id).execute()).length
    expect([await left(person), await left(other)]).toEqual([0, 1])
  })
})

describe('preferences', () => {
  it('apply as the kind declares until the person chooses', async () => {
    const { entity } = await person.browser.getCall<Preference[]>(bell.bellPreferences.path)
    expect(entity).toEqual([
      { kind: 'REQUESTS', delivery: 'AT_ONCE' },
      { kind: 'DECISIONS', delivery: 'AT_ONCE' },
      { kind: 'ACCESS', delivery: 'AT_ONCE' },
      { kind: 'NEWS', delivery: 'BELL' },
    ])
    const member = await newPerson('member')
    const ofMember = await member.browser.getCall<Preference[]>(bell.bellPreferences.path)
    expect(ofMember.entity).toEqual([{ kind: 'NEWS', delivery: 'BELL' }])
  })

  it('decide whether the mail is queued at once', async () => {
    await prefer(person, { kind: 'REQUESTS', delivery: 'DIGEST' }, { kind: 'DECISIONS', delivery: 'BELL' })
    await happen(person, 'request.more-to-approve')
    await happen(person, 'contract.received')
    await happen(person, 'grant.confirm-reminder')
    await happen(person, 'grant.changed')
    expect((await mailsTo(person)).map(({ kind }) => kind)).toEqual(['grant.confirm-reminder', 'grant.changed'])
    expect((await read(person)).entries).toHaveLength(4)
  })

  it('of one person change nothing for another', async () => {
    const other = await newPerson()
    await prefer(other, { kind: 'ACCESS', delivery: 'BELL' })
    await happen(person, 'grant.confirm-reminder')
    expect(await mailsTo(person)).toHaveLength(1)
  })

  it.each([
    [{ kind: 'SECURITY', delivery: 'BELL' }],
    [{ kind: 'MAIL', delivery: 'DIGEST' }],
    [{ kind: 'REQUESTS', delivery: 'NEVER' }],
    [{ kind: 'NEWS', delivery: 'AT_ONCE' }],
    [{ kind: 'REQUESTS' }],
  ])('are refused when forged: %j', async (forged) => {
    const before = (await person.browser.getCall(bell.bellPreferences.path)).entity
    const reply = await prefer(person, { kind: 'ACCESS', delivery: 'BELL' }, forged)
    expect(reply.status === 200 && reply.http === 200).toBe(false)
    expect((await person.browser.getCall(bell.bellPreferences.path)).entity).toEqual(before)
  })

  it.each([
    ['ADMINISTRATOR', ['QUEUE', 'APPROVALS', 'NEWS']],
    ['REVIEWER', ['QUEUE']],
    ['EDITOR', ['NEWS']],
    ['AUDITOR', []],
  ] as const)('of plan staff are of the kinds that the role gets: %s', async (role, kinds) => {
    const staff = await newPerson('internal', role)
    const { entity } = await staff.browser.getCall<Preference[]>(bell.bellPreferences.path)
    expect(entity).toEqual(kinds.map((kind) => ({ kind, delivery: 'BELL' })))
    for (const kind of ['QUEUE', 'APPROVALS', 'NEWS'] as const) {
      const reply = await prefer(staff, { kind, delivery: 'DIGEST' })
      expect(reply.status === 200 && reply.http === 200, kind).toBe(kinds.some((own) => own === kind))
    }
  })

  it('of kinds that a member never gets are refused', async () => {
    const member = await newPerson('member')
    const reply = await prefer(member, { kind: 'REQUESTS', delivery: 'BELL' })
    expect(reply.status === 200 && reply.http === 200).toBe(false)
  })
})

describe('the daily digest', () => {
  const digest = () => jobNamed('send-digests').run(test.deps, test.clock.now())
  const digestsTo = async (to: Person) => (await mailsTo(to)).filter(({ kind }) => kind === 'account.digest')
  /** Sessions end meanwhile. */
  const until = async (iso: string) => {
    test.clock.advance((new Date(iso).getTime() - test.clock.now().getTime()) / 1000)
    await person.browser.signIn(person.username, testPassword)
  }

  it('goes at 7 a.m. plan time, once, with what is unread, and never when there is nothing', async () => {
    await until('2031-07-01T20:00:00Z')
    await prefer(person, { kind: 'REQUESTS', delivery: 'DIGEST' }, { kind: 'ACCESS', delivery: 'DIGEST' })
    await happen(person, 'request.more-to-approve')
    await happen(person, 'grant.confirm-reminder')
    const confirm = (await read(person)).entries.find(({ kind }) => kind === 'ACCESS')
    await markRead(person, confirm)
    await until('2031-07-02T04:30:00Z')
    await digest()
    await until('2031-07-02T10:59:00Z')
    await digest()
    expect(await digestsTo(person)).toEqual([])
    await until('2031-07-02T11:00:00Z')
    await Promise.all([digest(), digest()])
    await digest()
    const [mail, ...more] = await digestsTo(person)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your daily summary: one new entry')
    expect(mail?.body).toContain('More access requests are waiting for your decision.')
    expect(mail?.body).not.toContain('Please confirm who')
    expect(mail?.message_id).toMatch(/^digest-2031-07-02-/)
    await until('2031-07-03T11:00:00Z')
    await digest()
    expect(await digestsTo(person)).toHaveLength(1)
  })

  it('leaves what happens after 7 a.m. for the next day', async () => {
    await until('2031-08-01T10:00:00Z')
    await prefer(person, { kind: 'ACCESS', delivery: 'DIGEST' })
    await happen(person, 'grant.confirm-reminder')
    await until('2031-08-01T11:00:00Z')
    await happen(person, 'directory.verification-due')
    await digest()
    expect((await digestsTo(person))[0]?.body).not.toContain('verify')
    await until('2031-08-02T12:00:00Z')
    await digest()
    expect((await digestsTo(person))[1]?.body).toContain('Please verify your directory data.')
  })

  it('goes to nobody who is suspended', async () => {
    await until('2031-09-01T10:00:00Z')
    await prefer(person, { kind: 'ACCESS', delivery: 'DIGEST' })
    await happen(person, 'grant.confirm-reminder')
    await test.db.updateTable('account').set({ state: 'SUSPENDED' }).where('id', '=', person.id).execute()
    await until('2031-09-01T12:00:00Z')
    await digest()
    expect(await digestsTo(person)).toEqual([])
  })

  it.each([
    ['before 7 in winter', '2027-01-15T11:59:59Z', '2027-01-14T12:00:00Z'],
    ['at 7 in winter', '2027-01-15T12:00:00Z', '2027-01-15T12:00:00Z'],
    ['before 7 in summer', '2027-07-15T10:59:59Z', '2027-07-14T11:00:00Z'],
    ['at 7 in summer', '2027-07-15T11:00:00Z', '2027-07-15T11:00:00Z'],
    ['at midnight of the plan', '2027-07-15T04:00:00Z', '2027-07-14T11:00:00Z'],
    ['at midnight of UTC', '2027-07-15T00:00:00Z', '2027-07-14T11:00:00Z'],
    ['on the night that summer time begins', '2027-03-14T10:59:59Z', '2027-03-13T12:00:00Z'],
    ['on the morning that summer time begins', '2027-03-14T11:00:00Z', '2027-03-14T11:00:00Z'],
    ['on the night that summer time ends', '2027-11-07T11:59:59Z', '2027-11-06T11:00:00Z'],
    ['on the morning that summer time ends', '2027-11-07T12:00:00Z', '2027-11-07T12:00:00Z'],
  ])('finds the last 7 a.m. %s', (_when, now, last) => {
    expect(lastDigestTime(new Date(now)).toISOString()).toBe(new Date(last).toISOString())
  })
})

describe('news and failed mail', () => {
  const announce = () => jobNamed('announce-news').run(test.deps, test.clock.now())
  const banner = (change: { category_id?: string; brand?: string; starts_at?: Date } = {}) =>
    test.db
      .insertInto('banner')
      .values({
        category_id: 'home',
        summary: 'New claim forms',
        audience: 'PROVIDER',
        starts_at: test.clock.now(),
        updated_at: test.clock.now(),
        ...change,
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  it('announces a banner of home once to its readers, and removes it with the banner', async () => {
    const member = await newPerson('member')
    const { id } = await banner()
    expect(await announce()).toBe(1)
    expect((await read(person)).entries).toMatchObject([
      { kind: 'NEWS', says: 'New claim forms', page: '/thp/portal/providers/home' },
    ])
    expect((await read(member)).entries).toEqual([])
    await markAllRead(person)
    await test.db.updateTable('banner').set({ announced_at: null }).where('id', '=', id).execute()
    await announce()
    expect(await announce()).toBe(0)
    expect((await read(person)).entries).toHaveLength(1)
    await test.db.deleteFrom('banner').where('id', '=', id).execute()
    expect((await read(person)).entries).toEqual([])
  })

  it('announces no banner before it starts, of another brand or of a sign-in page', async () => {
    await banner({ starts_at: new Date(test.clock.now().getTime() + 60_000) })
    await banner({ brand: 'bayside' })
    await banner({ category_id: 'login' })
    await announce()
    expect((await read(person)).entries).toEqual([])
    test.clock.advance(61)
    await announce()
    expect((await read(person)).entries).toHaveLength(1)
  })

  it('reports a mail that failed permanently to the person at this address, and to nobody at a former one', async () => {
    const mail = { kind: 'grant.changed', request_id: null }
    await recordFailedMail(moment(), { ...mail, account_id: person.id, to_address: 'former@example.org' })
    await recordFailedMail(moment(), { ...mail, account_id: null, to_address: person.email })
    expect((await read(person)).entries).toEqual([])
    await recordFailedMail(moment(), { ...mail, account_id: person.id, to_address: person.email.toUpperCase() })
    expect((await read(person)).entries).toMatchObject([{ kind: 'MAIL', page: '/thp/portal/providers/profile' }])
  })
})

describe('entries of plan staff', () => {
  let asking: Person
  beforeEach(async () => {
    await sql`delete from bell_entry`.execute(test.db)
    asking = await newPerson()
  })
  const request = (more: object = {}) =>
    makeRequest(test.db, settings, {
      role: 'AU',
      accountId: asking.id,
      scopes: [{ kind: 'PG', id: south.group }],
      now: test.clock.now(),
      ...more,
    })
  const tidy = async (...jobs: string[]) => {
    for (const job of jobs) await jobNamed(job).run(test.deps, test.clock.now())
  }
  const announce = () => tidy('left-to-staff', 'announce-left-to-staff')
  const saysOf = async (staff: Person) => (await read(staff)).entries.map(({ says }) => says)
  const WAITING = 'Access requests are waiting for Provider Services.'

  it('say that requests wait for them: once to each reviewer and administrator, and to no one else', async () => {
    const [administrator, reviewer, editor, auditor] = [
      await newPerson('internal'),
      await newPerson('internal', 'REVIEWER'),
      await newPerson('internal', 'EDITOR'),
      await newPerson('internal', 'AUDITOR'),
    ]
    await request()
    await request()
    await announce()
    for (const staff of [administrator, reviewer]) {
      expect((await read(staff)).entries).toMatchObject([
        { kind: 'QUEUE', says: WAITING, page: '/thp/portal/internal/requests' },
      ])
      expect(await unreadOf(staff)).toBe(1)
    }
    for (const staff of [editor, auditor]) expect(await saysOf(staff)).toEqual([])
    await markAllRead(reviewer)
    test.clock.advance(60)
    await announce()
    expect((await read(reviewer)).entries.map((entry) => entry.read)).toEqual([true])
    await request()
    await announce()
    expect((await read(reviewer)).entries.map((entry) => entry.read)).toEqual([false, true])
  })

  it('mention a request that an administrator of the office decides only once the office has none', async () => {
    const reviewer = await newPerson('internal', 'REVIEWER')
    await insertTestAccount(test.db, {
      username: `southsaa${count}`,
      grants: [{ role: 'SAA', scopeKind: 'PG', scopeId: south.group, permissions: ['HOME'] }],
    })
    await request()
    await announce()
    expect(await saysOf(reviewer)).toEqual([])
    await sql`update access_grant set state = 'REVOKED' where scope_id = ${south.group} and role = 'SAA'`.execute(
      test.db,
    )
    await announce()
    expect(await saysOf(reviewer)).toEqual([WAITING])
  })

  it('disappear, unless they are read, once a colleague has decided all requests', async () => {
    const [reviewer, colleague] = [await newPerson('internal', 'REVIEWER'), await newPerson('internal', 'REVIEWER')]
    await request()
    await announce()
    await markAllRead(colleague)
    await tidy('end-request-entries')
    expect(await saysOf(reviewer)).toEqual([WAITING])
    await test.db.updateTable('access_request').set({ state: 'REJECTED' }).execute()
    await tidy('end-contract-entries', 'end-approval-entries')
    expect(await saysOf(reviewer)).toEqual([WAITING])
    await tidy('end-request-entries')
    expect([await saysOf(reviewer), await saysOf(colleague)]).toEqual([[], [WAITING]])
  })

  it('about contracts and approvals disappear once none waits', async () => {
    const administrator = await newPerson('internal')
    const { requestId } = await request({ role: 'SAA' })
    await receiveContract(test.db, requestId, test.clock.now())
    await test.db.transaction().execute(async (db) => {
      for (const event of ['staff.contracts-waiting', 'staff.approvals-waiting'] as const)
        await recordStaffEvent({ db, now: test.clock.now() }, { event })
    })
    await tidy('end-contract-entries', 'end-approval-entries')
    expect(await saysOf(administrator)).toEqual(['Signed contracts are waiting for review.'])
    await test.db.updateTable('signed_contract').set({ state: 'VALIDATED' }).execute()
    await tidy('end-contract-entries')
    expect(await saysOf(administrator)).toEqual([])
  })

  it('say that a request was passed to them', async () => {
    const reviewer = await newPerson('internal', 'REVIEWER')
    const { requestId } = await request({ role: 'SAA', path: 'BEHALF', signatoryEmail: 'dr@practice.example' })
    expect(await saysOf(reviewer)).toEqual([])
    await transact(testContext(test.db, settings, { now: test.clock.now() }), (inside) =>
      passRequestToStaff(inside, requestId),
    )
    expect(await saysOf(reviewer)).toEqual([WAITING])
  })

  it.each([
    ['the role changes', { staff_role: 'AUDITOR' }],
    ['the role is taken away', { staff_role: null }],
    ['the account is suspended', { state: 'SUSPENDED' }],
  ] as const)('disappear when %s, and security notices stay', async (_what, change) => {
    const reviewer = await newPerson('internal', 'REVIEWER')
    const other = await newPerson('internal', 'REVIEWER')
    await request()
    await announce()
    await happen(reviewer, 'account.password-changed')
    await test.db.updateTable('account').set(change).where('id', '=', reviewer.id).execute()
    const left = await test.db.selectFrom('bell_entry').select('event').where('account_id', '=', reviewer.id).execute()
    expect(left).toEqual([{ event: 'account.password-changed' }])
    expect(await saysOf(other)).toEqual([WAITING])
  })

  it('stay when the role changes to another one that they are for', async () => {
    const reviewer = await newPerson('internal', 'REVIEWER')
    await request()
    await announce()
    await test.db.updateTable('account').set({ staff_role: 'ADMINISTRATOR' }).where('id', '=', reviewer.id).execute()
    expect(await saysOf(reviewer)).toEqual([WAITING])
  })

  it('go into the digest of a person who wants that', async () => {
    const reviewer = await newPerson('internal', 'REVIEWER')
    await prefer(reviewer, { kind: 'QUEUE', delivery: 'DIGEST' })
    await request()
    await announce()
    test.clock.advance(86_400)
    const sent = Number((await metric('portico_digests_total')) ?? 0)
    const done = await jobNamed('send-digests').run(test.deps, test.clock.now())
    const [mail] = (await mailsTo(reviewer)).filter(({ kind }) => kind === 'account.digest')
    expect(mail?.body).toContain(WAITING)
    expect(Number(await metric('portico_digests_total'))).toBe(sent + done)
  })
  const metric = async (name: string) =>
    new RegExp(`^${name} (\\d+)`, 'm').exec(await test.deps.metrics.registry.metrics())?.[1]

  it('tell the editors and administrators of news, in every brand, once', async () => {
    const [editor, reviewer] = [await newPerson('internal', 'EDITOR'), await newPerson('internal', 'REVIEWER')]
    await sql`delete from banner`.execute(test.db)
    await test.db
      .insertInto('banner')
      .values({
        ...{ category_id: 'member-home', brand: 'bayside', summary: 'New ID cards', audience: 'MEMBER' },
        ...{ starts_at: test.clock.now(), updated_at: test.clock.now() },
      })
      .execute()
    await jobNamed('announce-news').run(test.deps, test.clock.now())
    expect((await read(editor)).entries).toMatchObject([
      { kind: 'NEWS', says: 'New ID cards', page: '/thp/portal/internal/content' },
    ])
    expect(await saysOf(reviewer)).toEqual([])
    await markAllRead(editor)
    await sql`update banner set announced_at = null`.execute(test.db)
    await jobNamed('announce-news').run(test.deps, test.clock.now())
    expect((await read(editor)).entries.map((entry) => entry.read)).toEqual([true])
    await sql`delete from banner`.execute(test.db)
  })
})

describe('an invitation that could not be delivered', () => {
  const FAILED = 'We could not deliver an invitation that you sent. Please check the email address.'

  async function invited() {
    const { entity } = await grantOf(person)
    const email = `invited${count}@example.org`
    const invitation = { entity, role: 'AU', permissions: [], firstName: 'Ina', lastName: 'Vited', email }
    const reply = await person.browser.postCall(invite.path, invitation)
    expect(reply.status).toBe(200)
    return test.db
      .selectFrom('mail_message')
      .selectAll()
      .where('to_address', '=', email)
      .where('kind', '=', 'account.invited')
      .executeTakeFirstOrThrow()
  }

  it('is reported to its inviter, until it is accepted', async () => {
    const mail = await invited()
    await recordFailedMail(moment(), mail)
    expect((await read(person)).entries).toMatchObject([
      { kind: 'MAIL', says: FAILED, page: '/thp/portal/providers/access' },
    ])
    await sql`update access_request set state = 'ACTIVE' where id = ${mail.request_id}`.execute(test.db)
    expect((await read(person)).entries).toEqual([])
  })

  it('is not reported to an inviter who no longer administers the scope, nor stays with one', async () => {
    const mail = await invited()
    await recordFailedMail(moment(), mail)
    const { id } = await grantOf(person)
    await test.db.updateTable('access_grant').set({ role: 'AU' }).where('id', '=', id).execute()
    expect((await read(person)).entries).toEqual([])
    await recordFailedMail(moment(), mail)
    expect((await read(person)).entries).toEqual([])
  })

  it('is not reported after the invited person’s address changed', async () => {
    const mail = await invited()
    await recordFailedMail(moment(), { ...mail, to_address: 'former@example.org' })
    expect((await read(person)).entries).toEqual([])
  })
})
