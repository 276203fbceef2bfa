import { beforeEach, describe, expect, test } from 'vitest'
import { useImports } from '../../../../test/use-imports.ts'
import { RemovalsRefused } from '../merging/removals.ts'

const { importText, rows, db, now } = useImports()

const later = new Date('2026-02-05T12:00:00Z')
const plans = 'plan_id,name,product,network_id,network_name\nP1,Choice HMO,HMO,N1,Main Network\nP2,Select PPO,,N1,\n'
const LOCATION_COLUMNS =
  'location_id,name,address_1,address_2,city,state,zip,phone,fax,hours,accessibility,latitude,longitude'
const locationFile = (...lines: string[]) => `${[LOCATION_COLUMNS, ...lines].join('\n')}\n`
const salem = 'L1,Salem Office,1 Main Street,Suite 2,Salem,ma,019701234,978-555-0101,,Mon-Fri 9-5,Ramp,42.5195,-70.8967'
const lynn = 'L2,,,,,,,,,,,,'
const PRACTICE_COLUMNS =
  'npi,location_id,group_id,network_id,specialty,accepting_new_patients,telehealth,languages,published'
const practiceFile = (...lines: string[]) => `${[PRACTICE_COLUMNS, ...lines].join('\n')}\n`
const whitlock = '1100000011,L1,PG1,N1,207q00000x,y,Y,es;EN,'
const delacroix = '1100000029,L2,,,,,,,N'

describe('imports of plans', () => {
  test('stores each product with its network, and changes nothing the second time', async () => {
    expect(await importText('plans', plans)).toMatchObject({ rows: 2, inserted: 2, rejected: 0 })
    expect(await importText('plans', plans, { now: later })).toMatchObject({ unchanged: 2, inserted: 0, updated: 0 })
    expect(await rows('select * from health_plan order by plan_id')).toEqual([
      {
        ...{ plan_id: 'P1', name: 'Choice HMO', product: 'HMO', network_id: 'N1', network_name: 'Main Network' },
        ...{ changed_at: now, left_at: null },
      },
      {
        ...{ plan_id: 'P2', name: 'Select PPO', product: null, network_id: 'N1', network_name: null },
        ...{ changed_at: now, left_at: null },
      },
    ])
  })

  test('rejects a plan without a name or network, by line', async () => {
    const report = await importText('plans', 'plan_id,name,network_id\nP1,,N1\nP2,Select,\nP 3,Third,N1\n,Fourth,N1\n')
    expect(report).toMatchObject({ inserted: 0, rejected: 4 })
    expect(report.rejects).toContain('2,"name is empty."')
    expect(report.rejects).toContain('3,"network_id is empty."')
    expect(report.rejects).toContain('4,"plan_id is not a code of at most 64 characters."')
    expect(report.rejects).toContain('5,"plan_id is empty."')
  })

  test('marks plans that a snapshot lacks as left, if the operator accepts, and brings them back', async () => {
    await importText('plans', plans)
    const only = 'plan_id,name,network_id\nP1,Choice HMO,N1\n'
    await expect(importText('plans', only, { snapshot: true })).rejects.toThrow('The snapshot lacks 1 of 2 plans')
    const report = await importText('plans', only, { snapshot: true, acceptedRemovals: 1, now: later })
    expect(report).toMatchObject({ left: 1 })
    expect(await left('health_plan', 'plan_id')).toEqual(['P2'])
    expect(await importText('plans', plans, { snapshot: true })).toMatchObject({ updated: 1, left: 0 })
    expect(await left('health_plan', 'plan_id')).toEqual([])
  })
})

