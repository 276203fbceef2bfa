import * as bell from '@portico/core/bell/calls'
import type { BellPage, Preference, Unread } from '@portico/core/bell/shapes'
import * as signon from '@portico/core/signon/calls'
import type { Me } from '@portico/core/signon/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { jobNamed } from '../../test/jobs.ts'
import { BELL_EVENTS } from '../platform/bell/events.ts'
import { recordBellEvent } from '../platform/bell/record-event.ts'
import type { MailKind } from '../platform/mail/kinds.ts'
import { queueMail } from '../platform/mail/mail.ts'
import { renderMail } from '../platform/mail/mail-body.ts'
import { lastDigestTime } from './domain/bell/digest-time.ts'

let test: TestApp
let count = 0

beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated' })
})
afterAll(() => test.close())

type Person = { id: string; username: string; email: string; browser: TestBrowser }

async function newPerson(kind: 'provider' | 'member' | 'internal' = 'provider'): Promise<Person> {
  count += 1
  const username = `bell${count}`
  const grants = kind === 'provider' ? [{ role: 'SAA' as const, scopeId: `11${String(count).padStart(8, '0')}` }] : []
  const { id } = await insertTestAccount(test.db, { username, kind, grants })
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

const body = renderMail('harborview', {
  subject: 'Test',
  greeting: 'Robin',
  paragraphs: ['Something changed, and you don’t need to do anything.'],
})
const moment = () => ({ db: test.db, now: test.clock.now() })
const read = async ({ browser }: Person, olderThan?: string) =>
  (await browser.getCall<BellPage>(bell.bellEntries.path, olderThan ? { olderThan } : {})).entity
const unreadOf = async ({ browser }: Person) => (await browser.getCall<Me>(signon.me.path)).entity.unread
const happen = (to: Person, kind: MailKind, more: { requestId?: string; cameWith?: string[] } = {}) =>
  test.db
    .transaction()
    .execute((db) =>
      queueMail(
        { db, now: test.clock.now() },
        { kind, brand: 'harborview', to: to.email, subject: 'Test', body, accountId: to.id, ...more },
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
    await person.browser.postCall(bell.readAllBellEntries.path)
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
    const reply = await person.browser.postCall<Unread>(bell.readBellEntry.path, { entryId: newest?.entryId })
    expect(reply.entity).toEqual({ unread: 1 })
    expect((await read(person)).entries.map((entry) => entry.read)).toEqual([true, false])
    expect((await person.browser.postCall<Unread>(bell.readAllBellEntries.path)).entity).toEqual({ unread: 0 })
    expect(await unreadOf(person)).toBe(0)
  })

  it('are of nobody else: not listed, not a place to continue from, not marked as read', async () => {
    await happen(person, 'grant.changed')
    const [own] = (await read(person)).entries
    const other = await newPerson()
    await happen(other, 'grant.removed')
    expect((await read(other)).entries.map(({ says }) => says)).toEqual(['Some of your access was removed.'])
    expect(await read(other, own?.entryId)).toEqual({ entries: [], hasOlder: false })
    const marked = await other.browser.postCall<Unread>(bell.readBellEntry.path, { entryId: own?.entryId })
    expect(marked.entity).toEqual({ unread: 1 })
    await other.browser.postCall(bell.readAllBellEntries.path)
    expect(await unreadOf(person)).toBe(1)
  })

  it('are found by no forged id', async () => {
    await happen(person, 'grant.changed')
    const { id } = await test.db
      .selectFrom('bell_entry')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
    for (const entryId of [id, 'x', 'A'.repeat(22)]) await person.browser.postCall(bell.readBellEntry.path, { entryId })
    expect(await unreadOf(person)).toBe(1)
  })

  it('lead staff and members to pages of their own area', () => {
    for (const [event, { page, kind }] of Object.entries(BELL_EVENTS)) {
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
    await person.browser.postCall(bell.readBellEntry.path, { entryId: confirm?.entryId })
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
    await person.browser.postCall(bell.readAllBellEntries.path)
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
    const { recordFailedMail } = await import('../platform/bell/record-failed-mail.ts')
    await recordFailedMail(moment(), { account_id: person.id, to_address: 'former@example.org' })
    await recordFailedMail(moment(), { account_id: null, to_address: person.email })
    expect((await read(person)).entries).toEqual([])
    await recordFailedMail(moment(), { account_id: person.id, to_address: person.email.toUpperCase() })
    expect((await read(person)).entries).toMatchObject([{ kind: 'MAIL', page: '/thp/portal/providers/profile' }])
  })
})
