import type { Account, AccountRow } from '@portico/core/access/account-shapes'
import * as access from '@portico/core/access/calls'
import * as calls from '@portico/core/internal/calls'
import { LIST_COUNT_MAX } from '@portico/core/internal/limits'
import type { AuditProof, AuditRow, Home, MailRow, Provider, ProviderList } from '@portico/core/internal/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAudit } from '#platform/audit/seals.ts'
import { PAGE_SIZE } from '#platform/database/paged-list.ts'
import type { GrantState, Role } from '#platform/database/schema.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { testSecretKey } from '../../test/database.ts'
import { jobNamed } from '../../test/jobs.ts'
import { reportRow } from '../../test/reported-changes.ts'
import { openWizard } from '../../test/wizard.ts'
import { ACCOUNT_UNKNOWN } from '../access/domain/sentences.ts'
import { queuedProviders } from '../demo/generate/demo-people.ts'
import { DEMO_PASSWORD } from '../demo/seed/demo-access.ts'
import { NO_BODIES } from './domain/mail.ts'
import { NOT_LOCKED, PROVIDER_UNKNOWN } from './domain/providers.ts'

type List<Row> = { rows: Row[]; total: number; pageSize: number }

let app: TestApp
let staff: TestBrowser
beforeAll(async () => {
  app = await buildTestApp({ settings: { demo: true } })
  staff = app.openBrowser({ address: '203.0.113.77' })
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
})
afterAll(() => app.close())

const look = <Entity>(call: string, query: Record<string, string> = {}) => staff.getCall<Entity>(call, query)

test('finds people by words of their name, email, user name and scope in any order', async () => {
  for (const search of ['ashgrove sandra', 'demosaa@office.example', 'DEMOSAA', 'PG1002 demosaa']) {
    const found = await look<List<AccountRow>>(access.listAccounts.path, { search })
    expect(found.entity.rows, search).toMatchObject([{ accountId: 'demosaa', roles: ['SAA'], state: 'ACTIVE' }])
  }
  const none = await look<List<AccountRow>>(access.listAccounts.path, { search: '100%' })
  expect(none.entity).toMatchObject({ rows: [], total: 0 })
})

test('lists each current role of a person once, highest first', async () => {
  const grantOf = (role: Role, scopeId: string, state?: GrantState) => ({ role, scopeId, ...(state ? { state } : {}) })
  await insertTestAccount(app.db, {
    username: 'manyroles',
    state: 'CLOSED',
    grants: [
      grantOf('AU', '1100000029'),
      grantOf('AU', '1100000037'),
      grantOf('SAA', '1100000045'),
      grantOf('AA', '1100000052', 'REVOKED'),
    ],
  })
  const found = await look<List<AccountRow>>(access.listAccounts.path, { search: 'manyroles' })
  expect(found.entity.rows.map(({ roles }) => roles)).toEqual([['SAA', 'AU']])
})

test('filters people by kind and state, sorts them and counts beyond the page', async () => {
  const staffOnly = await look<List<AccountRow>>(access.listAccounts.path, { kind: 'internal' })
  expect(staffOnly.entity.rows.map((row) => row.kind)).toEqual(Array(5).fill('internal'))
  const invited = await look<List<AccountRow>>(access.listAccounts.path, { state: 'INVITED' })
  expect(invited.entity.rows.map((row) => row.accountId)).toEqual(['demoinvited'])
  const up = await look<List<AccountRow>>(access.listAccounts.path, { kind: 'provider', sort: 'name' })
  const down = await look<List<AccountRow>>(access.listAccounts.path, {
    kind: 'provider',
    sort: 'name',
    descending: 'true',
  })
  expect(down.entity.rows.map((row) => row.accountId)).toEqual(up.entity.rows.map((row) => row.accountId).toReversed())
  const beyond = await look<List<AccountRow>>(access.listAccounts.path, { page: '40' })
  expect(beyond.entity.rows).toEqual([])
  expect(beyond.entity.total).toBeGreaterThan(10)
})

test('shows a person with all grants and whether it is the current user', async () => {
  const person = await look<Account>(access.openAccount.path, { accountId: 'demosaa' })
  expect(person.entity).toMatchObject({ name: 'Sandra Ashgrove', userName: 'demosaa', isMe: false })
  expect(person.entity.grants).toMatchObject([
    { role: 'SAA', state: 'ACTIVE', scopeName: 'Tidewater Family Practice', scopeId: 'PG1002' },
  ])
  expect((await look<Account>(access.openAccount.path, { accountId: 'demostaff' })).entity.isMe).toBe(true)
  const unknown = await look<Account>(access.openAccount.path, { accountId: 'nobody' })
  expect(unknown).toMatchObject({ status: 404, entity: { message: ACCOUNT_UNKNOWN } })
})

