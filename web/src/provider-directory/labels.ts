import type { CHANGE_VIEWS } from '@portico/core/provider-directory/queue-shapes'

export const VIEW_LABELS: Record<(typeof CHANGE_VIEWS)[number], string> = {
  WAITING: 'Waiting',
  OVERDUE: 'Overdue',
  DISPUTED: 'Disputed',
  DECIDED: 'Decided by staff',
  AUTOMATIC: 'Accepted by a rule',
}
