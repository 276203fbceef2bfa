import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { completeNpi } from '@portico/core/plan-data/npi'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectDatabase } from '#platform/database/database.ts'
import { insertTestAccount } from '../../../test/accounts.ts'
import { testSecretKey } from '../../../test/database.ts'
import { commandEnv } from '../../../test/run-command.ts'
import { useImports } from '../../../test/use-imports.ts'
import { stagedColumns } from './kinds/network.ts'
import { FirstNetwork } from './merging/fill-network.ts'
import { limitIndexBuilders } from './staging/import-connection.ts'
import type { ImportContext, ImportKindName, Trx } from './staging/import-kind.ts'
import { IMPORT_SIZES } from './staging/import-sizes.ts'
import { createStagingTable } from './staging/staged-rows.ts'

/** A plan's first large file fills new tables beside those in use; a later file is merged into the existing rows. */

const { importText: importWith, writeText, rows, database, db, now } = useImports()

/** The full size for one case; the others use a tenth of the rows and of the size limits. */
const { manyRows } = IMPORT_SIZES
const MANY = manyRows / 10
const largeFile = IMPORT_SIZES.largeFile / 10
const sizes = { manyRows: MANY, largeFile, part: 1 << 19, firstPart: 1 << 17 }
const importText: typeof importWith = (kind, text, options) => importWith(kind, text, { sizes, ...options })

const patience = { timeout: 200_000 }
const allNpis = Array.from({ length: manyRows }, (_, index) => completeNpi(String(120_000_000 + index * 7)))
const npis = allNpis.slice(0, MANY)

/**
 * Groups of fifty; every tenth provider in a second group, every eleventh in none; every second group in an
 * organization.
 */
function networkFile(of = npis): string {
  const lines = of.flatMap((npi, index) => {
    const group = Math.floor(index / 50)
    const organization = group % 2 ? `PO${group % 7},Organization ${group % 7}` : ','
    const own = `Region ${index % 3},2014-03-01,p${index}@practice.example`
    const numbers = `${String(100_000_000 + index)},${String(1000 + index)}`
    if (index % 11 === 0) return `${npi},${numbers},,,,,,,${own}`
    const first = `${npi},${numbers},G${group},PG,Group ${group},G${group},${organization},${own}`
    return index % 10 ? first : [first, `${npi},,,S${group % 5},SG,Second ${group % 5},,,,,,`]
  })
  return [
    'npi,tin,ssn_last4,group_id,group_kind,group_name,group_short_name,org_id,org_name,region,contract_date,provider_email',
    ...lines,
  ].join('\n')
}

/**
 * Long enough to be read in several parts. Every hundredth provider is repeated at the end, and one row is duplicated.
 */
function longNetworkFile(of = npis): string {
  const [header = '', ...lines] = networkFile(of).split('\n')
  const long = lines.map((line) => line.replace(/,Group (\d+),/, (_, group) => `,Group ${group} ${'x'.repeat(1_500)},`))
  const again = of.filter((_, index) => index % 100 === 0).map((npi) => `${npi},,,LATE,PG,Late,,,,,,`)
  return [header, ...long, ...again, again[0]].join('\n')
}

function claimsFile(of = npis): string {
  const lines = of.map((npi, index) => {
    const day = `202${index % 5}-0${(index % 9) + 1}-15`
    return `C${index},${npi},M${index % 100},${index}.25,${index % 3 ? `${index}.10` : ''},${day},${index % 3 ? 'PAID' : 'DENIED'}`
  })
  return ['claim_number,npi,member_id,billed_amount,paid_amount,service_date,status', ...lines].join('\n')
}

/** All but every thirteenth are in the national directory; every seventeenth of those cannot be selected. */
async function insertDirectory(of = npis): Promise<void> {
  await rows(`
    insert into provider (npi, name, first_name, last_name, city, state, taxonomy_code, search_name)
    select npi, 'FIRST' || n || ' LAST' || n, 'FIRST' || n, 'LAST' || n, 'SALEM', 'MA', '207Q00000X',
      case when n % 17 = 0 then '' else 'first' || n || ' last' || n end
    from unnest('{${of.join(',')}}'::text[]) with ordinality as p (npi, n) where n % 13 <> 0`)
}

const FILLED = ['network_provider', 'group_member', 'network_listing', 'claim']
const regclasses = FILLED.map((table) => `'${table}'::regclass`).join(', ')

