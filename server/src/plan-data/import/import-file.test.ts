import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { completeNpi } from '@portico/core/plan-data/npi'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase } from '#platform/database/database.ts'
import { hashIdentifier, matchesIdentifier } from '#platform/keys/keyed-hash.ts'
import { insertTestAccount } from '../../../test/accounts.ts'
import { testSecretKey } from '../../../test/database.ts'
import { useImports } from '../../../test/use-imports.ts'
import { searchProviders } from '../store/search-providers.ts'
import type { ImportOptions } from './import-file.ts'
import { ImportError } from './reading/import-error.ts'
import type { SuspendedAccess } from './staging/import-kind.ts'
import { IMPORT_SIZES } from './staging/import-sizes.ts'

const { importText, rows, database, db, folder } = useImports()
const nationalHeader = (await readFile(new URL('../../demo/generate/nppes-header.csv', import.meta.url), 'utf8')).trim()

const nationalColumns = new Set(nationalHeader.slice(1, -1).split('","'))

/** A tenth of the sizes in production. */
const sizes = { largeFile: IMPORT_SIZES.largeFile / 10, fewProviders: IMPORT_SIZES.fewProviders / 10 }

/** A row of the national file: every value quoted, missing values empty. */
function nationalRow(values: Record<string, string>): string {
  for (const name of Object.keys(values))
    if (!nationalColumns.has(name)) throw new Error(`No column is called ${name}.`)
  return [...nationalColumns].map((name) => `"${(values[name] ?? '').replaceAll('"', '""')}"`).join(',')
}
const national = (...values: Record<string, string>[]) => `${[nationalHeader, ...values.map(nationalRow)].join('\n')}\n`

const person = {
  NPI: '1100000011',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': 'WHITLOCK',
  'Provider First Name': 'ELEANOR',
  'Provider Credential Text': 'M.D.',
  'Provider First Line Business Practice Location Address': '12 LIGHTHOUSE RD',
  'Provider Business Practice Location Address City Name': 'SALEM',
  'Provider Business Practice Location Address State Name': 'MA',
  'Provider Business Practice Location Address Postal Code': '019700001',
  'Provider Business Practice Location Address Telephone Number': '6175550001',
  'Provider Enumeration Date': '05/23/2006',
  'Last Update Date': '07/08/2024',
  'Healthcare Provider Taxonomy Code_1': '208D00000X',
  'Provider License Number_1': 'A1',
  'Provider License Number State Code_1': 'NH',
  'Healthcare Provider Primary Taxonomy Switch_1': 'N',
  'Healthcare Provider Taxonomy Code_2': '207Q00000X',
  'Provider License Number_2': 'B2',
  'Provider License Number State Code_2': 'MA',
  'Healthcare Provider Primary Taxonomy Switch_2': 'Y',
}

