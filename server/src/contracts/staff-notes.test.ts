import * as access from '@portico/core/access/calls'
import type { MyRequest, NextReference, StaffNotes, WaitingRequests } from '@portico/core/access/request-shapes'
import { ALL_CALLS } from '@portico/core/all-calls'
import * as calls from '@portico/core/contracts/calls'
import type { ContractList, DecidedList } from '@portico/core/contracts/shapes'
import { addBusinessDays } from '@portico/core/forms/business-days'
import { reviewPromise } from '@portico/core/registration/calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { insertSmallPlan, makeRequest, north, receiveContract, south } from '../../test/small-plan.ts'
import { NO_REVIEWER, NOTE_EMPTY, TAKEN_MEANWHILE } from '../access/domain/staff/staff-notes.ts'

let app: TestApp
let rita: TestBrowser
let omar: TestBrowser
const staffIds: Record<string, string> = {}
let people = 0
beforeAll(async () => {
  app = await buildTestApp({ database: 'migrated', settings: { limits: { signInsPerMinutePerAddress: 1000 } } })
  await insertSmallPlan(app.db)
})
beforeEach(async () => {
  await app.reset()
  rita = await openStaff('rita01', 'Rita', 'Reviewer')
  omar = await openStaff('omar01', 'Omar', 'Other')
  await insertTestAccount(app.db, { username: 'editor1', kind: 'internal', staffRole: 'EDITOR' }).then(
    ({ publicId }) => {
      staffIds.editor1 = publicId
    },
  )
})
afterAll(() => app.close())

async function openStaff(username: string, firstName: string, lastName: string): Promise<TestBrowser> {
  const made = await insertTestAccount(app.db, {
    username,
    kind: 'internal',
    staffRole: 'REVIEWER',
    firstName,
    lastName,
  })
  staffIds[username] = made.publicId
  return open(username)
}

async function open(username: string): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

type Asked = { lastName: string; role?: 'SAA' | 'AA' | 'AU'; scope: { kind: 'NPI' | 'PG'; id: string }; npi?: string }

async function createRequest({ lastName, role = 'SAA', scope, npi = south.npis[0] }: Asked) {
  people += 1
  const username = `asker${people}`
  const account = await insertTestAccount(app.db, { username, firstName: 'Ann', lastName })
  const made = { accountId: account.id, role, scopes: [scope], npi, now: app.clock.now() }
  return { ...(await makeRequest(app.db, app.deps.settings, made)), username }
}

const receive = (requestId: string, at = app.clock.now()) => receiveContract(app.db, requestId, at)

const deskOf = async (browser: TestBrowser, reference: string) =>
  (await browser.getCall<StaffNotes>(access.openStaffNotes.path, { reference })).entity
const contracts = async (browser: TestBrowser, query: Record<string, string>) =>
  (await browser.getCall<ContractList>(calls.listContracts.path, query)).entity.rows
const requests = async (query: Record<string, string>) =>
  (await rita.getCall<WaitingRequests>(access.listRequests.path, query)).entity.rows