/** Everything that belongs to a table except its rows. */
const shape = () =>
  rows(`
    select indexdef as part from pg_indexes where tablename in ('${FILLED.join("', '")}')
    union select conrelid::regclass || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where conrelid in (${regclasses}) or confrelid in (${regclasses})
    union select table_name || column_name || ' ' || ordinal_position || is_nullable || data_type
      || coalesce(column_default, '') || coalesce(collation_name, '')
      from information_schema.columns where table_name in ('${FILLED.join("', '")}')
    union select pg_get_triggerdef(oid) from pg_trigger where tgrelid in (${regclasses}) and not tgisinternal
    union select table_name || grantee || ' ' || privilege_type from information_schema.table_privileges
      where table_name in ('${FILLED.join("', '")}')
    union select objoid::regclass || ' ' || description from pg_description where objoid in (${regclasses})
    order by 1`)

const identities = () => rows<{ oid: string }>(`select unnest(array[${regclasses}])::oid::text as oid`)

/** The result of an import. Cohorts are compared by content, because their numbers depend on the order of arrival. */
async function contents() {
  const signature = (table: string) => `(select signature from cohort k where k.id = ${table}.cohort_id)`
  const queries = {
    organization: 'select * from organization',
    group: 'select * from provider_group',
    cohort: 'select signature, org_id, groups from cohort',
    network: `select to_jsonb(n) - 'cohort_id' as row, ${signature('n')} from network_provider n`,
    membership: 'select * from group_member',
    listing: 'select * from network_listing',
    claim: `select to_jsonb(c) - 'cohort_id' as row, ${signature('c')} from claim c`,
    ofNpi: 'select * from claim_sum_npi where claims > 0',
    ofCohort: `select ${signature('s')}, status, claims, billed, paid from claim_sum_cohort s where claims > 0`,
    ofMonth: `select ${signature('s')}, status, month, claims, billed, paid from claim_month s where claims > 0`,
    told: `select ${signature('s')}, changed_at, claims from claim_change_count s`,
  }
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(queries)) found[name] = await rows(`select * from (${query}) q order by q`)
  return found
}

test('fills empty tables with the same result as a merge, and leaves the tables’ definitions unchanged', async () => {
  await insertDirectory()
  const network = networkFile()
  const before = await shape()
  const ids = await identities()
  expect(await importText('network', network)).toMatchObject({ inserted: MANY, updated: 0, unchanged: 0, left: 0 })
  expect(await importText('claims', claimsFile())).toMatchObject({ inserted: MANY, updated: 0, unchanged: 0 })
  const filled = await contents()
  const filledIds = await identities()
  for (const [at, { oid }] of ids.entries()) expect(filledIds[at]?.oid).not.toBe(oid)
  expect(await shape()).toEqual(before)
  const server = connectDatabase(database().app)
  expect(await server.db.selectFrom('claim').select('npi').limit(1).execute()).toHaveLength(1)
  await server.close()
  // The same file again is compared with the stored rows.
  expect(await importText('network', network)).toMatchObject({ inserted: 0, updated: 0, unchanged: MANY })
  expect(await importText('claims', claimsFile())).toMatchObject({ inserted: 0, updated: 0, unchanged: MANY })
  expect(await identities()).toEqual(filledIds)
  expect(await contents()).toEqual(filled)

  await emptyPlan()
  const few = (text: string) => text.split('\n').slice(0, 100).join('\n')
  await importText('network', few(network))
  await importText('network', network)
  await importText('claims', few(claimsFile()))
  await importText('claims', claimsFile())
  expect(await identities()).toEqual(filledIds)
  expect(await contents()).toEqual(filled)
})

const emptyPlan = () =>
  rows(`truncate claim, claim_sum_npi, claim_sum_cohort, claim_month, claim_change_count, network_listing, group_member,
    network_provider, provider_group, organization, cohort`)

test('gives the same network whether it is listed while reading or merged', async () => {
  await insertDirectory()
  const network = longNetworkFile()
  const counts = { inserted: MANY, rejected: 1, rejects: expect.stringContaining('is repeated on line') }
  expect(await importText('network', network)).toMatchObject(counts)
  const filled = await contents()
  await emptyPlan()
  await importText('network', network.split('\n').slice(0, 100).join('\n'))
  await importText('network', network)
  expect(await contents()).toEqual(filled)
})

