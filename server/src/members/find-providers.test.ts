import * as calls from '@portico/core/members/calls'
import { PROVIDER_NOT_LISTED, SEARCH_FOR_SOMETHING } from '@portico/core/members/sentences'
import type { ProviderList, ProviderName, ProviderPage, SearchOptions } from '@portico/core/members/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { CANARIES, HIDDEN_NPIS, insertFinderDirectory } from '../../test/finder-directory.ts'
import { refreshAllPublished } from '../provider-directory/provider-directory.ts'

let test: TestApp
/** A member of the HMO, and one whose plan is not in the directory. */
let member: TestBrowser
let stranger: TestBrowser

async function openMember(username: string, planName: string): Promise<TestBrowser> {
  const { id } = await insertTestAccount(test.db, { username, kind: 'member' })
  const person = { relationship: 'SELF', first_name: 'Ada', last_name: 'Fam', birth_date: '1980-05-05' } as const
  await test.db
    .insertInto('member')
    .values({
      ...person,
      member_id: username,
      subscriber_id: username,
      plan_name: planName,
      effective_date: '2020-01-01',
    })
    .execute()
  await test.db.updateTable('account').set({ member_id: username }).where('id', '=', id).execute()
  const browser = test.openBrowser()
  await browser.signIn(username, testPassword)
  return browser
}

beforeAll(async () => {
  test = await buildTestApp({ database: 'migrated' })
  test.clock.set(new Date('2026-03-02T15:00:00Z'))
  const staff = await insertTestAccount(test.db, { username: 'staff001', kind: 'internal' })
  await insertFinderDirectory(test.db, staff.id)
  await refreshAllPublished(systemContext(test.deps))
  member = await openMember('ada001', 'harborview HMO')
  stranger = await openMember('bo0001', 'Another Plan')
})
afterAll(() => test.close())

type Query = Record<string, string>
const search = async (query: Query, browser = member): Promise<ProviderList> =>
  (await browser.getCall<ProviderList>(calls.findProviders.path, query)).entity
const namesFound = async (query: Query, browser = member): Promise<string[]> =>
  (await search(query, browser)).rows.map(({ name }) => name)
const open = async (npi: string): Promise<ProviderPage> =>
  (await member.getCall<ProviderPage>(calls.openListedProvider.path, { npi })).entity

const UROLOGY = '208800000X'
const FAMILY_MEDICINE = '207Q00000X'
const FAMILY = { specialty: 'Family Medicine' }
const ANN = '1100000011'

describe('filters', () => {
  it.each<[Query, string[]]>([
    [FAMILY, ['Ann Able', 'Cora Cole', 'Eve Early', 'Fay Ford']],
    [{ specialty: 'Cardiovascular Disease' }, ['Bob Baker']],
    [{ specialty: 'Pediatric Cardiology Physician' }, ['Cora Cole']],
    [{ specialty: 'Family Medicine Physician' }, []],
    [{ specialty: 'No Such Thing' }, []],
    [{ name: 'cole' }, ['Cora Cole']],
    [{ name: 'ba bo' }, ['Bob Baker']],
    [{ name: "'; ab an" }, ['Ann Able']],
    [{ npi: ANN }, ['Ann Able']],
    [{ ...FAMILY, accepting: 'true' }, ['Ann Able']],
    [{ ...FAMILY, telehealth: 'true' }, ['Ann Able']],
    [{ ...FAMILY, language: 'es' }, ['Ann Able']],
    [{ ...FAMILY, language: 'fr' }, []],
    [{ name: 'bob', language: 'en' }, ['Bob Baker']],
    [{ name: 'bob', language: 'en', accepting: 'true' }, []],
    [{ name: 'bob', telehealth: 'true' }, []],
  ])('%o finds %j', async (query, names) => {
    const { rows, total, sortedBy } = await search(query)
    expect(rows.map(({ name }) => name)).toEqual(names)
    expect({ total, sortedBy }).toEqual({ total: names.length, sortedBy: 'NAME' })
  })

  it('searches the member’s own plan, another one, or all of them', async () => {
    const dan = { name: 'drew' }
    expect(await namesFound(dan)).toEqual([])
    expect(await namesFound({ ...dan, plan: 'PPO' })).toEqual(['Dan Drew'])
    expect(await namesFound({ ...dan, plan: 'ANY' })).toEqual(['Dan Drew'])
    expect(await namesFound({ ...dan, plan: 'HMO' })).toEqual([])
    expect(await namesFound({ ...dan, plan: 'OLD' })).toEqual([])
    expect(await namesFound(dan, stranger)).toEqual(['Dan Drew'])
  })

  it('rejects a search without a usable criterion', async () => {
    const reply = await member.getCall(calls.findProviders.path, { accepting: 'true', name: '--' })
    expect(reply).toMatchObject({ status: 400, entity: { message: SEARCH_FOR_SOMETHING } })
  })

  it.each([{ zip: '0197' }, { zip: '01970', miles: '101' }, { zip: '01970', miles: '0' }, { npi: '1 or 1=1' }])(
    'rejects the malformed query %o',
    async (query) => {
      expect((await member.getCall(calls.findProviders.path, query)).status).toBe(400)
    },
  )

  it('suggests names, specialties and plans of the published directory', async () => {
    const suggest = async (text: string) =>
      (await member.getCall<ProviderName[]>(calls.providerNames.path, { search: text })).entity
    expect(await suggest('dre')).toEqual([{ npi: '1100000045', name: 'Dan Drew', city: 'Worcester', state: 'MA' }])
    expect(await suggest('canary')).toEqual([])
    expect(await suggest('--')).toEqual([])
    const options = async (browser: TestBrowser) =>
      (await browser.getCall<SearchOptions>(calls.searchOptions.path)).entity
    expect(await options(member)).toEqual({
      specialties: ['Cardiovascular Disease', 'Family Medicine', 'Pediatric Cardiology Physician'],
      plans: [
        { planId: 'HMO', name: 'Harborview HMO' },
        { planId: 'PPO', name: 'Harborview PPO' },
      ],
      ownPlanId: 'HMO',
    })
    expect(await options(stranger)).toMatchObject({ ownPlanId: '' })
  })
})

