import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import {
  insertHostileDirectory,
  insertPlans,
  insertProviders,
  location,
  practice,
} from '../../test/plan-net/directory-rows.ts'
import { findUnresolved, hashOf, readSet, resourcesIn } from '../../test/plan-net/read-set.ts'
import { findInvalid } from '../../test/plan-net/validate.ts'
import { findLatestPublication, publishDirectory, publishJob, refreshAllPublished } from './provider-directory.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const DAY_MS = 86_400_000
const after = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS)

let database: TestDatabase
let connection: DatabaseConnection
let folder: string

async function open(): Promise<void> {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
  folder = await mkdtemp(join(tmpdir(), 'portico-publish-'))
}
async function close(): Promise<void> {
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}

const at = (now: Date): Context =>
  testContext(connection.db, { ...testSettings(), directoryFolder: folder, directoryPublishHour: 2 }, { now })

async function publish(now: Date) {
  await refreshAllPublished(at(now))
  const published = await publishDirectory(at(now), folder)
  if (!published) throw new Error('Nothing was published.')
  return { published, ...(await readSet(folder)) }
}

describe('files of hostile rows', () => {
  beforeAll(async () => {
    await open()
    await insertHostileDirectory(connection.db, NOW)
    await publish(NOW)
  })
  afterAll(close)

  test('have one NDJSON file per type, whose resources conform to their profiles', async () => {
    const { manifest, files } = await readSet(folder)
    const types = files.filter(({ format }) => format === 'application/fhir+ndjson')
    expect(types.map(({ type }) => type)).toEqual([
      ...['Endpoint', 'HealthcareService', 'InsurancePlan', 'Location', 'Organization', 'OrganizationAffiliation'],
      ...['Practitioner', 'PractitionerRole'],
    ])
    expect(manifest).toMatchObject({ fhirVersion: '4.0.1', guide: { version: '1.1.0' } })
    for (const file of types) {
      const resources = resourcesIn(file)
      expect(resources).toHaveLength(file.count)
      expect(findInvalid(resources)).toEqual([])
      expect(resources.filter(({ resourceType }) => resourceType !== file.type)).toEqual([])
    }
  })

  test('have a Bundle per network, whose references resolve in it, as those of the NDJSON files do', async () => {
    const { files } = await readSet(folder)
    const bundles = files.filter(({ type }) => type === 'Bundle')
    expect(bundles.map(({ network }) => network).sort()).toEqual(['A', 'B/2'])
    const all = files.filter(({ format }) => format === 'application/fhir+ndjson').flatMap(resourcesIn)
    expect([all, ...bundles.map(resourcesIn)].map(findUnresolved)).toEqual([[], [], []])
    for (const bundle of bundles) {
      expect(resourcesIn(bundle)).toHaveLength(bundle.count)
      const { entry, meta, type } = JSON.parse(bundle.text)
      expect({ type, meta }).toEqual({ type: 'collection', meta: { lastUpdated: NOW.toISOString() } })
      expect(entry[0].fullUrl).toBe(`http://localhost/fhir/${entry[0].resource.resourceType}/${entry[0].resource.id}`)
    }
  })

  test('contain every published resource to the letter', async () => {
    const { files } = await readSet(folder)
    const lines = files
      .filter(({ format }) => format === 'application/fhir+ndjson')
      .flatMap(({ text }) => text.trimEnd().split('\n'))
    const { rows } = await sql<{ text: string }>`select resource::text as text from published_resource`.execute(
      connection.db,
    )
    expect(lines.sort()).toEqual(rows.map(({ text }) => text).sort())
  })

  test('list the same providers in the plain layout', async () => {
    const { files } = await readSet(folder)
    const plain = files.find(({ layout, type }) => layout === 'plain' && type === 'Provider')
    const providers: { npi: string }[] = JSON.parse(plain?.text ?? '[]')
    const { rows } = await sql<{ npi: string }>`
      select distinct source_id as npi from published_resource where source_kind = 'NPI' order by 1`.execute(
      connection.db,
    )
    expect(providers.map(({ npi }) => npi)).toEqual(rows.map(({ npi }) => npi))
    expect(files.filter(({ type }) => type === 'Plan')).toHaveLength(3)
  })
})

const ADA = '1932172228'
const BEN = '1881692937'