describe('nppes imports', () => {
  test('reads a person from the 330 columns with the primary taxonomy and its license, and stores what is used', async () => {
    const report = await importText('nppes', national(person))
    expect(report).toMatchObject({ rows: 1, inserted: 1, updated: 0, unchanged: 0, rejected: 0 })
    expect(await rows('select * from provider')).toEqual([
      {
        npi: '1100000011',
        entity_type: 1,
        name: 'ELEANOR WHITLOCK',
        first_name: 'ELEANOR',
        last_name: 'WHITLOCK',
        credential: null,
        address: '12 LIGHTHOUSE RD',
        city: 'SALEM',
        state: 'MA',
        postal_code: '019700001',
        phone: '6175550001',
        taxonomy_code: '207Q00000X',
        license_number: 'B2',
        license_state: 'MA',
        enumeration_date: '2006-05-23',
        last_update_date: null,
        deactivation_date: null,
        reactivation_date: null,
        replacement_npi: null,
        deactivated: false,
        activation_change_date: null,
        activation_change_reasons: null,
        row_hash: expect.stringMatching(/^-?\d+$/),
        search_name: 'eleanor whitlock',
      },
    ])
  })

  test('uses the first taxonomy if none is marked as primary', async () => {
    await importText('nppes', national({ ...person, 'Healthcare Provider Primary Taxonomy Switch_2': 'X' }))
    expect(await rows('select taxonomy_code, license_number from provider')).toEqual([
      { taxonomy_code: '208D00000X', license_number: 'A1' },
    ])
  })

  test('accepts quotes, commas, line breaks, backslashes and accents inside values', async () => {
    const name = 'ST. "JUDE", CLÍNICA\nDE LA À'
    const address = 'C:\\TEMP\tSUITE 5'
    await importText(
      'nppes',
      national({
        NPI: '1200000010',
        'Entity Type Code': '2',
        'Provider Organization Name (Legal Business Name)': name,
        'Provider First Line Business Practice Location Address': address,
        'Provider Business Practice Location Address City Name': '\\N',
      }),
    )
    expect(await rows('select name, address, city from provider')).toEqual([{ name, address, city: '\\N' }])
  })

  test('accepts deactivated stubs and reactivations, and keeps the last known name', async () => {
    await importText('nppes', national(person))
    const report = await importText(
      'nppes',
      national(
        { NPI: '1100000011', 'NPI Deactivation Date': '02/15/2019' },
        { NPI: '1500000017', 'NPI Deactivation Date': '02/16/2019' },
        { ...person, NPI: '1100000029', 'NPI Deactivation Date': '02/17/2019', 'NPI Reactivation Date': '03/01/2019' },
      ),
    )
    expect(report).toMatchObject({ inserted: 2, updated: 1, rejected: 0 })
    expect(await rows('select npi, entity_type, name, deactivation_date, reactivation_date from provider')).toEqual(
      expect.arrayContaining([
        {
          npi: '1100000011',
          entity_type: null,
          name: 'ELEANOR WHITLOCK',
          deactivation_date: '2019-02-15',
          reactivation_date: null,
        },
        { npi: '1500000017', entity_type: null, name: '', deactivation_date: '2019-02-16', reactivation_date: null },
        {
          npi: '1100000029',
          entity_type: 1,
          name: 'ELEANOR WHITLOCK',
          deactivation_date: '2019-02-17',
          reactivation_date: '2019-03-01',
        },
      ]),
    )
  })

  describe('version 3 of the file', () => {
    const activation = [
      'npi_activation_status',
      'npi_activation_change_reason_list',
      'npi_activation_future_change_date',
    ]
    const third = (...rows: [values: Record<string, string>, activation: string[]][]) =>
      [
        [nationalHeader, ...activation.map((name) => `"${name}"`)].join(','),
        ...rows.map(([values, told]) => [nationalRow(values), ...told.map((value) => `"${value}"`)].join(',')),
      ].join('\n')
    const query =
      'select npi, deactivated, activation_change_date, activation_change_reasons, search_name from provider'
    const deactive = {
      npi: '1100000011',
      deactivated: true,
      activation_change_date: null,
      activation_change_reasons: 'Retired|Requested by provider',
      search_name: '',
    }
    const announced = {
      npi: '1100000029',
      deactivated: false,
      activation_change_date: '2027-01-31',
      activation_change_reasons: null,
      search_name: 'eleanor whitlock',
    }
    const file = third(
      [person, ['deactive', 'Retired|Requested by provider', '0000-00-00']],
      [{ ...person, NPI: '1100000029' }, ['active', '', '2027-01-31']],
    )

    test('reads from version 3 of the file who is deactivated, and who will be', async () => {
      expect(await importText('nppes', file)).toMatchObject({ inserted: 2, rejected: 0 })
      expect(await rows(`${query} order by npi`)).toEqual([deactive, announced])
      expect(await searchProviders(db(), 'whitlock')).toMatchObject([{ npi: '1100000029' }])
      expect(await searchProviders(db(), '110000')).toMatchObject([{ npi: '1100000029' }])
    })

    test('keeps the dates of version 3 when an older file is imported, in either way of importing', async () => {
      await importText('nppes', file)
      expect(await importText('nppes', national(person))).toMatchObject({ updated: 1 })
      const { search_name, ...stays } = deactive
      expect(await rows(query)).toContainEqual(expect.objectContaining(stays))
      expect(await searchProviders(db(), 'whitlock')).toMatchObject([{ npi: '1100000029' }])
      const usual = nationalRow(person)
      const many = Array.from({ length: 20 }, (_, index) =>
        usual.replace(person.NPI, completeNpi(String(170_000_000 + index))),
      )
      const table = "select 'provider'::regclass::oid::int as table"
      const merged = await rows(table)
      await importText('nppes', [nationalHeader, usual, ...many].join('\n'), { sizes: { largeFile: 20_000 } })
      expect(await rows(table)).not.toEqual(merged)
      expect(await rows(`${query} where npi = '1100000011'`)).toMatchObject([stays])
    })

    test('reports an invalid day of version 3 by line', async () => {
      const { rejects } = await importText('nppes', third([person, ['active', '', '2027-02-30']]))
      expect(rejects).toContain('npi_activation_future_change_date')
    })
  })

  test('reports bad rows by line and reason, and imports the others', async () => {
    const broken = nationalRow({ ...person, NPI: '1100000029' }).replace('"WHITLOCK"', '"WHIT"LOCK"')
    const text = [
      nationalHeader,
      nationalRow({ ...person, 'Provider Credential Text': 'M.D.\nPH.D.' }),
      nationalRow({ ...person, NPI: '1100000012' }),
      nationalRow({ ...person, NPI: '1100000037', 'Provider Enumeration Date': '02/30/2010' }),
      nationalRow({ ...person, NPI: '1100000045', 'Entity Type Code': '3' }),
      nationalRow(person),
      '"1100000052","1"',
      broken,
      nationalRow({ ...person, NPI: '1300000019' }),
    ].join('\r\n')
    const report = await importText('nppes', text)
    expect(report).toMatchObject({ rows: 8, inserted: 2, rejected: 6 })
    expect(report.rejects).toBe(
      [
        'line,reason',
        '4,"NPI is not a National Provider Identifier (10 digits, check digit)."',
        `5,"A date is not MM/DD/YYYY: column 'provider enumeration date'."`,
        '6,"Entity Type Code is neither 1 nor 2."',
        '7,"The NPI is already on an earlier line; that line is used."',
        '8,"The row has 2 columns, the header has 330."',
        '9,"Text follows a closing quote."',
        '',
      ].join('\n'),
    )
  })

  test('rejects a row that is not UTF-8 or contains a zero byte instead of failing the file', async () => {
    const [header, first, second, third] = national(
      person,
      { ...person, NPI: '1100000029' },
      { ...person, NPI: '1100000037' },
    )
      .trim()
      .split('\n') as [string, string, string, string]
    const text = [header, first.replace('SALEM', 'SAL\xffM'), second.replace('SALEM', 'SAL\0M'), third].join('\n')
    const report = await importText('nppes', Buffer.from(text, 'latin1'))
    expect(report).toMatchObject({ inserted: 1, rejected: 2 })
    expect(report.rejects).toContain('2,"A value is not valid UTF-8 text."')
    expect(report.rejects).toContain('3,"A value contains a NUL byte."')
  })

  test('rebuilds the table for a large file into a small directory, with all existing rows', async () => {
    await importText(
      'nppes',
      national(
        person,
        { ...person, NPI: '1100000029' },
        { ...person, NPI: '1100000037' },
        { ...person, NPI: '1100000045' },
      ),
    )
    const shape = `select indexdef from pg_indexes where tablename in ('provider', 'provider_word')
      union select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid in ('provider'::regclass, 'provider_word'::regclass)
      union select column_name || ' ' || is_nullable || ' ' || coalesce(column_default, '') || coalesce(collation_name, '')
        from information_schema.columns where table_name in ('provider', 'provider_word')
      union select pg_get_triggerdef(oid) from pg_trigger where tgrelid in ('provider'::regclass, 'provider_word'::regclass)
      union select grantee || ' ' || privilege_type from information_schema.table_privileges where table_name in ('provider', 'provider_word')
      union select description from pg_description where objoid in ('provider'::regclass, 'provider_word'::regclass)
      order by 1`
    const before = await rows(shape)
    const usual = nationalRow(person)
    const text = [
      nationalHeader,
      nationalRow(person),
      nationalRow({ ...person, NPI: '1100000029', 'Provider First Name': 'ELLA' }),
      nationalRow({ NPI: '1100000037', 'NPI Deactivation Date': '02/15/2019' }),
      ...Array.from({ length: 1_500 }, (_, index) =>
        usual.replace(person.NPI, completeNpi(String(170_000_000 + index))),
      ),
    ].join('\n')
    expect(text.length).toBeGreaterThan(sizes.largeFile)
    await rows("insert into network_provider (npi) values ('1100000029')")
    const checkpoint = 'select checkpoint_lsn from pg_control_checkpoint()'
    const written = await rows(checkpoint)
    const report = await withLongReader((onProgress) => importText('nppes', text, { sizes, onProgress }))
    // Flushed before the exchange: under this WAL level the commit would write all of it.
    expect(await rows(checkpoint)).not.toEqual(written)
    expect(report).toMatchObject({ rows: 1_503, inserted: 1_500, updated: 2, unchanged: 1, rejected: 0 })
    expect(await rows(shape)).toEqual(before)
    expect(await rows("select npi, name, search_name from provider where npi like '110%' order by 1")).toEqual([
      { npi: '1100000011', name: 'ELEANOR WHITLOCK', search_name: 'eleanor whitlock' },
      { npi: '1100000029', name: 'ELLA WHITLOCK', search_name: 'ella whitlock' },
      { npi: '1100000037', name: 'ELEANOR WHITLOCK', search_name: '' },
      { npi: '1100000045', name: 'ELEANOR WHITLOCK', search_name: 'eleanor whitlock' },
    ])
    for (const table of ['network_listing', 'network_provider'])
      expect(await rows(`select name from ${table} where npi = '1100000029'`)).toEqual([{ name: 'ELLA WHITLOCK' }])
    expect(await importText('nppes', text, { sizes })).toMatchObject({ inserted: 0, updated: 0, unchanged: 1_503 })
    await passesOverWhatIsKnown(text)
    const server = connectDatabase(database().app)
    expect(await server.db.selectFrom('provider').select('npi').limit(1).execute()).toHaveLength(1)
    await server.close()
  })

  /** A reader is active when everything is ready: the import waits for it, and no other reader waits for the import. */
  async function withLongReader<Result>(
    work: (onProgress: NonNullable<ImportOptions['onProgress']>) => Promise<Result>,
  ): Promise<Result> {
    const reader = new pg.Client(database().config)
    await reader.connect()
    await reader.query('begin')
    await reader.query('select from provider limit 1')
    let others: Promise<unknown[]> | undefined
    const result = await work(({ step }) => {
      if (step === 'waiting for long-running reads of the directory')
        others ??= rows('select from provider limit 1').finally(() => reader.query('commit'))
    })
    expect(await others).toHaveLength(1)
    await reader.end()
    return result
  }

  /** Once most of the directory came from a file, the next file is compared by row hashes. */
  async function passesOverWhatIsKnown(text: string): Promise<void> {
    await rows(
      `insert into provider (npi, name, row_hash) select 2000000000 + 10 * n, '', 1
        from generate_series(0, ${sizes.fewProviders}) n`,
    )
    const stored =
      'select md5(string_agg(row(xmin, npi, name, city, row_hash)::text, $$,$$ order by npi)) from provider'
    const before = await rows(stored)
    expect(await importText('nppes', text, { sizes })).toMatchObject({ inserted: 0, updated: 0, unchanged: 1_503 })
    expect(await rows(stored)).toEqual(before)
    const changed = `${text.replace('"ELLA"', '"STELLA"')}\n${nationalRow({ ...person, NPI: '1100000052' })}`
    expect(await importText('nppes', changed, { sizes })).toMatchObject({ inserted: 1, updated: 1, unchanged: 1_502 })
    // Changed in another way: the stored hash is cleared, and the file's values apply again.
    await rows("update provider set city = 'ELSEWHERE' where npi = '1100000011'")
    expect(await importText('nppes', changed, { sizes })).toMatchObject({ inserted: 0, updated: 1, unchanged: 1_503 })
    expect(
      await rows("select name, city from provider where npi in ('1100000011', '1100000029') order by npi"),
    ).toEqual([
      { name: 'ELEANOR WHITLOCK', city: 'SALEM' },
      { name: 'STELLA WHITLOCK', city: 'SALEM' },
    ])
  }

  test('reads rows of any length, wherever the chunks of the file end', async () => {
    const long = [0, 70_000, 300_000, 900_000, 0].map((length, index) => ({
      ...person,
      NPI: completeNpi(String(160_000_000 + index)),
      'Provider Credential Text': `${'x'.repeat(length)}\n"${'é'.repeat(length / 100)}"`,
    }))
    const short = Array.from({ length: 600 }, (_, index) => ({
      ...person,
      NPI: completeNpi(String(170_000_000 + index)),
      'Provider First Name': 'Y'.repeat(index),
    }))
    const report = await importText('nppes', national(...long, ...short, { ...person, NPI: '1' }))
    expect(report).toMatchObject({ rows: 606, inserted: 605, rejected: 1 })
    expect(report.rejects).toContain('612,"NPI is not')
    expect(await rows("select sum(length(first_name))::int as sum from provider where npi like '17%'")).toEqual([
      { sum: (600 * 599) / 2 },
    ])
  })

  describe('a directory that mostly came from a file', () => {
    const { NPI: _npi, ...rest } = { ...person, Filler: 'x'.repeat(200) }
    const missing = [
      'Provider Organization Name (Legal Business Name)',
      'NPI Deactivation Date',
      'NPI Reactivation Date',
    ]
    const header = `NPI,${[...Object.keys(rest), ...missing].join(',')}`
    const usual = `"${[...Object.values(rest), '', '', ''].join('","')}"`
    const rowOf = (index: number) => `"${completeNpi(String(170_000_000 + index))}",${usual}`
    const text = [header, ...Array.from({ length: 510 }, (_, index) => rowOf(index)), ''].join('\n')
    const sizes = { largeFile: 160_000, fewProviders: 1_000 }
    const stored = 'select xmin, npi, name, row_hash from provider order by npi'
    const table = "select 'provider'::regclass::oid::int as table"
    const others = `insert into provider (npi, name, row_hash)
      select 2000000000 + 10 * n, 'OTHER ' || n, 1 from generate_series(1, 1001) n`

    test('rebuilds the table for a completely different file, and knows its rows by hash afterwards', async () => {
      expect(text.length).toBeGreaterThan(sizes.largeFile)
      await rows(others)
      const first = await rows(table)
      expect(await importText('nppes', text, { sizes })).toMatchObject({ rows: 510, inserted: 510, unchanged: 0 })
      expect(await rows(table)).not.toEqual(first)
      expect(await rows("select count(*)::int as count from provider where name like 'OTHER %'")).toEqual([
        { count: 1_001 },
      ])
      expect(await searchProviders(db(), 'eleanor whitlock', 3)).toHaveLength(3)
      const [second, before] = [await rows(table), await rows(stored)]
      const lines = text.split('\n')
      const filled = lines.with(7, lines[7]?.replace('xxx', 'xyx') ?? '')
      // Line 8 differs in a column that is not stored, line 9 in another, and line 2 is duplicated.
      const changed = [...filled.with(8, lines[8]?.replace('SALEM', 'LYNN') ?? '').slice(0, -1), lines[1]].join('\n')
      const unchanged = { rows: 510, inserted: 0, updated: 0, unchanged: 510 }
      expect(await importText('nppes', text, { sizes })).toMatchObject(unchanged)
      expect(await rows(stored)).toEqual(before)
      const report = await importText('nppes', changed, { sizes })
      expect(report).toMatchObject({ rows: 511, inserted: 0, updated: 1, unchanged: 509, rejected: 1 })
      expect(report.rejects).toContain('512,"The NPI is already on an earlier line; that line is used."')
      expect(await rows(table)).toEqual(second)
      expect(await rows("select npi from provider where city = 'LYNN'")).toEqual([{ npi: completeNpi('170000007') }])
    })
  })

  test('loses only one row to a quote that is never closed', async () => {
    const open = nationalRow({ ...person, NPI: '1100000029' }).replace('"WHITLOCK"', '"WHITLOCK')
    const many = Array.from({ length: 1200 }, () => nationalRow({ ...person, NPI: '1100000037' }))
    const text = [nationalHeader, open.replaceAll('""', ''), ...many].join('\n')
    const report = await importText('nppes', text)
    expect(report.inserted).toBe(1)
    expect(await rows('select npi from provider')).toEqual([{ npi: '1100000037' }])
  })
})

