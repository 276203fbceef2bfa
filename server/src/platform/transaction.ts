import type { Refusal } from '@portico/core/envelope'
import { sql } from 'kysely'
import type { Db, Trx } from './context.ts'
import type { Outcome } from './outcome.ts'

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
    return await context.db.transaction().execute(async (db) => {
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
