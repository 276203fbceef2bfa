import type { Context } from '../../../platform/context.ts'
import { runPrepared } from '../../../platform/database/prepared.ts'
import { type CodeStanding, codeStandingSql } from './code-allowance.ts'
import type { AttemptLimit } from './identity-attempts.ts'
import { QUIZ_COLUMNS, type QuizRow } from './quizzes.ts'

/** Whether a registration has a quiz open, how many of the NPI have failed, and how many more today's limit has room for. */
export type QuizStanding = { open: QuizRow | undefined; failures: number; left: number }

type Of = { registrationId: Buffer; npi: string; workflow: 'SELF' | 'REQUEST'; now: Date }
type Row = { failures: number; used: number } & (QuizRow | { quiz_id: null })

/**
 * At once, whatever it then comes to, and with what there is to say of codes. Asking again shows the same questions;
 * where none are open, what this registration was asked and never answered is no attempt any more.
 */
export async function findProofStanding(
  context: Pick<Context, 'db' | 'pool'>,
  of: Of,
  limit: AttemptLimit,
  codesSince: Date,
): Promise<{ quiz: QuizStanding; code: CodeStanding }> {
  const values = [...valuesOf(of, limit), codesSince]
  const rows = await runPrepared<Row & CodeStanding>(context, { name: 'proof-standing', text: proofsSql, values })
  const [row] = rows
  if (!row) throw new Error('A standing of nobody')
  return { quiz: toStanding(row, limit), code: row }
}

/** The same of quizzes once more, by whoever has asked that before. */
export async function findQuizStanding(
  context: Pick<Context, 'db' | 'pool'>,
  of: Of,
  limit: AttemptLimit,
): Promise<QuizStanding> {
  const rows = await runPrepared<Row>(context, { name: 'quiz-standing', text: quizSql, values: valuesOf(of, limit) })
  const [row] = rows
  if (!row) throw new Error('A standing of nobody')
  return toStanding(row, limit)
}

const valuesOf = ({ registrationId, npi, workflow, now }: Of, { since }: AttemptLimit): unknown[] => [
  ...[registrationId, npi, workflow, now, since],
]

const toStanding = (row: Row, { max }: AttemptLimit): QuizStanding => ({
  open: row.quiz_id === null ? undefined : row,
  failures: row.failures,
  left: max - row.used,
})

const OPEN = `open as (
  select ${QUIZ_COLUMNS.join(', ')} from quiz
  where registration_id = $1 and npi = $2 and workflow = $3 and status = 'PENDING' and expires_at > $4
  order by id desc limit 1)`

const COUNTED = `${QUIZ_COLUMNS.map((column) => `open.${column}`).join(', ')},
  (select count(*)::int from proof_failure where npi = $2 and kind = 'QUIZ' and forgotten_at is null) as failures`

const USED = `select count(*)::int from identity_attempt where kind = 'QUIZ' and npi = $2 and at > $5`

const quizSql = `
with ${OPEN}
select ${COUNTED}, (${USED}) as used
from (select) here left join open on true`

const proofsSql = `
with ${OPEN},
unanswered as (
  delete from identity_attempt where not exists (select from open) and id in (
    select attempt_id from quiz where registration_id = $1 and status = 'PENDING'
      and expires_at <= $4 and attempt_id is not null)
  returning id)
select ${COUNTED}, (${USED} and id not in (select id from unanswered)) as used, ${codeStandingSql('$2', '$6')}
from (select) here left join open on true`
