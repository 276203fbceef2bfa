import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { type ImportOptions, type ImportReport, importFile } from '../src/plan-data/import/import-file.ts'
import type { ImportKindName } from '../src/plan-data/import/staging/import-kind.ts'
import { createTestDatabase, type TestDatabase, testSecretKey } from './database.ts'

const now = new Date('2026-01-05T12:00:00Z')

/** Gives each test its own migrated database, and imports the files that the test writes. */
export function useImports() {
  let database: TestDatabase
  let connection: DatabaseConnection
  let folder: string
  let files = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-import-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    database = await createTestDatabase('migrated')
    connection = connectDatabase(database.config)
  })
  afterEach(async () => {
    await connection.close()
    await database.drop()
  })

  async function writeText(kind: ImportKindName, text: string | Buffer): Promise<string> {
    const file = join(folder, `${files++}-${kind}.csv`)
    await writeFile(file, text)
    return file
  }

  return {
    now,
    database: () => database,
    db: () => connection.db,
    folder: () => folder,
    writeText,
    async importText(
      kind: ImportKindName,
      text: string | Buffer,
      options: Partial<ImportOptions> = {},
    ): Promise<ImportReport & { rejects: string }> {
      const file = await writeText(kind, text)
      const report = await importFile({
        kind,
        file,
        config: database.config,
        secretKey: testSecretKey,
        now,
        ...options,
      })
      return { ...report, rejects: report.rejectsFile ? await readFile(report.rejectsFile, 'utf8') : '' }
    },
    rows: async <Row>(query: string): Promise<Row[]> => (await sql<Row>`${sql.raw(query)}`.execute(connection.db)).rows,
  }
}
