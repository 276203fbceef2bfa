import { expect, test } from 'vitest'
import { connectDatabase } from '../src/platform/database/database.ts'
import { createTestDatabase } from './database.ts'
import { renderTables } from './table-types.ts'

// `npm run tables` is this test, allowed to write.
test('the table types are those of the migrated database', async () => {
  const database = await createTestDatabase('migrated')
  const { db, close } = connectDatabase(database.config, { max: 1 })
  try {
    await expect(await renderTables(db)).toMatchFileSnapshot('../src/platform/database/tables.ts')
  } finally {
    await close()
    await database.drop()
  }
})
