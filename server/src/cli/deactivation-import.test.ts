import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { completeNpi } from '@portico/core/plan-data/npi'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { packZip } from '#platform/spreadsheet/zip.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { writeSpreadsheet } from '../../test/spreadsheet.ts'

/** The plan's network: twenty solo providers and two of a group. */
const SOLO = Array.from({ length: 20 }, (_, at) => completeNpi(`1300000${at + 10}`))
const GROUPED = [completeNpi('140000001'), completeNpi('140000002')]
const [FIRST = '', SECOND = '', THIRD = ''] = SOLO
const [IN_GROUP = ''] = GROUPED
const OUTSIDE = completeNpi('150000009')
const LARGE = { PORTICO_IMPORT_SUSPENSIONS_PERCENT: '100' }

let folder: string
let database: TestDatabase
let connection: DatabaseConnection
let nationalHeader: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-deactivations-'))
  const header = await readFile(new URL('../demo/generate/nppes-header.csv', import.meta.url), 'utf8')
  nationalHeader = header.trim().slice(1, -1).split('","')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
})
beforeEach(async () => {
  await database.restore()
  await importNational([...SOLO, ...GROUPED].map((npi) => ({ NPI: npi })))
  const network = ['npi,group_id,group_kind,group_name', ...SOLO.map((npi) => `${npi},,,`)]
  const grouped = GROUPED.map((npi) => `${npi},PG1,PG,Harbor Pediatrics`)
  await importFile('network', 'network.csv', [...network, ...grouped].join('\n'))
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

async function importFile(kind: string, name: string, content: string | Buffer, options = '', env = {}) {
  const file = join(folder, name)
  await writeFile(file, content)
  await rm(`${file}.rejects.csv`, { force: true })
  const ended = await runCommand(`import ${kind} ${file} ${options}`.trim(), { ...commandEnv(database), ...env })
  return { ...ended, rejects: await readFile(`${file}.rejects.csv`, 'utf8').catch(() => '') }
}

type National = { NPI: string; [column: string]: string }

/** The national file, or one of its weekly updates: every value quoted. */
function importNational(providers: National[], options = '', env = {}) {
  const person = (at: number) => ({
    'Entity Type Code': '1',
    'Provider Last Name (Legal Name)': 'WHITLOCK',
    'Provider First Name': `ELEANOR${at}`,
  })
  const rows = providers.map((values, at) => {
    const given: Record<string, string> = { ...person(at), ...values }
    return nationalHeader.map((name) => `"${given[name] ?? ''}"`).join(',')
  })
  const text = `${[nationalHeader.map((name) => `"${name}"`).join(','), ...rows].join('\n')}\n`
  return importFile('nppes', 'npidata.csv', text, options, env)
}

const HEADER = 'NPI,NPPES Deactivation Date'
const csvOf = (...npis: string[]) => `${[HEADER, ...npis.map((npi) => `${npi},06/30/2025`)].join('\n')}\n`
const deactivate = (npis: string[], options = '', env = {}) =>
  importFile('nppes', 'deactivated.csv', csvOf(...npis), options, env)

const read = async (query: string) =>
  (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(connection.db)).rows
const states = async () =>
  (
    await read(`select a.username, g.state from access_grant g join account a on a.id = g.account_id
      where a.kind = 'provider' order by g.id`)
  ).map(({ username, state }) => `${username} ${state}`)
const mails = async () =>
  (await read('select kind, to_address as to from mail_message order by kind, to_address')).map(
    ({ kind, to }) => `${kind} ${String(to).split('@')[0]}`,
  )
const deactivated = async () =>
  (await read('select npi from network_provider where deactivated order by npi')).map(({ npi }) => npi)

describe('the monthly file of deactivations', () => {
  const rows = [
    ['NPPES Deactivated NPI Report as of Nov 10 2025', undefined],
    ['NPI', 'NPPES Deactivation Date'],
    [FIRST, '06/30/2025'],
    [Number(SECOND), '6/3/2025'],
    [OUTSIDE, '2020-01-31'],
  ]
  const titled = `NPPES Deactivated NPI Report\n\n${csvOf(FIRST, SECOND, OUTSIDE)}`

  it.each([
    ['an XLSX file with a title', 'report.xlsx', () => writeSpreadsheet(rows)],
    ['a compressed XLSX file', 'report.xlsx.gz', () => gzipSync(writeSpreadsheet(rows))],
    ['a CSV file with a title', 'report.csv', () => titled],
    ['a compressed CSV file', 'report.csv.gz', () => gzipSync(titled)],
  ])('is read from %s, and changes nothing the second time', async (_, name, content) => {
    const done = await importFile('nppes', name, content())
    expect(done.out).toMatch(/3 rows .*\n {2}new {8}1\n {2}changed {4}2\n {2}unchanged {2}0\n {2}rejected {3}0\n/)
    expect(await deactivated()).toEqual([FIRST, SECOND])
    expect(await read(`select name, search_name from provider where npi = '${OUTSIDE}'`)).toEqual([
      { name: '', search_name: '' },
    ])
    expect(await read(`select word from provider_word where npi = '${FIRST}'`)).toEqual([])
    const before = await read('select * from provider order by npi')
    expect((await importFile('nppes', name, content())).out).toMatch(/new {8}0\n {2}changed {4}0\n {2}unchanged {2}3\n/)
    expect(await read('select * from provider order by npi')).toEqual(before)
  })

  it('reports bad rows by line, counted from the first line of the file', async () => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const content = `Title\n${HEADER}\n1234567890,06/30/2025\n${FIRST},soon\n${FIRST},\n${FIRST},${tomorrow}\n${SECOND},06/30/2025\n${SECOND},06/30/2025\n`
    const done = await importFile('nppes', 'bad.csv', content)
    expect(done.rejects.split('\n').slice(1, -1)).toEqual([
      '3,"npi is not a National Provider Identifier (10 digits, check digit)."',
      '4,"nppes deactivation date is not a date such as 06/30/2026."',
      '5,"nppes deactivation date is empty."',
      '6,"nppes deactivation date is in the future."',
      '7,"The same npi is repeated on line 8; that line is used."',
    ])
    expect(await deactivated()).toEqual([SECOND])
  })

  it('keeps a provider active whom the national file reactivated on or after that day', async () => {
    const stub = { 'NPI Deactivation Date': '06/30/2025', 'NPI Reactivation Date': '07/15/2025' }
    await importNational([{ NPI: FIRST, ...stub }])
    await deactivate([FIRST])
    expect(await deactivated()).toEqual([])
    expect(await read(`select word from provider_word where npi = '${FIRST}'`)).not.toEqual([])
  })

  it('is refused if the sheet is a bomb, too large, damaged or of another program', async () => {
    const bomb = packZip(new Map([['xl/workbook.xml', Buffer.alloc(300_000_000)]]))
    const refused = async (content: Buffer) => (await importFile('nppes', 'bomb.xlsx', content)).err
    expect(await refused(bomb)).toContain('MB. Save it as CSV.')
    expect(await refused(gzipSync(bomb))).toContain('is larger than 64 MB. Save it as CSV.')
    expect(await refused(packZip(new Map([['word/document.xml', Buffer.from('<a/>')]])))).toContain(
      'is not a spreadsheet',
    )
    expect(await refused(writeSpreadsheet(rows).subarray(0, 900))).toContain('is damaged or incomplete')
    expect(await deactivated()).toEqual([])
  })

  it('names the missing column of a file that is neither', async () => {
    expect((await importFile('nppes', 'other.csv', 'npi,reason\n')).err).toContain('lacks these columns')
    expect((await importFile('nppes', 'none.csv', 'a\nb\nc\n')).err).toContain('lacks these columns in its header: npi')
  })
})

describe('a weekly update', () => {
  it('changes only its rows: nobody else is removed or deactivated', async () => {
    const others = await read(`select * from provider where npi <> '${FIRST}' order by npi`)
    const done = await importNational([{ NPI: FIRST, 'Provider Last Name (Legal Name)': 'MOVED' }])
    expect(done.out).toMatch(/new {8}0\n {2}changed {4}1\n/)
    expect(await read(`select * from provider where npi <> '${FIRST}' order by npi`)).toEqual(others)
    expect([await deactivated(), await mails()]).toEqual([[], []])
  })

  it('ends access like the monthly file', async () => {
    await insertTestAccount(connection.db, { username: 'user', grants: [{ role: 'AU', scopeId: FIRST }] })
    await importNational([{ NPI: FIRST, 'NPI Deactivation Date': '06/30/2025' }], '--confirm')
    expect(await states()).toEqual(['user SUSPENDED'])
  })
})

describe('access to a deactivated NPI', () => {
  beforeEach(async () => {
    const { db } = connection
    await insertTestAccount(db, { username: 'chief', grants: [{ role: 'SAA', scopeId: FIRST }] })
    await insertTestAccount(db, {
      username: 'biller',
      grants: [
        { role: 'AU', scopeId: FIRST },
        { role: 'AU', scopeId: SECOND },
      ],
    })
    await insertTestAccount(db, { username: 'group', grants: [{ role: 'SAA', scopeKind: 'PG', scopeId: 'PG1' }] })
    await insertTestAccount(db, { username: 'staff', kind: 'internal' })
    await insertTestAccount(db, { username: 'reviewer', kind: 'internal', staffRole: 'REVIEWER' })
  })

  it('is suspended in the same import, with one mail to each person concerned', async () => {
    await deactivate([FIRST, SECOND, THIRD, IN_GROUP], '', LARGE)
    expect(await states()).toEqual(['chief SUSPENDED', 'biller SUSPENDED', 'biller SUSPENDED', 'group ACTIVE'])
    expect(await mails()).toEqual([
      'npi.access-ended biller',
      'npi.access-ended chief',
      'npi.deactivated group',
      'npi.deactivated-staff staff',
    ])
    const [mail] = await read(
      `select body from mail_message where kind = 'npi.access-ended' and to_address like 'biller%'`,
    )
    expect(mail?.body).toContain(`NPI ${FIRST}`)
    expect(mail?.body).toContain(`NPI ${SECOND}`)
    expect(mail?.body).not.toContain(THIRD)
    const acts =
      await read(`select npi, details ->> 'reason' as reason from audit_event where action = 'grant.suspended'
      order by id`)
    expect(acts.map(({ npi }) => npi)).toEqual([FIRST, FIRST, SECOND])
    expect(acts[0]?.reason).toBe('The national provider file lists the NPI as deactivated.')
    await deactivate([FIRST, SECOND, THIRD, IN_GROUP], '', LARGE)
    expect((await mails()).length).toBe(4)
  })

  it('names at most twenty providers in a mail', async () => {
    await sql`insert into organization (org_id, name) values ('PO1', 'Harbor Health')`.execute(connection.db)
    await sql`update network_provider set org_id = 'PO1'`.execute(connection.db)
    await insertTestAccount(connection.db, {
      username: 'org',
      grants: [{ role: 'SAA', scopeKind: 'PO', scopeId: 'PO1' }],
    })
    await deactivate([...SOLO, ...GROUPED], '', LARGE)
    const [mail] = await read(`select body from mail_message where kind = 'npi.deactivated' and to_address like 'org%'`)
    expect(mail?.body).toContain('and 2 more')
  })

  it('drops the NPI out of the reach of its group, with its records', async () => {
    await sql`
      insert into claim (claim_number, npi, member_id, billed_amount, service_date, status)
      values ('C1', ${IN_GROUP}, 'M1', 10, '2025-01-01', 'Paid')`.execute(connection.db)
    const cohorts = `select (select cohort_id is null from network_provider where npi = '${IN_GROUP}') as provider,
      (select cohort_id is null from claim) as claim`
    expect(await read(cohorts)).toEqual([{ provider: false, claim: false }])
    await deactivate([IN_GROUP])
    expect(await read(cohorts)).toEqual([{ provider: true, claim: true }])
    expect((await runCommand('counts verify', commandEnv(database))).code).toBe(0)
  })

  it('stays ended when the NPI is active again; staff and SAAs are notified once', async () => {
    await deactivate([FIRST, SECOND, IN_GROUP], '', LARGE)
    await sql`delete from mail_message`.execute(connection.db)
    const again = { 'NPI Deactivation Date': '06/30/2025', 'NPI Reactivation Date': '07/15/2025' }
    const done = await importNational([FIRST, IN_GROUP].map((NPI) => ({ NPI, ...again })))
    expect(done.out).toContain('NPIs that are active again and still have suspended access: 1.')
    expect(await states()).toEqual(['chief SUSPENDED', 'biller SUSPENDED', 'biller SUSPENDED', 'group ACTIVE'])
    expect(await deactivated()).toEqual([SECOND])
    expect(await mails()).toEqual(['npi.active-again chief', 'npi.active-again-staff staff'])
    expect(await read(`select npi from audit_event where action = 'directory.npi-active-again'`)).toEqual([
      { npi: FIRST },
    ])
    await importNational([FIRST, IN_GROUP].map((NPI) => ({ NPI, ...again })))
    expect((await mails()).length).toBe(2)
    await importNational([{ NPI: FIRST, 'NPI Deactivation Date': '08/30/2025' }])
    expect(await read(`select from access_grant where npi_reactivated_at is not null`)).toEqual([])
  })

  it('stays ended when a network file has the provider again', async () => {
    await deactivate([FIRST], '', LARGE)
    await importFile('network', 'again.csv', `npi,region\n${FIRST},North\n`)
    expect((await states())[0]).toBe('chief SUSPENDED')
    expect(await deactivated()).toEqual([FIRST])
  })
})

describe('a file that suspends more than one percent of the grants for single NPIs', () => {
  beforeEach(async () => {
    const grants = (npis: string[]) => npis.map((scopeId) => ({ role: 'AU' as const, scopeId }))
    for (let at = 0; at < 5; at++)
      await insertTestAccount(connection.db, { username: `user${at}`, grants: grants(SOLO) })
  })
  const everything = async () =>
    Promise.all(
      ['provider', 'network_provider', 'access_grant', 'last_import'].map((table) => read(`table ${table} order by 1`)),
    )

  it('changes nothing without --confirm', async () => {
    const before = await everything()
    const refused = await deactivate([FIRST])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('5 of 100 active grants for single NPIs')
    expect(refused.err).toContain('(5.0 %). Nothing was changed.')
    expect(refused.err).toContain('add --confirm.')
    expect(JSON.parse((await deactivate([FIRST], '--json')).out)).toEqual({
      refused: { active: 100, suspended: 5, activeAgain: 0 },
    })
    expect(await everything()).toEqual(before)
    expect(await mails()).toEqual([])
    expect((await deactivate([FIRST], '--confirm')).out).toContain('because its NPIs are deactivated: 5.')
    expect((await states()).filter((state) => state.endsWith('SUSPENDED')).length).toBe(5)
  })

  it('is counted exactly: one percent passes', async () => {
    await sql`delete from access_grant where id not in (
      select min(id) from access_grant where scope_id = ${FIRST}
      union all select id from access_grant where scope_id <> ${FIRST})`.execute(connection.db)
    await sql`
      insert into access_grant (account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at)
      select account_id, request_id, scope_kind, scope_id, role, permissions, state, created_at from access_grant
      where scope_id = ${SECOND} limit 4`.execute(connection.db)
    expect((await deactivate([FIRST])).code).toBe(0)
  })

  it('is refused for other kinds of files', async () => {
    expect((await importFile('network', 'n.csv', 'npi\n', '--confirm')).err).toContain('--confirm belongs to nppes.')
  })
})

it('rejects a second import of the national file while one runs', async () => {
  const other = connectDatabase(database.config)
  try {
    await other.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7262, 0)`.execute(trx)
      expect((await deactivate([FIRST])).err).toContain('Another import of nppes is running.')
    })
  } finally {
    await other.close()
  }
  expect(await deactivated()).toEqual([])
  expect((await deactivate([FIRST])).code).toBe(0)
})

it('leaves nothing behind when it is killed after it wrote the deactivations, and can be run again', async () => {
  await insertTestAccount(connection.db, { username: 'user', grants: [{ role: 'AU', scopeId: FIRST }] })
  const tables = () =>
    Promise.all(['provider', 'network_provider', 'last_import'].map((table) => read(`table ${table} order by 1`)))
  const before = await tables()
  const other = connectDatabase(database.config)
  try {
    await other.db.transaction().execute(async (trx) => {
      await sql`select from access_grant for update`.execute(trx)
      const running = deactivate([FIRST], '--confirm')
      const waiting = `from pg_stat_activity where application_name = 'portico import' and wait_event_type = 'Lock'`
      await expect.poll(() => read(`select pid ${waiting}`)).toHaveLength(1)
      await read(`select pg_terminate_backend(pid) ${waiting}`)
      expect((await running).code).toBe(1)
    })
  } finally {
    await other.close()
  }
  expect([await tables(), await states(), await mails()]).toEqual([before, ['user ACTIVE'], []])
  expect((await deactivate([FIRST], '--confirm')).code).toBe(0)
  expect(await states()).toEqual(['user SUSPENDED'])
})
