import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/context.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { ADA, insertDirectoryWithExamples } from '../../test/plan-net/directory-with-examples.ts'
import { openFhirClient } from '../../test/plan-net/fhir-client.ts'
import { readSet } from '../../test/plan-net/read-set.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { searchGuide } from './domain/search/search-guide.ts'

/** A version of the guide that has another search parameter, on a directory that was published by the former one. */

let site: TestApp
let client: ReturnType<typeof openFhirClient>
let folder: string

const publish = async () => {
  const done = await runCommand(`publish directory --out ${folder} --json`, commandEnv({ config: site.ownerLogin }))
  expect(done).toMatchObject({ code: 0 })
  return JSON.parse(done.out)
}
/** Which transaction wrote each search value of a practitioner. */
const readVersions = async () =>
  (
    await sql<{ value: string; version: string }>`
      select parameter || '=' || value as value, xmin::text as version from published_value
      where type = 'Practitioner' and id = ${ADA} order by 1`.execute(site.db)
  ).rows
const readResource = async () => (await client.get(`/Practitioner/${ADA}`)).body

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-new-guide-'))
  site = await buildTestApp({ database: 'migrated', settings: { limits: { fhirPerMinutePerAddress: 100_000 } } })
  client = openFhirClient(site)
  const staff = await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  await insertDirectoryWithExamples(systemContext(site.deps), staff.id)
  await publish()
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

test('the next publication writes the search values again, and changes no resource and no file', async () => {
  const { parameters } = searchGuide.Practitioner
  const before = await readResource()
  const found = () => client.searchAll('/Practitioner?suffix=md')
  try {
    parameters.suffix = {
      type: 'string',
      definition: 'http://example.org/suffix',
      expression: 'Practitioner.name.suffix',
    }
    expect(await found()).toEqual([])
    expect(await publish()).toMatchObject({ changedFiles: 0 })
    expect(await found()).toEqual([`Practitioner/${ADA}`])
    expect(await readResource()).toBe(before)
    const versions = await readVersions()
    await publish()
    expect(await readVersions()).toEqual(versions)
  } finally {
    delete parameters.suffix
  }
  await publish()
  expect((await readVersions()).filter(({ value }) => value.startsWith('suffix'))).toEqual([])
  expect((await readSet(folder)).files.length).toBeGreaterThan(0)
})
