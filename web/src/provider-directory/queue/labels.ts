import type { CHANGE_VIEWS } from '@portico/core/provider-directory/queue-shapes'

/** Views other than the usual one, of changes that wait. */
export const VIEW_LABELS: Record<Exclude<(typeof CHANGE_VIEWS)[number], 'WAITING'>, string> = {
  OVERDUE: 'Overdue',
  DISPUTED: 'Disputed',
  DECIDED: 'Decided by staff',
  AUTOMATIC: 'Accepted by a rule',
}
