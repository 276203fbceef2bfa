import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeNpi } from '@portico/core/plan-data/npi'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { sweep } from '#platform/operations/sweep.ts'
import { readSettings } from '#platform/settings/settings.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { notifyMissing } from '../access/domain/people/missing.ts'
import { eachCase } from '../access/scheduled-jobs.ts'
import { commandContext } from './with-context.ts'

/** The plan's network: twenty providers. */
const SOLO = Array.from({ length: 20 }, (_, at) => completeNpi(`1300000${at + 10}`))
const [FIRST = '', SECOND = '', THIRD = ''] = SOLO
const MEMBERS = Array.from({ length: 20 }, (_, at) => `N41000${String(at).padStart(3, '0')}`)

let folder: string
let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-snapshot-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
})
beforeEach(async () => {
  await database.restore()
  await importNetwork(SOLO, '')
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

async function importRows(kind: string, rows: string[], options: string, env = {}) {
  const file = join(folder, `${kind}.csv`)
  await writeFile(file, `${rows.join('\n')}\n`)
  return runCommand(`import ${kind} ${file} ${options}`.trim(), { ...commandEnv(database), ...env })
}
const importNetwork = (npis: string[], options: string, env = {}) =>
  importRows('network', ['npi,group_id', ...npis.map((npi) => `${npi},`)], options, env)
const snapshot = (npis: string[], options = '') => importNetwork(npis, `--snapshot ${options}`)
const without = (...npis: string[]) => SOLO.filter((npi) => !npis.includes(npi))

const read = async (query: string) =>
  (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(connection.db)).rows
const states = async () => (await read('select state from access_grant order by id')).map(({ state }) => state)
const mails = async () => (await read('select kind from mail_message order by id')).map(({ kind }) => kind)
const acts = async () =>
  (await read(`select action from audit_event where action like 'grant.%' order by id`)).map(({ action }) => action)
const network = () => read('select npi, left_at from network_provider order by npi')

const HOUR = 3_600_000
const runJobs = (hours: number) => {
  const context = commandContext({ ...readSettings(commandEnv(database)), operator: 'tester' }, connection)
  return sweep(context, new Date(Date.now() + hours * HOUR), [eachCase(notifyMissing)])
}

describe('a snapshot that removes much', () => {
  it('changes nothing and reports what it would remove, unless the operator names the count', async () => {
    await insertTestAccount(connection.db, { username: 'user', grants: [{ role: 'AU', scopeId: FIRST }] })
    const before = await network()
    const refused = await snapshot(without(FIRST, SECOND, THIRD))
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('The snapshot lacks 3 of 20 providers (15.0 %). Nothing was changed.\n')
    expect(refused.err).toContain('Access that would be suspended: 1.\n')
    expect(refused.err).toContain('If the file is complete, add --accept-removals 3.\n')
    expect((await snapshot(without(FIRST, SECOND, THIRD), '--accept-removals 2')).code).toBe(1)
    expect([await network(), await states(), await mails()]).toEqual([before, ['ACTIVE'], []])
    const accepted = await snapshot(without(FIRST, SECOND, THIRD), '--accept-removals 3')
    expect(accepted.out).toContain('Access suspended: 1. Its owners get mail in a day.')
    expect(await states()).toEqual(['SUSPENDED'])
  })

  it('removes up to the share of the setting without asking', async () => {
    expect((await snapshot(without(FIRST, SECOND))).code).toBe(0)
    expect((await snapshot(without(FIRST, SECOND, THIRD))).code).toBe(0)
    const strict = { PORTICO_IMPORT_REMOVALS_PERCENT: '0' }
    expect((await importNetwork(SOLO.slice(4), '--snapshot', strict)).err).toContain('at most 0 %')
  })

  it('never removes the entity of an active SAA without consent', async () => {
    await insertTestAccount(connection.db, { username: 'chief', grants: [{ role: 'SAA', scopeId: FIRST }] })
    const refused = await snapshot(without(FIRST), '--json')
    expect(refused.err).toContain(`Entities that would lose an active SAA: NPI:${FIRST}.\n`)
    expect(JSON.parse(refused.out)).toEqual({
      refused: expect.objectContaining({ missing: 1, of: 20, suspended: 1, saas: [`NPI:${FIRST}`] }),
    })
    expect(await states()).toEqual(['ACTIVE'])
    expect((await snapshot(without(FIRST), '--accept-removals 1')).code).toBe(0)
  })

  it('counts groups that would lose their last provider', async () => {
    const grouped = ['npi,group_id', ...SOLO.map((npi) => `${npi},PG${Number(npi) % 2}`)]
    await importRows('network', grouped, '')
    const refused = await importNetwork(SOLO, '--snapshot')
    expect(refused.err).toContain('Groups that would have no provider left: ')
    expect(await read('select count(*)::int from group_member')).toEqual([{ count: 20 }])
  })

  it.each([
    ['--accept-removals 3', '--accept-removals belongs to --snapshot.'],
    ['--snapshot --accept-removals all', '--accept-removals takes the number of missing rows.'],
  ])('refuses %s', async (options, sentence) => {
    expect((await importNetwork(SOLO, options)).err).toContain(sentence)
  })
})

describe('access that ended because a row left the file', () => {
  beforeEach(async () => {
    await insertTestAccount(connection.db, { username: 'user', grants: [{ role: 'AU', scopeId: FIRST }] })
    await snapshot(without(FIRST))
    expect(await states()).toEqual(['SUSPENDED'])
  })

  it('is restored without any mail if the row returns before the notice is due', async () => {
    await runJobs(23)
    expect((await importNetwork([FIRST], '')).out).toContain('Access restored, because its rows are back: 1.')
    await runJobs(48)
    expect([await states(), await mails()]).toEqual([['ACTIVE'], []])
    expect(await acts()).toEqual(['grant.suspended', 'grant.reactivated'])
  })

  it('is announced a day later, and its return too', async () => {
    await runJobs(25)
    await runJobs(26)
    expect(await mails()).toEqual(['grant.suspended'])
    await snapshot(SOLO)
    expect([await states(), await mails()]).toEqual([['ACTIVE'], ['grant.suspended', 'grant.reactivated']])
  })

  it('stays suspended if the row returns after 30 days', async () => {
    await sql`update access_grant set missing_since = now() - interval '31 days'`.execute(connection.db)
    await importNetwork([FIRST], '')
    expect(await states()).toEqual(['SUSPENDED'])
  })

  it('stays suspended if plan staff suspended it meanwhile', async () => {
    await sql`update access_grant set suspended_as = 'STAFF'`.execute(connection.db)
    await importNetwork([FIRST], '')
    await runJobs(25)
    expect([await states(), await mails()]).toEqual([['SUSPENDED'], []])
  })
})

describe('a snapshot of members', () => {
  const header = 'member_id,relationship,first_name,last_name,birth_date,plan_name,effective_date'
  const rowsOf = (ids: string[]) => [header, ...ids.map((id) => `${id},SELF,Ann,Lee,1970-01-31,HMO,2020-01-01`)]
  const account = async () => (await read('select state from account'))[0]?.state

  it('follows the same rules', async () => {
    await importRows('members', rowsOf(MEMBERS), '')
    const { id } = await insertTestAccount(connection.db, { username: 'member1', kind: 'member' })
    await sql`update account set member_id = ${MEMBERS[0]} where id = ${id}`.execute(connection.db)
    const refused = await importRows('members', rowsOf(MEMBERS.slice(3)), '--snapshot')
    expect(refused.err).toContain('The snapshot lacks 3 of 20 members (15.0 %). Nothing was changed.\n')
    expect(await account()).toBe('ACTIVE')
    expect((await importRows('members', rowsOf(MEMBERS.slice(1)), '--snapshot')).code).toBe(0)
    expect(await account()).toBe('SUSPENDED')
    await importRows('members', rowsOf(MEMBERS), '')
    await runJobs(48)
    expect([await account(), await mails()]).toEqual(['ACTIVE', []])
    await importRows('members', rowsOf(MEMBERS.slice(1)), '--snapshot')
    await runJobs(25)
    await importRows('members', rowsOf(MEMBERS), '')
    expect([await account(), await mails()]).toEqual(['ACTIVE', ['account.suspended', 'account.reopened']])
  })
})