test('merges a network if a claim arrived while it was being listed', async () => {
  await insertDirectory()
  const ids = await identities()
  const other = await holdListing()
  const imported = importText('network', longNetworkFile())
  await expect.poll(() => rows(waitingFor(98)), patience).toHaveLength(1)
  await rows(`insert into claim values ('C1', '${npis[60]}', 'M1', 10, 5, '2026-01-01', 'PAID')`)
  await other.end()
  expect(await imported).toMatchObject({ inserted: MANY })
  expect(await identities()).toEqual(ids)
  expect(await rows('select k.org_id from claim join cohort k on k.id = cohort_id')).toEqual([{ org_id: 'PO1' }])
  expect(await rows(NEXT_TABLES)).toEqual([])
})

test('fails the import without a trace if reading the file fails', async () => {
  const empty = await contents()
  await rows('drop function list_by_key')
  await expect(importText('network', longNetworkFile())).rejects.toThrow('list_by_key')
  expect(await contents()).toEqual(empty)
  expect(await rows(NEXT_TABLES)).toEqual([])
})

const context: ImportContext = {
  secretKey: testSecretKey,
  now: new Date(),
  snapshot: false,
  sizes: IMPORT_SIZES,
  header: ['npi'],
  present: new Set(['npi']),
  step: () => {},
  writePages: () => {},
  removalsPercent: 10,
  acceptedRemovals: undefined,
  suspensionsPercent: 1,
  confirmed: false,
  onSuspended: async () => {},
}

/** Runs inside a transaction: a first network with its staged rows. */
const withFirstNetwork = (
  work: (trx: Trx, first: FirstNetwork, stage: (...npis: string[]) => Promise<void>) => unknown,
) =>
  db()
    .transaction()
    .execute(async (trx) => {
      await createStagingTable(trx, [['line', 'bigint'], ['rejected', 'boolean'], ...stagedColumns])
      const first = new FirstNetwork(trx)
      await work(trx, first, async (...staged) => {
        for (const row of staged) {
          const [npi = '', group] = row.split(' ')
          await sql`insert into import_staging (line, rejected, npi, group_id) values (1, false, ${npi}, ${group})`.execute(
            trx,
          )
          first.add(npi)
        }
      })
    })

const readAll = async (trx: Trx, query: string) => (await sql.raw<Record<string, unknown>>(query).execute(trx)).rows

test('rewrites a provider who turns out to be on several rows, and leaves none in the cohort of the first', async () => {
  await withFirstNetwork(async (trx, first, stage) => {
    await stage('1100000011 A', '1100000029 B')
    await first.write(context)
    await stage('1100000011 C', '1100000037 A')
    expect(await first.finish(context)).toBe(3)
    expect(
      await readAll(trx, 'select npi, groups from network_provider_next join cohort on id = cohort_id order by 1'),
    ).toEqual([
      { npi: '1100000011', groups: ['A', 'C'] },
      { npi: '1100000029', groups: ['B'] },
      { npi: '1100000037', groups: ['A'] },
    ])
    expect(await readAll(trx, 'select npi from group_member_next order by 1, group_id')).toHaveLength(4)
    await stage('1100000029 D')
    await first.finish(context)
    expect(await readAll(trx, 'select groups from cohort order by 1')).toEqual([
      { groups: ['A'] },
      { groups: ['A', 'C'] },
      { groups: ['B', 'D'] },
    ])
  })
})

test('leaves nothing of a first network that is merged after all', async () => {
  await withFirstNetwork(async (trx, first, stage) => {
    await stage('1100000011 A')
    await first.write(context)
    await first.drop()
    expect(await readAll(trx, NEXT_TABLES)).toEqual([])
    expect(await readAll(trx, 'select from cohort')).toEqual([])
  })
})

test('rejects a first network that skipped a row', async () => {
  const taken = withFirstNetwork((_trx, first) => {
    first.add('1100000011')
    return first.finish(context)
  })
  await expect(taken).rejects.toThrow('Inserted 0 of 1 providers from the file.')
})

test('blocks no claims while a first network waits for them', async () => {
  const other = new pg.Client(database().config)
  await other.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(7262, 78)')
  const imported = importText('network', networkFile())
  await expect.poll(() => rows(waitingFor(78)), patience).toHaveLength(1)
  await other.query("set local lock_timeout = '10s'")
  await other.query('lock table claim in access exclusive mode')
  await other.query('commit')
  await other.end()
  expect(await imported).toMatchObject({ inserted: MANY })
})

test('fills a table without rejected or duplicate rows', async () => {
  const [header, first, ...others] = claimsFile().split('\n')
  const report = await importText('claims', [header, first, first?.replace('C0', ''), ...others, first].join('\n'))
  expect(report).toMatchObject({ rows: MANY + 2, inserted: MANY, rejected: 2 })
  expect(await rows('select count(*)::int as count from claim')).toEqual([{ count: MANY }])
})

