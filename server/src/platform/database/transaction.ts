import type { Refusal } from '@portico/core/envelope'
import { type IsolationLevel, sql } from 'kysely'
import type { Db, Trx } from './schema.ts'

/** Carries a refusal out of a transaction, so that the transaction rolls back. */
class RolledBack extends Error {
  readonly refused: { refusal: Refusal }
  constructor(refused: { refusal: Refusal }) {
    super('rolled back')
    this.refused = refused
  }
}

/**
 * Runs the work in one transaction and commits it. Rolls back if the work throws or returns a refusal. Every statement
 * inside is awaited before the next one; independent reads may use readTogether.
 */
export async function transact<Around extends { db: Db }, Result>(
  context: Around,
  work: (inside: Around & { db: Trx }) => Promise<Result>,
  isolationLevel?: IsolationLevel,
): Promise<Result> {
  try {
    const transaction = context.db.transaction()
    const configured = isolationLevel ? transaction.setIsolationLevel(isolationLevel) : transaction
    return await configured.execute(async (db) => {
      const result = await work({ ...context, db })
      if (isRefused(result)) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refused as Result
    throw error
  }
}

const isRefused = (result: unknown): result is { refusal: Refusal } =>
  typeof result === 'object' && result !== null && 'refusal' in result

/**
 * Sends independent reads that take no lock. Waits for all of them before it throws, so that no statement is still
 * running when the transaction ends.
 */
export async function readTogether<Reads extends readonly unknown[] | []>(reads: Reads) {
  await Promise.allSettled(reads)
  return Promise.all(reads)
}

/** Runs the work in a savepoint, and rolls back to it unless `keeps` accepts the outcome. */
export async function attempt<Result>(
  db: Trx,
  work: () => Promise<Result>,
  keeps: (outcome: Result) => boolean,
): Promise<Result> {
  await sql`savepoint attempt`.execute(db)
  const outcome = await work()
  await (keeps(outcome) ? sql`release savepoint attempt` : sql`rollback to savepoint attempt`).execute(db)
  return outcome
}
