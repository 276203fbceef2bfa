import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Db, Trx } from '#platform/context.ts'
import { connectDatabase } from '#platform/database/database.ts'
import type { Database } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import type { Outcome } from '#platform/outcome.ts'
import { createTestDatabase } from './database.ts'

export type Competing<Result = unknown> = {
  /** Runs in a transaction that pauses before COMMIT. */
  first: (db: Trx) => Promise<unknown>
  /** Runs while the first transaction is paused. */
  second: () => Promise<Result>
  /** Runs while the second one waits. */
  meanwhile?: () => Promise<unknown>
}

/**
 * Runs `second` beside a paused transaction. Resolves to the result of `second` and the kind of lock it waited for, as
 * pg_stat_activity names it: 'advisory', or 'transactionid' and 'tuple' for a row. Undefined if it did not wait.
 */
export async function competeWithPaused<Result>(
  db: Db,
  { first, second, meanwhile }: Competing<Result>,
): Promise<{ waitedFor: string | undefined; result: Result }> {
  const paused = Promise.withResolvers<number>()
  const resume = Promise.withResolvers<void>()
  const holding = transact({ db }, async (inside) => {
    await first(inside.db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inside.db)
    paused.resolve(rows[0]?.pid ?? 0)
    await resume.promise
  })
  holding.catch(paused.reject)
  const pid = await paused.promise
  let isSettled = false
  const running = second().finally(() => {
    isSettled = true
  })
  running.catch(() => {})
  try {
    let waitedFor = await findWaiting(db, pid)
    while (!waitedFor && !isSettled) {
      await sleep(5)
      waitedFor = await findWaiting(db, pid)
    }
    if (waitedFor) await meanwhile?.()
    resume.resolve()
    await holding
    return { waitedFor, result: await running }
  } finally {
    resume.resolve()
    await Promise.allSettled([holding, running])
  }
}

async function findWaiting(db: Db, pid: number): Promise<string | undefined> {
  const { rows } = await sql<{ wait_event: string }>`
    select wait_event from pg_stat_activity
    where wait_event_type = 'Lock' and ${pid}::int = any(pg_blocking_pids(pid))`.execute(db)
  return rows[0]?.wait_event
}

/** `row` is a lock on a row, `none` means that the second transaction must not wait. */
export type LockCase = [
  title: string,
  lock: 'advisory' | 'row' | 'none',
  prepare: () => Promise<Competing>,
  expected: unknown,
]

const WAIT_EVENTS = { advisory: 'advisory', row: 'transactionid', none: undefined }

/**
 * Declares a test for each lock. A case fails if the lock is missing, or is taken after the read or the write that it
 * protects: then the second transaction waits for another lock, or its result does not reflect the first one.
 */
export function testLocks(db: Db, cases: LockCase[]): void {
  test.each(cases)('%s', async (_title, lock, prepare, expected) => {
    const { waitedFor, result } = await competeWithPaused(db, await prepare())
    expect({ waitedFor, result }).toEqual({ waitedFor: WAIT_EVENTS[lock], result: expected })
  })
}

/** Opens a database for the tests of one file. Each test starts with these tables empty. */
export async function openLockDatabase(tables: (keyof Database)[], login: 'app' | 'config' = 'app'): Promise<Db> {
  const database = await createTestDatabase('migrated')
  const connection = connectDatabase(database[login])
  const owner = connectDatabase(database.config, { max: 1 })
  beforeEach(() => sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} cascade`.execute(owner.db))
  afterAll(async () => {
    await Promise.all([connection.close(), owner.close()])
    await database.drop()
  })
  return connection.db
}

/** The message code of a refusal, else its message. */
export const messageOf = <Entity>(outcome: Outcome<Entity>) =>
  'refusal' in outcome ? (outcome.refusal.messageCode ?? outcome.refusal.message) : 'done'

type Row = { table: keyof Database; id: string }

export const updateRow =
  ({ table, id }: Row, change: object) =>
  (db: Db) =>
    sql`update ${sql.table(table)} set ${sql.join(
      Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} where id = ${id}`.execute(db)

/** Throws at once if another transaction has locked the row. */
export const lockAtOnce = (db: Db, { table, id }: Row) =>
  transact({ db }, (inside) =>
    sql`select from ${sql.table(table)} where id = ${id} for no key update nowait`.execute(inside.db),
  )