describe('distance', () => {
  const near = async (query: Query) => {
    const { rows, sortedBy, total } = await search(query)
    expect(total).toBe(rows.length)
    return { sortedBy, rows: rows.map(({ name, miles, place }) => [name, place.city, miles]) }
  }

  it('sorts by distance, shows each provider once at the nearest location, and the unplaced after the others', async () => {
    expect(await near({ zip: '01970', miles: '25' })).toEqual({
      sortedBy: 'DISTANCE',
      rows: [
        ['Ann Able', 'Salem', '0.0'],
        ['Bob Baker', 'Lynn', '4.8'],
        ['Cora Cole', 'Lowell', '23.1'],
        ['Eve Early', 'Beverly', ''],
      ],
    })
  })

  it('leaves out what is farther away, except locations without coordinates in the ZIP area', async () => {
    expect((await near({ zip: '01970', miles: '5' })).rows.map(([name]) => name)).toEqual([
      'Ann Able',
      'Bob Baker',
      'Eve Early',
    ])
    expect((await near({ zip: '01970', miles: '5', ...FAMILY })).rows.map(([name]) => name)).toEqual([
      'Ann Able',
      'Eve Early',
    ])
    expect((await near({ zip: '01608', miles: '10', plan: 'ANY' })).rows).toEqual([
      ['Ann Able', 'Worcester', '0.0'],
      ['Dan Drew', 'Worcester', '0.0'],
    ])
  })

  it('shows the nearest location that matches the filters', async () => {
    const set = (accepting_new_patients: 'Y' | 'N') =>
      test.db
        .updateTable('practice')
        .set({ accepting_new_patients })
        .where('npi', '=', ANN)
        .where('location_id', '=', 'SALEM')
        .execute()
    await set('N')
    expect((await near({ zip: '01970', accepting: 'true' })).rows).toEqual([['Ann Able', 'Lynn', '4.8']])
    await set('Y')
  })

  it('lists the ZIP area by name where the plan knows no position, the same ZIP code first', async () => {
    expect(await near({ zip: '01915' })).toEqual({
      sortedBy: 'ZIP_AREA',
      rows: [
        ['Eve Early', 'Beverly', ''],
        ['Ann Able', 'Salem', ''],
        ['Bob Baker', 'Lynn', ''],
      ],
    })
    expect((await near({ zip: '99950' })).rows).toEqual([])
  })
})

