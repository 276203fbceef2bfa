import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { location, practice } from '../../test/plan-net/directory-rows.ts'
import { openFhirClient } from '../../test/plan-net/fhir-client.ts'
import { findUnresolved, readSet, resourcesIn, type SetFile } from '../../test/plan-net/read-set.ts'
import { findInvalid } from '../../test/plan-net/validate.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { DEMO_FILES, writeDemoFiles } from '../demo/generate/write-demo-files.ts'
import type { Manifest } from './domain/files/manifest.ts'

/** Publishes the demo's network by the command, as a plan would, and reads all of it as the world can. */

const CANARY = 'Canary'
let site: TestApp
let folder: string
let withheld: string
let files: SetFile[]

/** Withholds the first provider, whose name, location and practice carry a text that nothing else has. */
async function withholdOne(): Promise<string> {
  const { db } = site
  const now = site.clock.now()
  const { npi } = await db.selectFrom('practice').select('npi').orderBy('npi').executeTakeFirstOrThrow()
  const { id } = await insertTestAccount(db, {
    username: 'canary-staff',
    kind: 'internal',
    email: 'canary@example.test',
  })
  const name = {
    name: `${CANARY} Name`,
    first_name: `${CANARY}-First`,
    last_name: `${CANARY}-Last`,
    credential: CANARY,
  }
  await sql`update provider set name = ${name.name}, first_name = ${name.first_name}, last_name = ${name.last_name},
    credential = ${name.credential} where npi = ${npi}`.execute(db)
  const own = location('CANARY-1', now, { name: `${CANARY} Office`, city: CANARY, phone: '9785550199' })
  await db.insertInto('practice_location').values(own).execute()
  await db
    .insertInto('practice')
    .values(practice(npi, 'CANARY-1', now))
    .execute()
  await db
    .insertInto('suppressed_provider')
    .values({ npi, reason: `${CANARY} reason`, suppressed_by: id, suppressed_at: now })
    .execute()
  return npi
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-demo-set-'))
  site = await buildTestApp({
    ...{ database: 'demo', clock: createTestClock(new Date()), isUnwatched: true },
    settings: {
      directoryFolder: folder,
      limits: { fhirPerMinutePerAddress: 100_000, directoryFilesPer5MinPerAddress: 100_000 },
    },
  })
  withheld = await withholdOne()
  const done = await runCommand(`publish directory --out ${folder} --json`, commandEnv({ config: site.ownerLogin }))
  expect(done).toMatchObject({ code: 0 })
  files = (await readSet(folder)).files
})
afterAll(async () => {
  await site?.close()
  await rm(folder, { recursive: true, force: true })
})

const ofTypes = () => files.filter(({ format }) => format === 'application/fhir+ndjson')
const bundles = () => files.filter(({ type }) => type === 'Bundle')

test('each resource of the NDJSON files and the Bundles conforms to its profile', () => {
  expect(ofTypes()).toHaveLength(8)
  expect(bundles().length).toBeGreaterThan(1)
  for (const file of [...ofTypes(), ...bundles()]) {
    const resources = resourcesIn(file)
    expect(resources).toHaveLength(file.count)
    expect(findInvalid(resources), file.file).toEqual([])
  }
})

test('references resolve in the NDJSON files together, and in each Bundle', () => {
  expect(findUnresolved(ofTypes().flatMap(resourcesIn))).toEqual([])
  for (const bundle of bundles()) expect(findUnresolved(resourcesIn(bundle)), bundle.network).toEqual([])
})

/** What the world can read: every file, and every page and resource of /fhir. */
async function readEverything(): Promise<string> {
  const get = (url: string) => site.app.inject({ method: 'GET', url })
  const index = await get('/directory/index.json')
  const manifest: Manifest = index.json()
  const texts = [index.body]
  for (const { file } of manifest.files) texts.push(gunzipSync((await get(`/directory/${file}`)).rawPayload).toString())
  const client = openFhirClient(site)
  for (const file of ofTypes()) {
    const found = await client.searchAll(`/${file.type}?_count=100`)
    expect(found.sort()).toEqual(
      resourcesIn(file)
        .map(({ resourceType, id }) => `${resourceType}/${id}`)
        .sort(),
    )
  }
  for (const path of [
    '/metadata',
    `/Practitioner/${withheld}`,
    `/PractitionerRole?practitioner=${withheld}`,
    '/Location/CANARY-1',
  ])
    texts.push((await client.get(path)).body.replaceAll(withheld, '').replaceAll('CANARY-1', ''))
  return texts.join('\n')
}

/** TINs of the network's file; the database has only their hashes. */
async function readTins(): Promise<string[]> {
  await writeDemoFiles(folder, site.clock.now())
  const text = await readFile(join(folder, DEMO_FILES.network), 'utf8')
  return text.match(/\b04\d{7}\b/g) ?? []
}

/** What must never be published. Numbers of four digits, as of an SSN, could be part of something else. */
async function findSecrets(): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select email as value from account union select username from account
    union select claim_number from claim union select member_id from claim
    union select member_id from member union select subscriber_id from member
    union select encode(tin_hash, 'hex') from network_provider union select encode(ssn_hash, 'hex') from network_provider
    union select provider_email from network_provider union select case_id from sco_case`.execute(site.db)
  const stored = rows.flatMap(({ value }) => (value && value.length > 4 ? [value] : []))
  const tins = await readTins()
  expect(tins.length).toBeGreaterThan(100)
  return [...stored, ...tins]
}

test('files and replies have no SSN, TIN, claim, member or account, and nothing of a withheld provider', async () => {
  const text = await readEverything()
  const secrets = await findSecrets()
  expect(secrets.length).toBeGreaterThan(1_000)
  const words = new Set(text.match(/[\w.@+-]+/g))
  expect(secrets.filter((secret) => words.has(secret))).toEqual([])
  expect(text).not.toMatch(/canary|9785550199/i)
  expect(words.has(withheld)).toBe(false)
  const { rows } = await sql<{ npi: string }>`
    select npi from provider where npi not in (select source_id from published_resource where source_kind = 'NPI')`.execute(
    site.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ npi }) => words.has(npi))).toEqual([])
})
