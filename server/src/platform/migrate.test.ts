import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import { isMigrated, migrateToLatest } from './migrate.ts'

let database: TestDatabase
let owner: DatabaseConnection
let app: DatabaseConnection

async function open(from: 'migrated' | 'unmigrated'): Promise<void> {
  database = await createTestDatabase(from)
  owner = connectDatabase(database.config, { max: 3 })
  app = connectDatabase(database.app, { max: 1 })
}
const migrate = (log?: (line: string) => void) =>
  migrateToLatest({ owner: database.config, app: database.app, ...(log && { log }) })

afterEach(async () => {
  await app.close()
  await owner.close()
  await database.drop()
})

describe('an empty database', () => {
  beforeEach(() => open('unmigrated'))

  it('is migrated once, however many processes start, and the application can work in it', async () => {
    const lines: string[] = []
    await Promise.all([1, 2, 3].map(() => migrate((line) => lines.push(line))))
    expect(lines.length).toBe(new Set(lines).size)
    expect(await isMigrated(app.db)).toBe(true)
    const timeouts = await sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(app.db)
    expect(timeouts.rows).toEqual([{ statement: '15s', idle: '30s' }])
    await expect(sql`delete from audit_event`.execute(app.db)).rejects.toThrow('permission denied')
    await expect(sql`create table mine (id int)`.execute(app.db)).rejects.toThrow('permission denied')
    await expect(sql`set role postgres`.execute(app.db)).rejects.toThrow('permission denied')
  })

  it('is no database to work in', async () => {
    expect(await isMigrated(owner.db)).toBe(false)
  })
})

describe('a migrated database', () => {
  beforeEach(() => open('migrated'))
  const forget = (name: string) => sql`delete from kysely_migration where name >= ${name}`.execute(owner.db)

  it('that a newer release has migrated is left as it is', async () => {
    await sql`insert into kysely_migration values ('9999-of-tomorrow', '2099-01-01')`.execute(owner.db)
    await migrate()
    expect(await isMigrated(app.db)).toBe(true)
  })

  it('is waited for while a table is in use, and nobody queues up behind for long', async () => {
    await forget('0016')
    const lines: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding = owner.db.transaction().execute(async (trx) => {
      await sql`lock table account_session in access share mode`.execute(trx)
      await held
    })
    await migrate((line) => {
      lines.push(line)
      if (line.startsWith('a table is in use')) release()
    })
    await holding
    expect(lines[0]).toBe('a table is in use, trying again (1 of 20)')
    expect(lines).toContain('migrated 0016-words-of-two-columns')
  })

  it('from the days before the first release gets the words its names are found by', async () => {
    await sql`
      insert into provider (npi, name, search_name) values ('1100000011', 'O''Neil-Ruiz, Ann', '');
      drop table provider_word;
      alter table provider drop column search_name`.execute(owner.db)
    await forget('0017')
    await migrate()
    const { rows } = await sql`select word, npi, search_name from provider_word order by word`.execute(app.db)
    const found = (word: string) => ({ word, npi: '1100000011', search_name: 'o neil ruiz ann' })
    expect(rows).toEqual(['ann', 'neil', 'o', 'ruiz'].map(found))
  })
})
