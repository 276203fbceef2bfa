import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSettings } from '../../../test/build-test-app.ts'
import { createTestClock } from '../../../test/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { events } from '../../events.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { migrateToLatest } from '../database/migrate.ts'
import type { Database } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/mail.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { type JobHandlers, startJobs } from './jobs.ts'

let database: TestDatabase
let connection: DatabaseConnection
let owner: DatabaseConnection
let deps: Deps
const clock = createTestClock()

beforeAll(async () => {
  database = await createTestDatabase('migrated')
  connection = connectDatabase(database.app)
  owner = connectDatabase(database.config, { max: 1 })
  const { db } = connection
  deps = { settings: testSettings(), db, clock, log: createLog({ level: 'silent' }), metrics: createMetrics(), events }
})

afterAll(async () => {
  await owner?.close()
  await connection?.close()
  await database?.drop()
})

/** Runs the jobs as a process does, with short intervals and the mail server at `port`. */
function startProcess(port: number, handlers: Partial<JobHandlers> = {}): { stop(): Promise<void> } {
  const own = { ...deps, settings: testSettings({ smtpUrl: `smtp://127.0.0.1:${port}` }) }
  const sender = createMailSender(own)
  const nothing = async () => {}
  const jobs = startJobs(
    own,
    {
      ...{
        sealAudit: nothing,
        sweep: nothing,
        carryOutDecisions: nothing,
        deliverLogouts: nothing,
        publishDirectory: nothing,
      },
      sendDueMail: sender.sendDue,
      ...handlers,
    },
    { mail: 0.05, logouts: 60, decisions: 0.05, seal: 0.05, directory: 60, sweep: 0.05 },
  )
  return {
    async stop() {
      sender.close()
      await jobs.stop()
    },
  }
}

const write = (db: Transaction<Database>, subject: string) =>
  queueMail(
    { db, now: deps.clock.now() },
    { kind: 'roster.answered', brand: 'harborview', to: 'a@example.org', subject, body: '' },
  )

const subjects = (received: string[]) => received.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])

async function until(done: () => boolean): Promise<void> {
  while (!done()) await wait(50)
}

test('runs a job once in two processes when its transaction commits, and not when it fails', async () => {
  const server = await startMailServer()
  const running = [1, 2].map(() => startProcess(server.port))
  const failing = connection.db.transaction().execute(async (trx) => {
    await write(trx, 'never')
    throw new Error('the business failed')
  })
  await expect(failing).rejects.toThrow()
  await connection.db.transaction().execute(async (trx) => {
    for (const subject of ['1', '2', '3']) await write(trx, subject)
  })
  await until(() => server.received.length >= 3)
  await Promise.all(running.map((jobs) => jobs.stop()))
  await server.stop()
  expect(subjects(server.received).sort()).toEqual(['1', '2', '3'])
})

test('continues jobs after every database connection was cut', async () => {
  const server = await startMailServer()
  const jobs = startProcess(server.port)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.db)
  const tryAgain = async (): Promise<void> => {
    await connection.db
      .transaction()
      .execute((trx) => write(trx, 'after'))
      .then(() => {}, tryAgain)
  }
  await tryAgain()
  await until(() => subjects(server.received).includes('after'))
  await jobs.stop()
  await server.stop()
  expect(subjects(server.received)).toEqual(['after'])
})

test('sweeps once a minute, whatever the number of processes', async () => {
  let looks = 0
  let sweeps = 0
  const count = { sealAudit: async () => looks++, sweep: async () => sweeps++ }
  clock.advance(60)
  const running = [1, 2].map(() => startProcess(1, count))
  for (const minute of [1, 2]) {
    const seen = looks
    await until(() => sweeps >= minute && looks >= seen + 8)
    expect(sweeps).toBe(minute)
    clock.advance(60)
  }
  await Promise.all(running.map((jobs) => jobs.stop()))
})

test('does not sweep on a machine whose clock differs from the database’s', async () => {
  const errors: unknown[] = []
  let sweeps = 0
  const nothing = async () => {}
  const wrong = { now: () => new Date(Date.now() + 3_600_000), isReal: true }
  const log = Object.assign(Object.create(deps.log), { error: (said: unknown) => errors.push(said) })
  const idle = {
    sealAudit: nothing,
    carryOutDecisions: nothing,
    deliverLogouts: nothing,
    sendDueMail: nothing,
    publishDirectory: nothing,
  }
  const handlers = { ...idle, sweep: async () => sweeps++ }
  const jobs = startJobs({ ...deps, clock: wrong, log }, handlers, {
    ...{ mail: 60, logouts: 60, decisions: 60, seal: 60, directory: 60, sweep: 0.05 },
  })
  await until(() => errors.length >= 2)
  await jobs.stop()
  expect(sweeps).toBe(0)
  expect(errors[0]).toMatch(/^The clock of this machine is 3600 s ahead of the database's/)
})

test('changes nothing if prepared again in several processes at once', async () => {
  const migrations = () => sql`select * from kysely_migration order by name`.execute(owner.db)
  const before = await migrations()
  await Promise.all([1, 2, 3].map(() => migrateToLatest({ owner: database.config, app: database.app })))
  expect((await migrations()).rows).toEqual(before.rows)
})

test('denies the application role any change to the job tables', async () => {
  await expect(sql`create table mine (id int)`.execute(connection.db)).rejects.toThrow(/permission denied/)
  await expect(sql`alter table mail_message add mine int`.execute(connection.db)).rejects.toThrow(/must be owner/)
})
