import { randomUUID } from 'node:crypto'
import type { RosterRow } from '@portico/core/provider-directory/roster-shapes'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Database } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import { insertTestAccount } from '../../test/accounts.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext, testSignedIn } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { insertSmallDirectory } from '../../test/practices.ts'
import { insertSmallPlan } from '../../test/small-plan.ts'
import { applyRoster, previewRoster } from './domain/verification/roster-file/roster-file.ts'
import { verifyRows } from './domain/verification/verify.ts'
import { refreshAllPublished } from './provider-directory.ts'
import { findRowsOf } from './store/verification/to-verify.ts'

/** Files of an office, and new locations that a rule accepts, take as many statements for many rows as for few. */

const now = new Date('2026-03-06T15:00:00Z')
const group = { scopeKind: 'PG', scopeId: 'N1' } as const
/** Within one batch of the refresh (250), so that numbers can be compared. */
const [FEW, MANY] = [40, 200]
const PLACED = Array.from({ length: FEW + MANY }, (_, at) => String(1_500_000_000 + at))
/** Practices that get a second location. */
const MOVED = Array.from({ length: FEW + MANY }, (_, at) => String(1_700_000_000 + at))
const UNPLACED = Array.from({ length: 2 * (FEW + MANY) }, (_, at) => String(1_600_000_000 + at))
let database: TestDatabase
let connection: DatabaseConnection
let accountId: string

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  const { db } = connection
  await insertSmallPlan(db)
  await insertSmallDirectory(db, new Date('2026-01-02T15:00:00Z'))
  const npis = [...PLACED, ...MOVED, ...UNPLACED]
  const named = npis.map((npi) => ({ npi, name: `Ada ${npi}`, first_name: 'Ada', last_name: npi, entity_type: 1 }))
  await db.insertInto('provider').values(named).execute()
  const listed = npis.map((npi) => ({ npi }))
  await db.insertInto('network_provider').values(listed).execute()
  const members = npis.map((npi) => ({ npi, group_id: 'N1' }))
  await db.insertInto('group_member').values(members).execute()
  const facts = { location_id: 'L-NORTH', group_id: 'N1', loaded_at: now, changed_at: now, languages: ['en'] }
  const placed = [...PLACED, ...MOVED].map((npi) => ({ npi, ...facts }))
  await db.insertInto('practice').values(placed).execute()
  await refreshAllPublished(testContext(db, testSettings(), { now }))
  const grants = [{ ...group, permissions: ['ROSTER'] }]
  accountId = (await insertTestAccount(db, { username: 'office', grants })).id
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const signedIn = (db: Kysely<Database>) =>
  testSignedIn(testContext(db, testSettings({ directoryAccept: ['languages', 'newLocation'] }), { now }), {
    ...{ accountId, kind: 'provider' },
  })

async function countStatements<Result>(act: (db: Kysely<Database>) => Promise<Result>) {
  let statements = 0
  const counted = connection.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const result = await act(counted)
  return { statements, result }
}

const address = (at: number) => ({ line1: `${at} Oak Street`, city: 'Salem', state: 'MA', zip: '01970' })

/** Half of the rows change languages, which a rule accepts; half are first locations, which staff decide. */
const sheet = (from: number, count: number): RosterRow[] =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    cells:
      at % 2 === 0
        ? { npi: PLACED[from + at] ?? '', languages: 'English; Spanish', phone: '9785550177' }
        : { npi: UNPLACED[from + at] ?? '', ...address(from + at), phone: '9785550188' },
  }))

async function upload(from: number, count: number) {
  const rows = sheet(from, count)
  const preview = await countStatements((db) => previewRoster(signedIn(db), { ...group, rows, headings: [] }))
  if (!('entity' in preview.result)) throw new Error('The preview was refused.')
  const { hash } = preview.result.entity
  const applied = await countStatements((db) =>
    applyRoster(signedIn(db), { ...group, rows, hash, requestKey: randomUUID() }),
  )
  if (!('entity' in applied.result)) throw new Error(`The file was refused: ${JSON.stringify(applied.result)}`)
  return { statements: [preview.statements, applied.statements], verified: applied.result.entity.verified }
}

test('a file of 200 rows takes no more statements than one of 40, to preview and to apply', async () => {
  const few = await upload(0, FEW)
  const many = await upload(FEW, MANY)
  expect([few.verified, many.verified]).toEqual([FEW, MANY])
  expect(many.statements).toEqual(few.statements)
})

/** Adds a second location to providers who practice in the state. Two of three move together. */
async function addLocations(from: number, count: number) {
  const practices = await connection.db
    .selectFrom('practice')
    .select(['id', 'npi'])
    .where('npi', 'in', MOVED.slice(from, from + count))
    .where('location_id', '=', 'L-NORTH')
    .execute()
  const rows = await findRowsOf(
    signedIn(connection.db),
    group,
    practices.map(({ npi }) => npi),
  )
  const here = rows.flatMap(({ id, npi, seen, locationId }) =>
    id !== undefined && locationId === 'L-NORTH' ? [{ id, npi, seen }] : [],
  )
  const items = here.map((row, at) => ({
    ...row,
    changes: [{ field: 'newLocation' as const, value: newLocation(from + at - (at % 3 === 1 ? 1 : 0)) }],
  }))
  return countStatements((db) =>
    transact(signedIn(db), (inside) =>
      verifyRows(inside, { scope: { kind: 'PG', id: 'N1' }, source: 'PAGE', requestKey: randomUUID(), items }),
    ),
  )
}

const newLocation = (at: number) => ({
  ...{ name: 'Oak Office', phone: '9785550199', fax: '', hours: '', accessibility: '' },
  address: { ...address(at), line1: `${at} Elm Street`, line2: '' },
})

test('200 new locations that a rule accepts take no more statements than 40, and providers share them', async () => {
  const few = await addLocations(0, FEW)
  const many = await addLocations(FEW, MANY)
  expect([few.result, many.result]).toMatchObject([{ entity: { accepted: FEW } }, { entity: { accepted: MANY } }])
  expect(many.statements).toBe(few.statements)
  const { count } = connection.db.fn
  const { places } = await connection.db
    .selectFrom('practice_location')
    .select(count<string>('location_id').as('places'))
    .where('name', '=', 'Oak Office')
    .executeTakeFirstOrThrow()
  const shared = [FEW, MANY].reduce((sum, rows) => sum + rows - Math.floor((rows + 1) / 3), 0)
  expect(Number(places)).toBe(shared)
})
