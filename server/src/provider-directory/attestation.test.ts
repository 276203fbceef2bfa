import { createHash } from 'node:crypto'
import * as calls from '@portico/core/provider-directory/attestation/calls'
import type { FindingKind } from '@portico/core/provider-directory/attestation/finding-kinds'
import type {
  Attestations,
  FindingList,
  Readiness,
  Redrawn,
  Sample,
  SampleRow,
} from '@portico/core/provider-directory/attestation/shapes'
import { ATTESTATION_STATEMENT, ATTESTATION_TEXTS } from '@portico/core/provider-directory/attestation/statement'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createRunningClock } from '../../test/clock.ts'
import { jobNamed } from '../../test/jobs.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan, north, south } from '../../test/small-plan.ts'

const [first, second] = north.npis.N1
const DAY = 86_400_000
let it: TestApp
let admin: TestBrowser
let ids: Record<string, string>

let owner: DatabaseConnection
let count = 0

beforeAll(async () => {
  it = await buildTestApp({
    database: 'migrated',
    clock: createRunningClock(),
    settings: { limits: { signInsPerMinutePerAddress: 1000 } },
  })
  owner = connectDatabase(it.ownerLogin, { max: 1 })
  await insertSmallPlan(it.db)
})
afterAll(async () => {
  await owner.close()
  await it.close()
})

const TABLES = [
  ...['practice', 'practice_location', 'health_plan', 'suppressed_provider', 'audit_event', 'directory_publication'],
  ...['directory_day', 'directory_finding', 'directory_sample', 'directory_attestation'],
]

