import type { AuditAct } from '@portico/core/internal/audit-acts'
import type { Context } from '../../../platform/context.ts'
import { runPrepared } from '../../../platform/database/prepared.ts'
import type { RegistrationRow } from '../registrations.ts'

/** Step 1 of a registration was passed: by which method, and by which attempt. */
export type Step1 = {
  registration: Pick<RegistrationRow, 'id_hash' | 'npi'>
  method: NonNullable<RegistrationRow['step1_method']>
  attemptId: string
  /** What rested on another method is a proof no longer. */
  keepsProofs: boolean
}

/** What rests on the method of step 1, and is no proof by another one. */
export const DROPPED_BY_METHOD = {
  step1_method: null,
  step1_at: null,
  quiz_transaction_id: null,
  quiz_at: null,
  half_proof: null,
} as const

const ACT: AuditAct = 'identity.proved'

/** The attempt is given back, the proof kept, and both on record: in one statement, so that it is kept together. */
export async function updateStep1Passed(
  context: Pick<Context, 'db' | 'pool' | 'now' | 'address'>,
  { registration, method, attemptId, keepsProofs }: Step1,
): Promise<void> {
  const details = JSON.stringify({ method })
  await runPrepared(context, {
    name: 'pass-step1',
    text: passSql,
    values: [
      ...[attemptId, registration.id_hash, method, context.now, keepsProofs],
      ...[ACT, registration.npi, context.address, details],
    ],
  })
}

const later = Object.keys(DROPPED_BY_METHOD).filter((column) => !column.startsWith('step1_'))
const dropped = later.map((column) => `${column} = case when $5 then ${column} end`).join(', ')

const passSql = `
with given_back as (delete from identity_attempt where id = $1),
proved as (
  update registration set step1_method = $3, step1_at = $4, number_due = false, ${dropped}
  where id_hash = $2
)
insert into audit_event (at, actor_kind, action, npi, address, details)
values ($4, 'visitor', $6, $7, $8, $9)`
