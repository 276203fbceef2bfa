import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { openFhirClient } from '../plan-net/fhir-client.ts'
import { describeGrowth, findGrowing, findRepeated } from './growth.ts'
import { type Measured, measurePlans } from './measure.ts'

/** Grows the published directory tenfold, and explains each statement of reads and searches at /fhir. */

const SMALL = 1_200
const LARGE = 12_000

const PATHS = [
  '/Practitioner/P7',
  '/Practitioner?_id=P7,P8',
  '/Practitioner?name=smith1',
  '/Practitioner?name=s',
  '/Practitioner?name:contains=mith',
  '/Practitioner?_lastUpdated=ge2026-01-01&_count=20',
  '/Practitioner?_has:PractitionerRole:practitioner:location=L3',
  '/PractitionerRole',
  '/PractitionerRole?specialty=207Q00000X&_include=PractitionerRole:practitioner&_include=PractitionerRole:location',
  '/PractitionerRole?specialty=207Q00000X&location=L3',
  '/PractitionerRole?network=N&practitioner=P7',
  '/PractitionerRole?location.address-city=town3',
  '/PractitionerRole?location.address-state=ma&specialty=207Q00000X',
  '/Location?address-city=town3&_revinclude=PractitionerRole:location&_count=5',
]

const resource = (type: string, id: string) => `
  insert into published_resource (type, id, resource, hash, last_updated, networks, source_kind, source_id)
  select '${type}', ${id}, json_build_object('resourceType', '${type}', 'id', ${id}), '',
    timestamptz '2025-01-01Z' + make_interval(mins => i), '{}', 'NPI', ${id} from made`
const value = (type: string, id: string, parameter: string, text: string) => `
  insert into published_value (type, id, parameter, value)
  select '${type}', ${id}, '${parameter}', ${text} from made on conflict do nothing`

/** Each location has ten roles. A city has five locations; the state has all, which is many in the smaller directory too. */
const STATEMENTS = [
  resource('Practitioner', `'P' || i`),
  value('Practitioner', `'P' || i`, 'name', `'smith' || i`),
  value('Practitioner', `'P' || i`, 'name', `'s' || i`),
  value('Practitioner', `'P' || i`, 'name:contains', `'mith' || i`),
  resource('PractitionerRole', `'R' || i`),
  value('PractitionerRole', `'R' || i`, 'practitioner', `'Practitioner/P' || i`),
  value('PractitionerRole', `'R' || i`, 'location', `'Location/L' || i / 10`),
  value('PractitionerRole', `'R' || i`, 'network', `'Organization/N'`),
  value('PractitionerRole', `'R' || i`, 'specialty', `'207Q00000X|nucc'`),
  resource('Location', `'L' || i`),
  value('Location', `'L' || i`, 'address-city', `'town' || i / 5`),
  value('Location', `'L' || i`, 'address-state', `'ma'`),
]

let site: TestApp
let owner: pg.Client
let before: Measured[]
let after: Measured[]

async function measure(from: number, to: number): Promise<Measured[]> {
  await owner.query(`create or replace temp view made as select i from generate_series(${from}, ${to - 1}) i`)
  for (const statement of STATEMENTS) await owner.query(statement)
  await owner.query('analyze published_resource, published_value')
  const client = openFhirClient(site)
  const acts = PATHS.map((path) => ({
    name: path,
    run: async () => {
      const reply = await client.get(path)
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    },
  }))
  return measurePlans(site, owner, acts)
}

beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated', isUnwatched: true })
  owner = new pg.Client(site.ownerLogin)
  await owner.connect()
  before = await measure(0, SMALL)
  after = await measure(SMALL, LARGE)
}, 300_000)
afterAll(async () => {
  await owner?.end()
  await site?.close()
})

test('reads and searches of /fhir cost no more as the directory grows', () => {
  expect(findGrowing(before, after).map(describeGrowth)).toEqual([])
  expect(findRepeated(before, after).map(describeGrowth)).toEqual([])
})

test('every statement on published data uses an index', () => {
  const scans = after.filter(({ steps }) => /Seq Scan published/.test(steps))
  expect(scans.map(({ call, steps }) => `${call}: ${steps}`)).toEqual([])
  expect(new Set(after.map(({ call }) => call)).size).toBe(PATHS.length)
})
