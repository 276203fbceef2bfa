import * as access from '@portico/core/access/calls'
import type { DelayedDecision, NextReference } from '@portico/core/access/request-shapes'
import * as calls from '@portico/core/provider-directory/calls'
import type {
  ChangeQueue,
  ChangeRules,
  OfficeChanges,
  ReviewedChange,
  Suppression,
} from '@portico/core/provider-directory/queue-shapes'
import * as sentence from '@portico/core/provider-directory/sentences'
import * as factors from '@portico/core/signon/factors/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'
import { carryOutDecisions, requestHandlers } from '../access/access.ts'
import * as delayed from '../access/domain/sentences.ts'
import { contractHandlers } from '../contracts/domain/decide-contract.ts'
import { type SubmittedChange, submitChanges } from './domain/changes/submit-changes.ts'
import { changeHandlers, refreshAllPublished } from './provider-directory.ts'

const [first, second] = north.npis.N1
const HOLD = { holdSeconds: 10 }
let app: TestApp
let rita: TestBrowser
let omar: TestBrowser
let office: TestBrowser
let officeId: string
let ids: Record<string, string>

beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated', settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(app.db)
  await sql`update provider set last_name = 'Doe', search_name = 'physician ' || npi`.execute(app.db)
  ids = await insertSmallDirectory(app.db, app.clock.now())
})
beforeEach(async () => {
  await app.reset()
  rita = await openStaff('rita01')
  omar = await openStaff('omar01')
  const grants = [{ scopeKind: 'PG' as const, scopeId: 'N1', permissions: ['HOME', 'ROSTER'] }]
  officeId = (await insertTestAccount(app.db, { username: 'office', lastName: 'Office', grants })).id
  office = await open('office')
})
afterAll(() => app.close())

async function open(username: string): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

async function openStaff(username: string): Promise<TestBrowser> {
  await insertTestAccount(app.db, { username, kind: 'internal', staffRole: 'REVIEWER', firstName: username })
  return open(username)
}

const submit = (...changes: SubmittedChange[]) =>
  transact(
    testSignedIn(testContext(app.db, app.deps.settings, { now: app.clock.now() }), {
      accountId: officeId,
      kind: 'provider',
    }),
    (inside) => submitChanges(inside, { scope: { kind: 'PG', id: 'N1' }, source: 'PAGE', changes }),
  )
const phone = (value = '9785550199'): SubmittedChange => ({ npi: first, locationId: 'L-NORTH', field: 'phone', value })
const address: SubmittedChange = {
  npi: first,
  locationId: 'L-NORTH',
  field: 'address',
  value: { line1: '5 Elm Street', line2: '', city: 'Salem', state: 'MA', zip: '01970' },
}
const specialty = (): SubmittedChange => ({
  npi: first,
  practiceId: ids[first],
  field: 'specialty',
  value: ['207R00000X'],
})
const hours: SubmittedChange = { npi: first, locationId: 'L-NORTH', field: 'hours', value: 'Mon-Sat 8-6' }

const list = async (query: Record<string, string> = {}, by = rita) =>
  (await by.getCall<ChangeQueue>(calls.listChanges.path, query)).entity
const review = async (reference: string, by = rita) =>
  (await by.getCall<ReviewedChange>(calls.reviewChange.path, { reference })).entity
const seenOf = async (...references: string[]) =>
  Promise.all(references.map(async (reference) => ({ reference, seen: (await review(reference)).seen })))
const waitingReferences = async () => (await list()).rows.map(({ reference }) => reference)
const accept = async (references: string[], more: object = {}, by = rita) =>
  by.postCall(calls.acceptChanges.path, { changes: await seenOf(...references), ...more })
const sendBack = async (references: string[], more: object = {}, by = rita) =>
  by.postCall(calls.returnChanges.path, { changes: await seenOf(...references), reason: 'Wrong number.', ...more })
const carryOut = () => carryOutDecisions(app.deps, { ...requestHandlers, ...contractHandlers, ...changeHandlers })
const location = () =>
  app.db.selectFrom('practice_location').selectAll().where('location_id', '=', 'L-NORTH').executeTakeFirstOrThrow()
const mails = async () =>
  app.db.selectFrom('mail_message').select(['kind', 'body']).where('account_id', '=', officeId).orderBy('id').execute()
