import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { APP_ROLE, connectDatabase } from './database.ts'
import type { Deps } from './deps.ts'
import type { Database } from './schema.ts'

/** Work that outlives a request. A job is put in the queue by the business transaction itself, so neither exists alone. */
const QUEUES = ['send-mail', 'sweep'] as const
export type QueueName = (typeof QUEUES)[number]

const SCHEMA = 'pgboss'

/**
 * Creates the job tables and queues and lets the server's role work with them. Runs with the owner's rights, as the
 * migrations do; the running server changes no schema.
 */
export async function prepareJobs(ownerConfig: pg.PoolConfig): Promise<void> {
  const { pool, db, close } = connectDatabase(ownerConfig, { role: 'owner', max: 2 })
  try {
    const boss = new PgBoss({ db: overPool(pool), schema: SCHEMA, supervise: false, schedule: false })
    boss.on('error', () => {})
    await boss.start()
    for (const queue of QUEUES) await boss.createQueue(queue, { policy: 'standard', retryLimit: 0 })
    await boss.stop({ graceful: false })
    await grantJobRights(db)
  } finally {
    await close()
  }
}

async function grantJobRights(db: Kysely<Database>): Promise<void> {
  const role = sql.id(APP_ROLE)
  const schema = sql.id(SCHEMA)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7261001)`.execute(trx)
    await sql`grant usage on schema ${schema} to ${role}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`.execute(trx)
    await sql`grant usage, select on all sequences in schema ${schema} to ${role}`.execute(trx)
    await sql`grant execute on all functions in schema ${schema} to ${role}`.execute(trx)
  })
}

/** Enqueues inside the caller's transaction: the job appears when, and only when, the transaction commits. */
export async function enqueue(
  trx: Transaction<Database>,
  queue: QueueName,
  data: Record<string, unknown>,
): Promise<void> {
  await sql`insert into ${sql.table(`${SCHEMA}.job`)} (name, data, retry_limit)
    values (${queue}, ${JSON.stringify(data)}::jsonb, 0)`.execute(trx)
}

export type JobHandlers = {
  /** One message is ready to leave. */
  sendMail(mailId: string): Promise<unknown>
  /** Messages whose next attempt is due. */
  sendDueMail(): Promise<unknown>
  sealAudit(): Promise<unknown>
  sweep(): Promise<unknown>
}

export type RunningJobs = { stop(): Promise<void> }

const SEAL_EVERY_S = 5
const DUE_MAIL_EVERY_S = 15

/** Starts working. Every handler is safe in several processes; a database that goes away is waited for. */
export async function startJobs(deps: Deps, handlers: JobHandlers): Promise<RunningJobs> {
  const boss = new PgBoss({
    db: overPool(deps.pool),
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => deps.log.warn({ code: (error as { code?: string }).code }, 'job queue not reachable'))
  await boss.start()
  await boss.work<{ mailId: string }>('send-mail', { pollingIntervalSeconds: 1, batchSize: 10 }, async (jobs) => {
    for (const job of jobs) await handlers.sendMail(job.data.mailId)
  })
  await boss.work('sweep', { pollingIntervalSeconds: 10 }, async () => {
    await handlers.sweep()
  })
  // Once a minute for all processes together; a missed minute needs no catching up, due dates are columns.
  await boss.schedule('sweep', '* * * * *')
  const timers = [
    repeat(deps, 'seal audit', SEAL_EVERY_S, handlers.sealAudit),
    repeat(deps, 'send due mail', DUE_MAIL_EVERY_S, handlers.sendDueMail),
  ]
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()))
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Runs a job again and again, never twice at once in this process; a failure is noted and the next turn comes. */
function repeat(deps: Deps, name: string, seconds: number, run: () => Promise<unknown>): RunningJobs {
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(() => {
      turn = run()
        .catch((error: { code?: string }) =>
          deps.log.warn({ job: name, code: error.code }, 'job failed, will run again'),
        )
        .finally(() => stopped || next())
    }, seconds * 1000)
    timer.unref()
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}

function overPool(pool: pg.Pool) {
  return { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
}
