import type { CHANGE_SOURCES, CHANGE_VIEWS } from '@portico/core/provider-directory/queue-shapes'

export const SOURCE_LABELS: Record<(typeof CHANGE_SOURCES)[number], string> = {
  PAGE: 'Directory page',
  FILE: 'Spreadsheet',
  REPORT: 'Report in words',
}

export const VIEW_LABELS: Record<(typeof CHANGE_VIEWS)[number], string> = {
  WAITING: 'Waiting',
  OVERDUE: 'Overdue',
  DISPUTED: 'Disputed',
  DECIDED: 'Decided by staff',
  AUTOMATIC: 'Accepted by a rule',
}
