import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { insertPlans, insertProviders, location, practice } from '../../test/plan-net/directory-rows.ts'
import { describeMustSupport, findMissing, readMustSupports } from '../../test/plan-net/must-supports.ts'
import { readSet, resourcesIn, type Stored } from '../../test/plan-net/read-set.ts'
import { findInvalid } from '../../test/plan-net/validate.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'

/** Publishes providers of whom the plan knows everything, and looks for each must-support of the guide. */

type NoData = { why: string; elements: string[] }
const noData: NoData[] = JSON.parse(readFileSync(new URL('../../plan-net/no-data.json', import.meta.url), 'utf8'))

const NOW = new Date('2026-06-01T12:00:00Z')
let database: TestDatabase
let connection: DatabaseConnection
let folder: string
let published: Stored[]

async function insertFilled(): Promise<void> {
  const { db } = connection
  await insertPlans(db, NOW)
  await db.insertInto('organization').values({ org_id: 'O1', name: 'North Shore Health' }).execute()
  await db
    .insertInto('provider_group')
    .values({ group_id: 'G1', kind: 'PG', name: 'North Shore Group', org_id: 'O1' })
    .execute()
  const filled = {
    ...{ address_2: 'Suite 2', phone: '9785550101', fax: '9785550102', hours: 'Mon-Fri 8:00 am - 5:00 pm' },
    ...{ accessibility: 'ADA compliant', latitude: '42.519540', longitude: '-70.896716' },
  }
  await db
    .insertInto('practice_location')
    .values([location('L1', NOW, filled), location('L2', NOW, { ...filled, hours: 'by appointment' })])
    .execute()
  await insertProviders(db, [
    { npi: '1234567893', name: 'Ada Smith', first_name: 'Ada', last_name: 'Smith', credential: 'MD' },
    { npi: '1003000126', entity_type: 2, name: 'Salem Clinic', last_name: null },
  ])
  const facts = {
    ...{ group_id: 'G1', network_id: 'A', accepting_new_patients: 'Y' as const, telehealth: true },
    ...{ languages: ['en', 'es'], ends_on: '2099-03-01' },
  }
  await db
    .insertInto('practice')
    .values([
      practice('1234567893', 'L1', NOW, { ...facts, specialty: '207Q00000X' }),
      practice('1234567893', 'L2', NOW, { ...facts, specialty: '207Q00000X' }),
      practice('1003000126', 'L1', NOW, { ...facts, specialty: '261QP2300X' }),
    ])
    .execute()
}

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
  folder = await mkdtemp(join(tmpdir(), 'portico-must-support-'))
  await insertFilled()
  expect(await runCommand(`publish directory --out ${folder} --json`, commandEnv(database))).toMatchObject({ code: 0 })
  const { files } = await readSet(folder)
  published = files.filter(({ format }) => format === 'application/fhir+ndjson').flatMap(resourcesIn)
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

test('each must-support of the guide is published, or Portico has no data for it, with a reason', () => {
  const mustSupports = readMustSupports()
  expect(mustSupports.length).toBeGreaterThan(200)
  const missing = findMissing(mustSupports, published).map(describeMustSupport)
  expect(missing.sort()).toEqual(noData.flatMap(({ elements }) => elements).sort())
  expect(noData.filter(({ why, elements }) => why.length < 20 || elements.length === 0)).toEqual([])
  expect(findInvalid(published)).toEqual([])
})

test('a must-support that a new version of the guide adds is missing until it is published or listed', () => {
  const added = [
    { profile: 'plannet-Practitioner', element: 'Practitioner.photo' },
    { profile: 'plannet-Practitioner', element: 'Practitioner.identifier:CLIA' },
    { profile: 'plannet-Location', element: 'Location.extension:region' },
    {
      profile: 'plannet-PractitionerRole',
      element: 'PractitionerRole.extension:newpatients.extension:characteristics',
    },
  ]
  expect(findMissing(added, published)).toEqual(added)
  const known = {
    profile: 'plannet-PractitionerRole',
    element: 'PractitionerRole.extension:newpatients.extension:fromNetwork.value[x]',
  }
  expect(findMissing([known], published)).toEqual([])
})
