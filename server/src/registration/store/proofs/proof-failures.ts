import { type Kysely, sql, type Transaction } from 'kysely'
import { runWritten } from '../../../platform/database/prepared.ts'
import type { Database } from '../../../platform/database/schema.ts'

export type ProofKind = 'QUIZ' | 'CODE'

type Failure = { kind: ProofKind; npi: string; requestId: string | null; now: Date }

/**
 * Whatever ends a quiz or a code of an NPI waits here for the others until the transaction ends: no two of them see the
 * same failures.
 */
export async function lockProofFailures(trx: Transaction<Database>, npi: string): Promise<void> {
  await runWritten(trx, {
    name: 'lock-failures',
    text: 'select pg_advisory_xact_lock(72612, hashtext($1))',
    values: [npi],
  })
}

export async function insertFailure(db: Kysely<Database>, { kind, npi, requestId, now }: Failure): Promise<void> {
  await db.insertInto('proof_failure').values({ kind, npi, request_id: requestId, at: now }).execute()
}

/** However old, as long as nobody passed and plan staff have not opened them again. */
export async function countFailures(db: Kysely<Database>, npi: string, kind: ProofKind): Promise<number> {
  const rows = await runWritten<{ count: number }>(db, { name: 'count-failures', text: countSql, values: [npi, kind] })
  return rows[0]?.count ?? 0
}

const countSql = `
select count(*)::int as count from proof_failure where npi = $1 and kind = $2 and forgotten_at is null`

/** Of whatever kind: of the link of one request. */
export async function countRequestFailures(db: Kysely<Database>, requestId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proof_failure where request_id = ${requestId}`.execute(db)
  return rows[0]?.count ?? 0
}
