import type { Kysely, Transaction } from 'kysely'
import type { Outcome } from './outcome.ts'
import type { Database } from './schema.ts'

/** Carries a refusal out of a transaction, so that everything written before it is undone. */
class RolledBack extends Error {
  readonly outcome: { refusal: unknown }
  constructor(outcome: { refusal: unknown }) {
    super('rolled back')
    this.outcome = outcome
  }
}

/** All or nothing: what the work wrote is kept when it gives an entity, and undone when it refuses or throws. */
export async function transact<Entity>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Outcome<Entity>>,
): Promise<Outcome<Entity>> {
  try {
    return await db.transaction().execute(async (trx) => {
      const outcome = await work(trx)
      if ('refusal' in outcome) throw new RolledBack(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as Outcome<Entity>
    throw error
  }
}
