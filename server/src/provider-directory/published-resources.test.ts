import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import type { Database } from '#platform/database/schema.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { insertHostileDirectory } from '../../test/plan-net/directory-rows.ts'
import type { Validated } from '../../test/plan-net/validate.ts'
import { refreshAllPublished } from './provider-directory.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

let database: TestDatabase
let connection: DatabaseConnection
let db: Kysely<Database>
let context: Context

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
  db = connection.db
  context = testContext(db, testSettings(), { now: NOW })
  await insertHostileDirectory(db, NOW)
  await refreshAllPublished(context)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

type Stored = { type: string; id: string; resource: Validated; networks: string[] }

const readAll = async (): Promise<Stored[]> => {
  const rows = await db.selectFrom('published_resource').select(['type', 'id', 'resource', 'networks']).execute()
  return rows.map((row) => ({ ...row, resource: JSON.parse(JSON.stringify(row.resource)) }))
}

const keyOf = ({ type, id }: Pick<Stored, 'type' | 'id'>): string => `${type}/${id}`

const referencesIn = (resource: unknown): string[] =>
  [...JSON.stringify(resource).matchAll(/"reference":"([^"]+)"/g)].map(([, target = '']) => target)

/** publish-files.test.ts validates them, as the files contain them. */
describe('resources of hostile rows', () => {
  test('references lead to a resource of the directory, and of each Bundle that contains them', async () => {
    const stored = await readAll()
    const known = new Map(stored.map((row) => [keyOf(row), row]))
    for (const row of stored)
      for (const target of referencesIn(row.resource)) {
        expect(known.has(target), `${keyOf(row)} → ${target}`).toBe(true)
        expect(row.networks.filter((network) => !known.get(target)?.networks.includes(network))).toEqual([])
      }
  })

  test('ids have only characters that FHIR allows', async () => {
    const ids = (await readAll()).map(({ id }) => id)
    expect(ids.filter((id) => !/^[A-Za-z0-9\-.]{1,64}$/.test(id))).toEqual([])
  })

  test('a second refresh changes nothing', async () => {
    expect(await refreshAllPublished({ ...context, now: new Date('2026-06-02T12:00:00Z') })).toBe(0)
  })
})
