import { createHash } from 'node:crypto'
import { isPpMemberId } from '@portico/core/members/member-id'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brands } from '#platform/brands/brands.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { verifyPassword } from '#platform/identity/password.ts'
import { hashIdentifier, matchesIdentifier } from '#platform/keys/keyed-hash.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from '../../test/database.ts'
import { inspectApart } from '../contracts/domain/upload-inspection/inspect-process.ts'
import { demoScenarios } from './demo-scenarios.ts'
import { askedProviders, queuedProviders } from './generate/demo-people.ts'
import { resetScenario } from './reset-scenario.ts'
import { DEMO_PASSWORD } from './seed/demo-access.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.app)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const db = () => connection.db
const reset = (npi: string, now: Date) => resetScenario(testContext(db(), testSettings(), { now }), npi)
const count = async (query: string) => Number((await sql<{ n: string }>`${sql.raw(query)}`.execute(db())).rows[0]?.n)

describe('demo data', () => {
  test('has the promised size', async () => {
    expect(await count('select count(*) n from organization')).toBe(12)
    expect(await count('select count(*) n from provider_group')).toBe(60)
    expect(await count('select count(*) n from network_provider')).toBeGreaterThan(2000)
    expect(await count('select count(*) n from member')).toBe(5000)
    expect(await count('select count(*) n from claim')).toBe(20_000)
    expect(await count('select count(*) n from sco_case')).toBeGreaterThan(100)
    expect(await count('select count(*) n from sco_invoice')).toBeGreaterThan(100)
    expect(await count("select count(*) n from network_provider where region = 'Cape Cod'")).toBeGreaterThan(20)
    expect(await count('select count(distinct kind) n from provider_group')).toBe(3)
    expect(await count('select count(*) n from group_member m group by group_id order by 1 limit 1')).toBeGreaterThan(5)
  })

  test('has benefits, denial reasons and amounts owed, some of them blank', async () => {
    expect(await count('select count(*) n from member where pcp_npi is null')).toBeGreaterThan(500)
    expect(
      await count('select count(*) n from member m join provider p on p.npi = m.pcp_npi where copay_office >= 0'),
    ).toBeGreaterThan(3500)
    expect(await count('select count(*) n from member where deductible_met > deductible')).toBe(0)
    expect(await count("select count(*) n from claim where (status = 'DENIED') <> (denial_reason is not null)")).toBe(0)
    expect(await count('select count(*) n from claim where member_owes > billed_amount - paid_amount')).toBe(0)
    expect(await count('select count(*) n from claim where member_owes > 0')).toBeGreaterThan(5000)
  })

  test('has plans, locations and practices of most providers, some with gaps', async () => {
    expect(await count('select count(*) n from health_plan')).toBe(brands.length * 3)
    const inNetwork = await count('select count(*) n from network_provider')
    expect(await count('select count(distinct npi) n from practice')).toBe(inNetwork)
    expect(await count('select count(distinct network_id) n from practice')).toBe(brands.length)
    for (const gap of [
      ...['l.hours is null', 'l.phone is null', 'l.latitude is null', 'r.specialty is null', "r.languages = '{}'"],
      ...['r.verified_at is null', "r.verified_at < now() - interval '95 days'", 'not r.published', 'r.telehealth'],
    ]) {
      const rows = await count(
        `select count(*) n from practice r join practice_location l using (location_id) where ${gap}`,
      )
      expect([gap, rows > 0, rows < inNetwork * 0.7]).toEqual([gap, true, true])
    }
    expect(
      await count(
        'select count(*) n from (select from practice group by npi having count(distinct location_id) > 1) t',
      ),
    ).toBeGreaterThan(100)
    expect(await count('select count(*) n from practice where cardinality(languages) > 2')).toBeGreaterThan(100)
    expect(await count('select count(*) n from practice_location where address_1 is null or zip is null')).toBe(0)
  })

  test('has member IDs of every format', async () => {
    const members = await db().selectFrom('member').select('member_id').execute()
    const forms = members.map(({ member_id }) => isPpMemberId(member_id))
    expect(forms.filter(Boolean).length).toBeGreaterThan(1000)
    expect(forms.filter((isPp) => !isPp).length).toBeGreaterThan(500)
  })

  test('has the identity facts of 1100000011 and no number in plain text', async () => {
    const provider = await db()
      .selectFrom('network_provider')
      .selectAll()
      .where('npi', '=', '1100000011')
      .executeTakeFirstOrThrow()
    expect(matchesIdentifier(provider.ssn_hash, hashIdentifier(testSecretKey, 'ssn', provider.npi, '4321'))).toBe(true)
    expect(matchesIdentifier(provider.tin_hash, hashIdentifier(testSecretKey, 'tin', provider.npi, '041234567'))).toBe(
      true,
    )
    const claims = await db()
      .selectFrom('claim')
      .innerJoin('member', 'member.member_id', 'claim.member_id')
      .select(['claim_number', 'billed_amount', 'relationship', 'claim.member_id'])
      .where('npi', '=', provider.npi)
      .orderBy('claim_number')
      .execute()
    expect(claims.map((claim) => [claim.claim_number, claim.billed_amount])).toEqual([
      ['HV0000000001', '125.00'],
      ['HV0000000002', '80.50'],
    ])
    expect(new Set(claims.map((claim) => claim.member_id)).size).toBe(2)
    expect(claims.every((claim) => claim.relationship === 'SELF')).toBe(true)
  })

  test.each([
    ['1100000029', false, true],
    ['1100000037', false, false],
    ['1100000045', true, false],
    ['1100000052', true, false],
  ])('stores for %s the SSN %s and the TIN %s', async (npi, ssn, tin) => {
    const provider = await db()
      .selectFrom('network_provider')
      .selectAll()
      .where('npi', '=', npi)
      .executeTakeFirstOrThrow()
    expect([provider.ssn_hash !== null, provider.tin_hash !== null]).toEqual([ssn, tin])
  })

  test('has no plan-only facts about 1100000045', async () => {
    const provider = await db()
      .selectFrom('network_provider')
      .selectAll()
      .where('npi', '=', '1100000045')
      .executeTakeFirstOrThrow()
    expect([provider.contract_date, provider.region]).toEqual([null, null])
    expect(await count("select count(*) n from claim where npi = '1100000045'")).toBe(0)
    expect(await count("select count(*) n from group_member where npi = '1100000045'")).toBe(0)
  })

  test('has 1300000027 in an organization of five groups, and an SAA for one other of these groups', async () => {
    const groups = await db().selectFrom('provider_group').selectAll().where('org_id', '=', 'PO101').execute()
    expect(groups).toHaveLength(5)
    const hers = await db().selectFrom('group_member').select('group_id').where('npi', '=', '1300000027').execute()
    const registered = await db()
      .selectFrom('access_grant')
      .select('scope_id')
      .where('role', '=', 'SAA')
      .where('state', '=', 'ACTIVE')
      .where(
        'scope_id',
        'in',
        groups.map((group) => group.group_id),
      )
      .execute()
    expect(registered).toHaveLength(1)
    expect(hers.map((row) => row.group_id)).not.toContain(registered[0]?.scope_id)
  })

  test('has a signed form made from two photos, which the inspection accepts', async () => {
    const form = await db()
      .selectFrom('signed_contract')
      .selectAll()
      .where('state', '=', 'RECEIVED')
      .executeTakeFirstOrThrow()
    const content = form.content ?? Buffer.alloc(0)
    expect([form.pictures, form.sha256]).toEqual([2, createHash('sha256').update(content).digest('hex')])
    expect(await inspectApart(content, 60_000)).toMatchObject({ pages: form.page_count })
  })

  test('has 1500000017 as a deactivated stub and 1500000025 outside the network', async () => {
    const stub = await db().selectFrom('provider').selectAll().where('npi', '=', '1500000017').executeTakeFirstOrThrow()
    expect([stub.entity_type, stub.deactivation_date]).toEqual([null, '2019-02-15'])
    expect(await count("select count(*) n from provider where npi = '1500000025'")).toBe(1)
    expect(await count("select count(*) n from network_provider where npi in ('1500000025', '1500000017')")).toBe(0)
  })

  test('has an account with the demo password for every listed sign-in', async () => {
    for (const { username } of demoScenarios.accounts) {
      const account = await db()
        .selectFrom('account')
        .select(['password_hash', 'state'])
        .where('username_key', '=', username)
        .executeTakeFirstOrThrow()
      expect(account.state).toBe('ACTIVE')
    }
    const { password_hash } = await db()
      .selectFrom('account')
      .select('password_hash')
      .where('username_key', '=', 'demosaa')
      .executeTakeFirstOrThrow()
    expect(await verifyPassword(DEMO_PASSWORD, password_hash as string)).toBe(true)
  })

  test('has one open, one expired and one decided on-behalf request, and the one 1100000052 warns about', async () => {
    const requests = await db()
      .selectFrom('access_request')
      .select(['npi', 'state'])
      .where('path', '=', 'BEHALF')
      .orderBy('npi')
      .execute()
    expect(requests).toEqual([
      { npi: '1100000052', state: 'PENDING_PROVIDER' },
      { npi: askedProviders.open, state: 'PENDING_PROVIDER' },
      { npi: askedProviders.expired, state: 'EXPIRED' },
      { npi: askedProviders.decided, state: 'REJECTED' },
    ])
  })
})

