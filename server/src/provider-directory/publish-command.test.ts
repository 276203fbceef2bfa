import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { insertPlans, insertProviders, location, practice } from '../../test/plan-net/directory-rows.ts'
import { hashOf, readSet } from '../../test/plan-net/read-set.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const NPI = '1932172228'
const program = fileURLToPath(new URL('../../test/publish-process.ts', import.meta.url))

let database: TestDatabase
let connection: DatabaseConnection
let folder: string

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
  folder = await mkdtemp(join(tmpdir(), 'portico-publish-command-'))
  const { db } = connection
  await insertPlans(db, NOW)
  await insertProviders(db, [{ npi: NPI, first_name: 'Ada' }])
  await db
    .insertInto('practice_location')
    .values(location('L1', NOW, { phone: '9785550101' }))
    .execute()
  const facts = { network_id: 'A', specialty: '207Q00000X', accepting_new_patients: 'Y' as const, languages: ['es'] }
  await db
    .insertInto('practice')
    .values(practice(NPI, 'L1', NOW, facts))
    .execute()
})
afterAll(async () => {
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A layout like the one that marketplace plans publish. */
const REGULATOR = {
  layout: 'regulator',
  files: [
    {
      name: 'provider-{provider.npi}',
      type: 'RegulatorProvider',
      per: 'provider',
      item: {
        npi: 'provider.npi',
        type: { $map: 'provider.kind', $values: { INDIVIDUAL: 'INDIVIDUAL', ORGANIZATION: 'FACILITY' } },
        name: { first: 'provider.firstName', last: 'provider.lastName' },
        addresses: {
          $each: 'provider.practices',
          $as: 'practice',
          $value: {
            address: 'practice.location.line1',
            city: 'practice.location.city',
            phone: 'practice.location.phone',
          },
        },
        specialty: { $each: 'provider.specialties', $as: 'one', $value: 'one.name' },
        plans: {
          $each: 'provider.plans',
          $as: 'plan',
          $value: { plan_id: 'plan.id', network_tier: { $const: 'PREFERRED' } },
        },
        last_updated_on: 'provider.updatedOn',
      },
    },
    {
      name: 'plans',
      type: 'RegulatorPlan',
      of: 'plan',
      list: 'plans',
      head: { year: { $const: 2026 } },
      item: { id: 'plan.id' },
    },
  ],
}

const publish = (options: string, env = {}) =>
  runCommand(`publish directory ${options}`.trim(), { ...commandEnv(database), ...env })

describe('portico publish directory', () => {
  test('writes the set, and reports it as JSON', async () => {
    const out = join(folder, 'set')
    const done = await publish(`--out ${out} --json`)
    expect(done.code).toBe(0)
    const manifest = await readFile(join(out, 'index.json'))
    expect(JSON.parse(done.out)).toMatchObject({ folder: out, manifestSha256: hashOf(manifest), resourceCount: 10 })
    expect((await readSet(out)).files.filter(({ type }) => type === 'Practitioner')).toHaveLength(1)
  })

  test('writes the layouts of other templates', async () => {
    const template = join(folder, 'regulator.json')
    await writeFile(template, JSON.stringify(REGULATOR))
    const out = join(folder, 'regulator')
    expect(await publish(`--out ${out}`, { PORTICO_DIRECTORY_TEMPLATES: template })).toMatchObject({ code: 0 })
    const files = (await readSet(out)).files.filter(({ layout }) => layout === 'regulator')
    const [plans, own] = ['RegulatorPlan', 'RegulatorProvider'].map((type) => files.find((file) => file.type === type))
    expect(JSON.parse(plans?.text ?? '')).toEqual({ year: 2026, plans: [{ id: 'HMO' }, { id: 'PPO' }, { id: 'SCO' }] })
    expect(own?.file).toMatch(/^regulator-provider-1932172228-[0-9a-f]{32}\.json\.gz$/)
    expect(JSON.parse(own?.text ?? '')).toEqual({
      npi: NPI,
      type: 'INDIVIDUAL',
      name: { first: 'Ada', last: 'Smith' },
      addresses: [{ address: '1 Main Street', city: 'Salem', phone: '9785550101' }],
      specialty: [expect.stringContaining('Family')],
      plans: [
        { plan_id: 'HMO', network_tier: 'PREFERRED' },
        { plan_id: 'PPO', network_tier: 'PREFERRED' },
      ],
      last_updated_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('reports a template that cannot be used, and a missing folder, in one sentence', async () => {
    const template = join(folder, 'wrong.json')
    await writeFile(template, '{"layout":"wrong","files":[{"name":"x","type":"X","of":"provider","item":"npi"}]}')
    const out = join(folder, 'wrong')
    const wrong = await publish(`--out ${out}`, { PORTICO_DIRECTORY_TEMPLATES: template })
    expect(wrong).toMatchObject({
      code: 1,
      err: 'The template wrong.json cannot be used: files[0].item: the path npi must begin with provider.\n',
    })
    expect(existsSync(out)).toBe(false)
    expect((await publish('')).err).toContain('publish directory --out DIR')
  })
})

describe('a publication that is killed', () => {
  /** Kills the process once its part of the set exists, after this many milliseconds more. */
  async function killAfter(out: string, ms: number): Promise<boolean> {
    const given = JSON.stringify({ config: database.config, folder: out })
    const child = spawn(process.execPath, [program, given], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    while (!existsSync(join(out, '.part')) && child.exitCode === null) await sleep(1)
    await sleep(ms)
    child.kill('SIGKILL')
    await exited
    return child.signalCode === 'SIGKILL'
  }

  test('leaves the last whole set, and the next one completes', async () => {
    const out = join(folder, 'killed')
    expect(await publish(`--out ${out}`)).toMatchObject({ code: 0 })
    const former = await readFile(join(out, 'index.json'), 'utf8')
    // Enough text that writing takes longer than the kill.
    await sql`insert into published_resource (type, id, resource, hash, last_updated, networks, source_kind, source_id)
      select 'Location', 'bulk-' || n, json_build_object('resourceType', 'Location', 'id', 'bulk-' || n,
        'text', (select string_agg(md5(n::text || m::text), '') from generate_series(1, 60) m)), '', now(), '{A}', 'GROUP', 'bulk'
      from generate_series(1, 10000) n`.execute(connection.db)
    let killed = 0
    for (const ms of [0, 30, 90]) {
      if (await killAfter(out, ms)) killed += 1
      const { manifest } = await readSet(out)
      expect(manifest.files.length).toBeGreaterThan(0)
    }
    expect(killed).toBeGreaterThan(0)
    expect(await publish(`--out ${out}`)).toMatchObject({ code: 0 })
    await readSet(out)
    expect(existsSync(join(out, '.part'))).toBe(false)
    expect(former).not.toBe('')
  })
})