describe('what is shown', () => {
  it('shows accepted values of the location, the day of verification and the number of other locations', async () => {
    expect((await search({ npi: ANN, zip: '01970' })).rows).toEqual([
      {
        npi: ANN,
        name: 'Ann Able',
        groups: ['Salem Family'],
        specialties: ['Family Medicine'],
        accepting: 'Y',
        telehealth: 'Y',
        languages: ['English', 'Spanish'],
        verifiedOn: '2026-02-10',
        isOverdue: false,
        place: {
          name: 'Salem Office',
          address1: '12 Harbor Street',
          address2: '',
          city: 'Salem',
          state: 'MA',
          zip: '01970',
          phone: '9785550100',
        },
        miles: '0.0',
        otherPlaces: 2,
      },
    ])
  })

  it('marks what was verified, or loaded and never verified, too long ago', async () => {
    const marked = (await search({ ...FAMILY })).rows.map(({ name, verifiedOn, isOverdue }) => [
      name,
      verifiedOn,
      isOverdue,
    ])
    expect(marked).toEqual([
      ['Ann Able', '2026-02-10', false],
      ['Cora Cole', '2025-11-01', true],
      ['Eve Early', '', true],
      ['Fay Ford', '2026-02-10', false],
    ])
  })

  it('hides what is overdue if the plan wants it', async () => {
    test.deps.settings.directoryOverdue = 'hidden'
    expect(await namesFound(FAMILY)).toEqual(['Ann Able', 'Fay Ford'])
    expect(await namesFound({ zip: '01915' })).toEqual(['Ann Able', 'Bob Baker'])
    expect((await member.getCall(calls.openListedProvider.path, { npi: '1100000052' })).status).toBe(404)
    test.deps.settings.directoryOverdue = 'marked'
  })

  it('opens a provider with all locations, and joins rows that differ only in the network', async () => {
    await sql`insert into practice (npi, location_id, group_id, network_id, specialty, languages, accepting_new_patients,
        telehealth, loaded_at, changed_at, verified_at)
      select npi, location_id, group_id, 'NET2', specialty, languages, accepting_new_patients, telehealth, loaded_at,
        changed_at, verified_at
      from practice where npi = ${ANN} and location_id = 'SALEM'`.execute(test.db)
    const { name, places } = await open(ANN)
    expect(name).toBe('Ann Able')
    expect(places.map(({ city, practices }) => [city, practices.map(({ plans }) => plans)])).toEqual([
      ['Lynn', [['Harborview HMO']]],
      ['Salem', [['Harborview HMO', 'Harborview PPO']]],
      ['Worcester', [['Harborview HMO']]],
    ])
    expect(places[1]).toMatchObject({ fax: '9785550199', hours: 'Mon-Fri 9-5', accessibility: '', phone: '9785550100' })
    await test.db.deleteFrom('practice').where('network_id', '=', 'NET2').where('npi', '=', ANN).execute()
  })
})

describe('what is not published', () => {
  it('suggests a specialty while a published row has it', async () => {
    const suggested = async () => {
      await refreshAllPublished(systemContext(test.deps))
      return (await member.getCall<SearchOptions>(calls.searchOptions.path)).entity.specialties.includes('Urology')
    }
    const practices = test.db.updateTable('practice')
    const { npi } = await test.db.selectFrom('suppressed_provider').select('npi').executeTakeFirstOrThrow()
    await practices.set({ specialty: UROLOGY }).where('npi', '=', npi).execute()
    expect(await suggested()).toBe(false)
    await practices
      .set({ specialty: `${FAMILY_MEDICINE};${UROLOGY}` })
      .where('npi', '=', ANN)
      .execute()
    expect(await suggested()).toBe(true)
    await practices.set({ specialty: FAMILY_MEDICINE }).where('npi', 'in', [npi, ANN]).execute()
    expect(await suggested()).toBe(false)
  })

  it('never finds or opens a provider who is hidden for any reason', async () => {
    for (const npi of HIDDEN_NPIS) {
      expect(await namesFound({ npi, plan: 'ANY' })).toEqual([])
      const reply = await member.getCall(calls.openListedProvider.path, { npi })
      expect(reply).toMatchObject({ status: 404, entity: { message: PROVIDER_NOT_LISTED } })
    }
  })

  it('no reply contains pending values, national addresses, tax numbers, emails or anything of a hidden provider', async () => {
    const replies = [
      ...(await Promise.all(
        [
          { zip: '01970', miles: '100', plan: 'ANY' },
          { ...FAMILY, plan: 'ANY' },
          { name: 'a', plan: 'ANY' },
        ].map((query) => member.getCall(calls.findProviders.path, query)),
      )),
      await member.getCall(calls.searchOptions.path),
      await member.getCall(calls.providerNames.path, { search: 'a' }),
      await member.getCall(calls.openListedProvider.path, { npi: ANN }),
    ]
    for (const canary of CANARIES) expect(JSON.stringify(replies)).not.toContain(canary)
  })

  it('rejects providers, staff and visitors', async () => {
    await insertTestAccount(test.db, {
      username: 'office01',
      grants: [{ role: 'SAA', scopeId: ANN, permissions: ['HOME'] }],
    })
    for (const username of ['office01', 'staff001', '']) {
      const browser = test.openBrowser()
      if (username) await browser.signIn(username, testPassword)
      for (const call of [calls.findProviders, calls.openListedProvider, calls.searchOptions])
        expect((await browser.getCall(call.path, { npi: ANN })).status).toBe(username ? 403 : 401)
    }
  })
})