describe('imports of any kind', () => {
  const claims = [
    'claim_number,npi,member_id,billed_amount,paid_amount,service_date,status',
    'HV1,1100000011,N4100000101,"$1,125.00",100,2025-08-14,PAID',
    'HV2,1100000011,N4100 0002 01,80.5,,06/03/2025,DENIED',
  ].join('\n')

  test('reports each step after the last row', async () => {
    const steps: (string | undefined)[] = []
    const onProgress: ImportOptions['onProgress'] = ({ phase, step }) => phase === 'merging' && steps.push(step)
    await importText('claims', claims, { onProgress })
    expect(steps).toEqual([
      'finding duplicate rows',
      'comparing with stored rows, and writing new and changed rows',
      'committing',
    ])
    steps.length = 0
    await importText('nppes', national(person), { onProgress })
    expect(steps).toEqual([
      'comparing with stored rows',
      'writing new and changed rows',
      'writing search words',
      'listing the network for members',
      'finding deactivated providers of the network',
      'committing',
    ])
  })

  test('changes nothing when the same file is imported again', async () => {
    expect(await importText('claims', claims)).toMatchObject({ inserted: 2, updated: 0, unchanged: 0 })
    const before = await rows('select xmin, c.* from claim c order by claim_number')
    expect(await importText('claims', claims)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
    expect(await rows('select xmin, c.* from claim c order by claim_number')).toEqual(before)
    expect(before).toMatchObject([
      { billed_amount: '1125.00', paid_amount: '100.00', service_date: '2025-08-14' },
      { billed_amount: '80.50', paid_amount: null, service_date: '2025-06-03', member_id: 'N4100000201' },
    ])
  })

  test('stores when a file last changed a claim', async () => {
    await importText('claims', claims)
    const changedAt = () => rows('select changed_at from claim order by claim_number')
    const first = await changedAt()
    expect(first).toEqual([{ changed_at: expect.any(Date) }, { changed_at: expect.any(Date) }])
    await rows("update claim set changed_at = changed_at - interval '1 day'")
    const earlier = await changedAt()
    await importText('claims', claims.replace('DENIED', 'PAID'))
    const [same, changed] = await changedAt()
    expect(same).toEqual(earlier[0])
    expect(changed).not.toEqual(earlier[1])
  })

  test('updates a changed row, and keeps columns that the file lacks', async () => {
    await importText('claims', claims)
    const report = await importText(
      'claims',
      'status,claim_number,npi,member_id,billed_amount,service_date\nPAID,HV2,1100000011,N4100000201,80.50,2025-06-03\nDENIED,HV1,1100000011,N4100000101,1125,2025-08-14',
    )
    expect(report).toMatchObject({ inserted: 0, updated: 2 })
    expect(await rows('select status, paid_amount from claim order by claim_number')).toEqual([
      { status: 'DENIED', paid_amount: '100.00' },
      { status: 'PAID', paid_amount: null },
    ])
  })

  test('reads why a claim was denied and what the member owes', async () => {
    const [header, paid, denied] = claims.split('\n')
    const file = `${header},denial_reason,member_owes\n${paid},,25\n${denied},"Late, by a day",`
    expect(await importText('claims', file)).toMatchObject({ inserted: 2, rejected: 0 })
    const stored = () => rows('select denial_reason, member_owes from claim order by claim_number')
    const expected = [
      { denial_reason: null, member_owes: '25.00' },
      { denial_reason: 'Late, by a day', member_owes: null },
    ]
    expect(await stored()).toEqual(expected)
    expect(await importText('claims', claims)).toMatchObject({ unchanged: 2 })
    expect(await stored()).toEqual(expected)
    const bad = await importText('claims', `${header},member_owes\n${paid},plenty`)
    expect(bad.rejects).toContain('member_owes is not an amount such as 125.00.')
  })

  test('accepts a byte order mark, another column order, unknown columns, CRLF and compression', async () => {
    const text =
      '\ufeffSTATUS,note,Service_Date,billed_amount,member_id,npi,claim_number\r\nPAID,"a,\r\nb",2025-01-02,5,M1,1100000011,C1\r\n\r\n'
    expect(await importText('claims', gzipSync(text))).toMatchObject({ rows: 1, inserted: 1, rejected: 0 })
    expect(await rows('select claim_number, status, billed_amount from claim')).toEqual([
      { claim_number: 'C1', status: 'PAID', billed_amount: '5.00' },
    ])
  })

  test('uses the last of several rows with one key, and reports the others', async () => {
    const report = await importText('claims', `${claims}\nHV1,1100000011,N4100000101,7,,2025-08-14,PENDING`)
    expect(report).toMatchObject({ rows: 3, inserted: 2, rejected: 1 })
    expect(report.rejects).toContain('2,"The same claim_number is repeated on line 4; that line is used."')
    expect(await rows("select status from claim where claim_number = 'HV1'")).toEqual([{ status: 'PENDING' }])
  })

  test.each([
    ['a file that is not there', undefined, /cannot be opened \(ENOENT\)/],
    ['an empty file', '', /no header row/],
    ['a file of another kind', 'invoice_number,npi\n1,2', /lacks these columns.*claim_number, member_id/],
    ['a damaged archive', gzipSync(claims).subarray(0, 60), /damaged or incomplete/],
  ])('refuses %s with an error message', async (_what, content, sentence) => {
    const given =
      content === undefined
        ? importText('claims', '', { file: join(folder(), 'nowhere.csv') })
        : importText('claims', content)
    await expect(given).rejects.toThrow(sentence)
    await expect(given).rejects.toThrow(ImportError)
    expect(await rows('select * from claim')).toEqual([])
  })

  test('refuses --snapshot for kinds without snapshots', async () => {
    await expect(importText('claims', claims, { snapshot: true })).rejects.toThrow(/practices, not for claims/)
  })

  test('runs two imports of different kinds at once, but not two of one kind', async () => {
    const blocker = new pg.Client(database().config)
    await blocker.connect()
    await blocker.query('begin; lock table claim in access exclusive mode')
    const first = importText('claims', claims)
    await expect
      .poll(() =>
        rows(`select 1 from pg_locks where locktype = 'advisory' and classid = 7262 and objid <> 78 and granted
        and database = (select oid from pg_database where datname = current_database())`),
      )
      .toHaveLength(1)
    await expect(importText('claims', claims)).rejects.toThrow(/Another import of claims is running/)
    expect(
      await importText('sco-invoices', 'invoice_number,npi,period,amount,status\nI1,1100000011,2025-01,5,PAID'),
    ).toMatchObject({ inserted: 1 })
    await blocker.query('commit')
    await blocker.end()
    expect(await first).toMatchObject({ inserted: 2 })
  })

  test('leaves no trace of a failed import', async () => {
    const fails = () => Promise.reject(new Error('mail is away'))
    await importText('network', 'npi\n1100000011')
    await insertTestAccount(db(), { username: 'solosaa', grants: [{ scopeId: '1100000011' }] })
    const options = { snapshot: true, acceptedRemovals: 1, onSuspended: fails }
    await expect(importText('network', 'npi\n1100000029', options)).rejects.toThrow('mail is away')
    expect(await rows('select npi, left_at from network_provider')).toEqual([{ npi: '1100000011', left_at: null }])
  })
})

describe('network imports', () => {
  const header =
    'npi,tin,ssn_last4,group_id,group_kind,group_name,group_short_name,org_id,org_name,region,contract_date,provider_email'
  const whole = [
    header,
    '1100000011,04-1234567,4321,,,,,,,North Shore,2014-03-01,ew@practice.example',
    '1300000019,,,PG1,PG,Old Harbor,OH,,,Boston,2013-09-01,',
    '1300000027,,2468,PG2,PG,Mill River,MR,PO1,Merrimack,Boston,2016-02-01,',
    '1300000027,,,IPA3,ipa,Lower River,LR,PO1,Merrimack,,,',
  ].join('\n')

  test('writes every provider once with cohort, name and keys, and claims with their provider’s cohort', async () => {
    await importText('nppes', national(person))
    // Triggers set them for other writers.
    await rows('alter table claim disable trigger cohort_of_claim')
    await rows('alter table network_provider disable trigger name_of_network_provider')
    await importText('network', whole)
    expect(await rows('select ctid::text as at from network_provider order by 1')).toEqual([
      { at: '(0,1)' },
      { at: '(0,2)' },
      { at: '(0,3)' },
    ])
    const claim = (number: number, npi: string) => `C${number},${npi},M1,10,5,2026-01-01,PAID`
    const columns = 'claim_number,npi,member_id,billed_amount,paid_amount,service_date,status'
    await importText('claims', [columns, claim(1, '1100000011'), claim(2, '1300000027')].join('\n'))
    const cohorts = () =>
      rows('select c.npi, k.groups from claim c left join cohort k on k.id = c.cohort_id order by claim_number')
    expect(await cohorts()).toEqual([
      { npi: '1100000011', groups: null },
      { npi: '1300000027', groups: ['IPA3', 'PG2'] },
    ])
    // A claim moved to another provider gets that provider's cohort.
    await importText('claims', [columns, claim(1, '1300000019')].join('\n'))
    expect((await cohorts())[0]).toEqual({ npi: '1300000019', groups: ['PG1'] })
    expect(
      await rows("select name, tin_hashed_by is not null as keyed from network_provider where npi = '1100000011'"),
    ).toEqual(await rows("select name, true as keyed from provider where npi = '1100000011'"))
  })

  test('stores providers, groups, organizations and memberships, with SSN and TIN only as keyed hashes', async () => {
    expect(await importText('network', whole)).toMatchObject({ rows: 4, inserted: 3, rejected: 0 })
    const [solo] = await rows<{ ssn_hash: Buffer; tin_hash: Buffer }>(
      "select * from network_provider where npi = '1100000011'",
    )
    expect(matchesIdentifier(solo?.ssn_hash ?? null, hashIdentifier(testSecretKey, 'ssn', '1100000011', '4321'))).toBe(
      true,
    )
    expect(
      matchesIdentifier(solo?.tin_hash ?? null, hashIdentifier(testSecretKey, 'tin', '1100000011', '041234567')),
    ).toBe(true)
    expect(await rows('select group_id, kind, name, short_name, org_id from provider_group order by 1')).toEqual([
      { group_id: 'IPA3', kind: 'IPA', name: 'Lower River', short_name: 'LR', org_id: 'PO1' },
      { group_id: 'PG1', kind: 'PG', name: 'Old Harbor', short_name: 'OH', org_id: null },
      { group_id: 'PG2', kind: 'PG', name: 'Mill River', short_name: 'MR', org_id: 'PO1' },
    ])
    expect(await rows("select region, org_id, contract_date from network_provider where npi = '1300000027'")).toEqual([
      { region: 'Boston', org_id: 'PO1', contract_date: '2016-02-01' },
    ])
    expect(await rows('select group_id, npi from group_member order by 1')).toEqual([
      { group_id: 'IPA3', npi: '1300000027' },
      { group_id: 'PG1', npi: '1300000019' },
      { group_id: 'PG2', npi: '1300000027' },
    ])
  })

  test('changes nothing on a second import of a network; a file with fewer columns keeps the rest', async () => {
    await importText('network', whole)
    expect(await importText('network', whole)).toMatchObject({ inserted: 0, updated: 0, unchanged: 3 })
    expect(await importText('network', 'npi,region\n1100000011,Boston')).toMatchObject({ updated: 1 })
    expect(
      await rows(
        "select region, contract_date, ssn_hash is not null as ssn from network_provider where npi = '1100000011'",
      ),
    ).toEqual([{ region: 'Boston', contract_date: '2014-03-01', ssn: true }])
  })

  test('stores addresses of groups and organizations separately, and keeps them if the file lacks the columns', async () => {
    const withEmails = (group: string, organization: string) =>
      `npi,group_id,group_name,org_id,org_name,group_email,org_email\n1300000027,PG2,Mill River,PO1,Merrimack,${group},${organization}`
    const emails = () =>
      rows('select g.email as group, o.email as organization from provider_group g join organization o using (org_id)')
    await importText('network', withEmails('office@mill.example', 'po@merrimack.example'))
    await importText('network', 'npi,group_id,org_id\n1300000027,PG2,PO1')
    expect(await emails()).toEqual([{ group: 'office@mill.example', organization: 'po@merrimack.example' }])
    expect(await rows('select name from organization')).toEqual([{ name: 'Merrimack' }])
    await importText('network', withEmails('', ''))
    expect(await emails()).toEqual([{ group: null, organization: null }])
    expect(await importText('network', withEmails('no-address', ''))).toMatchObject({ rejected: 1 })
  })

  test('keeps a carriage return inside a value, but not one before the line feed', async () => {
    await importText('network', 'npi,group_id,region\r\n1100000011,G1,North\rShore\r\n1100000029,G1,South\r\n')
    expect(await rows('select region from network_provider order by npi')).toEqual([
      { region: 'North\rShore' },
      { region: 'South' },
    ])
  })

  test('rejects bad values without repeating them', async () => {
    const report = await importText(
      'network',
      `${header}\n1100000011,04123,4321,,,,,,,,,\n1100000029,,12345,,,,,,,,,\n1100000037,,,PG1,HMO,X,,,,,,\n1100000045,,,,,,,,,,,no-address`,
    )
    expect(report).toMatchObject({ inserted: 0, rejected: 4 })
    expect(report.rejects).toBe(
      [
        'line,reason',
        '2,"tin does not have 9 digits."',
        '3,"ssn_last4 does not have 4 digits."',
        '4,"group_kind is none of PG, IPA, SG."',
        '5,"provider_email is not an email address."',
        '',
      ].join('\n'),
    )
  })

  describe('network snapshots', () => {
    let suspensions: SuspendedAccess[]
    const onSuspended: ImportOptions['onSuspended'] = async (_trx, suspended) => {
      suspensions.push(suspended)
    }
    beforeEach(async () => {
      suspensions = []
      await importText('network', whole)
      await insertTestAccount(db(), {
        username: 'everywhere',
        grants: [
          { scopeKind: 'NPI', scopeId: '1100000011' },
          { scopeKind: 'PG', scopeId: 'PG1' },
          { scopeKind: 'IPA', scopeId: 'IPA3' },
          { scopeKind: 'PO', scopeId: 'PO1' },
          { scopeKind: 'NPI', scopeId: '1300000027' },
        ],
      })
    })
    const states = () => rows('select entity, state, suspended_reason from access_grant order by id')

    test('removes providers missing from a snapshot, and suspends access based on them', async () => {
      const report = await importText(
        'network',
        `${header}\n1300000027,,2468,PG2,PG,Mill River,MR,PO1,Merrimack,Boston,2016-02-01,`,
        { snapshot: true, acceptedRemovals: 2, onSuspended },
      )
      expect(report).toMatchObject({ left: 2, suspended: 3, rejected: 0 })
      expect(await rows('select npi from network_provider where left_at is not null order by 1')).toEqual([
        { npi: '1100000011' },
        { npi: '1300000019' },
      ])
      expect(await rows('select group_id from group_member')).toEqual([{ group_id: 'PG2' }])
      const reason = "The provider is no longer in the plan's network."
      expect(await states()).toEqual([
        { entity: 'NPI:1100000011', state: 'SUSPENDED', suspended_reason: reason },
        { entity: 'GROUP:PG1', state: 'SUSPENDED', suspended_reason: reason },
        { entity: 'GROUP:IPA3', state: 'SUSPENDED', suspended_reason: reason },
        { entity: 'PO:PO1', state: 'ACTIVE', suspended_reason: null },
        { entity: 'NPI:1300000027', state: 'ACTIVE', suspended_reason: null },
      ])
      expect(suspensions).toHaveLength(1)
      expect(suspensions[0]?.grantIds).toHaveLength(3)
      // The same snapshot again finds none missing and suspends nothing more.
      await importText('network', `${header}\n1300000027,,2468,PG2,PG,Mill River,MR,PO1,Merrimack,Boston,2016-02-01,`, {
        snapshot: true,
        onSuspended,
      })
      expect(suspensions).toHaveLength(1)
    })

    test('counts the provider of a rejected row as present', async () => {
      const withBadRow = whole.replace('ew@practice.example', 'no-address')
      expect(await importText('network', withBadRow, { snapshot: true, onSuspended })).toMatchObject({
        left: 0,
        rejected: 1,
      })
      expect(suspensions).toEqual([])
    })

    test('refuses a snapshot without any usable row', async () => {
      await expect(importText('network', `${header}\n`, { snapshot: true, onSuspended })).rejects.toThrow(
        /would delete everything/,
      )
    })

    test('returns a provider to the network who comes back', async () => {
      await importText('network', 'npi\n1300000019', { snapshot: true, acceptedRemovals: 2, onSuspended })
      expect(await importText('network', whole)).toMatchObject({ updated: 2, unchanged: 1 })
      expect(await rows('select npi from network_provider where left_at is not null')).toEqual([])
    })

    test('updates the listing for members of new and departed providers only', async () => {
      const someone = (npi: string, name: string) =>
        rows(`insert into provider (npi, name, search_name) values ('${npi}', upper('${name}'), '${name}')`)
      await someone('1100000011', 'ella stone')
      await someone('1300000019', 'ada hill')
      await someone('1300000027', 'ida mill')
      const listed = () => rows<{ npi: string }>('select npi, name, xmin, ctid from network_listing order by npi')
      await rows('select refresh_network_listing(), refresh_network_names()')
      const [ella, ada, ida] = await listed()
      await importText('network', 'npi\n1300000019\n1100000029', { snapshot: true, acceptedRemovals: 2, onSuspended })
      // Not in the national directory: in the network but not listed.
      expect(await listed()).toEqual([ada])
      await someone('1100000029', 'una field')
      await importText('network', 'npi\n1300000019\n1100000011', { snapshot: true, acceptedRemovals: 1, onSuspended })
      expect(await listed()).toMatchObject([{ npi: ella?.npi, name: 'ELLA STONE' }, ada])
      await importText('network', 'npi\n1100000029\n1300000027')
      const back = await listed()
      expect(back).toMatchObject([{ npi: ella?.npi }, { name: 'UNA FIELD' }, ada, { npi: ida?.npi, name: 'IDA MILL' }])
      await rows('select refresh_network_listing()')
      expect(await listed()).toEqual(back)
    })
  })
})

describe('members imports', () => {
  const header =
    'member_id,subscriber_id,relationship,first_name,last_name,birth_date,plan_name,effective_date,termination_date,email'
  const both = [
    header,
    'N4100 0001 01,,self,José,Núñez,1970-01-31,HMO,2020-01-01,,jose@mail.example',
    'N4100000102,N4100000101,CHILD,Ana,Nuñez,2010-05-06,HMO,2020-01-01,2025-06-30,',
  ].join('\n')

  test('stores members with their IDs in one form', async () => {
    expect(await importText('members', both)).toMatchObject({ inserted: 2, rejected: 0 })
    expect(
      await rows('select member_id, subscriber_id, relationship, first_name, last_name from member order by 1'),
    ).toEqual([
      {
        member_id: 'N4100000101',
        subscriber_id: 'N4100000101',
        relationship: 'SELF',
        first_name: 'José',
        last_name: 'Núñez',
      },
      {
        member_id: 'N4100000102',
        subscriber_id: 'N4100000101',
        relationship: 'CHILD',
        first_name: 'Ana',
        last_name: 'Nuñez',
      },
    ])
    expect(await importText('members', both)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
  })

  test('stores a member’s primary care provider, copay and deductible', async () => {
    const [, subscriber, child] = both.split('\n')
    const more = `${header},pcp_npi,copay_office,deductible,deductible_met`
    const file = `${more}\n${subscriber},1100000011,25,"$1,500",412.5\n${child},,,,`
    expect(await importText('members', file)).toMatchObject({ inserted: 2, rejected: 0 })
    const stored = () => rows('select pcp_npi, copay_office, deductible, deductible_met from member order by member_id')
    const expected = [
      { pcp_npi: '1100000011', copay_office: '25.00', deductible: '1500.00', deductible_met: '412.50' },
      { pcp_npi: null, copay_office: null, deductible: null, deductible_met: null },
    ]
    expect(await stored()).toEqual(expected)
    expect(await importText('members', file)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
    expect(await importText('members', both)).toMatchObject({ unchanged: 2 })
    expect(await stored()).toEqual(expected)
    const bad = await importText('members', `${more}\n${subscriber},1100000012,25,1500,0\n${child},,,much,`)
    expect(bad.rejects).toContain('2,"pcp_npi is not a National Provider Identifier (10 digits, check digit)."')
    expect(bad.rejects).toContain('3,"deductible is not an amount such as 125.00."')
    expect(await stored()).toEqual(expected)
  })

  test('rejects a dependent without a subscriber', async () => {
    const report = await importText('members', `${header}\nN4100000102,,CHILD,Ana,N,2010-05-06,HMO,2020-01-01,,`)
    expect(report.rejects).toContain('2,"subscriber_id is empty."')
  })

  test('suspends the account of a member missing from a snapshot', async () => {
    await importText('members', both)
    const { id } = await insertTestAccount(db(), { username: 'member1', kind: 'member' })
    await rows(`update account set member_id = 'N4100000102' where id = ${id}`)
    const suspensions: SuspendedAccess[] = []
    const report = await importText('members', both.split('\n').slice(0, 2).join('\n'), {
      snapshot: true,
      acceptedRemovals: 1,
      onSuspended: async (_trx, suspended) => {
        suspensions.push(suspended)
      },
    })
    expect(report.left).toBe(1)
    expect(await rows('select state from account')).toEqual([{ state: 'SUSPENDED' }])
    expect(suspensions).toMatchObject([{ accountIds: [id] }])
  })
})
