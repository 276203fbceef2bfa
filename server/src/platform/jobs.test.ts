import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSettings } from '../../test/build-test-app.ts'
import { createTestClock } from '../../test/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import type { Deps } from './deps.ts'
import { enqueue, prepareJobs, startJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

let database: TestDatabase
let connection: DatabaseConnection
let owner: DatabaseConnection
let deps: Deps

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.config)
  owner = connectDatabase(database.config, { role: 'owner', max: 1 })
  const { db, pool } = connection
  deps = {
    settings: testSettings(),
    db,
    pool,
    clock: createTestClock(),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
  }
})

afterAll(async () => {
  await owner?.close()
  await connection?.close()
  await database?.drop()
})

const idle = { sendDueMail: async () => {}, sealAudit: async () => {}, sweep: async () => {} }

async function until(done: () => boolean): Promise<void> {
  while (!done()) await wait(50)
}

test('a job runs when its transaction commits, once in two processes, and not when it fails', async () => {
  const seen: string[] = []
  const note = async (id: string) => seen.push(id)
  const running = await Promise.all([1, 2].map(() => startJobs(deps, { ...idle, sendMail: note })))
  const failing = connection.db.transaction().execute(async (trx) => {
    await enqueue(trx, 'send-mail', { mailId: 'never' })
    throw new Error('the business failed')
  })
  await expect(failing).rejects.toThrow()
  await connection.db.transaction().execute(async (trx) => {
    for (const mailId of ['1', '2', '3']) await enqueue(trx, 'send-mail', { mailId })
  })
  await until(() => seen.length >= 3)
  await Promise.all(running.map((jobs) => jobs.stop()))
  expect(seen.sort()).toEqual(['1', '2', '3'])
})

test('jobs go on after every database connection was cut', async () => {
  const seen: string[] = []
  const jobs = await startJobs(deps, { ...idle, sendMail: async (id) => seen.push(id) })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.db)
  const tryAgain = async (): Promise<void> => {
    await connection.db
      .transaction()
      .execute((trx) => enqueue(trx, 'send-mail', { mailId: 'after' }))
      .catch(tryAgain)
  }
  await tryAgain()
  await until(() => seen.includes('after'))
  await jobs.stop()
  expect(seen).toEqual(['after'])
})

test('preparing again, in several processes at once, changes nothing', async () => {
  await Promise.all([1, 2, 3].map(() => prepareJobs(database.config)))
  const queues = await sql<{
    name: string
  }>`select name from pgboss.queue where name not like '\\_\\_%' order by name`.execute(owner.db)
  expect(queues.rows.map((row) => row.name)).toEqual(['send-mail', 'sweep'])
})

test('the role the server works as cannot change the job tables', async () => {
  await expect(sql`create table pgboss.mine (id int)`.execute(connection.db)).rejects.toThrow(/permission denied/)
})
