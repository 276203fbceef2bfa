import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from './database.ts'

async function query(config: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(config)
  // Dropping a database ends its connections.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows
}

test('each test has a migrated database that no other test sees', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await query(first.config, 'create table mine (number int)')
  expect(await query(first.config, 'select count(*) > 0 from kysely_migration')).toEqual([[true]])
  expect(await query(second.config, `select to_regclass('mine')`)).toEqual([[null]])
  await first.drop()
  const isGone = () => expect(query(first.config, 'select 1')).rejects.toThrow('does not exist')
  await vi.waitFor(isGone, { timeout: 200_000 })
  await second.drop()
})