describe('imports of locations', () => {
  test('stores the values, and leaves empty what the plan does not have', async () => {
    expect(await importText('locations', locationFile(salem, lynn))).toMatchObject({ inserted: 2, rejected: 0 })
    const [first, second] = await rows<Record<string, unknown>>('select * from practice_location order by location_id')
    expect(first).toMatchObject({
      ...{ name: 'Salem Office', address_1: '1 Main Street', address_2: 'Suite 2', city: 'Salem', state: 'MA' },
      ...{ zip: '01970-1234', phone: '978-555-0101', fax: null, hours: 'Mon-Fri 9-5', accessibility: 'Ramp' },
      ...{ latitude: '42.519500', longitude: '-70.896700', version: 1, changed_at: now, left_at: null },
    })
    expect(second).toMatchObject({ name: null, city: null, latitude: null, file_values: {} })
  })

  test('rejects values that cannot be right, by line, and loads the others', async () => {
    const report = await importText(
      'locations',
      locationFile(
        ...[',No id,,,,,,,,,,,', 'L3,,,,,Mass,,,,,,,', 'L4,,,,,,1970,,,,,,', 'L5,,,,,,,,,,,91,10'],
        ...['L6,,,,,,,,,,,42.1,', `L7,${'x'.repeat(201)},,,,,,,,,,,`, 'L8,,,,,,,,,,,1,181', lynn],
      ),
    )
    expect(report).toMatchObject({ rows: 8, inserted: 1, rejected: 7 })
    expect(report.rejects).toContain('2,"location_id is empty."')
    expect(report.rejects).toContain('3,"state is not the two-letter code of a state."')
    expect(report.rejects).toContain('4,"zip does not have five or nine digits."')
    expect(report.rejects).toContain('5,"latitude is not a number of degrees from -90 to 90."')
    expect(report.rejects).toContain('6,"Only one of latitude and longitude has a value."')
    expect(report.rejects).toContain('7,"name has more than 200 characters."')
    expect(report.rejects).toContain('8,"longitude is not a number of degrees from -180 to 180."')
  })

  test('keeps the accepted change of an office when the same file comes again, and writes nothing', async () => {
    await importText('locations', locationFile(salem))
    await acceptPhone('978-555-0999')
    expect(await importText('locations', locationFile(salem), { now: later })).toMatchObject({
      unchanged: 1,
      updated: 0,
    })
    expect(await salemNow()).toEqual({ phone: '978-555-0999', hours: 'Mon-Fri 9-5', version: 2, changed_at: now })
  })

  test("takes the plan's own change, and keeps the office's value of the other columns", async () => {
    await importText('locations', locationFile(salem))
    await acceptPhone('978-555-0999')
    const changed = locationFile(salem.replace('Mon-Fri 9-5', 'Mon-Sat 9-5'))
    expect(await importText('locations', changed, { now: later })).toMatchObject({ updated: 1 })
    expect(await salemNow()).toEqual({ phone: '978-555-0999', hours: 'Mon-Sat 9-5', version: 3, changed_at: later })
    const phone = locationFile(salem.replace('978-555-0101', '978-555-0777').replace('Mon-Fri 9-5', 'Mon-Sat 9-5'))
    await importText('locations', phone, { now: later })
    expect(await salemNow()).toMatchObject({ phone: '978-555-0777', version: 4 })
    const emptied = locationFile(salem.replace('978-555-0101', '').replace('Mon-Fri 9-5', 'Mon-Sat 9-5'))
    await importText('locations', emptied)
    expect(await salemNow()).toMatchObject({ phone: null, version: 5 })
  })

  test('does not count it as a change when the file says what the office already said', async () => {
    await importText('locations', locationFile(salem))
    await acceptPhone('978-555-0999')
    const agreed = locationFile(salem.replace('978-555-0101', '978-555-0999'))
    expect(await importText('locations', agreed, { now: later })).toMatchObject({ unchanged: 1, updated: 0 })
    expect(await salemNow()).toMatchObject({ phone: '978-555-0999', version: 2, changed_at: now })
  })

  test('keeps values of columns that the file does not have', async () => {
    await importText('locations', locationFile(salem))
    const report = await importText('locations', 'location_id,phone\nL1,978-555-0101\n', { now: later })
    expect(report).toMatchObject({ unchanged: 1 })
    expect(await importText('locations', locationFile(salem))).toMatchObject({ unchanged: 1 })
    expect(await importText('locations', 'location_id\nL1\n')).toMatchObject({ unchanged: 1 })
  })

  test('fills only non-empty values into a location that an office added', async () => {
    await db()
      .insertInto('practice_location')
      .values({ location_id: 'L1', phone: '978-555-0999', fax: '978-555-0888', changed_at: now })
      .execute()
    expect(await importText('locations', locationFile(salem))).toMatchObject({ updated: 1 })
    expect(await rows('select phone, fax, version from practice_location')).toEqual([
      { phone: '978-555-0101', fax: '978-555-0888', version: 2 },
    ])
  })

  test('marks locations that a snapshot lacks as left, but none that an office added', async () => {
    const many = Array.from({ length: 10 }, (_, index) => `L${index + 10},,,,,,,,,,,,`)
    await importText('locations', locationFile(salem, ...many))
    await db().insertInto('practice_location').values({ location_id: 'OFFICE', changed_at: now }).execute()
    const report = await importText('locations', locationFile(...many), { snapshot: true, now: later })
    expect(report).toMatchObject({ left: 1, unchanged: 10 })
    expect(await left('practice_location', 'location_id')).toEqual(['L1'])
    expect(await importText('locations', locationFile(salem), { now: later })).toMatchObject({ updated: 1 })
    expect(await left('practice_location', 'location_id')).toEqual([])
    expect(await salemNow()).toMatchObject({ version: 3 })
  })

  async function acceptPhone(phone: string): Promise<void> {
    await db().updateTable('practice_location').set({ phone, version: 2 }).where('location_id', '=', 'L1').execute()
  }
  const salemNow = async () =>
    (await rows("select phone, hours, version, changed_at from practice_location where location_id = 'L1'"))[0]
})

