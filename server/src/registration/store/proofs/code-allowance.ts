import type { Context } from '../../../platform/context.ts'
import { runPrepared } from '../../../platform/database/prepared.ts'

/** Where the plan could send a code, how many of the NPI have failed, and how many were sent lately. */
export type CodeStanding = { codeAddress: string | null; codeFailures: number; codesSent: number }

/** As columns of a statement. */
export const codeStandingSql = (npi: string, since: string) => `
  (select provider_email from network_provider where npi = ${npi} and left_at is null) as "codeAddress",
  (select count(*)::int from proof_failure where npi = ${npi} and kind = 'CODE' and forgotten_at is null)
    as "codeFailures",
  (select count(*)::int from identity_attempt where kind = 'CODE' and npi = ${npi} and at > ${since}) as "codesSent"`

export async function findCodeStanding(
  context: Pick<Context, 'db' | 'pool'>,
  npi: string,
  since: Date,
): Promise<CodeStanding> {
  const rows = await runPrepared<CodeStanding>(context, { name: 'code-standing', text: codeSql, values: [npi, since] })
  const [row] = rows
  if (!row) throw new Error('A standing of nobody')
  return row
}

const codeSql = `select ${codeStandingSql('$1', '$2')}`
