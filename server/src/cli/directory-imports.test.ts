import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planDayOf } from '@portico/core/forms/calendar-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { daysBefore } from '#platform/operations/scheduled-job.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { jobNamed } from '../../test/jobs.ts'
import { insertPlans, insertProviders, location, practice } from '../../test/plan-net/directory-rows.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { refreshAllPublished } from '../provider-directory/provider-directory.ts'
import { commandContext } from './with-context.ts'

const NOW = new Date()
const ADA = '1932172228'
const BEN = '1881692937'

let folder: string
let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-directory-imports-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
})
beforeEach(async () => {
  await database.restore()
  const { db } = connection
  await insertPlans(db, NOW)
  await insertProviders(db, [
    { npi: ADA, first_name: 'Ada' },
    { npi: BEN, first_name: 'Ben' },
  ])
  await db
    .insertInto('practice_location')
    .values([location('L1', NOW), location('L2', NOW)])
    .execute()
  await db
    .insertInto('practice')
    .values([practice(ADA, 'L1', NOW, { network_id: 'A' }), practice(BEN, 'L2', NOW, { network_id: 'A' })])
    .execute()
  await refreshAllPublished(context())
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const context = () => commandContext({ ...readSettings(commandEnv(database)), operator: 'tester' }, connection)

async function importRows(kind: string, rows: string[], options = '') {
  const file = join(folder, `${kind}.csv`)
  await writeFile(file, `${rows.join('\n')}\n`)
  const done = await runCommand(`import ${kind} ${file} ${options}`.trim(), commandEnv(database))
  expect(done).toMatchObject({ code: 0, err: expect.not.stringContaining('rejected') })
}

const published = async (type: string): Promise<string[]> => {
  const rows = await connection.db.selectFrom('published_resource').select('id').where('type', '=', type).execute()
  return rows.map(({ id }) => id).sort()
}

const resourceOf = async (type: string, id: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select resource::text as text from published_resource where type = ${type} and id = ${id}`.execute(connection.db)
  return rows[0]?.text ?? ''
}

describe('an import refreshes what is published', () => {
  it('unpublishes a provider who left the network, with location and role', async () => {
    expect(await published('Practitioner')).toEqual([BEN, ADA])
    await importRows('network', ['npi', ADA], '--snapshot --accept-removals 1')
    expect(await published('Practitioner')).toEqual([ADA])
    expect(await published('Location')).toEqual(['L1'])
    expect(await published('PractitionerRole')).toEqual([`${ADA}..L1....A`])
  })

  it('unpublishes a provider whom the national file deactivates', async () => {
    const header = await readFile(new URL('../demo/generate/nppes-header.csv', import.meta.url), 'utf8')
    const given: Record<string, string> = { NPI: BEN, 'NPI Deactivation Date': '01/02/2026' }
    const names = header.trim().replaceAll('"', '').split(',')
    await importRows('nppes', [header.trim(), names.map((name) => `"${given[name] ?? ''}"`).join(',')])
    expect(await published('Practitioner')).toEqual([ADA])
  })

  it('publishes the new address of a location', async () => {
    await importRows('locations', ['location_id,address_1', 'L1,77 Harbor Road'])
    expect(await resourceOf('Location', 'L1')).toContain('77 Harbor Road')
  })

  it('publishes a plan, and unpublishes one that a snapshot lacks', async () => {
    expect(await published('InsurancePlan')).toEqual(['HMO', 'PPO'])
    const file = ['plan_id,name,product,network_id', 'HMO,Choice HMO,Commercial HMO,A', 'EPO,New EPO,HMO,A']
    await importRows('plans', file, '--snapshot --accept-removals 2')
    expect(await published('InsurancePlan')).toEqual(['EPO', 'HMO'])
  })

  it('unpublishes a practice that a snapshot lacks or marks as not published', async () => {
    await importRows('practices', ['npi,location_id,network_id,published', `${ADA},L1,A,N`, `${BEN},L2,A,Y`])
    expect(await published('Practitioner')).toEqual([BEN])
    const file = ['npi,location_id,network_id,published', `${ADA},L1,A,Y`]
    await importRows('practices', file, '--snapshot --accept-removals 1')
    expect(await published('Practitioner')).toEqual([ADA])
  })
})

describe('the job of practices that end', () => {
  const job = jobNamed('refresh-ended-practices')
  const endsOn = (day: string) => connection.db.updateTable('practice').set({ ends_on: day }).where('npi', '=', BEN)

  it('unpublishes them on their first day without the provider, and not before', async () => {
    await endsOn(planDayOf(new Date(NOW.getTime() + 86_400_000))).execute()
    expect(await job.run(context(), NOW)).toBe(0)
    expect(await published('Practitioner')).toEqual([BEN, ADA])
    expect(await job.run(context(), new Date(NOW.getTime() + 86_400_000))).toBeGreaterThan(0)
    expect(await published('Practitioner')).toEqual([ADA])
  })

  it('catches up on a day that it missed, and runs once an hour', async () => {
    await endsOn(planDayOf(daysBefore(NOW, 1))).execute()
    expect(await job.run(context(), NOW)).toBeGreaterThan(0)
    await endsOn('2099-01-01').execute()
    await refreshAllPublished(context())
    await endsOn(planDayOf(NOW)).execute()
    expect(await job.run(context(), NOW)).toBe(0)
    expect(await published('Practitioner')).toEqual([BEN, ADA])
  })
})