const acts = async () =>
  (await app.db.selectFrom('audit_event').select('action').where('action', 'like', 'directory.change-%').execute()).map(
    ({ action }) => action,
  )
const dispute = () =>
  sql`update practice_change set state = 'WAITING', disputed_at = ${app.clock.now()}, disputed_email = 'p@example.org',
    dispute_note = 'This is wrong.'`.execute(app.db)
const published = async () => {
  const { rows } = await sql<{ body: string }>`select coalesce(string_agg(resource::text, ' '), '') as body
    from published_resource`.execute(app.db)
  return rows[0]?.body ?? ''
}

describe('the list', () => {
  test('shows what waits by due date, with values as text, and what was decided', async () => {
    await submit(phone(), hours)
    app.clock.advance(60)
    await submit(specialty())
    expect((await list()).rows).toMatchObject([
      { field: 'phone', before: '(978) 555-0101', after: '(978) 555-0199', source: 'PAGE', state: 'WAITING' },
      { field: 'specialty', isAutomatic: false, isDisputed: false, takenBy: '' },
    ])
    expect((await list({ view: 'AUTOMATIC' })).rows).toMatchObject([{ field: 'hours', isAutomatic: true }])
    expect((await list({ view: 'DECIDED' })).total).toBe(0)
    expect(await list({ field: 'phone' })).toMatchObject({ total: 1 })
    expect(await list({ source: 'FILE' })).toMatchObject({ total: 0 })
    expect(await list({ search: first.slice(0, 9) })).toMatchObject({ total: 2 })
    expect(await list({ search: `Physician ${first}` })).toMatchObject({ total: 2 })
    expect(await list({ search: second })).toMatchObject({ total: 0 })
    expect(await list({ search: '%' })).toMatchObject({ total: 0 })
  })

  test('counts overdue changes after the second business day, and names the rules', async () => {
    await submit(phone())
    const rules = async () => (await rita.getCall<ChangeRules>(calls.describeChangeRules.path)).entity
    expect(await rules()).toMatchObject({
      waiting: 1,
      overdue: 0,
      accepted: ['acceptingNewPatients', 'languages', 'hours'],
    })
    expect((await rules()).asked).toEqual(expect.arrayContaining(['phone', 'address', 'specialty', 'other']))
    expect((await list({ view: 'OVERDUE' })).total).toBe(0)
    app.clock.advance(7 * 86_400)
    rita = await open('rita01')
    expect(await rules()).toMatchObject({ waiting: 1, overdue: 1 })
    expect((await list({ view: 'OVERDUE' })).total).toBe(1)
  })

  test('keeps text from an office as text', async () => {
    const details = '=HYPERLINK("http://x.example") <b onclick=x>'
    await office.postCall(calls.reportChange.path, { npi: first, kind: 'OTHER', details })
    expect((await list()).rows[0]?.after).toBe(`Something else\n${details}`)
  })
})

describe('a review', () => {
  test('shows before, after, the national file, the office and what was sent together', async () => {
    await sql`update provider set phone = '6175550000' where npi = ${first}`.execute(app.db)
    await submit(phone(), address)
    await submit({ ...phone('9785550155'), npi: second })
    const [one = ''] = await waitingReferences()
    expect(await review(one)).toMatchObject({
      before: '(978) 555-0101',
      after: '(978) 555-0199',
      present: '(978) 555-0101',
      national: '(617) 555-0000',
      hasMoved: false,
      place: 'North Family Practice, 12 Harbor Street, Salem, MA',
      office: 'North Family Practice',
      reportedBy: 'Robin Office',
    })
    expect((await review(one)).others).toHaveLength(2)
    expect((await rita.getCall(calls.reviewChange.path, { reference: 'CH-999' })).status).toBe(404)
    expect((await rita.getCall(calls.reviewChange.path, { reference: 'CH-1 or 1=1' })).http).toBe(400)
  })

  test('says that the directory changed, and refuses a decision about the earlier value', async () => {
    await submit(phone())
    await submit(phone('9785550155'))
    const [one = '', other = ''] = await waitingReferences()
    const stale = await seenOf(other)
    expect((await accept([one])).status).toBe(200)
    expect(await review(other)).toMatchObject({ hasMoved: true, present: '(978) 555-0199' })
    const refused = await rita.postCall(calls.acceptChanges.path, { changes: stale })
    expect(refused).toMatchObject({ status: 407, entity: { message: sentence.CHANGE_MOVED, messageCode: 'moved' } })
    expect((await accept([other])).status).toBe(200)
    expect((await location()).phone).toBe('9785550155')
  })
})

