import type { Refusal } from '@portico/core/envelope'
import { type DatabaseConnection, DummyDriver, PostgresDialect, sql, Transaction } from 'kysely'
import type { Db, Trx } from '../context.ts'
import type { Outcome } from '../outcome.ts'
import type { Database } from './schema.ts'

/** What a transaction has written that nobody in it waits for. */
const unread = new WeakMap<Db, Promise<unknown>[]>()

/**
 * A transaction whose statements go out as they are asked for, without waiting for the answers to those before: they
 * reach the database in that order, and it does one after the other. What is asked for together is one journey.
 */
export async function openTransaction<Result>(db: Db, work: (inside: Trx) => Promise<Result>): Promise<Result> {
  const writes: Promise<unknown>[] = []
  try {
    return await db.transaction().execute((trx) =>
      trx.getExecutor().provideConnection((connection) => {
        const inside = sharing(trx, connection)
        unread.set(inside, writes)
        return work(inside)
      }),
    )
  } catch (error) {
    throw (await findFailure(writes)) ?? error
  }
}

/** Never asked for: a transaction has its connection. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction opens no connection')) })

/** The same transaction without the library's queue for its connection: the driver has one of its own. */
function sharing(trx: Trx, connection: DatabaseConnection): Trx {
  const executor = trx.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  return new Transaction<Database>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}

/** What follows a write that failed only says that the transaction did. */
async function findFailure(writes: Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(writes)
  return settled.find((write) => write.status === 'rejected')?.reason
}

/**
 * A write whose answer nobody reads is not waited for in a transaction: the commit follows it, and keeps nothing when it
 * failed. Elsewhere it is waited for.
 */
export async function writeUnread(db: Db, write: Promise<unknown>): Promise<void> {
  const writes = unread.get(db)
  if (!writes) return void (await write)
  write.catch(() => {})
  writes.push(write)
}

/** Carries a refusal out of a transaction, so that everything written before it is undone. */
class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('rolled back')
    this.refusal = refusal
  }
}

/** All or nothing: what the work wrote is kept when it gives an entity, and undone when it refuses or throws. */
export async function transact<Around extends { db: Db }, Entity>(
  context: Around,
  work: (inside: Around & { db: Trx }) => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity>> {
  try {
    return await openTransaction(context.db, async (db) => {
      const outcome = await work({ ...context, db })
      if ('refusal' in outcome) throw new RolledBack(outcome.refusal)
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return { refusal: error.refusal }
    throw error
  }
}

/** Work inside a transaction that goes on either way: what it wrote is kept only where `keeps` says so. */
export async function attempt<Entity>(
  db: Trx,
  work: () => Promise<Outcome<Entity>>,
  keeps: (outcome: Outcome<Entity>) => boolean,
): Promise<Outcome<Entity>> {
  await sql`savepoint attempt`.execute(db)
  const outcome = await work()
  await (keeps(outcome) ? sql`release savepoint attempt` : sql`rollback to savepoint attempt`).execute(db)
  return outcome
}