test('ignores sums of claims that are gone', async () => {
  await importText('network', networkFile())
  await importText('claims', claimsFile())
  const filled = await contents()
  await rows('delete from claim')
  expect(await rows('select distinct claims from claim_sum_npi')).toEqual([{ claims: 0 }])
  await importText('claims', claimsFile())
  expect(await contents()).toEqual(filled)
})

test.each([
  ['claim', "insert into claim values ('C1', $npi, 'M1', 10, 5, '2026-01-01', 'PAID')"],
  ['sco_case', "insert into sco_case values ('S1', $npi, 'M1', '2026-01-01', 'OPEN')"],
  ['sco_invoice', "insert into sco_invoice values ('I1', $npi, '2026-01', 10, 'PAID')"],
  [
    'practice_change',
    `insert into practice_change (account_id, npi, field, value_after, source, reported_at, due_at, state)
      select id, $npi, 'other', '"New"', 'REPORT', now(), now(), 'WAITING' from account limit 1`,
  ],
])('merges a network if a %s already existed, which then gets its provider’s cohort', async (table, insert) => {
  const ids = await identities()
  await insertTestAccount(db(), { username: `has${table}`, grants: [] })
  await rows(insert.replace('$npi', `'${npis[60]}'`))
  await importText('network', networkFile())
  expect(await identities()).toEqual(ids)
  expect(await rows(`select k.org_id from ${table} join cohort k on k.id = cohort_id`)).toEqual([{ org_id: 'PO1' }])
})

test('fills in the entities above a grant that was given before there was a network', async () => {
  await insertTestAccount(db(), { username: 'early', grants: [{ scopeId: npis[60] ?? '' }] })
  await importText('network', networkFile())
  expect(await rows('select reach from access_grant')).toEqual([{ reach: ['GROUP:G1', 'GROUP:S1', 'PO:PO1'] }])
})

test.each([
  ['network', networkFile(), 'network_provider', 'listing the network for members'],
  ['claims', claimsFile(), 'claim', 'building the indexes'],
] as const)('blocks no reader while importing %s, and a long reader blocks no other', async (...given) => {
  const [kind, text, table, late] = given
  const count = `select count(*)::int as count from ${table}`
  const reader = new pg.Client(database().config)
  await reader.connect()
  await reader.query('begin')
  await reader.query(count)
  const seen: Promise<unknown>[] = []
  await importText(kind, text, {
    onProgress({ step }) {
      if (step === late) seen.push(rows(count))
      if (step === 'waiting for long-running reads of the directory' && seen.length < 2)
        seen.push(rows(count).finally(() => reader.query('commit')))
    },
  })
  expect(await Promise.all(seen)).toEqual([[{ count: 0 }], [{ count: 0 }]])
  expect(await rows(count)).toEqual([{ count: MANY }])
  await reader.end()
})

test.each([
  ['network', networkFile, 2],
  ['claims', claimsFile, 2],
  ['nppes', () => nationalFile(1_700), 2],
  ['nppes', nationalFile, 1],
] as const)('writes pages of %s by a second connection if there are many', async (...given) => {
  const [kind, makeText, connections] = given
  const text = await makeText()
  const query = 'select sessions::int from pg_stat_database where datname = current_database()'
  const [before] = await rows<{ sessions: number }>(query)
  await importText(kind, text)
  await expect.poll(() => rows(query), patience).toEqual([{ sessions: (before?.sessions ?? 0) + connections }])
})

test.each([
  [1, '0'],
  [2, '1'],
  [64, '2'],
])('with %i processors builds an index with %s more processes during the import', async (processors, more) => {
  const query = 'show max_parallel_maintenance_workers'
  await db()
    .transaction()
    .execute(async (trx) => {
      await limitIndexBuilders(trx, processors)
      expect(await readAll(trx, query)).toEqual([{ max_parallel_maintenance_workers: more }])
    })
  expect(await rows(query)).toEqual([{ max_parallel_maintenance_workers: '2' }])
})