describe('a decision', () => {
  test('applies several changes of one submission, publishes them and mails the office once', async () => {
    await submit(phone(), address, specialty())
    const references = await waitingReferences()
    expect(references).toHaveLength(3)
    expect((await accept(references)).entity).toBe(true)
    expect(await location()).toMatchObject({ phone: '9785550199', address_1: '5 Elm Street' })
    expect(await published()).toContain('5 Elm Street')
    expect(await mails()).toMatchObject([{ kind: 'roster.answered', body: expect.stringContaining('5 Elm Street') }])
    expect(await acts()).toEqual(Array.from({ length: 3 }, () => 'directory.change-accepted'))
    const seen = await office.getCall<OfficeChanges>(calls.listMyChanges.path)
    expect(seen.entity.rows.map(({ state }) => state)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED'])
  })

  test('returns a change with a reason that the office reads, and changes nothing', async () => {
    await submit(phone())
    const references = await waitingReferences()
    expect((await sendBack(references, { reason: ' ' })).entity).toMatchObject({ message: sentence.ENTER_REASON })
    expect((await sendBack(references)).entity).toBe(true)
    expect((await location()).phone).toBe('9785550101')
    expect((await mails())[0]?.body).toContain('Reason: Wrong number.')
    expect(await acts()).toEqual(['directory.change-returned'])
  })

  test('is made once: the same again is done, a different one and a colleague’s are refused', async () => {
    await submit(phone())
    const [one = ''] = await waitingReferences()
    const decision = { changes: await seenOf(one) }
    for (const _ of [1, 2]) expect((await rita.postCall(calls.acceptChanges.path, decision)).entity).toBe(true)
    expect(await mails()).toHaveLength(1)
    expect((await sendBack([one])).entity).toMatchObject({ message: sentence.CHANGE_DECIDED })
    expect((await accept([one], {}, omar)).entity).toMatchObject({ message: sentence.CHANGE_DECIDED })
  })

  test('refuses changes of two submissions, unknown ones and more than 50', async () => {
    await submit(phone())
    app.clock.advance(1)
    await submit(specialty())
    const references = await waitingReferences()
    expect((await accept(references)).entity).toMatchObject({ message: sentence.NOT_ONE_SUBMISSION })
    const unknown = { changes: [{ reference: 'CH-99999', seen: '' }] }
    expect((await rita.postCall(calls.acceptChanges.path, unknown)).status).toBe(404)
    const many = { changes: Array.from({ length: 51 }, () => ({ reference: 'CH-1', seen: '' })) }
    expect((await rita.postCall(calls.acceptChanges.path, many)).http).toBe(400)
    expect((await list()).total).toBe(2)
  })

  test('refuses to accept a change whose location left the plan’s file, and lets staff return it', async () => {
    await submit(phone())
    await sql`update practice_location set left_at = now() where location_id = 'L-NORTH'`.execute(app.db)
    const references = await waitingReferences()
    expect((await accept(references)).entity).toMatchObject({ message: sentence.CHANGE_ROW_GONE })
    expect((await sendBack(references)).entity).toBe(true)
  })

  test('needs a fresh proof, and only reviewers and administrators may make it', async () => {
    await submit(phone())
    const [one = ''] = await waitingReferences()
    const decision = { changes: await seenOf(one) }
    await insertTestAccount(app.db, { username: 'editor1', kind: 'internal', staffRole: 'EDITOR' })
    for (const username of ['editor1', 'office'])
      expect((await (await open(username)).postCall(calls.acceptChanges.path, decision)).http).toBe(403)
    expect((await app.openBrowser().postCall(calls.acceptChanges.path, decision)).http).toBe(401)
    app.clock.advance(11 * 60)
    const old = await rita.postCall(calls.acceptChanges.path, decision)
    expect(old).toMatchObject({ http: 401, entity: { messageCode: 'step-up' } })
    const proved = await rita.postCall(factors.proveFactor.path, { kind: 'password', password: testPassword })
    expect(proved.status).toBe(200)
    expect((await rita.postCall(calls.acceptChanges.path, decision)).entity).toBe(true)
  })
})

describe('a delayed decision', () => {
  const delayedOf = async (by = rita) => (await by.getCall<DelayedDecision[]>(access.listDelayedDecisions.path)).entity

  test('changes nothing until it is due, and is carried out exactly once', async () => {
    await submit(phone(), specialty())
    const references = await waitingReferences()
    expect((await accept(references, HOLD)).entity).toBe(true)
    expect((await accept(references, HOLD)).entity).toBe(true)
    expect((await location()).phone).toBe('9785550101')
    expect((await list()).rows).toMatchObject([{ isDelayed: true }, { isDelayed: true }])
    expect(await delayedOf()).toMatchObject([
      { act: 'ACCEPT_CHANGE', reference: references[0], name: `Physician ${first}: 2 changes`, state: 'HELD' },
    ])
    expect((await accept(references, HOLD, omar)).entity).toMatchObject({ message: delayed.DELAYED_BY_OTHER })
    expect((await accept(references.slice(1), HOLD, omar)).entity).toMatchObject({ message: delayed.DELAYED_BY_OTHER })
    app.clock.advance(10)
    expect(await Promise.all([carryOut(), carryOut()]).then((done) => done.sort())).toEqual([0, 1])
    expect((await location()).phone).toBe('9785550199')
    expect(await mails()).toHaveLength(1)
    expect(await delayedOf()).toMatchObject([{ state: 'DONE' }])
  })

  test('is undone by its decider alone, and not when it is late', async () => {
    await submit(phone())
    const references = await waitingReferences()
    const [reference] = references
    await sendBack(references, HOLD)
    expect((await omar.postCall(access.undoDecision.path, { reference })).status).toBe(404)
    expect((await rita.postCall(access.undoDecision.path, { reference })).entity).toBe(true)
    app.clock.advance(11)
    expect(await carryOut()).toBe(0)
    expect((await list()).rows).toMatchObject([{ state: 'WAITING', isDelayed: false }])
    await sendBack(references, HOLD)
    app.clock.advance(11)
    await carryOut()
    expect((await rita.postCall(access.undoDecision.path, { reference })).entity).toMatchObject({
      message: delayed.TOO_LATE,
    })
  })

  test('is refused when due if the directory changed meanwhile, and the decider reads why', async () => {
    await submit(phone())
    const references = await waitingReferences()
    await accept(references, HOLD)
    await sql`update practice_location set phone = '9785550111'`.execute(app.db)
    app.clock.advance(11)
    await carryOut()
    expect(await delayedOf()).toMatchObject([{ state: 'REFUSED', message: sentence.CHANGE_MOVED }])
    expect((await location()).phone).toBe('9785550111')
    await rita.postCall(access.forgetDecision.path, { reference: references[0] })
    expect(await delayedOf()).toEqual([])
  })

  test('is not carried out for a decider who is no longer a reviewer', async () => {
    await submit(phone())
    await accept(await waitingReferences(), HOLD)
    await sql`update account set staff_role = 'EDITOR' where username_key = 'rita01'`.execute(app.db)
    app.clock.advance(11)
    await carryOut()
    expect((await location()).phone).toBe('9785550101')
  })
})

describe('taking', () => {
  test('a colleague cannot take what is taken, and the next free change skips it', async () => {
    await submit(phone(), specialty(), address)
    const [one = '', two = '', three = ''] = await waitingReferences()
    const take = (reference: string, by: TestBrowser, wanted = true) =>
      by.postCall(calls.takeChange.path, { reference, take: wanted })
    expect((await take(one, rita)).entity).toBe(true)
    expect((await take(one, omar)).entity).toMatchObject({ message: sentence.CHANGE_TAKEN })
    expect((await take(one, omar, false)).status).toBe(407)
    expect((await list({ taken: 'ME' })).rows).toMatchObject([
      { reference: one, isMine: true, takenBy: 'rita01 Sample' },
    ])
    const next = async (reference: string, way: string, by = omar) =>
      (await by.getCall<NextReference>(calls.nextChange.path, { reference, way })).entity.reference
    expect(await next(three, 'FREE')).toBe(two)
    expect(await next(three, 'FREE', rita)).toBe(one)
    expect(await next(one, 'NEXT')).toBe(two)
    expect(await next(two, 'PREVIOUS')).toBe(one)
    expect(await next(three, 'NEXT')).toBe('')
    expect(await next('nonsense', 'NEXT')).toBe('')
    expect((await take(one, rita, false)).entity).toBe(true)
    expect(await next(three, 'FREE')).toBe(one)
    expect((await take('CH-99999', rita)).status).toBe(404)
  })
})

describe('a disputed change', () => {
  beforeEach(async () => {
    await submit(hours)
    await dispute()
  })

  test('waits again with its own mark and the words of the report', async () => {
    expect((await list({ view: 'DISPUTED' })).rows).toMatchObject([{ isDisputed: true, field: 'hours' }])
    const [reference = ''] = await waitingReferences()
    expect(await review(reference)).toMatchObject({
      disputedBy: 'p@example.org',
      disputeNote: 'This is wrong.',
      hasMoved: false,
      present: 'Mon-Sat 8-6',
    })
  })

  test('stays if staff accept it', async () => {
    expect((await accept(await waitingReferences())).entity).toBe(true)
    expect((await location()).hours).toBe('Mon-Sat 8-6')
    expect((await list({ view: 'DECIDED' })).rows).toMatchObject([{ state: 'ACCEPTED' }])
  })

  test('gets the value from before if staff return it', async () => {
    expect((await sendBack(await waitingReferences())).entity).toBe(true)
    expect((await location()).hours).toBe('Mon-Fri 9-5')
  })

  test('keeps a later value if staff return it', async () => {
    await sql`update practice_location set hours = 'Mon 9-12'`.execute(app.db)
    expect((await sendBack(await waitingReferences())).entity).toBe(true)
    expect((await location()).hours).toBe('Mon 9-12')
  })
})

test.each<[string, () => SubmittedChange]>([
  ['phone', () => phone()],
  ['address', () => address],
  ['specialty', specialty],
  ['languages', () => ({ npi: first, practiceId: ids[first], field: 'languages', value: ['es'] })],
  ['telehealth', () => ({ npi: first, practiceId: ids[first], field: 'telehealth', value: true })],
  ['accepting', () => ({ npi: first, practiceId: ids[first], field: 'acceptingNewPatients', value: 'N' })],
  ['leaving', () => ({ npi: first, practiceId: ids[first], field: 'leaving', value: '2027-01-31' })],
])('restores the %s from before a disputed change, also if there was none', async (_, change) => {
  await sql`update practice_location set phone = null, address_1 = null`.execute(app.db)
  const state = async () => [
    await app.db.selectFrom('practice').selectAll().where('npi', '=', first).executeTakeFirstOrThrow(),
    await location(),
  ]
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, changed_at: null }))
  const before = plain(await state())
  await submit(change())
  const waiting = await waitingReferences()
  if (waiting.length > 0) expect((await accept(waiting)).entity).toBe(true)
  expect(plain(await state())).not.toEqual(before)
  await dispute()
  expect((await sendBack(await waitingReferences())).entity).toBe(true)
  expect(plain(await state())).toEqual(before)
})