test('lets reviewers claim, reassign and release a request, and rejects a claim based on a stale assignee', async () => {
  const { reference, requestId } = await createRequest({ lastName: 'Claimed', scope: { kind: 'PG', id: south.group } })
  await receive(requestId)
  const assign = (browser: TestBrowser, from: string, to: string) =>
    browser.postCall(access.assignRequest.path, { reference, from, to })
  const { rita01: rita1 = '', omar01: omar1 = '', editor1 = '' } = staffIds
  expect(await deskOf(rita, reference)).toMatchObject({ me: rita1, assignedTo: '', notes: [] })
  expect((await deskOf(rita, reference)).reviewers.map(({ name }) => name)).toEqual(['Omar Other', 'Rita Reviewer'])
  expect(await assign(rita, '', rita1)).toMatchObject({ status: 200, entity: true })
  expect(await assign(omar, '', omar1)).toMatchObject({ status: 407, entity: { message: TAKEN_MEANWHILE } })
  expect(await contracts(rita, { assigned: 'ME' })).toMatchObject([
    { reference, assignedTo: 'Rita Reviewer', mine: true },
  ])
  expect(await contracts(omar, { assigned: 'ME' })).toEqual([])
  expect(await contracts(omar, { assigned: 'NOBODY' })).toEqual([])
  expect(await assign(omar, rita1, omar1)).toMatchObject({ status: 200 })
  expect(await assign(omar, rita1, omar1)).toMatchObject({ status: 200 })
  expect(await assign(omar, omar1, editor1)).toMatchObject({ status: 407, entity: { message: NO_REVIEWER } })
  expect(await assign(omar, omar1, '')).toMatchObject({ status: 200 })
  expect(await contracts(omar, { assigned: 'NOBODY' })).toMatchObject([{ reference, assignedTo: '', mine: false }])
  expect((await rita.postCall(access.assignRequest.path, { reference: 'NOSUCH', from: '', to: '' })).status).toBe(404)
})

test('returns notes and the assignee of a request only to plan staff', async () => {
  const secret = 'Spoke to the front desk: sounds wrong.'
  const { reference, requestId, username } = await createRequest({
    lastName: 'Noted',
    scope: { kind: 'NPI', id: south.npis[1] },
  })
  await receive(requestId)
  for (const note of ['', '  '])
    expect(await rita.postCall(access.addNote.path, { reference, note })).toMatchObject({
      status: 400,
      entity: { message: NOTE_EMPTY },
    })
  expect((await rita.postCall(access.addNote.path, { reference, note: 'x'.repeat(1001) })).http).toBe(400)
  expect(await rita.postCall(access.addNote.path, { reference, note: secret })).toMatchObject({ status: 200 })
  await rita.postCall(access.assignRequest.path, { reference, from: '', to: staffIds.rita01 })
  expect(await deskOf(omar, reference)).toMatchObject({
    assignedName: 'Rita Reviewer',
    notes: [{ note: secret, by: 'Rita Reviewer' }],
  })
  const office = await open(username)
  // An administrator of the same NPI reads every page that an office can open.
  await insertTestAccount(app.db, {
    username: 'saahere1',
    grants: [{ role: 'SAA', scopeKind: 'NPI', scopeId: south.npis[1] }],
  })
  const saa = await open('saahere1')
  const waiting = await createRequest({ lastName: 'Asking', role: 'AU', scope: { kind: 'NPI', id: south.npis[1] } })
  await rita.postCall(access.assignRequest.path, { reference: waiting.reference, from: '', to: staffIds.rita01 })
  await rita.postCall(access.addNote.path, { reference: waiting.reference, note: secret })
  const mine = await saa.getCall<WaitingRequests>(access.listRequests.path)
  expect(mine.entity.rows).toMatchObject([{ reference: waiting.reference, assignedTo: '', dueOn: '' }])
  for (const browser of [office, saa])
    for (const { call } of ALL_CALLS.filter(({ call: { method } }) => method === 'GET'))
      for (const query of ['', `?reference=${reference}`, `?reference=${waiting.reference}`]) {
        const reply = await browser.get(`/Provider${call.path}${query}`)
        expect(reply.payload, call.path).not.toContain('front desk')
        expect(reply.payload, call.path).not.toContain('Rita')
      }
  for (const path of [access.addNote.path, access.assignRequest.path])
    expect((await office.postCall(path, { reference, note: 'x', from: '', to: '' })).http).toBe(403)
  expect((await office.getCall(access.openStaffNotes.path, { reference })).http).toBe(403)
})