beforeEach(async () => {
  // The same day in UTC and in the plan's zone, whenever the tests run.
  it.clock.set(new Date(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`))
  // As the owner with triggers off, because attestations and the audit trail refuse it.
  const tables = TABLES.join(', ')
  const truncate = `set session_replication_role = replica; truncate ${tables} cascade; set session_replication_role = origin`
  await sql.raw(truncate).execute(owner.db)
  ids = await insertSmallDirectory(it.db, daysBefore(now(), 200))
  const plan = { plan_id: 'P1', name: 'Harbor HMO', network_id: 'NET', network_name: 'Harbor Network' }
  await it.db
    .insertInto('health_plan')
    .values({ ...plan, changed_at: now() })
    .execute()
  count += 1
  await insertTestAccount(it.db, { username: `chief${count}`, kind: 'internal', firstName: 'Kim', lastName: 'Chief' })
  admin = await signIn(`chief${count}`)
})

const now = () => it.clock.now()
async function signIn(username: string) {
  const browser = it.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

const check = (at = now()) => jobNamed('check-directory').run(it.deps, at)
const readiness = async () => (await admin.getCall<Readiness>(calls.describeReadiness.path)).entity
const findings = async (kind: FindingKind, query: Record<string, string> = {}) =>
  (await admin.getCall<FindingList>(calls.listFindings.path, { kind, ...query })).entity
const subjects = async (kind: FindingKind) => (await findings(kind)).rows.map(({ subject }) => subject)
const setLocation = (id: string, values: object) =>
  it.db.updateTable('practice_location').set(values).where('location_id', '=', id).execute()
const setPractice = (npi: string, values: object) =>
  it.db.updateTable('practice').set(values).where('npi', '=', npi).execute()
const file = async (path: string) => (await admin.get(`/Provider${path}`)).body

describe('the check', () => {
  test('counts rows verified within 90 days, and lists providers that are overdue or never verified', async () => {
    await setPractice(first, { verified_at: daysBefore(now(), 91) })
    await setPractice(second, { verified_at: daysBefore(now(), 89) })
    expect(await check()).toBe(1)
    const { check: figures, days, verifyDays } = await readiness()
    expect(verifyDays).toBe(90)
    expect(figures).toMatchObject({ providers: 4, publishedRows: 4, verifiedRows: 1, isAsked: false })
    expect(days).toMatchObject([{ publishedRows: 4, verifiedRows: 1 }])
    expect(await subjects('OVERDUE')).toEqual([first])
    expect(await subjects('NEVER_VERIFIED')).toEqual([north.solo, south.npis[0]])
    expect(figures?.findings).toContainEqual({ kind: 'OVERDUE', count: 1 })
    expect(figures?.findings).toContainEqual({ kind: 'NEVER_VERIFIED', count: 2 })
  })

  test('lists rows without a network, and with one that no plan has', async () => {
    await setPractice(first, { network_id: null })
    await setPractice(second, { network_id: 'GONE' })
    await check()
    expect(await subjects('NO_NETWORK')).toEqual([ids[first], ids[second]])
    expect((await findings('NO_NETWORK')).rows[1]?.others).toBe('GONE')
  })

  test('lists rows at a location that the plan no longer has, and providers without any', async () => {
    await setLocation('L-SOLO', { left_at: now() })
    await check()
    expect(await subjects('NO_LOCATION')).toEqual([`NPI ${north.npis.N2[0]}`, ids[north.solo], `NPI ${south.npis[1]}`])
  })

  test('lists locations without street or phone, and with a phone number that can’t be dialed', async () => {
    await setLocation('L-NORTH', { address_1: ' ', phone: '' })
    await setLocation('L-SOLO', { phone: '555-0102' })
    await setLocation('L-SOUTH', { address_1: null, phone: '+1 (978) 555-0103' })
    await check()
    expect(await subjects('NO_STREET')).toEqual(['L-NORTH', 'L-SOUTH'])
    expect(await subjects('NO_PHONE')).toEqual(['L-NORTH'])
    expect(await subjects('BAD_PHONE')).toEqual(['L-SOLO'])
  })

  test('lists a provider who is at a location twice in one network, not in two networks', async () => {
    const [row] = await it.db.selectFrom('practice').selectAll().where('npi', '=', first).execute()
    if (!row) throw new Error('no row')
    const { id: _, file_values: _file, ...copied } = row
    await it.db
      .insertInto('practice')
      .values([{ ...copied, network_id: 'NET2' }])
      .execute()
    await check()
    expect(await subjects('DUPLICATE_ROLE')).toEqual([])
    await it.db
      .insertInto('practice')
      .values({ ...copied, group_id: 'N2' })
      .execute()
    await check(new Date(now().getTime() + DAY))
    expect((await findings('DUPLICATE_ROLE')).rows).toMatchObject([{ npi: first, entries: 2, others: 'N1, N2' }])
  })

  test('lists an address under two ids, however it is punctuated, and not another suite', async () => {
    await setLocation('L-NORTH', { address_1: '12 Harbor St.', address_2: 'Suite 3' })
    await setLocation('L-SOLO', { address_1: '12 HARBOR ST', address_2: 'Suite 3', zip: '01970-1234' })
    await setLocation('L-SOUTH', { address_1: '12 Harbor St.', address_2: 'Suite 4' })
    await check()
    expect((await findings('DUPLICATE_ADDRESS')).rows).toMatchObject([{ entries: 2, others: 'L-NORTH, L-SOLO' }])
  })

  test('counts nothing that is not published', async () => {
    await setPractice(first, { published: false, network_id: null })
    await setPractice(second, { left_at: now(), network_id: null })
    await setPractice(north.solo, { ends_on: '2020-01-01', network_id: null })
    const suppressed = { npi: south.npis[0], reason: 'Safety', suppressed_at: now() }
    const account = await it.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
    await it.db
      .insertInto('suppressed_provider')
      .values({ ...suppressed, suppressed_by: account.id })
      .execute()
    await check()
    expect((await readiness()).check).toMatchObject({ publishedRows: 0, verifiedRows: 0, providers: 0 })
    for (const kind of ['NEVER_VERIFIED', 'NO_NETWORK', 'DUPLICATE_ADDRESS'] as const)
      expect(await subjects(kind)).toEqual([])
  })

  test('runs once a day of the plan, and again when staff ask for it', async () => {
    expect(await check()).toBe(1)
    expect(await check()).toBe(0)
    await setPractice(first, { network_id: null })
    await admin.postCall(calls.recheckDirectory.path)
    await admin.postCall(calls.recheckDirectory.path)
    expect((await readiness()).check?.isAsked).toBe(true)
    expect(await check()).toBe(1)
    expect((await readiness()).check?.isAsked).toBe(false)
    expect(await subjects('NO_NETWORK')).toEqual([ids[first]])
    expect(await check(new Date(now().getTime() + DAY))).toBe(1)
    expect((await readiness()).days).toHaveLength(2)
    const audit = it.db.selectFrom('audit_event').select('action').where('action', '=', 'directory.check-asked')
    expect(await audit.execute()).toHaveLength(1)
  })

  test('two processes write one row', async () => {
    expect((await Promise.all([check(), check()])).sort()).toEqual([0, 1])
  })

  test('does nothing for a plan without a directory', async () => {
    await it.db.deleteFrom('practice').execute()
    expect(await check()).toBe(0)
    expect((await readiness()).check).toBeNull()
  })

  test('findings can be searched by name, id and address, and paged', async () => {
    await check()
    const found = async (search: string) => (await findings('NEVER_VERIFIED', { search })).total
    expect(await found(first)).toBe(1)
    expect(await found('physician 10000')).toBe(4)
    expect(await found('100%')).toBe(0)
    const list = await findings('DUPLICATE_ADDRESS', { search: 'harbor salem' })
    expect(list.rows[0]).toMatchObject({ place: '12 Harbor Street, Salem, MA 01970', entries: 3 })
    expect((await findings('NEVER_VERIFIED', { page: '1' })).rows).toEqual([])
  })

  test('the export has all matching rows, and neutralizes formulas', async () => {
    await setLocation('L-NORTH', { name: '=HYPERLINK("x")', phone: null })
    await setLocation('L-SOLO', { phone: null })
    await check()
    const csv = await file(`${calls.exportFindings.path}?kind=NO_PHONE`)
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    expect(await file(`${calls.exportFindings.path}?kind=NO_PHONE&search=solo`)).not.toContain('HYPERLINK')
  })
})

const draw = (body: object = {}) =>
  admin.postCall<{ id: string }>(calls.drawSample.path, { size: 3, seed: '', ...body })
const open = async (id: string) => (await admin.getCall<Sample>(calls.openSample.path, { id })).entity
const result = (id: string, position: number, body: object = {}) => ({
  ...{ id, position, version: 0, outcome: 'REACHED', wrongFields: [], note: '' },
  ...body,
})
const save = (id: string, position: number, body: object = {}, browser = admin) =>
  browser.postCall<{ version: number; message: string }>(calls.saveSampleResult.path, result(id, position, body))
const finish = (id: string) => admin.postCall<{ message: string }>(calls.finishSample.path, { id })

describe('samples', () => {
  test('the same seed and frame draw the same rows; another seed can draw others', async () => {
    const npis = async (seed: string) =>
      (await open((await draw({ seed, size: 2 })).entity.id)).rows.map(({ npi }) => npi)
    const drawn = await npis('spring')
    expect(drawn).toHaveLength(2)
    expect(await npis('spring')).toEqual(drawn)
    const others = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(npis))
    expect(new Set(others.map(String)).size).toBeGreaterThan(1)
  })

  test('anyone can repeat the draw from the frame file, the seed and the recorded hash', async () => {
    const { id } = (await draw({ size: 3, seed: 'lottery-17' })).entity
    const { frameSha256, frameSize, rows } = await open(id)
    const frame = await file(`${calls.exportSampleFrame.path}?id=${id}`)
    expect(createHash('sha256').update(frame).digest('hex')).toBe(frameSha256)
    const lines = frame.split('\n')
    expect(lines).toHaveLength(frameSize)
    const rank = (line: string) => createHash('sha256').update(`lottery-17:${line}`).digest('hex')
    const drawn = lines.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, 3)
    expect(rows.map(({ npi }) => npi)).toEqual(drawn.map((line) => line.split(',')[1]))
  })

  test('a draw without a seed gets a random one', async () => {
    const seeds = await Promise.all([draw(), draw()].map(async (drawn) => (await open((await drawn).entity.id)).seed))
    expect(new Set(seeds).size).toBe(2)
    expect(seeds[0]).toMatch(/^[0-9a-f]{16}$/)
  })

  test('a redraw confirms a sample after the directory changed, and reveals a forged row, seed or frame', async () => {
    const { id } = (await draw({ seed: 'x' })).entity
    const redraw = async () => (await admin.getCall<Redrawn>(calls.redrawSample.path, { id })).entity
    await setPractice(first, { published: false })
    expect(await redraw()).toEqual({ frameMatches: true, rowsMatch: true })
    await sql`update sampled_practice set npi = ${south.npis[1]} where sample_id = ${id} and position = 1`.execute(
      it.db,
    )
    expect(await redraw()).toEqual({ frameMatches: true, rowsMatch: false })
    await sql`update directory_sample set frame_sha256 = ${'0'.repeat(64)} where id = ${id}`.execute(it.db)
    expect((await redraw()).frameMatches).toBe(false)
  })

  test('shows what the directory said when the row was drawn', async () => {
    const { id } = (await draw({ size: 4 })).entity
    await setLocation('L-SOLO', { phone: '9785550199' })
    expect((await open(id)).rows.find(({ npi }) => npi === north.solo)?.shown).toEqual({
      name: `Physician ${north.solo}`,
      locationName: 'Solo Office',
      address: '12 Harbor Street, Salem, MA 01970',
      phone: '9785550102',
      specialty: 'Family Medicine',
      acceptingNewPatients: 'Y',
      network: 'Harbor Network',
      plans: ['Harbor HMO'],
    })
  })

  test.each([
    [{ size: 5 }, ATTESTATION_TEXTS.tooLarge],
    [{ size: 0 }, undefined],
    [{ size: 501 }, undefined],
    [{ seed: 'a b' }, undefined],
    [{ seed: 'x'.repeat(41) }, undefined],
  ])('refuses to draw %j', async (body, message) => {
    const refused = await draw(body)
    expect(refused.status).toBe(400)
    if (message) expect(refused.entity).toMatchObject({ message })
    expect((await admin.getCall<SampleRow[]>(calls.listSamples.path)).entity).toEqual([])
  })

  test('refuses to draw from an empty directory', async () => {
    await it.db.updateTable('practice').set({ published: false }).execute()
    expect((await draw()).entity).toMatchObject({ message: ATTESTATION_TEXTS.emptyDirectory })
  })

  test('is finished with a result for every call, and then keeps its score', async () => {
    const { id } = (await draw()).entity
    await save(id, 1)
    await save(id, 2, { wrongFields: ['phone'], note: ' New number ' })
    expect(await finish(id)).toMatchObject({ status: 407, entity: { message: ATTESTATION_TEXTS.openCalls } })
    await save(id, 3, { outcome: 'NOT_REACHED' })
    expect((await finish(id)).status).toBe(200)
    expect(await open(id)).toMatchObject({
      ...{ entered: 3, reached: 2, correct: 1 },
      rows: [
        { outcome: 'REACHED', enteredBy: 'Kim Chief', version: 1 },
        { wrongFields: ['phone'], note: 'New number' },
        { outcome: 'NOT_REACHED' },
      ],
    })
    expect((await readiness()).scores).toMatchObject([{ size: 3, correct: 1 }])
    for (const late of [await save(id, 1, { version: 1, outcome: 'NOT_REACHED' }), await finish(id)])
      expect(late).toMatchObject({ status: 407, entity: { message: ATTESTATION_TEXTS.finished } })
  })

  test('a cleared result is no result', async () => {
    const { id } = (await draw({ size: 1 })).entity
    await save(id, 1)
    await save(id, 1, { version: 1, outcome: '' })
    expect((await open(id)).rows[0]).toMatchObject({ outcome: '', version: 2 })
    expect((await finish(id)).status).toBe(407)
  })

  test('the second of two people who save one call sees the first result, and other calls are not affected', async () => {
    await insertTestAccount(it.db, { username: 'caller', kind: 'internal', staffRole: 'REVIEWER' })
    const caller = await signIn('caller')
    const { id } = (await draw()).entity
    expect(await save(id, 1, { wrongFields: ['name'] }, caller)).toMatchObject({ status: 200, entity: { version: 1 } })
    expect(await save(id, 1)).toMatchObject({ status: 407, entity: { message: ATTESTATION_TEXTS.rowChanged } })
    expect((await save(id, 2)).status).toBe(200)
    expect((await open(id)).rows[0]).toMatchObject({ wrongFields: ['name'], version: 1, enteredBy: 'Robin Sample' })
  })

  test('of two equal saves at the same moment both succeed, and one counts', async () => {
    const { id } = (await draw()).entity
    const both = await Promise.all([save(id, 1), save(id, 1)])
    expect(both.map(({ status, entity }) => [status, entity.version])).toEqual([
      [200, 1],
      [200, 1],
    ])
    const saved = it.db.selectFrom('audit_event').select('id').where('action', '=', 'directory.sample-result-saved')
    expect(await saved.execute()).toHaveLength(1)
  })

  test.each([
    ['an unknown sample', { id: '999' }, 404],
    ['an unknown row', { position: 4 }, 404],
    ['wrong fields of an office that was not reached', { outcome: 'NOT_REACHED', wrongFields: ['name'] }, 400],
    ['wrong fields without a result', { outcome: '', wrongFields: ['name'] }, 400],
    ['an unknown field', { wrongFields: ['ssn'] }, 400],
    ['a version of the future', { version: 7, note: 'x' }, 407],
  ])('refuses %s', async (_, body, status) => {
    const { id } = (await draw()).entity
    expect((await save(id, 1, body)).status).toBe(status)
    expect((await open(id)).entered).toBe(0)
  })

  test('the worksheet has a row for each call, with the results so far and neutralized formulas', async () => {
    await setLocation('L-NORTH', { name: '@SUM(A1)' })
    const { id } = (await draw({ size: 4 })).entity
    await save(id, 1, { wrongFields: ['phone'] })
    const lines = (await file(`${calls.exportSample.path}?id=${id}`)).trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain('Reached,Yes,Yes,No,Yes,Yes,Yes')
    expect(lines.join()).toContain("'@SUM(A1)")
  })

  test.each([calls.openSample, calls.redrawSample, calls.exportSample, calls.exportSampleFrame])(
    'an unknown sample is not found',
    async ({ path }) => {
      expect((await admin.getCall(path, { id: '999' })).status).toBe(404)
    },
  )
})

const HASH = 'a'.repeat(64)
const publish = (manifest_sha256 = HASH) =>
  it.db
    .insertInto('directory_publication')
    .values({ published_at: now(), manifest_sha256, file_count: 1, resource_count: 10, bytes: '100' })
    .execute()
const attestationOf = (body: object = {}) => ({
  ...{ officerName: 'Ada Officer', officerTitle: 'Chief Medical Officer', agrees: true, seenSha256: HASH },
  attestedOn: now().toISOString().slice(0, 10),
  ...body,
})
const attest = (body: object = {}) =>
  admin.postCall<{ message: string }>(calls.recordAttestation.path, attestationOf(body))
const attestations = async () => (await admin.getCall<Attestations>(calls.listAttestations.path)).entity
const withdraw = (id: string, reason = 'Recorded by mistake') =>
  admin.postCall<{ message: string }>(calls.withdrawAttestation.path, { id, reason })

describe('attestations', () => {
  beforeEach(async () => {
    it.clock.set(new Date(`${now().toISOString().slice(0, 10)}T17:00:00Z`))
    admin = await signIn(`chief${count}`)
  })

  test('records the server’s manifest of the current publication, and lists it', async () => {
    await publish('b'.repeat(64))
    await publish()
    expect(await attest({ manifestSha256: 'c'.repeat(64) })).toMatchObject({ status: 200 })
    expect(await attestations()).toMatchObject({
      current: { manifestSha256: HASH, resources: 10 },
      rows: [
        {
          ...{ officerName: 'Ada Officer', officerTitle: 'Chief Medical Officer', manifestSha256: HASH },
          ...{ statement: ATTESTATION_STATEMENT, recordedBy: 'Kim Chief', withdrawnAt: '' },
        },
      ],
    })
    expect((await readiness()).attested).toHaveLength(1)
    const [audit] = await it.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'directory.attested')
      .execute()
    expect(audit?.details).toMatchObject({ manifestSha256: HASH })
    expect(JSON.stringify(audit?.details)).not.toContain('Ada')
  })

  test.each([
    [{ officerName: ' ' }, 400, ATTESTATION_TEXTS.enterName],
    [{ officerName: 'Ada\u0000' }, 400, undefined],
    [{ attestedOn: '2999-01-01' }, 400, ATTESTATION_TEXTS.badDay],
    [{ attestedOn: '2020-01-01' }, 400, ATTESTATION_TEXTS.badDay],
    [{ attestedOn: 'today' }, 400, ATTESTATION_TEXTS.badDay],
    [{ agrees: false }, 400, ATTESTATION_TEXTS.agree],
    [{ seenSha256: 'b'.repeat(64) }, 407, ATTESTATION_TEXTS.publishedAgain],
  ])('refuses %j', async (body, status, message) => {
    await publish()
    const refused = await attest(body)
    expect(refused.status).toBe(status)
    if (message) expect(refused.entity.message).toBe(message)
    expect((await attestations()).rows).toEqual([])
  })

  test('refuses before the first publication', async () => {
    expect(await attest()).toMatchObject({ status: 407, entity: { message: ATTESTATION_TEXTS.notPublished } })
    expect((await attestations()).current).toBeNull()
  })

  test('of two equal requests at the same moment one is recorded', async () => {
    await publish()
    const both = await Promise.all([attest(), attest({ officerName: 'ADA OFFICER' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 407])
    expect((await attestations()).rows).toHaveLength(1)
  })

  test('a withdrawal keeps the attestation, gives its reason, and frees its place', async () => {
    await publish()
    await attest()
    const id = (await attestations()).rows[0]?.id ?? ''
    expect(await withdraw(id, ' ')).toMatchObject({ status: 400 })
    const both = await Promise.all([withdraw(id), withdraw(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 407])
    expect((await attestations()).rows).toMatchObject([
      { id, officerName: 'Ada Officer', reason: 'Recorded by mistake', withdrawnBy: 'Kim Chief' },
    ])
    expect((await readiness()).attested).toEqual([])
    expect((await attest()).status).toBe(200)
    expect((await withdraw('999')).status).toBe(404)
    const withdrawal = await it.db
      .selectFrom('directory_attestation')
      .select('id')
      .where('withdraws', '=', id)
      .executeTakeFirstOrThrow()
    expect((await withdraw(withdrawal.id)).status).toBe(404)
  })

  test.each(['update directory_attestation set officer_name = null', 'delete from directory_attestation'])(
    'the database refuses: %s',
    async (statement) => {
      await publish()
      await attest()
      await expect(sql.raw(statement).execute(it.db)).rejects.toThrow('Attestations are only added.')
    },
  )

  test('the export has attestations and withdrawals, and neutralizes formulas', async () => {
    await publish()
    await attest({ officerName: '=1+1' })
    await withdraw((await attestations()).rows[0]?.id ?? '', '+SUM(A1)')
    const csv = await file(calls.exportAttestations.path)
    expect(csv).toContain("'=1+1")
    expect(csv).toContain("'+SUM(A1)")
    expect(csv).toContain(HASH)
  })
})

test('an emergency session and an old proof can neither attest nor withdraw', async () => {
  await publish()
  const session = it.db.updateTable('account_session')
  for (const [path, body] of [
    [calls.recordAttestation.path, attestationOf()],
    [calls.withdrawAttestation.path, { id: '1', reason: 'x' }],
  ] as const) {
    await session.set({ by_door: false, proved_at: daysBefore(now(), 1) }).execute()
    expect((await admin.postCall(path, body)).entity).toMatchObject({ messageCode: 'step-up' })
    await session.set({ by_door: true, proved_at: now() }).execute()
    expect((await admin.postCall(path, body)).entity).toMatchObject({ messageCode: 'open-door' })
  }
  expect(await it.db.selectFrom('directory_attestation').selectAll().execute()).toEqual([])
})

test('retention deletes old figures and finished samples, and keeps open samples and attestations', async () => {
  await publish()
  await attest()
  await check()
  const [open1, finished] = [(await draw()).entity.id, (await draw({ size: 1 })).entity.id]
  await save(finished, 1)
  await finish(finished)
  await jobNamed('retention').run(it.deps, new Date(now().getTime() + 3649 * DAY))
  expect(await it.db.selectFrom('directory_day').selectAll().execute()).toHaveLength(1)
  await jobNamed('retention').run(it.deps, new Date(now().getTime() + 3651 * DAY))
  expect(await it.db.selectFrom('directory_day').selectAll().execute()).toEqual([])
  expect(await it.db.selectFrom('directory_sample').select('id').execute()).toEqual([{ id: open1 }])
  expect(await it.db.selectFrom('directory_attestation').selectAll().execute()).toHaveLength(1)
})