test('ends a new location that a disputed change added', async () => {
  const value = { name: 'East', address: address.value, phone: '7815550123' }
  await submit({ npi: first, practiceId: ids[first], field: 'newLocation', value })
  expect((await accept(await waitingReferences())).entity).toBe(true)
  const added = () => app.db.selectFrom('practice').select('ends_on').where('location_id', 'like', 'office-%').execute()
  expect(await added()).toEqual([{ ends_on: null }])
  await dispute()
  expect((await sendBack(await waitingReferences())).entity).toBe(true)
  expect(await added()).toEqual([{ ends_on: expect.anything() }])
  expect(await published()).not.toContain('5 Elm Street')
})

describe('a report in words', () => {
  const report = { npi: first, kind: 'ADDRESS', details: 'Moved to 5 Elm Street.' }

  test('goes to the queue once, is answered, and shows the answer to the office and its colleagues', async () => {
    const grants = (scopeKind: 'PO' | 'PG', scopeId: string) => [
      { scopeKind, scopeId, permissions: ['HOME', 'ROSTER'] },
    ]
    await insertTestAccount(app.db, { username: 'colleague', grants: grants('PO', north.org) })
    await insertTestAccount(app.db, { username: 'stranger', grants: grants('PG', 'S1') })
    const [colleague, stranger] = [await open('colleague'), await open('stranger')]
    // Sent twice, as after a timeout: one report, one mail.
    for (const _ of [1, 2]) expect((await office.postCall(calls.reportChange.path, report)).entity).toBe(true)
    expect((await list()).rows).toMatchObject([
      { field: 'other', source: 'REPORT', after: 'New address\nMoved to 5 Elm Street.' },
    ])
    const references = await waitingReferences()
    expect((await accept(references)).entity).toMatchObject({ message: sentence.ENTER_ANSWER })
    expect((await accept(references, { answer: 'The directory is corrected.' })).entity).toBe(true)
    for (const browser of [office, colleague])
      expect((await browser.getCall<OfficeChanges>(calls.listMyChanges.path)).entity.rows).toMatchObject([
        { npi: first, answer: 'The directory is corrected.', reportedBy: 'Robin Office', state: 'ACCEPTED' },
      ])
    expect((await stranger.getCall<OfficeChanges>(calls.listMyChanges.path)).entity.total).toBe(0)
    expect((await mails()).map(({ kind }) => kind)).toEqual(['roster.reported', 'roster.answered'])
  })

  test('is refused if it is empty or about a foreign provider', async () => {
    expect((await office.postCall(calls.reportChange.path, { ...report, details: ' ' })).status).toBe(400)
    expect((await office.postCall(calls.reportChange.path, { ...report, npi: south.npis[0] })).status).toBe(404)
  })
})