test('finds a contract in any stage by reference, NPI, person and group, and counts its deadline in business days', async () => {
  app.clock.set(new Date('2026-11-13T20:00:00Z'))
  const fresh = await openStaff('rita02', 'Rosa', 'Second')
  const found = await createRequest({
    lastName: 'Findme',
    scope: { kind: 'PG', id: north.groups[1] },
    npi: north.npis.N2[0],
  })
  await receive(found.requestId)
  const awaited = await createRequest({ lastName: 'Findme', scope: { kind: 'NPI', id: north.solo }, npi: north.solo })
  const refs = async (search: string, more: Record<string, string> = {}) =>
    (await contracts(fresh, { search, ...more })).map(({ reference }) => reference).sort()
  const both = [found.reference, awaited.reference].sort()
  expect(await refs('findme')).toEqual(both)
  expect(await refs('findme', { stage: 'RECEIVED' })).toEqual([found.reference])
  expect(await refs(found.reference.toLowerCase())).toEqual([found.reference])
  expect(await refs(north.solo)).toEqual([awaited.reference])
  expect(await refs('north pediatrics')).toEqual([found.reference])
  expect(await refs(north.groups[1])).toContain(found.reference)
  expect(await refs('100%')).toEqual([])
  const [row] = await contracts(fresh, { search: found.reference })
  // Two business days after Friday afternoon is Tuesday at the same time.
  expect(row?.dueOn).toBe('2026-11-17T20:00:00.000Z')
  const opened = await fresh.getCall<{ dueOn: string }>(calls.reviewContract.path, { reference: found.reference })
  expect(opened.entity.dueOn).toBe(row?.dueOn)
  expect((await contracts(fresh, { search: awaited.reference }))[0]?.dueOn).toBe('')
})

test('uses the configured review deadline in the wizard, on the status page, in mail and in due dates', async () => {
  const { settings } = app.deps
  const usual = settings.reviewPromiseDays
  settings.reviewPromiseDays = 3
  try {
    expect(await app.openBrowser().getCall(reviewPromise.path)).toMatchObject({
      entity: { businessDays: 3, draftMinutes: 30 },
    })
    const scope = { kind: 'PG' as const, id: north.groups[0] }
    const { reference, username } = await createRequest({ lastName: 'Promised', scope, npi: north.npis.N1[0] })
    const staff = await openStaff('rita03', 'Ruth', 'Third')
    const fax = { reference, cameBy: 'FAX' }
    expect(await staff.postCall(calls.recordContract.path, fax)).toMatchObject({ status: 200 })
    const [row] = await contracts(staff, { search: reference })
    expect(row?.dueOn).toBe(addBusinessDays(app.clock.now(), 3).toISOString())
    const mine = await (await open(username)).getCall<MyRequest[]>(access.listMyRequests.path)
    expect(mine.entity[0]?.next).toContain('We’ll review it within three business days of receiving it')
    const { body } = await app.db
      .selectFrom('mail_message')
      .select('body')
      .where('kind', '=', 'contract.received')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(body).toContain('review it within three business days')
  } finally {
    settings.reviewPromiseDays = usual
  }
})

test('searches, filters and sorts requests', async () => {
  const scope = { kind: 'NPI' as const, id: north.npis.N1[1] }
  const zed = await createRequest({ lastName: 'Zed', role: 'AA', scope, npi: scope.id })
  app.clock.advance(60)
  const abel = await createRequest({ lastName: 'Abel', role: 'AU', scope, npi: scope.id })
  const ours = [zed.reference, abel.reference]
  rita = await open('rita01')
  const refs = async (query: Record<string, string>) =>
    (await requests({ search: scope.id, ...query })).map(({ reference }) => reference)
  expect(await refs({})).toEqual(ours)
  expect(await refs({ descending: 'true' })).toEqual([...ours].reverse())
  expect(await refs({ sort: 'who' })).toEqual([abel.reference, zed.reference])
  expect(await refs({ sort: 'role' })).toEqual(ours)
  expect(await refs({ role: 'AU' })).toEqual([abel.reference])
  expect(await refs({ path: 'BEHALF' })).toEqual([])
  expect(await refs({ path: 'APPROVAL' })).toEqual(ours)
  expect((await requests({ search: 'abel' })).map(({ reference }) => reference)).toEqual([abel.reference])
  const to = staffIds.rita01 ?? ''
  await rita.postCall(access.assignRequest.path, { reference: zed.reference, from: '', to })
  expect(await refs({ assigned: 'ME' })).toEqual([zed.reference])
  expect(await refs({ assigned: 'NOBODY' })).toEqual([abel.reference])
  expect((await requests({ search: 'zed' }))[0]).toMatchObject({ assignedTo: 'Rita Reviewer' })
})