async function insertTwoProviders(): Promise<void> {
  const { db } = connection
  await insertPlans(db, NOW)
  await insertProviders(db, [
    { npi: ADA, name: 'Ada Canary-Seen', first_name: 'Ada', last_name: 'Canary-Seen' },
    { npi: BEN, name: 'Ben Canary-Hidden', first_name: 'Ben', last_name: 'Canary-Hidden' },
  ])
  const hidden = location('L2', NOW, { name: 'Canary-Hidden Office', phone: '9785550199' })
  await db
    .insertInto('practice_location')
    .values([location('L1', NOW), hidden])
    .execute()
  await db
    .insertInto('practice')
    .values([practice(ADA, 'L1', NOW, { network_id: 'A' }), practice(BEN, 'L2', NOW, { network_id: 'A' })])
    .execute()
}

const suppress = async (npi: string): Promise<void> => {
  const { id } = await insertTestAccount(connection.db, { username: 'canary-staff' })
  await connection.db
    .insertInto('suppressed_provider')
    .values({ npi, reason: 'Canary-Reason', suppressed_by: id, suppressed_at: NOW })
    .execute()
}

describe('sets', () => {
  beforeEach(async () => {
    await open()
    await insertTwoProviders()
  })
  afterEach(close)

  test('that are published again without a change keep every byte and time', async () => {
    const first = await publish(NOW)
    const times = async () =>
      Promise.all(
        (await readdir(folder))
          .filter((name) => !name.startsWith('.'))
          .map(async (name) => [name, (await stat(join(folder, name))).mtimeMs]),
      )
    const before = await times()
    const second = await publish(after(1))
    expect(second.published).toMatchObject({ changedFiles: 0, manifestSha256: first.published.manifestSha256 })
    expect(await times()).toEqual(before)
  })

  test('change only the files whose data changed', async () => {
    const first = await publish(NOW)
    await connection.db
      .updateTable('practice_location')
      .set({ phone: '9785550155' })
      .where('location_id', '=', 'L1')
      .execute()
    const second = await publish(after(1))
    const changed = second.manifest.files.filter(
      ({ file }) => !first.manifest.files.some((former) => former.file === file),
    )
    expect(changed.map(({ type }) => type).sort()).toEqual(['Bundle', 'Location', 'Plan', 'Plan', 'Provider'])
    expect(changed.every(({ time }) => time === after(1).toISOString())).toBe(true)
    expect(second.manifest.time).toBe(after(1).toISOString())
    const kept = second.manifest.files.filter(({ file }) => !changed.some((one) => one.file === file))
    expect(kept.every(({ time }) => time === NOW.toISOString())).toBe(true)
  })

  test('are recorded with the hash of their manifest, and in the audit trail', async () => {
    const { published, manifest } = await publish(NOW)
    expect(published.manifestSha256).toBe(hashOf(await readFile(join(folder, 'index.json'))))
    const { changedFiles, ...stored } = published
    expect(changedFiles).toBe(manifest.files.length)
    expect(await findLatestPublication(connection.db)).toEqual(stored)
    expect(stored.bytes).toBe(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0))
    const act = await connection.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'directory.published')
      .executeTakeFirstOrThrow()
    expect(act.details).toMatchObject({
      manifestSha256: published.manifestSha256,
      resourceCount: published.resourceCount,
    })
  })

  test('keep files of the former set for a day', async () => {
    const first = await publish(NOW)
    const former = first.manifest.files.find(({ type }) => type === 'Location')?.file ?? ''
    await connection.db
      .updateTable('practice_location')
      .set({ phone: '9785550155' })
      .where('location_id', '=', 'L1')
      .execute()
    await publish(after(1))
    expect(await readdir(folder)).toContain(former)
    await publish(after(1.9))
    expect(await readdir(folder)).toContain(former)
    await writeFile(join(folder, 'notes.txt'), 'not a file of the set')
    await publish(after(2))
    expect(await readdir(folder)).not.toContain(former)
    expect(await readdir(folder)).toContain('notes.txt')
  })

  test('lose a provider whom staff withhold, at once and with every former file', async () => {
    await publish(NOW)
    expect(await publishJob.run(at(NOW), after(0.01))).toBe(0)
    await suppress(BEN)
    expect(await publishJob.run(at(NOW), after(0.01))).toBe(1)
    const { files } = await readSet(folder)
    expect((await readdir(folder)).filter((name) => name.endsWith('.gz')).sort()).toEqual(
      files.map(({ file }) => file).sort(),
    )
    const text = files.map((file) => file.text).join('')
    expect(text).toContain('Canary-Seen')
    expect(text).not.toMatch(/Canary-Hidden|Canary-Reason|1881692937|9785550199|canary-staff/)
    expect(await publishJob.run(at(NOW), after(0.02))).toBe(0)
  })

  test.each([
    ['left the network', sql`update network_provider set left_at = now() where npi = ${BEN}`],
    [
      'is deactivated',
      sql`update provider set deactivated = true, deactivation_date = '2026-01-01' where npi = ${BEN}`,
    ],
    ['is marked as not published', sql`update practice set published = false where npi = ${BEN}`],
    ['has left the practice', sql`update practice set ends_on = '2026-06-02' where npi = ${BEN}`],
    [
      'practices at a location that the plan no longer has',
      sql`update practice_location set left_at = now() where location_id = 'L2'`,
    ],
  ])('do not contain a provider who %s', async (_, statement) => {
    await publish(NOW)
    await statement.execute(connection.db)
    const { files } = await publish(after(1))
    const text = files.map((file) => file.text).join('')
    expect(text).toContain(ADA)
    expect(text).not.toMatch(/Canary-Hidden|1881692937|9785550199/)
  })

  test('contain nothing that is not published: identity facts, claims, accounts, pending changes', async () => {
    const { db } = connection
    const { id } = await insertTestAccount(db, { username: 'canary-user', email: 'canary-account@example.test' })
    await sql`update network_provider set provider_email = 'canary-provider@example.test', tin_hash = 'canary-tin', ssn_hash = 'canary-ssn'`.execute(
      db,
    )
    await sql`update provider set phone = '9785550142', city = 'Canary-National-City', license_number = 'canary-license'`.execute(
      db,
    )
    await sql`insert into claim (claim_number, npi, member_id, service_date, changed_at, billed_amount, status)
      values ('CANARY-CLAIM', ${ADA}, 'CANARY-MEMBER', '2026-01-01', ${NOW}, 1, 'PAID')`.execute(db)
    await sql`insert into practice_change (npi, location_id, field, value_after, source, account_id, reported_at, due_at, state)
      values (${ADA}, 'L1', 'phone', '"9785550143"', 'PAGE', ${id}, ${NOW}, ${NOW}, 'WAITING')`.execute(db)
    const { files } = await publish(NOW)
    const text = files.map((file) => file.text).join('')
    expect(text).toContain('Canary-Seen')
    expect(text).not.toMatch(/canary-(account|provider|tin|ssn|license|user)|CANARY-|Canary-National|978555014/)
  })

  test('are published by the job once the plan has loaded its directory, then every night', async () => {
    expect(await publishJob.run(at(NOW), NOW)).toBe(1)
    expect(await publishJob.run(at(NOW), after(0.5))).toBe(0)
    // 2 AM in the plan's time zone is 6 AM in UTC.
    expect(await publishJob.run(at(NOW), new Date('2026-06-02T05:59:00Z'))).toBe(0)
    expect(await publishJob.run(at(NOW), new Date('2026-06-02T06:00:00Z'))).toBe(1)
    expect(await publishJob.run(at(NOW), new Date('2026-06-02T06:01:00Z'))).toBe(0)
  })

  test('are not published by a server that is not to, nor of a plan without a directory', async () => {
    const off = at(NOW)
    expect(await publishJob.run({ ...off, settings: { ...off.settings, directoryPublishHour: undefined } }, NOW)).toBe(
      0,
    )
    await connection.db.deleteFrom('practice').execute()
    expect(await publishJob.run(at(NOW), NOW)).toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('are published by one process at a time', async () => {
    await refreshAllPublished(at(NOW))
    await connection.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(72640, 1)`.execute(trx)
      expect(await publishDirectory(at(NOW), folder)).toBeUndefined()
    })
    expect(await publishDirectory(at(NOW), folder)).toBeDefined()
  })

  test('replace a file of the folder that was damaged', async () => {
    const { manifest } = await publish(NOW)
    const [{ file } = { file: '' }] = manifest.files
    await writeFile(join(folder, file), 'damaged')
    await utimes(join(folder, file), NOW, NOW)
    await publish(after(1))
  })
})