describe('notes', () => {
  const note = (reference: string, text: string, by = rita) =>
    by.postCall(calls.addChangeNote.path, { reference, note: text })

  test('are seen by colleagues, newest first, and by no office', async () => {
    await submit(phone())
    const [reference = ''] = await waitingReferences()
    expect((await note(reference, ' The front desk confirms it. ')).entity).toBe(true)
    app.clock.advance(60)
    expect((await note(reference, 'Called <b>twice</b>.', omar)).entity).toBe(true)
    expect((await review(reference, omar)).notes).toMatchObject([
      { note: 'Called <b>twice</b>.', by: 'omar01 Sample' },
      { note: 'The front desk confirms it.', by: 'rita01 Sample' },
    ])
    await sendBack([reference])
    const mine = await office.getCall<OfficeChanges>(calls.listMyChanges.path)
    expect(JSON.stringify(mine)).not.toContain('front desk')
    expect(JSON.stringify(await mails())).not.toContain('front desk')
    expect((await office.postCall(calls.addChangeNote.path, { reference, note: 'Mine.' })).http).toBe(403)
    expect((await office.getCall(calls.reviewChange.path, { reference })).http).toBe(403)
    // Decided changes keep their notes, and get more.
    expect((await note(reference, 'The office called.')).entity).toBe(true)
    expect((await review(reference)).notes).toHaveLength(3)
    expect((await acts()).filter((act) => act === 'directory.change-noted')).toHaveLength(3)
  })

  test('belong to one change, and need a text', async () => {
    await submit(phone(), address)
    const [one = '', other = ''] = await waitingReferences()
    await note(one, 'Only here.')
    expect((await review(other)).notes).toEqual([])
    expect((await note(one, '  ')).entity).toMatchObject({ message: 'Please enter a note.' })
    expect((await note('CH-999999', 'x')).status).toBe(404)
    expect((await note('CH-0;', 'x')).http).toBe(400)
    await sql`delete from practice_change`.execute(app.db)
    expect(await app.db.selectFrom('staff_note').select('id').execute()).toEqual([])
  })
})