test('keeps an index that is created just before the tables are exchanged', async () => {
  const reader = new pg.Client(database().config)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from claim')
  let come: Promise<unknown> | undefined
  const imported = importText('claims', claimsFile(), {
    onProgress({ step }) {
      if (step === 'waiting for long-running reads of the directory')
        come ??= rows('create index claim_come on claim (status)').finally(() => reader.query('commit'))
    },
  })
  await expect(imported).rejects.toThrow('claim_come_next')
  await come
  await reader.end()
  expect(await rows("select from pg_indexes where indexname = 'claim_come'")).toHaveLength(1)
  expect(await rows('select from claim')).toEqual([])
})

/** Sessions waiting for the lock of this number. */
const waitingFor = (lock: number) => `select l.pid from pg_locks l where locktype = 'advisory' and objid = ${lock}
  and not granted and database = (select oid from pg_database where datname = current_database())`

/** Lists the network as an import does; releases it at the end. */
async function holdListing(): Promise<pg.Client> {
  const other = new pg.Client(database().config)
  await other.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(7262, 98)')
  return other
}

test.each([
  ['network', 'npi\n1100000011', 'provider'],
  ['nppes', undefined, 'network_listing'],
] as const)('makes an import of %s wait for one that lists the network before it blocks anything', async (...given) => {
  const [kind, text, table] = given
  const other = await holdListing()
  const imported = importText(kind, text ?? (await nationalFile()))
  await expect.poll(() => rows(waitingFor(98)), patience).toHaveLength(1)
  const locks = `select from pg_locks where relation = '${table}'::regclass and pid in (${waitingFor(98)})`
  expect(await rows(locks)).toEqual([])
  await other.end()
  expect(await imported).toMatchObject({ inserted: 1 })
})

const NEXT_TABLES = String.raw`select relname from pg_class where relname like '%\_next'`
const importing = `from pg_stat_activity where application_name = 'portico import' and datname = current_database()`

function startProcess(program: string, ...args: string[]): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { ...commandEnv(database()), PATH, NODE_COMPILE_CACHE }
  return spawn(process.execPath, [new URL(program, import.meta.url).pathname, ...args], { env, stdio: 'ignore' })
}

/** Imports with the sizes of these tests. */
const startImport = (kind: ImportKindName, file: string) =>
  startProcess(
    '../../../test/import-process.ts',
    JSON.stringify({ kind, file, sizes, now, config: database().config, secretKey: testSecretKey }),
  )
const startCommand = (kind: string, file: string) => startProcess('../../cli.ts', 'import', kind, file)

const exchanging = `select ${importing} and query like 'rollback to savepoint%'`

test.each([
  {
    kind: 'network',
    step: 'is read by the command, at full size',
    of: allNpis,
    write: longNetworkFile,
    hold: 'select pg_advisory_xact_lock(7262, 98)',
    arrived: waitingFor(98),
  },
  {
    kind: 'network',
    step: 'would be exchanged',
    of: npis,
    write: networkFile,
    hold: 'select from network_provider',
    arrived: exchanging,
  },
  {
    kind: 'claims',
    step: 'would be exchanged',
    of: npis,
    write: claimsFile,
    hold: 'select from claim',
    arrived: exchanging,
  },
] as const)(
  'leaves nothing of a first file of $kind that is killed as it $step, and imports it the next time',
  async ({ kind, of, write, hold, arrived }) => {
    await insertDirectory(of)
    const [before, empty, ids] = [await shape(), await contents(), await identities()]
    const other = new pg.Client(database().config)
    await other.connect()
    await other.query('begin')
    await other.query(hold)
    const text = write(of)
    const isFull = of === allNpis
    const child = (isFull ? startCommand : startImport)(kind, await writeText(kind, text))
    await expect.poll(() => rows(arrived), patience).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await other.end()
    await expect.poll(() => rows(`select ${importing}`), patience).toEqual([])
    expect(await rows(NEXT_TABLES)).toEqual([])
    expect([await shape(), await contents(), await identities()]).toEqual([before, empty, ids])
    expect(await (isFull ? importWith : importText)(kind, text)).toMatchObject({ inserted: of.length })
    expect(await shape()).toEqual(before)
    expect(await identities()).not.toEqual(ids)
  },
)

async function nationalFile(count = 1): Promise<string> {
  const header = (await readFile(new URL('../../demo/generate/nppes-header.csv', import.meta.url), 'utf8')).trim()
  const names = header.slice(1, -1).split('","')
  const lines = Array.from({ length: count }, (_, index) => {
    const values: Record<string, string> = { NPI: completeNpi(String(110_000_001 + index)), 'Entity Type Code': '1' }
    return names.map((name) => `"${values[name] ?? ''}"`).join(',')
  })
  return [header, ...lines].join('\n')
}
