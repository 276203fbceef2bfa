import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { renderSchema } from './schema-file.ts'
import { renderTables } from './table-types.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config, { max: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

// `npm run tables` runs these tests with permission to write the files.
test('tables.ts has the types of the migrated database', async () => {
  await expect(await renderTables(connection.db)).toMatchFileSnapshot('../src/platform/database/tables.ts')
})

test('schema.sql shows the migrated database', async () => {
  await expect(await renderSchema(connection.db)).toMatchFileSnapshot('../schema.sql')
})