describe('the export', () => {
  const save = async (query = '', by = rita) => {
    const file = await by.get(`/Provider${calls.exportChanges.path}${query}`)
    return { ...file, lines: file.payload.replace('\uFEFF', '').trim().split('\r\n') }
  }

  test('has the whole list with its filter, without formulas and notes', async () => {
    const report = { npi: first, kind: 'OTHER', details: '=1+1 is the new suite.' }
    await submit(phone())
    app.clock.advance(60)
    expect((await office.postCall(calls.reportChange.path, report)).entity).toBe(true)
    const [, reported = ''] = await waitingReferences()
    await rita.postCall(calls.addChangeNote.path, { reference: reported, note: 'Internal only.' })
    const { headers, payload, lines } = await save()
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('Reference,Status,Provider,NPI,Location,Field,Before,After,From,Sent by,Sent on')
    expect(lines[1]).toContain('(978) 555-0101,(978) 555-0199,Directory page,Robin Office')
    expect(payload).not.toContain('Internal only.')
    await submit({ ...hours, value: '=HYPERLINK("https://example.org")' })
    const [, automatic = ''] = (await save('?view=AUTOMATIC')).lines
    expect(automatic).toContain(`"'=HYPERLINK(""https://example.org"")"`)
    expect((await save('?field=phone')).lines).toHaveLength(2)
    expect((await save('?view=DECIDED')).lines).toHaveLength(1)
    await accept([reported], { answer: '+1 done' })
    const [, decided = ''] = (await save('?view=DECIDED')).lines
    expect(decided).toContain('Accepted')
    expect(decided).toContain(",'+1 done")
  })

  test('continues after every batch without a gap or a repetition, in both orders', async () => {
    await submit(phone())
    await sql`
      insert into practice_change (npi, field, value_before, value_after, source, account_id, reported_at, due_at, state,
        decided_at, decided_by)
      select c.npi, c.field, c.value_before, to_jsonb('978555' || lpad(n::text, 4, '0')), c.source, c.account_id,
        c.reported_at, c.due_at + (n / 2) * interval '1 microsecond', s.state,
        case when s.state = 'RETURNED' then c.due_at + (n / 2) * interval '1 microsecond' end,
        case when s.state = 'RETURNED' then c.account_id end
      from practice_change c, generate_series(1, 1100) n, (values ('WAITING'), ('RETURNED')) s(state)`.execute(app.db)
    for (const [view, count] of [
      ['WAITING', 1101],
      ['DECIDED', 1100],
    ] as const) {
      const { lines } = await save(`?view=${view}`)
      const references = lines.slice(1).map((line) => line.split(',')[0])
      expect(references).toHaveLength(count)
      expect(new Set(references).size).toBe(count)
    }
  })

  test('needs a recent proof, and is for reviewers', async () => {
    app.clock.advance(11 * 60)
    expect((await save()).statusCode).toBe(401)
    expect((await save('', office)).statusCode).not.toBe(200)
  })
})

