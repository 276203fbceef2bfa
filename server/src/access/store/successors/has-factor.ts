import type { Context, Db } from '#platform/context.ts'
import { runPrepared } from '#platform/database/prepared.ts'
import { evaluate, type FactorFacts, factorFactsSql } from '#platform/identity/factor-facts.ts'

const factsSql = `select a.kind, f.* from account a cross join lateral (${factorFactsSql}) f where a.id = $1`

/** True if the account has a second factor that the policy lets it use. */
export async function hasFactor(
  { db, settings }: Pick<Context, 'settings'> & { db: Db },
  accountId: string,
): Promise<boolean> {
  const [facts] = await runPrepared<FactorFacts>(db, factsSql, [accountId])
  return facts !== undefined && evaluate(settings, facts).hasFactor
}
