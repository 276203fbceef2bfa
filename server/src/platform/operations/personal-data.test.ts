import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { PERSONAL_TABLES, type PersonalTable, WITHOUT_PERSONS } from './personal-data.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config, { max: 1 })
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const words = (text = '') => text.split(/\s+/).filter(Boolean)
const personalIn = ({ clear = {}, personal }: PersonalTable) => [...Object.keys(clear), ...words(personal)]

/** 'table.column' of every migrated table, without Kysely's own. */
async function columnsOfSchema(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(connection.db)
  return rows.map(({ name }) => name).sort()
}
const tableOf = (name: string) => name.split('.')[0] ?? ''

test('declares every column of every table that refers to a person, and no column that does not exist', async () => {
  const declared = PERSONAL_TABLES.flatMap(([table, facts]) =>
    [...personalIn(facts), ...words(facts.plain)].map((column) => `${table}.${column}`),
  )
  const without: readonly string[] = WITHOUT_PERSONS
  const existing = (await columnsOfSchema()).filter((name) => !without.includes(tableOf(name)))
  expect(declared.sort()).toEqual(existing)
})

test('declares a table as not referring to a person only if it exists and has no column that could name one', async () => {
  const columns = await columnsOfSchema()
  const tables = new Set(columns.map(tableOf))
  expect(WITHOUT_PERSONS.filter((table) => !tables.has(table))).toEqual([])
  const telling = /account|member|person|_by$|name|email|phone|address|birth|agent|reason|note|message|ssn/
  const without: readonly string[] = WITHOUT_PERSONS
  const found = columns.filter((name) => without.includes(tableOf(name)) && telling.test(name.replace(/^\w+\./, '')))
  // The key that signed a seal, and the claims of a cohort rather than a person.
  // The name of an application, one of the fixed reasons of a failed sign-in, and the key that encrypts another key.
  expect(found).toEqual(['audit_seal.signed_by', 'hub_client.name', 'hub_failure.reason', 'hub_key.sealed_by'])
})

test('declares a table as not referring to a person only if it has no foreign key to an account or a member', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('account'::regclass, 'member'::regclass)`.execute(connection.db)
  const referring = new Set(rows.map(({ name }) => name))
  expect(WITHOUT_PERSONS.filter((table) => referring.has(table))).toEqual([])
})

test('erases every personal column, or states why it is kept', () => {
  const open = PERSONAL_TABLES.filter(([, facts]) => {
    const { of, erase, about, kept, clear = {}, personal } = facts
    const isCleared = (erase === 'clear' && of) || about
    const cleared = words(personal).length === 0 && (isCleared || Object.keys(clear).length === 0)
    return !(kept || (erase === 'delete' && of) || cleared)
  })
  expect(open.map(([table]) => table)).toEqual([])
})

test('hides only personal columns from an export', () => {
  for (const [table, facts] of PERSONAL_TABLES)
    expect([table, words(facts.hidden).filter((column) => !personalIn(facts).includes(column))]).toEqual([table, []])
})