test('lists decisions with their date, filters them, and exports a CSV without executable formulas', async () => {
  const { reference, requestId } = await createRequest({
    lastName: '=Formula',
    scope: { kind: 'PG', id: north.groups[0] },
  })
  const contractId = await receive(requestId)
  app.clock.set(new Date('2026-12-01T03:30:00Z'))
  rita = await open('rita01')
  const reason = 'Page 2 is missing, "again".'
  await rita.postCall(calls.returnContract.path, { reference, contractId, reason })
  const listed = async (query: Record<string, string>) =>
    (await rita.getCall<DecidedList>(calls.listDecided.path, query)).entity.rows
  const row = {
    reference,
    decision: 'RETURNED',
    decidedBy: 'Rita Reviewer',
    reason,
    scopeName: 'North Family Practice',
  }
  expect(await listed({ search: 'formula' })).toMatchObject([row])
  // This is still the evening of November 30 in the plan's time zone.
  expect(await listed({ from: '2026-11-30', to: '2026-11-30' })).toMatchObject([row])
  expect(await listed({ from: '2026-12-01' })).toEqual([])
  expect(await listed({ decision: 'VALIDATED' })).toEqual([])
  const file = await rita.get(`/Provider${calls.decidedFile.path}?search=formula`)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, line] = file.payload.split('\r\n')
  expect(head).toContain(
    'Decided on,Decided on (ISO 8601),Decision,Decided by,Came on,Came on (ISO 8601),Reference,Registrant,For,NPI,Reason',
  )
  expect(line).toContain('"Nov 30, 2026, 10:30 PM EST",2026-12-01T03:30:00.000Z,Contract returned,Rita Reviewer')
  expect(line).toContain(`"Page 2 is missing, ""again""."`)

  const npi = north.npis.N2[0]
  const request = await createRequest({ lastName: 'Denied', role: 'AU', scope: { kind: 'NPI', id: npi }, npi })
  const denial = { reference: request.reference, decision: 'deny', reason: 'Unknown there.' }
  expect(await rita.postCall(access.decideRequest.path, denial)).toMatchObject({ status: 200 })
  expect(await listed({ decision: 'REJECTED' })).toMatchObject([
    { reference: request.reference, reason: 'Unknown there.' },
  ])
})

/** More than one page of items, one second apart and older than all others. */
const LONG = [...Array(30).keys()]
const longAgo = (index: number) => new Date(Date.UTC(2020, 0, 1, 12, 0, index))

type Way = 'NEXT' | 'PREVIOUS' | 'FREE'
const nextBy = (call: { path: string }) => async (browser: TestBrowser, reference: string, way: Way) =>
  (await browser.getCall<NextReference>(call.path, { reference, way })).entity.reference

/** Assigns all requests in a state to a colleague, except these. */
async function leaveFree(state: 'PENDING_CONTRACT' | 'PENDING_APPROVAL', references: string[]): Promise<void> {
  const colleague = app.db.selectFrom('account').select('id').where('username', '=', 'omar01')
  const waiting = app.db.updateTable('access_request').where('state', '=', state)
  await waiting.set({ assigned_to: colleague }).execute()
  await waiting.set({ assigned_to: null }).where('reference', 'in', references).execute()
}