describe('imports of practices', () => {
  beforeEach(async () => {
    await importText('plans', plans)
    await importText('locations', locationFile(salem, lynn))
    await importText('network', 'npi,group_id,group_kind\n1100000011,PG1,PG\n1100000029,,\n')
  })

  test('stores where a provider practices, and leaves empty what the plan does not have', async () => {
    expect(await importText('practices', practiceFile(whitlock, delacroix))).toMatchObject({ inserted: 2, rejected: 0 })
    const [first, second] = await rows<Record<string, unknown>>('select * from practice order by npi')
    expect(first).toMatchObject({
      ...{ npi: '1100000011', location_id: 'L1', group_id: 'PG1', network_id: 'N1', specialty: '207Q00000X' },
      ...{ accepting_new_patients: 'Y', telehealth: true, languages: ['en', 'es'], published: true },
      ...{ ends_on: null, version: 1, loaded_at: now, changed_at: now, verified_at: null, left_at: null },
    })
    expect(second).toMatchObject({
      ...{ npi: '1100000029', location_id: 'L2', group_id: null, network_id: null, specialty: null },
      ...{ accepting_new_patients: null, telehealth: null, languages: [], published: false },
    })
  })

  test('changes nothing when the same file comes again, rows without group or network included', async () => {
    await importText('practices', practiceFile(whitlock, delacroix))
    const again = await importText('practices', practiceFile(whitlock, delacroix), { now: later, snapshot: true })
    expect(again).toMatchObject({ unchanged: 2, inserted: 0, updated: 0, left: 0 })
    expect(await rows('select version from practice')).toEqual([{ version: 1 }, { version: 1 }])
  })

  test('rejects rows with unknown references or values, by line', async () => {
    const report = await importText(
      'practices',
      practiceFile(
        ...['1100000012,L1,,,,,,,', '1100000011,,,,,,,,', '1100000011,L9,,,,,,,', '1100000011,L1,PG9,,,,,,'],
        ...['1100000011,L1,,N9,,,,,', '1100000011,L1,,,Cardiology,,,,', '1100000011,L1,,,,MAYBE,,,'],
        ...['1100000011,L1,,,,,X,,', '1100000011,L1,,,,,,Spanish,', '1100000011,L1,,,,,,,no'],
        ...[whitlock, whitlock],
      ),
    )
    expect(report).toMatchObject({ rows: 12, inserted: 1, rejected: 11 })
    expect(report.rejects).toContain('2,"npi is not a National Provider Identifier (10 digits, check digit)."')
    expect(report.rejects).toContain('3,"location_id is empty."')
    expect(report.rejects).toContain('4,"location_id is not a location of the plan. Import the locations first."')
    expect(report.rejects).toContain('5,"group_id is not a group of the network. Import the network first."')
    expect(report.rejects).toContain('6,"network_id is not the network of a plan. Import the plans first."')
    expect(report.rejects).toContain('7,"specialty has a part that is not a taxonomy code such as 207Q00000X."')
    expect(report.rejects).toContain('"accepting_new_patients is none of Y, N, EXISTING, FAMILY."')
    expect(report.rejects).toContain('"telehealth is none of Y, N."')
    expect(report.rejects).toContain('10,"languages has a part that is not a language code such as es."')
    expect(report.rejects).toContain('"published is none of Y, N."')
    expect(report.rejects).toContain('is repeated on line 13; that line is used.')
  })

  test('rejects a row at a location or in a network that the plan no longer has', async () => {
    await db().updateTable('practice_location').set({ left_at: now }).where('location_id', '=', 'L1').execute()
    await db().updateTable('health_plan').set({ left_at: now }).execute()
    const report = await importText('practices', practiceFile(whitlock, '1100000029,L2,,N1,,,,,'))
    expect(report).toMatchObject({ inserted: 0, rejected: 2 })
  })

  test('keeps accepted languages of an office, and takes them from the plan once its own value changes', async () => {
    await importText('practices', practiceFile(whitlock))
    await db()
      .updateTable('practice')
      .set({ languages: ['en', 'pt'], version: 2 })
      .execute()
    expect(await importText('practices', practiceFile(whitlock))).toMatchObject({ unchanged: 1 })
    expect(await rows('select languages, version from practice')).toEqual([{ languages: ['en', 'pt'], version: 2 }])
    await importText('practices', practiceFile(whitlock.replace('es;EN', '')), { now: later })
    expect(await rows('select languages, version, changed_at from practice')).toEqual([
      { languages: [], version: 3, changed_at: later },
    ])
  })

  test('marks rows that a snapshot lacks as left, and a row that comes back has no last day', async () => {
    await importText('practices', practiceFile(whitlock, delacroix))
    await db().updateTable('practice').set({ ends_on: '2026-01-31' }).where('npi', '=', '1100000029').execute()
    const only = practiceFile(whitlock)
    await expect(importText('practices', only, { snapshot: true })).rejects.toThrow(RemovalsRefused)
    expect(await importText('practices', only, { snapshot: true, acceptedRemovals: 1 })).toMatchObject({ left: 1 })
    expect(await left('practice', 'npi')).toEqual(['1100000029'])
    expect(await importText('practices', practiceFile(delacroix), { now: later })).toMatchObject({ updated: 1 })
    expect(await rows("select left_at, ends_on, version from practice where npi = '1100000029'")).toEqual([
      { left_at: null, ends_on: null, version: 3 },
    ])
  })

  test('does not treat a provider with a rejected line as missing from a snapshot', async () => {
    await importText('practices', practiceFile(whitlock, delacroix))
    const broken = practiceFile(whitlock.replace('L1', 'L9'), delacroix, '1100000029,L2,,,,MAYBE,,,')
    expect(await importText('practices', broken, { snapshot: true })).toMatchObject({ rejected: 2, left: 0 })
  })

  test('refuses a file without the columns that identify a row', async () => {
    await expect(importText('practices', 'npi,network_id\n1100000011,N1\n')).rejects.toThrow(
      'lacks these columns in its header: location_id.',
    )
  })
})

const left = async (table: string, key: string) =>
  (await rows<{ id: string }>(`select ${key} as id from ${table} where left_at is not null order by 1`)).map(
    ({ id }) => id,
  )
