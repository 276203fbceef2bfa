import * as calls from '@portico/core/internal/calls'
import type { Home, ImportList } from '@portico/core/internal/shapes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAccount, testPassword } from '../../test/accounts.ts'
import type { TestBrowser } from '../../test/browser.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { administer } from '../../test/database.ts'

/** The last file of each kind, and which of them are too old (behaviour 23.6). */
let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await buildTestApp({ database: 'migrated' })
  await insertTestAccount(site.db, { username: 'staff', kind: 'internal' })
  staff = site.openBrowser()
  await staff.signIn('staff', testPassword)
})
afterAll(() => site?.close())
beforeEach(() => change('delete from last_import'))

const change = (statement: string) => administer(site.ownerLogin, statement, site.ownerLogin.database)
const HOUR_MS = 3_600_000
const importHoursAgo = (kind: string, hours: number, file = `${kind}.csv`) =>
  change(`insert into last_import (kind, file, row_count, changed_count, rejected_count, imported_at)
    values ('${kind}', '${file}', 1200, 30, 7, '${new Date(site.clock.now().getTime() - hours * HOUR_MS).toISOString()}')`)
const list = async () => (await staff.getCall<ImportList>(calls.listImports.path)).entity
const find = async (kind: string) => (await list()).find((row) => row.kind === kind)
const overdue = async () => (await staff.getCall<Home>(calls.home.path)).entity.overdueImports

test('lists every kind with the name, rows and rejected rows of its last file', async () => {
  await importHoursAgo('claims', 3)
  expect(await list()).toHaveLength(10)
  expect(await find('claims')).toEqual({
    kind: 'claims',
    file: 'claims.csv',
    rows: 1200,
    rejected: 7,
    importedAt: new Date(site.clock.now().getTime() - 3 * HOUR_MS).toISOString(),
    maxAgeDays: 8,
    isOverdue: false,
  })
})

test('a file is too old after the days of its kind, and the console’s home says so', async () => {
  await importHoursAgo('network', 1)
  await importHoursAgo('claims', 8 * 24)
  await importHoursAgo('nppes', 8 * 24 + 1)
  expect(await overdue()).toEqual([])
  site.clock.advance(1)
  expect(await overdue()).toEqual(['claims'])
  expect(await find('claims')).toMatchObject({ isOverdue: true })
  expect(await find('nppes')).toMatchObject({ isOverdue: false, maxAgeDays: 40 })
})

test('only the network is too old if it was never imported', async () => {
  expect((await list()).filter(({ isOverdue }) => isOverdue)).toEqual([
    { kind: 'network', file: '', rows: 0, rejected: 0, importedAt: '', maxAgeDays: 8, isOverdue: true },
  ])
})

test('the setting changes the days of a kind, and 0 turns its alert off', async () => {
  const { settings } = site.deps
  const before = settings.importMaxAgeDays
  settings.importMaxAgeDays = { ...before, network: 0, claims: 1 }
  await importHoursAgo('claims', 25)
  expect(await overdue()).toEqual(['claims'])
  settings.importMaxAgeDays = before
})

test('an editor of content reads neither the list nor the mark', async () => {
  await insertTestAccount(site.db, { username: 'editor', kind: 'internal', staffRole: 'EDITOR' })
  const editor = site.openBrowser()
  await editor.signIn('editor', testPassword)
  expect((await editor.get(`/Provider${calls.listImports.path}`)).statusCode).toBe(403)
  expect((await editor.getCall<Home>(calls.home.path)).entity).not.toHaveProperty('overdueImports')
})