describe('suppression', () => {
  const suppress = (npi: string, reason = 'A threat against this provider.', by = rita) =>
    by.postCall(calls.suppressProvider.path, { npi, reason })
  const show = (npi: string) => rita.postCall(calls.showProviderAgain.path, { npi })

  test('takes a provider out of what is published at once, and back', async () => {
    await refreshAllPublished(systemContext(app.deps))
    expect(await published()).toContain(first)
    expect((await suppress(first)).entity).toBe(true)
    expect(await published()).not.toContain(first)
    const shown = await rita.getCall<Suppression>(calls.describeSuppression.path, { npi: first })
    expect(shown.entity).toMatchObject({
      isSuppressed: true,
      reason: 'A threat against this provider.',
      by: 'rita01 Sample',
    })
    expect((await suppress(first)).entity).toMatchObject({ message: sentence.ALREADY_SUPPRESSED })
    expect((await show(first)).entity).toBe(true)
    expect(await published()).toContain(first)
    expect((await show(first)).entity).toMatchObject({ message: sentence.NOT_SUPPRESSED })
    const audit = app.db
      .selectFrom('audit_event')
      .select(['action', 'npi'])
      .where('action', 'like', 'directory.provider-%')
    expect(await audit.orderBy('id').execute()).toEqual([
      { action: 'directory.provider-suppressed', npi: first },
      { action: 'directory.provider-shown', npi: first },
    ])
  })

  test('needs a reason, a known provider, a reviewer and a fresh proof', async () => {
    expect((await suppress(first, ' ')).status).toBe(400)
    expect((await suppress('1234567893')).status).toBe(404)
    expect((await suppress(first, 'No.', office)).http).toBe(403)
    app.clock.advance(11 * 60)
    expect((await suppress(first)).http).toBe(401)
    expect((await show(first)).http).toBe(401)
  })
})