describe('demo work for plan staff', () => {
  test('has one request without an SAA, one locked provider and one reported change, all of generated providers', async () => {
    const npis = Object.values(queuedProviders)
    expect(await count(`select count(*) n from network_provider where npi in ('${npis.join("','")}')`)).toBe(3)
    expect(demoScenarios.scenarios.filter(({ npi }) => npis.includes(npi))).toEqual([])
    const requests = await db()
      .selectFrom('access_request')
      .select('npi')
      .where('path', '=', 'APPROVAL')
      .where('state', '=', 'PENDING_APPROVAL')
      .execute()
    expect(requests).toEqual([{ npi: queuedProviders.withoutSaa }])
    expect(await count(`select count(*) n from group_member where npi = '${queuedProviders.withoutSaa}'`)).toBe(0)
    const locked = await db().selectFrom('identity_attempt').select('npi').distinct().execute()
    expect(locked).toEqual([{ npi: queuedProviders.locked }])
    expect(await count('select count(*) n from identity_attempt')).toBe(
      testSettings().limits.step1FailuresPer30DaysPerNpi,
    )
    expect(await changes()).toEqual([{ npi: queuedProviders.changed, state: 'WAITING' }])
    const inGroup = `select count(*) n from group_member where group_id = 'PG1002' and npi = '${queuedProviders.changed}'`
    expect(await count(inGroup)).toBe(1)
  })

  test('has a takeover that runs, of an office whose SAA has left', async () => {
    const { rows } = await sql`
      select s.state, a.username, saa.state as saa, s.due_at > now() + interval '7 days' as "isAhead"
      from saa_successor s join access_grant g on g.id = s.successor_grant_id join account a on a.id = g.account_id
      join access_grant saa on saa.id = s.saa_grant_id where s.state = 'WAITING'`.execute(db())
    expect(rows).toEqual([{ state: 'WAITING', username: 'demonext', saa: 'REVOKED', isAhead: true }])
  })

  test('restores the reported change with its scenario, once, whatever was reported or answered meanwhile', async () => {
    await db()
      .updateTable('practice_change')
      .set({ answer: 'Done.', state: 'ACCEPTED', decided_at: new Date() })
      .where('field', '=', 'other')
      .execute()
    for (const _ of [1, 2]) expect(await reset('1400000026', new Date())).toBe(true)
    expect(await changes()).toEqual([{ npi: queuedProviders.changed, state: 'WAITING' }])
  })

  const changes = () =>
    db().selectFrom('practice_change').select(['npi', 'state']).where('field', '=', 'other').execute()
})

