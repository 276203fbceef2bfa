import type { ChangeKind } from '@portico/core/plan-data/change-kinds'

type Report = {
  account_id: string
  npi: string
  kind?: ChangeKind
  details: string
  reported_at: Date
  answer?: string
  decided_at?: Date | null
}

/** A row of practice_change: a report in words, answered or waiting. */
export const reportRow = ({ kind = 'PHONE', details, decided_at = null, ...row }: Report) => ({
  ...row,
  field: 'other',
  value_after: JSON.stringify({ kind, details }),
  source: 'REPORT' as const,
  due_at: row.reported_at,
  decided_at,
  state: decided_at ? ('ACCEPTED' as const) : ('WAITING' as const),
})