test('leads from a contract to the next and previous pending one, and after a decision to the next unassigned one', async () => {
  const queue: { reference: string; contractId: string }[] = []
  for (const index of LONG) {
    const request = await createRequest({ lastName: `Queued${index}`, scope: { kind: 'PG', id: south.group } })
    queue.push({ reference: request.reference, contractId: await receive(request.requestId, longAgo(index)) })
  }
  rita = await open('rita01')
  omar = await open('omar01')
  const next = nextBy(calls.nextContract)
  const at = (index: number) => queue[index]?.reference ?? ''

  // Continues across the page boundary of the list.
  expect(await next(rita, at(24), 'NEXT')).toBe(at(25))
  expect(await next(rita, at(27), 'NEXT')).toBe(at(28))
  expect(await next(rita, at(27), 'PREVIOUS')).toBe(at(26))
  expect(await next(rita, at(0), 'PREVIOUS')).toBe('')
  // The reviewer skipped the first contract, and a decision does not lead back to it.
  expect(await next(rita, at(3), 'FREE')).toBe(at(4))

  // Skips a colleague's contracts and those with a delayed decision, and wraps around at the end.
  await leaveFree('PENDING_CONTRACT', [at(0), at(3), at(29)])
  expect(await next(rita, at(3), 'FREE')).toBe(at(29))
  expect(await next(omar, at(3), 'FREE')).toBe(at(4))
  expect(await next(rita, at(3), 'NEXT')).toBe(at(4))
  const delayed = { ...queue[29], reason: 'Not signed.', holdSeconds: 10 }
  expect(await rita.postCall(calls.returnContract.path, delayed)).toMatchObject({ status: 200 })
  expect(await next(rita, at(3), 'FREE')).toBe(at(0))
  expect(await next(rita, at(29), 'FREE')).toBe(at(0))
  expect(await next(rita, at(28), 'NEXT')).toBe(at(29))

  // A decided contract keeps its position, but is never the next one.
  const returned = { ...queue[3], reason: 'Not signed.' }
  expect(await rita.postCall(calls.returnContract.path, returned)).toMatchObject({ status: 200 })
  expect(await next(rita, at(3), 'NEXT')).toBe(at(4))
  expect(await next(rita, at(2), 'NEXT')).toBe(at(4))
  expect(await next(rita, at(0), 'FREE')).toBe('')
  expect(await next(rita, 'NOSUCH', 'NEXT')).toBe('')
  expect((await rita.getCall(calls.nextContract.path, { reference: at(0), way: 'LAST' })).http).toBe(400)
})

test('leads from a request to the next and previous pending one, and after a decision to the next unassigned one', async () => {
  const scope = { kind: 'NPI' as const, id: north.solo }
  const queue: string[] = []
  for (const index of LONG) {
    const { reference, requestId } = await createRequest({ lastName: `Asks${index}`, role: 'AU', scope, npi: scope.id })
    const made = app.db.updateTable('access_request').set({ created_at: longAgo(index) })
    await made.where('id', '=', requestId).execute()
    queue.push(reference)
  }
  rita = await open('rita01')
  const next = nextBy(access.nextRequest)
  const at = (index: number) => queue[index] ?? ''
  expect(await next(rita, at(24), 'NEXT')).toBe(at(25))
  expect(await next(rita, at(27), 'PREVIOUS')).toBe(at(26))
  expect(await next(rita, at(0), 'PREVIOUS')).toBe('')
  expect(await next(rita, at(3), 'FREE')).toBe(at(4))
  await leaveFree('PENDING_APPROVAL', [at(0), at(3), at(29)])
  expect(await next(rita, at(3), 'FREE')).toBe(at(29))
  const denial = { reference: at(29), decision: 'deny', reason: 'Unknown there.' }
  expect(await rita.postCall(access.decideRequest.path, { ...denial, holdSeconds: 10 })).toMatchObject({ status: 200 })
  expect(await next(rita, at(3), 'FREE')).toBe(at(0))
  expect(await rita.postCall(access.decideRequest.path, { ...denial, reference: at(3) })).toMatchObject({ status: 200 })
  expect(await next(rita, at(2), 'NEXT')).toBe(at(4))
  expect(await next(rita, at(3), 'NEXT')).toBe(at(4))
  expect(await next(rita, at(0), 'FREE')).toBe('')
})
