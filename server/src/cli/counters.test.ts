import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#platform/context.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/database/database.ts'
import { rebuildCounters, verifyCounters } from '#platform/operations/counters.ts'
import { testSettings } from '../../test/build-test-app.ts'
import { testContext } from '../../test/context.ts'
import { administer, createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { jobNamed } from '../../test/jobs.ts'
import { commandEnv, runCommand } from '../../test/run-command.ts'
import { maintainedCounters } from '../scheduled-jobs.ts'

let database: TestDatabase
let connection: DatabaseConnection
let context: Context

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.app)
  context = testContext(connection.db, testSettings())
})
afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const portico = (line: string) => runCommand(line, commandEnv(database))
/** Corrupts a counter as the owner, with triggers disabled. */
const corrupt = (statement: string) =>
  administer(database.config, `set session_replication_role = replica; ${statement}`, database.config.database)

const findWrong = async () =>
  (await verifyCounters(connection.db, maintainedCounters)).filter(({ differences }) => differences > 0)

const SOLO = '(select npi from network_provider where cohort_id is not null order by npi limit 1)'

const corruptions: Record<string, string> = {
  'cohorts of providers': `update network_provider set cohort_id = null where npi = ${SOLO}`,
  'cohorts of records':
    'update claim set cohort_id = null where claim_number = (select min(claim_number) from claim where cohort_id is not null)',
  'claim sums by provider':
    'update claim_sum_npi set claims = claims + 1 where npi = (select min(npi) from claim_sum_npi)',
  'claim sums by cohort and month':
    'delete from claim_month where cohort_id = (select min(cohort_id) from claim_month)',
  'claim sums by cohort':
    'update claim_sum_cohort set paid = paid + 1 where cohort_id = (select min(cohort_id) from claim_sum_cohort)',
  'claims by cohort and file': 'update claim_change_count set claims = claims + 1',
  'entities above grants': "update access_grant set reach = '{PO:NONE}' where id = (select min(id) from access_grant)",
  'requests left to staff': 'delete from staff_request_candidate',
  'days of the newest contract':
    'update access_request set contract_received_at = now() where id = (select min(id) from access_request)',
  'search words of accounts':
    "update account_search set words = ' nobody' where account_id = (select min(account_id) from account_search)",
}

test('corrupts every maintained counter in this test', () => {
  expect(Object.keys(corruptions).sort()).toEqual(maintainedCounters.map(({ name }) => name).sort())
})

test('finds no differences in an untouched database', async () => {
  expect(await findWrong()).toEqual([])
})

test.each(Object.entries(corruptions))('finds and mends a wrong counter: %s', async (name, statement) => {
  await corrupt(statement)
  expect(await findWrong()).toContainEqual({ name, differences: expect.any(Number) })
  await rebuildCounters(connection.db, maintainedCounters)
  expect(await findWrong()).toEqual([])
})

test('reports differences by exit code, corrects them and records the rebuild', async () => {
  const name = 'entities above grants'
  await corrupt(corruptions[name] ?? '')
  expect(await portico('counts verify')).toMatchObject({ code: 1, out: expect.stringContaining(name) })
  const { out } = await portico('counts rebuild --json')
  expect(JSON.parse(out)).toContainEqual({ name, rebuilt: true, differences: 1 })
  expect(await portico('counts verify')).toMatchObject({ code: 0 })
  const event = await connection.db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'command.counters-rebuilt')
    .executeTakeFirst()
  expect(event?.details).toMatchObject({ counters: [name] })
})

test('logs and counts a difference found by the scheduled check of a sample', async () => {
  await corrupt("update access_grant set reach = '{PO:NONE}'")
  const done = await jobNamed('check-counters').run(context, context.now)
  expect(done).toBe(1)
  const { values } = await context.metrics.counterDifferences.get()
  expect(values).toMatchObject([{ labels: { counter: 'entities above grants' } }])
  await rebuildCounters(connection.db, maintainedCounters)
})