async function suspend(accountId: string): Promise<void> {
  const suspended = await staff.postCall(access.suspendAccount.path, { accountId, reason: 'Left the office.' })
  expect(suspended.status).toBe(200)
}

async function reopen(accountId: string): Promise<void> {
  expect((await staff.postCall(access.reopenAccount.path, { accountId })).status).toBe(200)
}

test('shows the reason of a suspended account and allows its reactivation', async () => {
  const accountId = 'demolate'
  await suspend(accountId)
  const person = await look<Account>(access.openAccount.path, { accountId })
  expect(person.entity).toMatchObject({ state: 'SUSPENDED', suspendedReason: 'Left the office.' })
  await reopen(accountId)
  expect((await look<Account>(access.openAccount.path, { accountId })).entity.state).toBe('ACTIVE')
})

test('requests for an administrator do not displace requests that only plan staff can decide', async () => {
  const made = (accountId: string, scopeId: string, createdAt: Date) =>
    app.db.transaction().execute(async (trx) => {
      const request = await trx
        .insertInto('access_request')
        .values({
          reference: `CROWD-${scopeId}-${createdAt.getTime()}`,
          account_id: accountId,
          role: 'AU',
          reg_type: 'PG',
          path: 'APPROVAL',
          brand: 'harborview',
          state: 'PENDING_APPROVAL',
          created_at: createdAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('access_grant')
        .values({
          account_id: accountId,
          request_id: request.id,
          scope_kind: 'PG',
          scope_id: scopeId,
          role: 'AU',
          permissions: ['HOME'],
          state: 'PENDING_APPROVAL',
          created_at: createdAt,
        })
        .execute()
    })
  const { id } = await app.db
    .selectFrom('account')
    .select('id')
    .where('public_id', '=', 'demodone')
    .executeTakeFirstOrThrow()
  const now = app.clock.now().getTime()
  // Older requests, more than one query reads.
  for (let number = 0; number < 210; number += 1) await made(id, 'PG1002', new Date(now - 10_000_000 - number))
  const { group_id } = await app.db
    .selectFrom('provider_group')
    .select('group_id')
    .where('group_id', 'not in', ['PG1002', 'PG1013'])
    .where('org_id', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  await made(id, group_id, new Date(now - 1000))
  const waiting = await look<{ rows: { requestedOn: string; scopes: { id: string }[] }[] }>(access.listRequests.path)
  expect(new Set(waiting.entity.rows.map((request) => request.scopes[0]?.id))).toEqual(
    new Set([group_id, queuedProviders.withoutSaa]),
  )
  const home = await look<Home>(calls.home.path)
  expect(home.entity.requests).toMatchObject({ waiting: { total: 2 }, oldest: waiting.entity.rows[0]?.requestedOn })
})

test('finds providers by NPI and name regardless of network status', async () => {
  const states = { '1100000011': 'IN', '1500000017': 'DEACTIVATED', '1500000025': 'OUT' }
  for (const [search, network] of Object.entries(states)) {
    const found = await look<ProviderList>(calls.listProviders.path, { search })
    expect(found.entity.rows, search).toMatchObject([{ npi: search, network }])
  }
  const known = await look<Provider>(calls.openProvider.path, { npi: '1400000026' })
  expect(known.entity).toMatchObject({ registered: true, person: true })
  expect(known.entity.scopes).toContainEqual({
    entity: 'GROUP:PG1002',
    kind: 'PG',
    name: 'Tidewater Family Practice',
    saaName: 'Sandra Ashgrove',
    saaAccountId: 'demosaa',
  })
  const [word] = known.entity.name.split(' ')
  const byName = await look<ProviderList>(calls.listProviders.path, { search: word?.toLowerCase() ?? '' })
  expect(byName.entity.rows.map((row) => row.npi)).toContain('1400000026')
  const unknown = await look<Provider>(calls.openProvider.path, { npi: '1999999999' })
  expect(unknown).toMatchObject({ status: 404, entity: { message: PROVIDER_UNKNOWN } })
})

test('shows plan staff the changes that the national file announces for an NPI', async () => {
  const announce = (activation_change_date: string | null, activation_change_reasons: string | null) =>
    app.db
      .updateTable('provider')
      .set({ activation_change_date, activation_change_reasons })
      .where('npi', '=', '1100000029')
      .execute()
  await announce('2027-01-31', 'Retired|Requested by provider')
  const opened = await look<Provider>(calls.openProvider.path, { npi: '1100000029' })
  await announce(null, null)
  expect(opened.entity).toMatchObject({ changeDate: '2027-01-31', changeReasons: 'Retired, Requested by provider' })
  const after = await look<Provider>(calls.openProvider.path, { npi: '1100000029' })
  expect(after.entity).toMatchObject({ changeDate: '', changeReasons: '' })
})

test('builds easyReg links from each brand’s configured address, not from the request host', async () => {
  const other = app.openBrowser({ host: 'evil.example' })
  await other.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  const provider = await other.getCall<Provider>(calls.openProvider.path, { npi: '1100000011' })
  expect(provider.entity.easyReg.map((link) => link.url)).toEqual([
    'http://localhost/thp/portal/providers/registration?easyReg=Y',
    'http://partner.localhost/thp/portal/providers/registration?easyReg=Y',
  ])
})

test('shows a locked NPI, audits its unlock and then allows new attempts', async () => {
  const npi = '1100000029'
  const lockedProviders = async () => (await look<Home>(calls.home.path)).entity.lockedProviders
  const before = await lockedProviders()
  const wrong = async (address: string) => {
    const wizard = openWizard(app, { address })
    await wizard.enterNpi(npi)
    return wizard.validate(npi, { validateBy: 'tin', taxId: '999999999' })
  }
  for (let attempt = 0; attempt < 20; attempt += 1) await wrong(`198.51.100.${attempt}`)
  expect((await wrong('198.51.100.99')).entity.messageCode).toBe('npi-locked')
  const locked = await look<ProviderList>(calls.listProviders.path)
  expect(locked.entity.rows).toContainEqual(expect.objectContaining({ npi, locks: ['STEP1'] }))
  expect(await lockedProviders()).toBe((before ?? 0) + 1)

  const unlocked = await staff.postCall<{ forgotten: number }>(calls.unlockProvider.path, { npi })
  expect(unlocked.entity.forgotten).toBe(20)
  expect(await lockedProviders()).toBe(before)
  expect((await wrong('198.51.100.99')).entity.messageCode).toBe('identity')
  const audit = await look<List<AuditRow>>(calls.listAudit.path, { npi, area: 'identity.unlocked' })
  expect(audit.entity.rows).toMatchObject([{ action: 'identity.unlocked', actorId: 'demostaff', npi }])
  const again = await staff.postCall(calls.unlockProvider.path, { npi: '1200000010' })
  expect(again).toMatchObject({ status: 407, entity: { message: NOT_LOCKED } })
})

test('home counts every locked provider exactly once', async () => {
  const home = async () => (await look<Home>(calls.home.path)).entity.lockedProviders ?? 0
  const before = await home()
  const locked = (await look<ProviderList>(calls.listProviders.path)).entity.rows.map(({ npi }) => npi)
  expect(locked).toHaveLength(before)
  const others = app.db.selectFrom('network_provider').select('npi').where('npi', 'not in', locked)
  const npis = await others.limit(210).execute()
  const at = app.clock.now()
  const failures = npis.flatMap(({ npi }) =>
    (['QUIZ', 'CODE'] as const).flatMap((kind) =>
      Array.from({ length: 4 }, () => ({ kind, npi, at, request_id: null })),
    ),
  )
  await app.db.insertInto('proof_failure').values(failures).execute()
  try {
    expect(await home()).toBe(before + npis.length)
  } finally {
    await app.db.deleteFrom('proof_failure').execute()
  }
})

test('home and the list show a report of fraud first, apart from locked providers', async () => {
  const npi = '1100000037'
  const numbers = async () => (await look<Home>(calls.home.path)).entity
  const before = await numbers()
  expect(before).toMatchObject({ fraudReports: { waiting: 0, oldest: '' }, objections: 0 })
  const now = app.clock.now()
  const times = { event_at: now, created_at: now, expires_at: now, held_at: now }
  const report = (kind: 'HOLD' | 'OBJECTION', of = npi) => ({
    npi: of,
    kind,
    token_hash: Buffer.from(kind + of),
    ...times,
  })
  const locks = Array.from({ length: 4 }, () => ({
    kind: 'QUIZ' as const,
    npi: '1100000029',
    at: now,
    request_id: null,
  }))
  await app.db.insertInto('proof_failure').values(locks).execute()
  await app.db
    .insertInto('registration_hold')
    .values([report('OBJECTION', '1100000011'), report('HOLD')])
    .execute()
  try {
    expect(await numbers()).toMatchObject({
      fraudReports: { waiting: 1, oldest: now.toISOString() },
      objections: 1,
      lockedProviders: (before.lockedProviders ?? 0) + 1,
    })
    const listed = (await look<ProviderList>(calls.listProviders.path)).entity.rows
    expect(listed.slice(0, 2).map((row) => row.locks)).toEqual([['HOLD'], ['OBJECTION']])
    expect(listed.slice(2).map((row) => row.npi)).toContain('1100000029')
  } finally {
    await app.db.deleteFrom('proof_failure').execute()
    await app.db.deleteFrom('registration_hold').execute()
  }
})

test('marks a total above the count limit as rough and still serves every page', async () => {
  const given = async () => (await look<Home>(calls.home.path)).entity.mail?.givenUp
  const listed = async (page = 0) =>
    (await look<List<MailRow>>(calls.listMail.path, { search: 'nobody@longlist', page: String(page) })).entity
  const insert = (from: number, to: number) =>
    sql`insert into mail_message
      (message_id, kind, brand, to_address, subject, body, created_at, next_attempt_at, gave_up_at)
      select 'long-' || n, 'test.long', 'harborview', 'nobody@longlist.example', 'About you', '', now(), now(), now()
      from generate_series(${from}::int, ${to}::int) n`.execute(app.db)
  try {
    await insert(1, LIST_COUNT_MAX)
    expect(await listed()).toMatchObject({ total: LIST_COUNT_MAX })
    expect(await listed()).not.toHaveProperty('roughly')
    await insert(LIST_COUNT_MAX + 1, LIST_COUNT_MAX + 1)
    expect(await listed()).toMatchObject({ total: LIST_COUNT_MAX, roughly: 'more than' })
    expect(await given()).toEqual({ total: LIST_COUNT_MAX, roughly: 'more than' })
    await insert(LIST_COUNT_MAX + 2, LIST_COUNT_MAX + PAGE_SIZE + 1)
    const beyond = await listed(LIST_COUNT_MAX / PAGE_SIZE)
    expect(beyond).toMatchObject({ total: LIST_COUNT_MAX + PAGE_SIZE, roughly: 'more than' })
    expect(beyond.rows).toHaveLength(PAGE_SIZE)
    const last = await listed(LIST_COUNT_MAX / PAGE_SIZE + 1)
    expect(last).toMatchObject({ rows: [{}], total: LIST_COUNT_MAX + PAGE_SIZE + 1 })
    expect(last).not.toHaveProperty('roughly')
  } finally {
    await app.db.deleteFrom('mail_message').where('kind', '=', 'test.long').execute()
  }
})

test('keeps an NPI locked by failed quizzes in the list after many later single failures', async () => {
  const npi = '1100000029'
  const failure = { kind: 'QUIZ', request_id: null } as const
  const others = await app.db.selectFrom('network_provider').select('npi').where('npi', '!=', npi).limit(205).execute()
  const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000)
  const lockedProviders = async () => (await look<Home>(calls.home.path)).entity.lockedProviders ?? 0
  const before = await lockedProviders()
  await app.db
    .insertInto('proof_failure')
    .values([
      ...Array.from({ length: 4 }, () => ({ ...failure, npi, at: at(-60) })),
      ...others.map((other) => ({ ...failure, npi: other.npi, at: at(-1) })),
    ])
    .execute()
  try {
    const listed = await look<ProviderList>(calls.listProviders.path)
    expect(listed.entity.rows).toContainEqual(expect.objectContaining({ npi, locks: ['QUIZ'] }))
    expect(await lockedProviders()).toBe(before + 1)
    const provider = await look<Provider>(calls.openProvider.path, { npi })
    expect(provider.entity).toMatchObject({ failedQuizzes: 4, failedCodes: 0, locks: ['QUIZ'] })
  } finally {
    await app.db.deleteFrom('proof_failure').execute()
  }
})

test('searches the audit trail by person, NPI, area and time, and verifies its chain', async () => {
  await suspend('demolate')
  await reopen('demolate')
  const byPerson = await look<List<AuditRow>>(calls.listAudit.path, { person: 'kingsley', area: 'session' })
  expect(byPerson.entity.rows.length).toBeGreaterThan(0)
  expect(new Set(byPerson.entity.rows.map((row) => row.actorId))).toEqual(new Set(['demostaff']))
  const byAccount = await look<List<AuditRow>>(calls.listAudit.path, { accountId: 'demolate' })
  expect(byAccount.entity.rows.map((row) => row.action)).toEqual(
    expect.arrayContaining(['account.suspended', 'account.reopened']),
  )
  const unknown = await look<List<AuditRow>>(calls.listAudit.path, { person: 'no such person' })
  expect(unknown.entity.total).toBe(0)
  const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  expect((await look<List<AuditRow>>(calls.listAudit.path, { from: tomorrow })).entity.total).toBe(0)
  const before = await look<List<AuditRow>>(calls.listAudit.path, { to: tomorrow })
  const { every } = await app.db
    .selectFrom('audit_event')
    .select((all) => all.fn.countAll<string>().as('every'))
    .executeTakeFirstOrThrow()
  expect(before.entity.total).toBe(Number(every))

  await sealAudit(app.db, app.clock.now(), { secretKey: testSecretKey })
  const proof = await look<AuditProof>(calls.verifyAudit.path)
  expect(proof.entity).toMatchObject({ ok: true, brokenId: '' })
  const newest = await look<List<AuditRow>>(calls.listAudit.path, { descending: 'true' })
  expect(newest.entity.rows[0]?.sealed).toBe(true)
})

test('lists mail without bodies and shows a body in the demo only', async () => {
  await suspend('demolate')
  await reopen('demolate')
  const list = await look<List<MailRow> & { bodies: boolean }>(calls.listMail.path, { search: 'account was suspended' })
  const [mail] = list.entity.rows
  expect(list.entity.bodies).toBe(true)
  expect(mail).toMatchObject({ kind: 'account.suspended', state: 'WAITING' })
  expect(JSON.stringify(list.entity)).not.toContain('Left the office.')
  const body = await look<{ body: string }>(calls.openMail.path, { id: mail?.id ?? '' })
  expect(body.entity.body).toContain('Left the office.')
  app.deps.settings.demo = false
  const refused = await look(calls.openMail.path, { id: mail?.id ?? '' })
  app.deps.settings.demo = true
  expect(refused).toMatchObject({ status: 404, entity: { message: NO_BODIES } })
})

test('home counts waiting, overdue and disputed changes and shows the age of the oldest', async () => {
  const waiting = async () => (await look<Home>(calls.home.path)).entity.directoryChanges
  await app.db.deleteFrom('practice_change').execute()
  expect(await waiting()).toEqual({ waiting: 0, overdue: 0, disputed: 0, oldest: '' })
  const office = await app.db
    .selectFrom('account')
    .select('id')
    .where('public_id', '=', 'demosaa')
    .executeTakeFirstOrThrow()
  const now = app.clock.now()
  const earlier = new Date(now.getTime() - 3_600_000)
  const report = { account_id: office.id, npi: '1400000026', details: 'A new number.' }
  await app.db
    .insertInto('practice_change')
    .values([
      { ...reportRow({ ...report, reported_at: now }), disputed_at: now },
      reportRow({ ...report, kind: 'ADDRESS', reported_at: earlier }),
      reportRow({ ...report, reported_at: new Date(0), decided_at: now }),
    ])
    .execute()
  expect(await waiting()).toEqual({ waiting: 2, overdue: 1, disputed: 1, oldest: earlier.toISOString() })
})

test('the funnel still counts registrations after their deletion', async () => {
  const funnel = async () => (await look<Home>(calls.home.path, { days: '30' })).entity.funnel
  const before = await funnel()
  const wizard = openWizard(app)
  await wizard.enterNpi('1100000011')
  await wizard.validate('1100000011', { validateBy: 'ssn', lastSsn: '4321' })
  await openWizard(app).enterNpi('1100000037')
  const counted = { opened: before.opened + 2, proved: before.proved + 1 }
  expect(await funnel()).toMatchObject(counted)
  app.clock.advance(3 * 86_400)
  expect(await jobNamed('clean-up').run(app.deps, app.clock.now())).toBeGreaterThan(0)
  await staff.signIn('demostaff', DEMO_PASSWORD, '/thp/portal/internal/home')
  expect(await funnel()).toMatchObject(counted)
  expect(await app.db.selectFrom('registration').select('npi').execute()).toEqual([])
})