describe('resetting a scenario', () => {
  const now = new Date('2026-01-05T12:00:00Z')

  test('deletes what was created through the NPI, restores the seeded SAA and keeps the audit trail', async () => {
    const before = await describeAccess('1400000018')
    const intruder = await insertReplacement('1400000018')
    await sql`insert into audit_event (at, actor_kind, action, npi) values (now(), 'visitor', 'test.happened', '1400000018')`.execute(
      db(),
    )
    expect(await describeAccess('1400000018')).not.toEqual(before)
    expect(await reset('1400000018', now)).toBe(true)
    expect(await describeAccess('1400000018')).toEqual(before)
    expect(await count(`select count(*) n from account where id = ${intruder}`)).toBe(0)
    expect(await count("select count(*) n from audit_event where action = 'test.happened'")).toBe(1)
  })

  test('resets every scenario that offers it, repeatedly', async () => {
    const grants = await count('select count(*) n from access_grant')
    for (const { npi, resettable } of demoScenarios.scenarios) {
      expect(await reset(npi, now)).toBe(resettable)
    }
    expect(await count('select count(*) n from access_grant')).toBe(grants)
  })

  test('leaves other providers alone when a scenario is reset', async () => {
    const others = await describeAccess('1400000026')
    await reset('1100000011', now)
    expect(await describeAccess('1400000026')).toEqual(others)
  })

  async function describeAccess(npi: string) {
    return db()
      .selectFrom('access_request')
      .innerJoin('access_grant', 'access_grant.request_id', 'access_request.id')
      .innerJoin('account', 'account.id', 'access_request.account_id')
      .select(['username', 'access_grant.role', 'access_grant.state', 'entity', 'account.state as accountState'])
      .where('npi', '=', npi)
      .orderBy('reference')
      .execute()
  }

  /** A person registered through the NPI and replaced the SAA, as after the wizard. */
  async function insertReplacement(npi: string): Promise<string> {
    const account = await db()
      .insertInto('account')
      .values({
        public_id: 'somebody',
        kind: 'provider',
        state: 'ACTIVE',
        brand: 'harborview',
        username: 'somebody',
        username_key: 'somebody',
        password_hash: 'x',
        first_name: 'Some',
        last_name: 'Body',
        email: 'some@body.example',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db().updateTable('access_grant').set({ role: 'AA' }).where('entity', '=', `NPI:${npi}`).execute()
    const request = await db()
      .insertInto('access_request')
      .values({
        reference: 'X-1',
        account_id: account.id,
        role: 'SAA',
        reg_type: 'NPI',
        npi,
        path: 'SELF',
        brand: 'harborview',
        state: 'ACTIVE',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('access_grant')
      .values({
        account_id: account.id,
        request_id: request.id,
        scope_kind: 'NPI',
        scope_id: npi,
        role: 'SAA',
        permissions: ['HOME'],
        state: 'ACTIVE',
        created_at: now,
      })
      .execute()
    return account.id
  }
})
